// The rows of runs. Every function works in an open transaction of the organization.
import { hash } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Runs } from '#db/schema.ts'
import type { Outcome } from '#engine/outcomes.ts'

/** How long an outcome that no caller received is kept for the next same call. */
export const UNDELIVERED_KEPT_MS = 10 * 60_000
/** How long clients can ask for a run after its end. */
export const RUN_KEPT_MS = 24 * 3_600_000

export const OPEN = ['queued', 'running']
const DELIVERABLE = ['succeeded', 'failed']

export type Run = Selectable<Runs>

/** Identifies the same call of the same caller. `input` is the parsed input, with every default. */
export const call_hash = (actor: string, tool: string, input: unknown): Buffer =>
  hash('sha256', JSON.stringify([actor, tool, input]), 'buffer')

export interface NewRun {
  org_id: string
  tool: string
  actor: string
  request_id: string
  transport: string
  /** Null: no call joins this run. */
  call_hash: Buffer | null
  input_hash: Buffer
  input: unknown
  credits_held: number
  now: Date
}

/** Makes a run that waits for a worker. Undefined when the same call has a run in progress; concurrent calls wait for each other. */
export async function make_run(db: Database, run: NewRun): Promise<string | undefined> {
  const made = await db
    .insertInto('runs')
    .values({ ...row_of(run), state: 'queued' })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'call_hash'])
        .where(sql<boolean>`state in ('queued', 'running')`) // literal, because PostgreSQL must match the predicate of the index
        .where('cancel_requested_at', 'is', null)
        .where('call_hash', 'is not', null)
        .doNothing(),
    )
    .returning('run_id')
    .executeTakeFirst()
  return made?.run_id
}

/** A run whose work other jobs do. The tool finds this work by `result`. */
export async function insert_delegated_run(
  db: Database,
  { result, ...run }: NewRun & { result: Record<string, unknown> },
): Promise<string> {
  const { run_id } = await db
    .insertInto('runs')
    .values({ ...row_of(run), state: 'delegated', result: JSON.stringify(result) })
    .returning('run_id')
    .executeTakeFirstOrThrow()
  return run_id
}

const row_of = ({ now, input, credits_held, ...run }: NewRun) => ({
  ...run,
  input: JSON.stringify(input),
  credits_held: BigInt(credits_held),
  created_at: now.toISOString(),
})

/** The run of the same call that is in progress. */
export async function find_in_progress(db: Database, hash: Buffer): Promise<string | undefined> {
  const run = await db
    .selectFrom('runs')
    .select('run_id')
    .where('call_hash', '=', hash)
    .where('state', 'in', OPEN)
    .where('cancel_requested_at', 'is', null)
    .executeTakeFirst()
  return run?.run_id
}

/** Takes the outcome of the same call that no caller has received. Of two concurrent callers, one gets it. */
export async function take_undelivered(db: Database, hash: Buffer, now: Date): Promise<Run | undefined> {
  const since = new Date(now.getTime() - UNDELIVERED_KEPT_MS).toISOString()
  const undelivered = await db
    .selectFrom('runs')
    .select('run_id')
    .where('call_hash', '=', hash)
    .where('state', 'in', DELIVERABLE)
    .where('ended_at', '>', since)
    .where('delivered_at', 'is', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return undelivered && deliver(db, undelivered.run_id, now)
}

/** Reads the run. When it has ended, marks its outcome as delivered. */
export async function deliver(db: Database, run_id: string, now: Date): Promise<Run | undefined> {
  const delivered = await db
    .updateTable('runs')
    .set({ delivered_at: now.toISOString() })
    .where('run_id', '=', run_id)
    .where('ended_at', 'is not', null)
    .where('delivered_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  return delivered ?? read_run(db, run_id)
}

export const read_run = (db: Database, run_id: string): Promise<Run | undefined> =>
  db.selectFrom('runs').selectAll().where('run_id', '=', run_id).executeTakeFirst()

/** The worker of a run in progress sees the request within seconds. A run that has ended does not change. */
export async function request_cancel(db: Database, run_id: string, now: Date): Promise<void> {
  await db
    .updateTable('runs')
    .set({ cancel_requested_at: now.toISOString() })
    .where('run_id', '=', run_id)
    .where('state', 'in', OPEN)
    .where('cancel_requested_at', 'is', null)
    .execute()
}

export interface End {
  state: 'succeeded' | 'failed' | 'cancelled'
  outcome: Outcome
  result?: Record<string, unknown>
  error?: string
}

/**
 * Ends an open run and settles its cost: the costs of its finished steps, at most the held credits. Undefined when the run had ended
 * before, so a run is settled once.
 */
export async function end_run(db: Database, run_id: string, end: End, now: Date): Promise<Run | undefined> {
  // FOR UPDATE waits for steps that are being stored, because each holds a key share lock on its run.
  const open = await db
    .selectFrom('runs')
    .select('credits_held')
    .where('run_id', '=', run_id)
    .where('state', 'in', OPEN)
    .forUpdate()
    .executeTakeFirst()
  if (!open) return undefined
  const { cost } = await db
    .selectFrom('run_steps')
    .select(({ fn }) => fn.coalesce(fn.sum<string>('credits'), sql<string>`0`).as('cost'))
    .where('run_id', '=', run_id)
    .executeTakeFirstOrThrow()
  const { credits_held } = open
  const credits_spent = BigInt(cost) < credits_held ? BigInt(cost) : credits_held
  if (credits_held > 0n) await sql`select settle_credits(${credits_held}::bigint, ${credits_spent}::bigint)`.execute(db)
  const { result, ...how } = end
  return db
    .updateTable('runs')
    .set({
      ...how,
      result: result === undefined ? null : JSON.stringify(result),
      credits_spent,
      ended_at: now.toISOString(),
    })
    .where('run_id', '=', run_id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
