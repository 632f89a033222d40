// The fields of a connection in the answers of the tools that list connections.
import { z } from 'zod'
import { days_to_warn_of } from '#domain/access_ends.ts'
import { type Health, healths, stale_hours } from '#domain/health.ts'
import { day_in } from '#domain/windows.ts'
import { missing_scopes, typed_keys } from '#engine/connector/sign_in.ts'
import { type Forms, listed } from '#engine/lists.ts'
import { own_sentence } from '#engine/sentence.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { by_health } from '#figures/sources/provenance.ts'
import { health_of_connection, health_of_reason, suspect_connections } from '#figures/sources/suspect_connections.ts'
import { unknown_states_of_connections } from '#figures/unknown_states_of_connections.ts'
import { and_list, type Message, message } from '#messages/message.ts'
import { read_history_ends } from '#tools/history_ends.ts'

export const connection_fields = {
  connection_id: z.uuid().describe('Identifier of the connection.'),
  platform: own_text().describe('Platform key.'),
  name: outside_text().describe('Name the organization gave it.'),
  status: z.enum(['active', 'revoked']).describe('revoked: disconnected by a person.'),
  sync_state: z.enum(['idle', 'queued', 'running']).describe('What its sync does now.'),
  progress: z.number().nullable().describe('Share of the running sync that is done, 0 to 1; null when none runs.'),
  history_left: z
    .literal(true)
    .optional()
    .describe('Older days are still being read, also between syncs. Absent: none are left.'),
  history_expected_at: own_text()
    .nullable()
    .optional()
    .describe('With history_left: when all of them should be stored, at the speed so far; null: not known yet.'),
  health: z.enum(healths).describe('Whether its figures can be trusted.'),
  health_reason: own_sentence('What the health means, in a sentence.'),
  needs_reconnection: z.boolean().describe('A person has to sign in to the platform again.'),
  notices: z
    .array(own_sentence('A permission that is missing, an access that ends soon, states that nobody has explained.'))
    .describe('What a person should do. Empty: nothing.'),
  stale_hours: z.int().nullable().describe('Whole hours since the last sync that ran through; null: never.'),
  last_sync: own_text().nullable().describe('End of the last sync that ran through.'),
}

const columns = [
  'c.connection_id',
  'c.platform',
  'c.name',
  'c.status',
  'c.needs_reconnection',
  'c.created_at',
  'c.last_sync_at',
  'c.last_rows_at',
  'c.last_error',
  'c.last_error_at',
  'c.next_sync_at',
  'c.revoked_at',
  'c.granted_scopes',
  'c.access_ends_at',
  'c.limited_until',
] as const

/** The platform passes on a person's question for their data, which has to be answered within this time. */
const DATA_REQUEST_DAYS = 30

/** Connections with their queued or running sync, if there is one, in the order of platform and age. */
export function read_connections({ db, now }: Context) {
  const asked_after = new Date(now.getTime() - DATA_REQUEST_DAYS * 86_400_000).toISOString()
  return db
    .selectFrom('connections as c')
    .leftJoin('sync_runs as r', (join) =>
      join
        .onRef('r.org_id', '=', 'c.org_id')
        .onRef('r.connection_id', '=', 'c.connection_id')
        .on('r.state', 'in', ['queued', 'running']),
    )
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('privacy_requests')
          .select(['org_id', 'connection_id', ({ fn }) => fn.countAll<bigint>().as('data_requests')])
          .where('kind', '=', 'data_request')
          .where('received_at', '>', asked_after)
          .groupBy(['org_id', 'connection_id'])
          .as('p'),
      (join) => join.onRef('p.org_id', '=', 'c.org_id').onRef('p.connection_id', '=', 'c.connection_id'),
    )
    .select(columns)
    .select(['r.state as run_state', 'r.progress as run_progress', 'r.run_id'])
    .select('p.data_requests')
    .orderBy('c.platform')
    .orderBy('c.connection_id')
}

export type ConnectionRow = Awaited<ReturnType<ReturnType<typeof read_connections>['execute']>>[number]

