// What is measured in turns with a base that does the bare work.
import { met, type Section } from './section.ts'

export interface Measured {
  what: string
  against: string
  /** As measured here. */
  base: string
  ours: string
  /** Ours over base; what another machine should find too. */
  ratio: number
  /** The ratio to reach, where one was set. */
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
        columns: ['What', 'measured against', 'base', 'Tablero', 'ratio', 'goal', 'met'],
        rows: measured.map(({ what, against, base, ours, ratio, goal }) => [
          what,
          against,
          base,
          ours,
          ratio.toFixed(2),
          goal ? `at least ${goal.at_least.toFixed(2)}` : '',
          goal ? met(ratio >= goal.at_least) : '',
        ]),
      },
    ],
  }
}
