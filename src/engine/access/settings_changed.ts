// What follows from other settings of an organization, for an admin who changed them in the dashboard and for an operator.
import type { Database } from '#db/pool.ts'

interface Counting {
  currency: string
  time_zone: string
}

interface Changed {
  org_id: string
  before: Counting
  after: Counting
  now: Date
}

/** `db` is a transaction of the organization, or of the system. */
export async function follow_settings(db: Database, { org_id, before, after, now }: Changed): Promise<void> {
  if (before.currency !== after.currency) await forget_amounts(db, org_id)
  // Quiet hours are times of the day, so another zone moves them.
  if (before.time_zone !== after.time_zone) await look_again(db, { org_id, now })
}

/** The last amount of an alert rule is one of the earlier currency. The next evaluation brings that of the new one. */
const forget_amounts = (db: Database, org_id: string) =>
  db
    .updateTable('alert_rules')
    .set({ evaluated_day: null, last_value: null })
    .where('org_id', '=', org_id)
    .where('unit', '=', 'money')
    .execute()

/** Held messages are looked at again, because the quiet hours were changed. `db` can be a transaction of the system too. */
export const look_again = (db: Database, { org_id, now }: { org_id: string; now: Date }) =>
  db
    .updateTable('messages')
    .set({ due_at: now.toISOString() })
    .where('org_id', '=', org_id)
    .where('state', '=', 'held')
    .where('reason', '=', 'quiet_hours')
    .execute()
