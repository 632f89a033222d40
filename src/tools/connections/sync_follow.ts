// The progress and the end of syncs that `trigger_sync` started, for clients that follow them after its answer.
import { z } from 'zod'
import type { Database } from '#db/pool.ts'
import { cancel_syncs, is_open } from '#engine/sync/runs.ts'
import { LONG_TEXT_CHARS_MAX, outside_text, own_text } from '#engine/texts.ts'
import type { Follow } from '#engine/tool.ts'

export const started_sync = z.strictObject({
  connection_id: z.uuid(),
  name: outside_text().describe('Name of the connection.'),
  run_id: z.uuid().describe('The sync; list_connections_detail shows how it ends.'),
  state: z
    .enum(['started', 'already_running'])
    .describe('already_running: a sync was running, no second one was started.'),
  limited_until: z.iso
    .datetime()
    .optional()
    .describe('A limit of the platform is used up. What this sync cannot read before this time is read after it.'),
  ended: z
    .strictObject({
      state: z.enum(['succeeded', 'failed', 'cancelled']),
      rows: z.int().describe('Rows it brought.'),
      error: outside_text(LONG_TEXT_CHARS_MAX).nullable().describe('Why it failed.'),
    })
    .optional()
    .describe('How it ended, for who waited for that.'),
})

export const left_out_fields = {
  left_out: z
    .array(
      z.strictObject({
        connection_id: z.uuid(),
        name: outside_text().describe('Name of the connection.'),
        reason: own_text().describe('Why it is not read, and the call that changes this.'),
      }),
    )
    .optional()
    .describe('Connections of the platform that are not read until a person signs in again. Absent: there are none.'),
  left_out_total: z.int().optional().describe('Number of such connections, of which the first are in left_out.'),
}

/** Connections that an answer names, because their reasons are long. */
const LEFT_OUT_MAX = 20

export const sign_in_lost = (platform: string) =>
  `${platform} no longer accepts its sign-in. Call propose_connect_platform with platform '${platform}' for the link where a person connects it again.`

export const left_out_of = (platform: string, lost: readonly { connection_id: string; name: string }[]) =>
  lost.length === 0
    ? {}
    : {
        left_out: lost
          .slice(0, LEFT_OUT_MAX)
          .map(({ connection_id, name }) => ({ connection_id, name, reason: sign_in_lost(platform) })),
        left_out_total: lost.length,
      }

interface Answer {
  platform: string
  syncs: z.infer<typeof started_sync>[]
  left_out_total?: number
}

export const sync_follow: Follow = {
  async look(given, { db }) {
    const answer = given as unknown as Answer
    const runs = await read_runs(db, answer)
    const syncs = answer.syncs.map((sync) => ({ ...sync, run: runs.get(sync.run_id) }))
    const open = syncs.filter(({ run }) => run && is_open(run.state))
    const rows = syncs.reduce((total, { run }) => total + (run?.rows ?? 0n), 0n)
    const ended = syncs.length - open.length
    const own = syncs.filter(({ state }) => state === 'started')
    const left_out = answer.left_out_total
      ? ` Connections left out until a person signs in again: ${answer.left_out_total}.`
      : ''
    const is_cancelled = own.length > 0 && own.every(({ run }) => run?.state === 'cancelled')
    return {
      state: open.length > 0 ? 'working' : is_cancelled ? 'cancelled' : 'ended',
      done: (ended + open.reduce((sum, { run }) => sum + run!.progress, 0)) / syncs.length,
      message: `${answer.platform}: ${ended} of ${syncs.length} syncs have ended, ${rows} rows so far.${left_out}`,
      ended_at:
        open.length > 0
          ? undefined
          : syncs
              .map(({ run }) => run?.finished_at ?? '')
              .sort()
              .at(-1) || undefined,
      answer: {
        ...answer,
        syncs: syncs.map(({ run, ...sync }) => (run && is_open(run.state) ? sync : { ...sync, ended: end_of(run) })),
      },
      is_error: syncs.every(({ run }) => run?.state === 'failed'),
    }
  },

  /** Stops only syncs that this call started. Another caller owns a sync that was already running. */
  stop: (given, { db, now }) =>
    cancel_syncs(
      db,
      (given as unknown as Answer).syncs.flatMap(({ run_id, state }) => (state === 'started' ? [run_id] : [])),
      now,
    ),
}

async function read_runs(db: Database, { syncs }: Answer) {
  const rows = await db
    .selectFrom('sync_runs')
    .select(['run_id', 'state', 'progress', 'rows', 'error', 'finished_at'])
    .where(
      'run_id',
      'in',
      syncs.map(({ run_id }) => run_id),
    )
    .execute()
  return new Map(rows.map((row) => [row.run_id, row]))
}

/** A missing run was deleted together with its connection. */
const end_of = (run: { state: string; rows: bigint; error: string | null } | undefined) => ({
  state: (run?.state ?? 'failed') as 'succeeded' | 'failed' | 'cancelled',
  rows: Number(run?.rows ?? 0n),
  error: run ? run.error : 'The connection was deleted.',
})
