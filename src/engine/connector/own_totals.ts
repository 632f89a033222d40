// The platform's own totals of days and numbers of records, with which the engine checks what is stored.
import type { Account, Api, Lack } from '#engine/connector/api.ts'
import type { Settings } from '#engine/connector/vendor_request.ts'

/** What a read of an account gets. */
export interface Source {
  api: Api
  account: Account
  settings: Settings
}

/** What a read of days of an account gets: those of from..to, both inclusive, YYYY-MM-DD in the account's time zone. */
export interface Days extends Source {
  from: string
  to: string
  /**
   * Reports a part that the platform does not give. Then stored rows that did not come stay, and no total is compared. Absent: no rows
   * are stored.
   */
  lacks?: (lack: Lack) => void
}

/** The platform's own total of an account's days, with which the engine checks the stored rows: one cheap request for a range of days. */
export interface DailyTotal {
  /** The compared measures: columns of the stream's first table. */
  measures: Record<
    string,
    {
      /**
       * The last digit to which the platform rounds each row, in units of the column: 10_000n for cents. Of some currencies it is another
       * one. Absent: rows are exact.
       */
      last_digit?: bigint | ((currency: string | undefined) => bigint)
      /** The platform calls the figure an estimate or a sample, so that a difference is no error. */
      is_estimate?: boolean
    }
  >
  /**
   * Key columns of the row that takes what the total has beyond the other rows of its day. While another row of the day is missing, it
   * keeps its figures: it would take those of the missing row too, and the total would fit whatever rows come.
   */
  remainder?: Record<string, string>
  /** Measures of the days from..to, amounts in micros. A day that is left out is unknown. Return 0 only when the platform says so. */
  read: (
    source: Source & { from: string; to: string },
  ) => Promise<{ date: string; measures: Record<string, bigint | string> }[]>
}

/**
 * The platform's own number of the records of a day, by their time of creation, with which syncs compare the stored ones, once a day. It
 * needs `read_created`, which reads the days that differ again.
 */
export interface DailyCount {
  /** What is counted, such as 'orders'. */
  measure: string
  /** The column of the stream's first table with the time of creation. */
  at: string
  /** The stored records that are counted: those with one of these values of a column. Absent: all. */
  only?: { column: string; values: readonly string[] }
  /** The platform leaves out some records that it lists, such as cancelled ones. Then only a larger number than the stored one differs. */
  leaves_out?: true
  /** One request for each day. Records with from <= time < before. Undefined: the platform does not say. */
  read?: (source: Source & { from: string; before: string }) => Promise<number | undefined>
  /** One request for several days, both included. Numbers by day of the account. A day without a number: the platform does not say. */
  read_days?: (source: Source & { from: string; to: string }) => Promise<ReadonlyMap<string, number>>
}
