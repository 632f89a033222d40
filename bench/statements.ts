// What a tool asks PostgreSQL, as the bare handler is to ask it too.
export interface Statement {
  text: string
  values: unknown[]
}

/** Statements by tool, then by organization. */
export type Recorded = Record<string, Record<string, Statement[]>>