function notices_of(row: ConnectionRow, context: Context, unknown_states: Message | undefined): Message[] {
  const count = Number(row.data_requests ?? 0)
  const asked = count > 0 ? [message('access.data_requests', { count, days: DATA_REQUEST_DAYS })] : []
  return [...asked, ...access_notices(row, context), ...(unknown_states ? [unknown_states] : [])]
}

/** What is missing in the person's sign-in, and when it ends. */
function access_notices(row: ConnectionRow, { org, now, connectors, sign_ins }: Context): Message[] {
  const sign_in = sign_ins[row.platform] ?? typed_keys
  const connector = connectors[row.platform]
  if (!connector || row.status !== 'active') return []
  const missing = missing_scopes(sign_in, connector, row.granted_scopes).map(([scope, streams]) =>
    message('access.missing', { scopes: scope, streams: and_list(streams) }),
  )
  const days = days_to_warn_of(row.access_ends_at, now)
  const date = row.access_ends_at ? day_in(org.time_zone, row.access_ends_at) : ''
  const end =
    days !== undefined && (days > 0 ? message('access.ends', { days, date }) : message('access.ended', { date }))
  return end ? [...missing, end] : missing
}

/** What the descriptions of all connections share. */
export async function read_verdicts(context: Context) {
  return {
    suspect: await suspect_connections(context),
    unknown_states: await unknown_states_of_connections(context),
    history_ends: await read_history_ends(context),
  }
}

export type Verdicts = Awaited<ReturnType<typeof read_verdicts>>

export function describe_connection(row: ConnectionRow, context: Context, verdicts: Verdicts) {
  const { suspect, unknown_states, history_ends } = verdicts
  const history_expected_at = row.status === 'active' ? history_ends.get(row.connection_id) : undefined
  const health = health_of_connection(row, context, suspect)
  const reason = suspect.get(row.connection_id)
  const is_reason = reason && health === health_of_reason(reason) && (health === 'suspect' || row.last_error === null)
  return {
    connection_id: row.connection_id,
    platform: row.platform,
    name: row.name,
    status: row.status as 'active' | 'revoked',
    sync_state: (row.run_state ?? 'idle') as 'idle' | 'queued' | 'running',
    progress:
      row.run_state === 'running' && row.run_progress !== null ? Math.round(row.run_progress * 100) / 100 : null,
    ...(history_expected_at !== undefined && { history_left: true as const, history_expected_at }),
    health,
    health_reason: message(`health.${is_reason ? reason : health}`),
    needs_reconnection: row.needs_reconnection,
    notices: notices_of(row, context, unknown_states.get(row.connection_id)),
    stale_hours: stale_hours(row, context.now),
    last_sync: row.last_sync_at,
  }
}

const counted_by_health = by_health.describe('How many there are of each health, shown or not.')

type Ranked = { health: Health; status: string }

/** Connections as a list. If not all fit, unhealthy connections come first and disconnected ones last. */
export function connections_listed<Row extends z.ZodType<Ranked>>(
  row: Row,
  { shorter, about, short }: { shorter: string; about?: string } & Pick<Forms<z.input<Row>>, 'short'>,
) {
  const hint = `Unhealthy ones come first; by_health counts all. ${shorter}`
  const list = listed('connections', row, hint, about, { short, has_limit: false })
  const rank = ({ status, health }: Ranked) => (status !== 'active' ? 2 : health === 'ok' ? 1 : 0)
  return {
    fields: { ...list.fields, by_health: counted_by_health },
    of(rows: (z.input<Row> & Ranked)[]) {
      const counts = [...Map.groupBy(rows, ({ health }) => health)].map(([health, all]) => [health, all.length])
      const whole = list.of(rows, rows.length)
      const shown = whole.truncated
        ? list.of(
            rows.toSorted((a, b) => rank(a) - rank(b)),
            rows.length,
          )
        : whole
      return { ...shown, by_health: Object.fromEntries(counts) as Partial<Record<Health, number>> }
    },
  }
}
