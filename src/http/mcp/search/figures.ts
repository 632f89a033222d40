// What people call the figures that a tool answers for. A tool of many figures is found by the name of each, so the names of
// each figure are a set of texts beside what people ask the tool for (ADR 59).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const FOLDER = join(import.meta.dirname, 'figures')

/** Names of a figure, by language, separated by commas. */
type Names = Record<'en' | 'es' | 'pt', string>

interface FigureGroup {
  /** Every tool that answers for all figures of the group. */
  tools: string[]
  /** By the names of the metric catalog or of the KPIs, separated by commas where people call several of these the same. */
  figures: Record<string, Names>
}

export const figure_groups = (): FigureGroup[] =>
  readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8')))

/** Names of each figure that the tool answers for. */
export const figure_texts = (groups: readonly FigureGroup[], tool: string): string[][] =>
  groups
    .filter(({ tools }) => tools.includes(tool))
    .flatMap(({ figures }) => Object.values(figures))
    .map((names) => Object.values(names).flatMap((line) => line.split(',').map((name) => name.trim())))
