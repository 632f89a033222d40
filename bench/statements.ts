// The statements of each tool, which the bare handler runs too.
export interface Statement {
  text: string
  values: unknown[]
}

/** Statements by tool, then by organization. */
export type Recorded = Record<string, Record<string, Statement[]>>
