// What a stream declares about the states of its records, and about records whose state can change without a change that is reported.

/** States of records of a stream's first table that count in figures, by the platform's word. */
export interface RecordStates {
  /** The column with the platform's word. */
  column: string
  /** All words that the connector knows. When they change, all stored records are read again, at low priority. */
  known: readonly string[]
  /** Known words of records that count in no figure, such as those of orders that are not paid. Absent: there are none. */
  uncounted?: readonly string[]
  /** A setting of the connection that says of further words whether they mean `sold`, `pending` or `void`. */
  setting?: string
}

export interface Unfinished {
  column: string
  values: readonly string[]
  days: number
}
