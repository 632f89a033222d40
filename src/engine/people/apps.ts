// Apps that act for people in the organization, by OAuth. A person sees and ends own ones, and an admin those of everybody.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Database } from '#db/pool.ts'
import type { Scope } from '#domain/scopes.ts'
import { type Caller, is_admin } from '#engine/access/caller.ts'
import { announce_change } from '#engine/access/changes.ts'
import { refuse } from '#engine/outcomes.ts'
import type { PeopleContext } from '#engine/people/members.ts'
import { write_change } from '#engine/records/history.ts'

export const APPS_SHOWN_MAX = 500
const RECORD = 'connected_app'
const NO_APP = 'You have connected no such app here. list_connected_apps shows your apps.'
/** Of the name that an app gives itself. */
const NAME_CHARS_MAX = 100
const OFFLINE = 'offline_access'

const person_of = (caller: Caller): string =>
  caller.via === 'session' ? caller.user_id : refuse('Only dashboard users connect apps.')

interface Row {
  grant_id: string
  user_id: string
  client_id: string
  name: string | null
  redirect_uris: string[]
  scopes: string[]
  created_at: string
  last_used_at: string | null
  person_name: string | null
  person_email: string | null
  total: bigint
}

/** The apps that the caller may see, the newest first. */
async function rows_of(db: Database, caller: Caller, grant_id: string | null = null): Promise<Row[]> {
  const only = is_admin(caller) ? null : person_of(caller)
  const { rows } = await sql<Row>`
    select a.*, m.name as person_name, m.email as person_email, count(*) over () as total
    from connected_apps() a left join ${of_org('members', 'm')} on m.user_id = a.user_id
    where (${only}::uuid is null or a.user_id = ${only}::uuid) and (${grant_id}::uuid is null or a.grant_id = ${grant_id}::uuid)
    order by a.created_at desc, a.grant_id desc limit ${APPS_SHOWN_MAX}`.execute(db)
  return rows
}

export async function list_apps(db: Database, caller: Caller) {
  const rows = await rows_of(db, caller)
  return rows.map((row) => ({
    grant_id: row.grant_id,
    name: name_of(row),
    hosts: [...new Set(row.redirect_uris.map(host_of))],
    scopes: row.scopes.filter((scope) => scope !== OFFLINE) as Scope[],
    person: { user_id: row.user_id, name: row.person_name ?? '', email: row.person_email ?? '' },
    connected_at: row.created_at,
    last_used_at: row.last_used_at,
    total: row.total,
  }))
}

function name_of({ name, client_id }: Pick<Row, 'name' | 'client_id'>): string {
  const whole = name?.trim() || client_id
  return whole.length > NAME_CHARS_MAX ? `${whole.slice(0, NAME_CHARS_MAX)}…` : whole
}

/** Where the app runs: the host that gets the person's answer. */
function host_of(uri: string): string {
  const { host, protocol } = new URL(uri)
  return host || protocol
}

/** Ends a grant with its tokens, in the transaction of the call. */
export async function end_app(
  context: PeopleContext & { caller: Caller },
  grant_id: string,
): Promise<{ name: string }> {
  const { db, caller } = context
  const [app] = await rows_of(db, caller, grant_id)
  if (!app) return refuse(NO_APP)
  const { rows } = await sql<{ ended: boolean }>`select disconnect_app(${grant_id}::uuid) as ended`.execute(db)
  if (!rows[0]!.ended) return refuse(NO_APP)
  const before = { name: name_of(app), user_id: app.user_id, scopes: app.scopes }
  await write_change(context, { record: RECORD, record_id: grant_id, before, after: null })
  await announce_change(db)
  return { name: name_of(app) }
}
