// How PostgreSQL plans the statements about a window.
import { sql } from 'kysely'
import { PLANNED_EACH_TIME } from '#db/prepared.ts'
import { days_between } from '#domain/windows.ts'

/** Days of a window from which a statement is planned with its values. */
const PLANNED_DAYS_MIN = 63

/**
 * The beginning of a statement about a window. A plan that is used again expects few rows in every window. For the many rows of a long
 * window it sorts, or compares all rows with all, and can take fifty times as long. Planning takes a millisecond or two.
 */
export const planned_for = ({ from, to }: { from: string; to: string }) =>
  sql.raw<never>(days_between(from, to) < PLANNED_DAYS_MIN ? '' : PLANNED_EACH_TIME)
