// Measurements of Tablero and of a base that does the bare work, alternately.
import { met, type Section } from './section.ts'

export interface Measured {
  what: string
  against: string
  /** Time or rate of the base on this machine. */
  base: string
  ours: string
  /** Tablero divided by base. Another machine should give a similar ratio. */
  ratio: number
  /** The same ratio in processor time of the server and of PostgreSQL, where it is known. */
  cpu_ratio?: number
  /** The target ratio, where there is one. */
  goal?: { at_least: number }
}

/** The middle value, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle) - 1]!) / 2
}

export function as_section(title: string, about: string, measured: Measured[]): Section {
  return {
    title,
    about,
    tables: [
      {
        columns: ['What', 'measured against', 'base', 'Tablero', 'ratio', 'in CPU time', 'goal', 'met'],
        rows: measured.map(({ what, against, base, ours, ratio, cpu_ratio, goal }) => [
          what,
          against,
          base,
          ours,
          ratio.toFixed(2),
          cpu_ratio && Number.isFinite(cpu_ratio) ? cpu_ratio.toFixed(2) : '',
          goal ? `at least ${goal.at_least.toFixed(2)}` : '',
          goal ? met(ratio >= goal.at_least) : '',
        ]),
      },
    ],
  }
}
