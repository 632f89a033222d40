// What a client decides about agencies. A request names a person and no organization: only this person sees it, in each organization that
// they administer, and chooses the one that the agency gets. So a request reveals nothing of organizations.
import { sql } from 'kysely'
import { announce_change } from '#engine/access/changes.ts'
import { refuse } from '#engine/outcomes.ts'
import { type AgencyContext, CLIENT, CLIENTS_MAX, REQUEST } from '#engine/people/agencies.ts'
import { agencies_with_access, lock_people } from '#engine/people/members.ts'
import { write_change } from '#engine/records/history.ts'

/** Most requests that one person sees. */
export const RECEIVED_MAX = 100
/** One sentence for a request that was answered, withdrawn, has expired, is of somebody else, or never existed. */
const NO_REQUEST = 'You have no such request here. list_access_requests shows those that wait for you.'

/** Decisions about agencies belong to the client's own people. An agency gives a client up in its own organization. */
function own_person({ caller, org }: Pick<AgencyContext, 'caller' | 'org'>): string {
  if (caller.via !== 'session') refuse('Only dashboard users decide about agencies.')
  if (caller.org_id !== org.org_id) refuse(`Only members of ${org.name} decide about agencies. You act on it for one.`)
  return caller.user_id
}

interface Received {
  request_id: string
  agency_org_id: string
  name: string
  created_at: string
  expires_at: string
}

/** The requests that this person may answer for this organization. */
export async function received_requests({ db, now, caller, org }: Omit<AgencyContext, 'concerns' | 'request_id'>) {
  const { rows } = await sql<Received>`
    select * from access_requests_to(${own_person({ caller, org })}::uuid) limit ${RECEIVED_MAX}`.execute(db)
  return rows.filter(({ expires_at }) => Date.parse(expires_at) > now.getTime())
}

async function received_request(context: AgencyContext, request_id: string): Promise<Received> {
  const found = (await received_requests(context)).find((one) => one.request_id === request_id)
  return found ?? refuse(NO_REQUEST)
}

export async function accept_request(context: AgencyContext, request_id: string) {
  const { db, now, concerns } = context
  const person = own_person(context)
  await lock_people(db)
  const { agency_org_id, name } = await received_request(context, request_id)
  const { rows } = await sql<{ end: 'accepted' | 'none' | 'full' }>`
    select accept_access_request(${request_id}::uuid, ${person}::uuid, ${now.toISOString()}::timestamptz, ${CLIENTS_MAX}::int) as end`.execute(
    db,
  )
  const { end } = rows[0]!
  if (end === 'full') refuse(`${name} cannot have more clients at the moment.`)
  if (end === 'none') refuse(NO_REQUEST)
  await write_change(context, { record: CLIENT, record_id: agency_org_id, before: null, after: { agency: name } })
  await announce_change(db)
  concerns(agency_org_id)
  return { agency_org_id, name }
}

export async function decline_request(context: AgencyContext, request_id: string) {
  const { db, concerns } = context
  const person = own_person(context)
  await lock_people(db)
  const { agency_org_id, name } = await received_request(context, request_id)
  const { rows } = await sql<{ is_declined: boolean }>`
    select decline_access_request(${request_id}::uuid, ${person}::uuid) as is_declined`.execute(db)
  if (!rows[0]!.is_declined) refuse(NO_REQUEST)
  await write_change(context, { record: REQUEST, record_id: request_id, before: { agency: name }, after: null })
  concerns(agency_org_id)
  return { agency_org_id, name }
}

/** The client's admin ends the access of an agency. */
export async function end_agency(context: AgencyContext, agency_org_id: string): Promise<void> {
  const { db, concerns } = context
  own_person(context)
  await lock_people(db)
  const agency = (await agencies_with_access(db)).find((one) => one.agency_org_id === agency_org_id)
  if (!agency) refuse('No such agency has access to this organization. list_members shows them.')
  await sql`select end_agency(${agency_org_id}::uuid)`.execute(db)
  const before = { agency: agency.name }
  await write_change(context, { record: CLIENT, record_id: agency_org_id, before, after: null })
  await announce_change(db)
  concerns(agency_org_id)
}
