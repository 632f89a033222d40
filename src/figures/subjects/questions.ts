// Questions of buyers that take an answer. The list of questions and the recommendation decide by the same condition.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { ANSWERABLE_LISTING } from '#domain/listings.ts'

/** The state of questions without an answer, as it is stored. */
export const UNANSWERED = 'unanswered'

/** The listing `l` of a question `q`. */
export const listing_of_question = sql`left join ${of_org('marketplace_listings', 'l')} on l.connection_id = q.connection_id
      and l.account_id = q.account_id and l.listing_id = q.listing_id`

/** Whether a question `q` about the listing `l` takes an answer. null: the listing is not stored. An answer needs the text of the question. */
export const takes_answer = sql<boolean | null>`case when q.status = ${UNANSWERED} and q.question <> ''
      then l.status = ${ANSWERABLE_LISTING} else false end`
