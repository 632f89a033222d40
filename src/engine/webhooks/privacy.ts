// Privacy requests that platforms pass on: the erasure of a person, the erasure of a shop, and the question what is stored of a person.
// Each is carried out for the connection that it names, and recorded without the person.

import { in_org } from '#db/org.ts'
import type { OrgSession } from '#db/org_session.ts'
import type { Queryable } from '#db/pool.ts'
import { connection_column, read_tables, type Table } from '#db/tables.ts'
import { with_connection } from '#engine/sync/connected.ts'
import { cancel_syncs_of } from '#engine/sync/runs.ts'
import { revoke_connection } from '#engine/vendors/connections.ts'
import type { Connected } from '#engine/webhooks/ask_for.ts'
import { finish, type Taken } from '#engine/webhooks/inbox.ts'
import type { WebhookParts } from '#engine/webhooks/parts.ts'
import { record } from '#engine/webhooks/record.ts'

/** Shops write a number with or without the code of its country. These digits are the same. */
const NUMBER_DIGITS_MIN = 9

function same_number(stored: string, named: string): string {
  const [one, other] = [stored, named].map((phone) => `regexp_replace(${phone}, '\\D', '', 'g')`)
  const digits = `least(length(${one}), length(${other}))`
  return `(${stored} = ${named} or ${digits} >= ${NUMBER_DIGITS_MIN} and right(${one}, ${digits}) = right(${other}, ${digits}))`
}

/** Where rows of a person are, by what a request names, and which columns an erasure empties. Figures of the rows stay. */
const personal = [
  {
    table: 'store_orders',
    connection: 'store_connection_id',
    id: 'order_id',
    where: 't.order_id = any ($3) or t.customer_id = $4',
    empties: `customer_id = null, landing_page = null, referrer = null, journey = '[]', is_journey_ready = null, checkout_token = null`,
  },
  {
    table: 'checkouts',
    connection: 'connection_id',
    id: 'checkout_id',
    where: `t.checkout_id = any ($7) or lower(t.email) = lower($5) or ${same_number('t.phone', '$6')}`,
    empties: 'email = null, customer_name = null, phone = null, recovery_url = null, token = null',
  },
] as const

/** Tables that record what Tablero did. They name no person and no figure of a shop. */
const OWN_RECORDS = ['connections', 'webhook_inbox', 'webhook_states']
/** Ids of records that the answer to a data request names, for each table. The operator reads further ones in the database. */
const IDS_MAX = 1_000

const kinds = ['redact_person', 'redact_account', 'data_request'] as const
type Kind = (typeof kinds)[number]
export const is_private = (one: Taken): one is Taken & { kind: Kind } => kinds.some((kind) => kind === one.kind)

const deeds: Record<Kind, (parts: WebhookParts, of: Connected, one: Taken) => Promise<object>> = {
  redact_person: (parts, of, one) => in_locked(parts, of, (session) => empty_person(session, of, one)),
  redact_account: erase_account,
  data_request: (parts, of, one) => in_org(parts.pool, of.place, (_, client) => stored_of({ client }, of, one)),
}

/**
 * Throws when it could not be done now, so that the job tries again. It is finished with its record, so that what fails after it in the same
 * round does not repeat it.
 */
export async function carry_out(
  parts: WebhookParts,
  of: Connected,
  one: Taken & { kind: Kind },
  { taken_at }: { taken_at: Date },
): Promise<void> {
  const { org_id, connection_id } = of.place
  const stored = await deeds[one.kind](parts, of, one)
  const done_at = parts.clock.now()
  await in_org(parts.pool, { org_id }, async (db) => {
    const { request_id } = await db
      .insertInto('privacy_requests')
      .values({
        org_id,
        connection_id,
        kind: one.kind,
        received_at: one.received_at,
        done_at: done_at.toISOString(),
        stored: JSON.stringify(stored),
      })
      .returning('request_id')
      .executeTakeFirstOrThrow()
    const input = { connection_id, request_id }
    await finish(db, connection_id, [one.event_key], { taken_at, now: done_at })
    await record(db, parts, { org_id, platform: of.platform, tool: `webhook_${one.kind}`, input, at: done_at })
    parts.log.warn({ org_id, connection_id, request_id, kind: one.kind }, 'a privacy request was carried out')
  })
}

