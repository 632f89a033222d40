export interface Measured {
  what: string
  against: string
  /** As measured here, for the person at the terminal. */
  base: string
  ours: string
  /** Ours over base; what another machine should find too. */
  ratio: number
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}
