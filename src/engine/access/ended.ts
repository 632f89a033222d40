// How long an organization stays after an admin has ended it.

/** In this time, an admin can take it back: 30 days. */
export const STAYS_MS = 30 * 86_400_000

/** When an organization is deleted that was ended at this moment. */
export const deleted_at = (ended_at: string): string => new Date(Date.parse(ended_at) + STAYS_MS).toISOString()
