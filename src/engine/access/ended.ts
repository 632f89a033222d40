// How long an organization stays after an admin has ended it.

/** In this time, an admin can take it back: 30 days. */
export const STAYS_MS = 30 * 86_400_000

/** When an organization is deleted that was ended at this moment. */
export const deleted_at = (ended_at: string): string => new Date(Date.parse(ended_at) + STAYS_MS).toISOString()

/** A call that takes it back can begin until then and end a little later. Its deletion begins after all of them: 2 minutes. */
export const CALLS_END_MS = 120_000