const values_of = ({ place }: Connected, { ids, person }: Taken) => [
  place.org_id,
  place.connection_id,
  ids,
  person.customer_id ?? null,
  person.email ?? null,
  person.phone ?? null,
  person.checkout_ids ?? [],
]

/** Only parameters that a statement names can be sent. */
function statement(text: string, values: readonly unknown[]) {
  const used = [...new Set([...text.matchAll(/\$(\d)/g)].map(([, n]) => Number(n)))].sort()
  const renamed = text.replace(/\$(\d)/g, (_, n: string) => `$${used.indexOf(Number(n)) + 1}`)
  return { text: renamed, values: used.map((n) => values[n - 1]) }
}

/** Work under the lock of the connection, so that a sync that runs does not store again what is erased. */
async function in_locked<T>(
  parts: WebhookParts,
  { place }: Connected,
  work: (session: OrgSession) => Promise<T>,
): Promise<T> {
  const end = await with_connection(parts, place, work)
  if (end === 'busy') throw new Error('a sync of this connection is running; the privacy request waits')
  return end
}

async function empty_person(session: OrgSession, of: Connected, one: Taken): Promise<Record<string, number>> {
  return session.transaction(async () => {
    const emptied: Record<string, number> = {}
    for (const { table, connection, where, empties } of personal) {
      const { rowCount } = await session.client.query(
        statement(
          `update public.${table} t set ${empties} where t.org_id = $1 and t.${connection} = $2 and (${where})`,
          values_of(of, one),
        ),
      )
      emptied[table] = rowCount ?? 0
    }
    return emptied
  })
}

async function stored_of(
  { client }: { client: Queryable },
  of: Connected,
  one: Taken,
): Promise<Record<string, string[]>> {
  const stored: Record<string, string[]> = {}
  for (const { table, connection, id, where } of personal) {
    const { rows } = await client.query<{ id: string }>(
      statement(
        `select t.${id} as id from public.${table} t where t.org_id = $1 and t.${connection} = $2 and (${where}) order by 1 limit ${IDS_MAX}`,
        values_of(of, one),
      ),
    )
    stored[table] = rows.map((row) => row.id)
  }
  return stored
}

/** Ends the connection and deletes everything that it brought. */
async function erase_account(parts: WebhookParts, of: Connected): Promise<Record<string, number>> {
  const { org_id, connection_id } = of.place
  await in_org(parts.pool, { org_id }, async (db) => {
    await revoke_connection(db, connection_id, parts.clock.now())
    await cancel_syncs_of(db, connection_id, parts.clock.now())
  })
  const tables = [...(await read_tables(parts.pool.org)).values()].filter(({ name }) => !OWN_RECORDS.includes(name))
  return in_locked(parts, of, (session) => erase(session, connection_id, tables))
}

async function erase(session: OrgSession, connection_id: string, tables: readonly Table[]) {
  return session.transaction(async (db) => {
    const erased: Record<string, number> = {}
    for (const table of tables) {
      const { rowCount } = await session.client.query(
        `delete from public."${table.name}" t where t.org_id = $1 and t."${connection_column(table)!}" = $2`,
        [session.org_id, connection_id],
      )
      if (rowCount) erased[table.name] = rowCount
    }
    await db.deleteFrom('metric_restatements').where('connection_id', '=', connection_id).execute()
    await db
      .updateTable('webhook_inbox')
      .set({ ids: [], person: '{}' })
      .where('connection_id', '=', connection_id)
      .where('done_at', 'is not', null)
      .execute()
    return erased
  })
}
