// What is known of a connection in full: its streams, its accounts that are not read, its last syncs, its webhooks.
import { z } from 'zod'
import { own_sentence, quoted_or_message } from '#engine/sentence.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { NO_SECRET, NOT_PUBLIC } from '#engine/webhooks/register.ts'
import { message } from '#messages/message.ts'
import { connection_fields, describe_connection, read_connections, read_verdicts } from '#tools/connection.ts'
import { account, read_left_out, read_streams, stream } from './reading_states.ts'

/** Number of finished syncs that the answer shows for each connection. */
const RUNS_SHOWN = 3

export const run = z.strictObject({
  run_id: z.uuid(),
  state: own_text().describe('queued, running, succeeded, failed or cancelled.'),
  trigger: own_text().describe('What started it: schedule, tool, operator or webhook.'),
  started_at: own_text().nullable(),
  finished_at: own_text().nullable(),
  rows: z.int().describe('Rows read.'),
  restatements: z.int().describe('Figures of past days that the platform had changed.'),
  error: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Why it failed.'),
  unreadable: z
    .array(own_sentence())
    .describe('Fields that could not be read and are stored as unknown, with their number.'),
})

export const webhooks = z.strictObject({
  since: own_text().nullable().describe('Since when the platform announces changes; null: it does not.'),
  received: z.int().describe('Announcements received.'),
  forged: z.int().describe('Announcements with a wrong signature. None had an effect.'),
  late: z.int().describe('Announcements more than five minutes after their event.'),
  missed: z.int().describe('Changed records that a sync found and no announcement had brought.'),
  problem: quoted_or_message().nullable().describe('Why none are registered; syncs alone bring changes.'),
})

/** What the field `webhooks` is about. */
export const WEBHOOKS = 'How the platform announces changes between syncs; null: not at all, or not yet.'

export const detailed_connection = z.strictObject({
  ...connection_fields,
  streams: z.array(stream).describe('What it reads, and how far.'),
  accounts_left_out: z.array(account).describe('Chosen accounts that are not read, or only in part; at most 10.'),
  last_error: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Why the last sync failed; null when it did not.'),
  last_error_at: own_text().nullable(),
  next_sync_at: own_text().nullable().describe('When the schedule syncs it next; null when it does not.'),
  limited_until: own_text().nullable().describe('A limit of the platform is used up until then; null: none is.'),
  revoked_at: own_text().nullable().describe('When it was disconnected.'),
  webhooks: webhooks.nullable().describe(WEBHOOKS),
  runs: z.array(run).describe('Last syncs, newest first.'),
})

/** All connections, or one. */
export async function read_details(context: Context, connection_id?: string) {
  const rows = await read_connections(context)
    .$if(connection_id !== undefined, (all) => all.where('c.connection_id', '=', connection_id!))
    .execute()
  const runs = await context.db
    .selectFrom('connections as c')
    .innerJoinLateral(
      (from) =>
        from
          .selectFrom('sync_runs')
          .select([
            'run_id',
            'state',
            'trigger',
            'started_at',
            'finished_at',
            'rows',
            'restatements',
            'error',
            'unreadable',
          ])
          .whereRef('org_id', '=', 'c.org_id')
          .whereRef('connection_id', '=', 'c.connection_id')
          .orderBy('created_at', 'desc')
          .limit(RUNS_SHOWN)
          .as('r'),
      (join) => join.onTrue(),
    )
    .select([
      'c.connection_id',
      'r.run_id',
      'r.state',
      'r.trigger',
      'r.started_at',
      'r.finished_at',
      'r.rows',
      'r.restatements',
      'r.error',
      'r.unreadable',
    ])
    .execute()
  const states = await context.db.selectFrom('webhook_states').selectAll().execute()
  const state_of = new Map(states.map((state) => [state.connection_id, state]))
  const streams = Map.groupBy(await read_streams(context), ({ connection_id }) => connection_id)
  const left_out = Map.groupBy(await read_left_out(context), ({ connection_id }) => connection_id)
  const verdicts = await read_verdicts(context)
  const runs_of = Map.groupBy(runs, ({ connection_id }) => connection_id)
  return rows.map((row) => ({
    ...describe_connection(row, context, verdicts),
    streams: (streams.get(row.connection_id) ?? []).map(({ connection_id: _, history_expected_at, ...of }) => ({
      ...of,
      history_expected_at: row.status === 'active' ? history_expected_at : null,
    })),
    accounts_left_out: (left_out.get(row.connection_id) ?? []).map(({ connection_id: _, ...of }) => of),
    last_error: row.last_error,
    last_error_at: row.last_error_at,
    next_sync_at: row.status === 'active' && !row.needs_reconnection ? row.next_sync_at : null,
    limited_until:
      row.limited_until && Date.parse(row.limited_until) > context.now.getTime() ? row.limited_until : null,
    revoked_at: row.revoked_at,
    webhooks: webhooks_of(state_of.get(row.connection_id)),
    runs: (runs_of.get(row.connection_id) ?? []).map(({ connection_id: _, ...run }) => ({
      ...run,
      rows: Number(run.rows),
      restatements: Number(run.restatements),
      unreadable: Object.entries(run.unreadable as Record<string, number>).map(([what, count]) =>
        message('sync.unreadable', { count, what }),
      ),
    })),
  }))
}

interface WebhookState {
  registered_at: string | null
  received: bigint
  forged: bigint
  late: bigint
  missed: bigint
  problem: string | null
}

/** What the platform says is quoted as it is. */
function said_of(problem: string | null) {
  if (problem === NOT_PUBLIC) return message('webhooks.not_public')
  return problem === NO_SECRET ? message('webhooks.no_secret') : problem
}

function webhooks_of(state: WebhookState | undefined) {
  if (!state) return null
  const { registered_at: since, received, forged, late, missed, problem } = state
  return {
    since,
    received: Number(received),
    forged: Number(forged),
    late: Number(late),
    missed: Number(missed),
    problem: said_of(problem),
  }
}
