// When changes reached their platforms. The end of an execution can be days later, when the platform could not be read.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'

/**
 * The moment of the first request of the action `a` that the platform has carried out, or may have. null: none. It counts however the
 * action ended, because a change that failed half has an effect too.
 */
export const reached_at: RawBuilder<string | null> = sql`
  (select min(reached.sent_at) from ${of_org('action_steps', 'reached')}
   where reached.execution_id = a.execution_id and reached.state in ('sending', 'unanswered', 'accepted', 'done'))`
