// Steps of a run. A step outside transactions runs at least once. A step that is a transaction takes effect exactly once. The value of a
// finished step is stored, and work that starts again gets the stored value.
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { RunParts } from '#engine/calls/runs/parts.ts'
import { OPEN } from '#engine/calls/runs/table.ts'
import { enqueue_on } from '#engine/job.ts'
import type { Spend, WorkContext } from '#engine/tool.ts'
import { storable_json } from '#lib/lossless_json.ts'
import { in_span } from '#lib/trace.ts'

const NAME_CHARS_MAX = 200

/** The run ended before its work did: it was cancelled, or another worker finished it. */
export class RunHasEnded extends Error {
  override name = 'RunHasEnded'
}

interface Place {
  parts: Pick<RunParts, 'pool' | 'clock' | 'jobs'>
  org_id: string
  run_id: string
  signal: AbortSignal
}

/** The value as the database returns it, so that a step has the same value in this start of the work and in later ones. */
const as_stored = <T>(value: T): T =>
  (value === undefined ? null : JSON.parse(storable_json(JSON.stringify(value)))) as T

export async function steps_of(place: Place): Promise<Pick<WorkContext, 'step' | 'in_org'>> {
  const { parts, org_id, run_id, signal } = place
  const { pool } = parts
  const rows = await in_org(pool, { org_id, read_only: true }, (db) =>
    db.selectFrom('run_steps').select(['name', 'value']).where('run_id', '=', run_id).execute(),
  )
  const stored = new Map(rows.map(({ name, value }) => [name, value as unknown]))
  const names = new Set<string>()

  async function once<T>(name: string, work: (spending: Spending) => Promise<T>): Promise<T> {
    signal.throwIfAborted()
    if (name.length < 1 || name.length > NAME_CHARS_MAX)
      throw new Error(`a step has a name of 1 to ${NAME_CHARS_MAX} characters`)
    if (names.has(name)) throw new Error(`two steps of a run are called '${name}'`)
    names.add(name)
    if (stored.has(name)) return stored.get(name) as T
    return in_span(`step ${name}`, { 'tablero.run_id': run_id }, () => work(spending_of()))
  }

  return {
    step: (name, work) =>
      once(name, async ({ spend, spent }) => {
        const value = as_stored(await work({ spend, signal }))
        return in_org(pool, { org_id }, async (db) => {
          const is_claimed = await claim(place, db, name)
          if (!is_claimed) return value_of<typeof value>(db, run_id, name)
          await store(db, run_id, name, value, spent())
          return value
        })
      }),
    in_org: (name, work) =>
      once(name, ({ spend, spent }) =>
        in_org(pool, { org_id, signal }, async (db) => {
          const is_claimed = await claim(place, db, name)
          if (!is_claimed) return value_of(db, run_id, name)
          const value = as_stored(await work({ db, enqueue: enqueue_on(db, parts.jobs), spend }))
          await store(db, run_id, name, value, spent())
          return value
        }),
      ),
  }
}

interface Spending {
  spend: Spend
  spent: () => number
}

function spending_of(): Spending {
  let spent = 0
  return {
    spend(credits) {
      if (!Number.isSafeInteger(credits) || credits < 0) throw new Error('a step costs a whole number of credits')
      spent += credits
    },
    spent: () => spent,
  }
}

/** Claims the step for this transaction. Waits for another worker at the same step; false when that worker finished it. */
async function claim({ parts, org_id, run_id }: Place, db: Database, name: string): Promise<boolean> {
  // FOR KEY SHARE: the run cannot end meanwhile, but progress and requests to cancel can be written.
  const run = await db.selectFrom('runs').select('state').where('run_id', '=', run_id).forKeyShare().executeTakeFirst()
  if (!run || !OPEN.includes(run.state)) throw new RunHasEnded(`the run ${run_id} has ended`)
  const claimed = await db
    .insertInto('run_steps')
    .values({ org_id, run_id, name, finished_at: parts.clock.now().toISOString() })
    .onConflict((conflict) => conflict.columns(['org_id', 'run_id', 'name']).doNothing())
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}

async function store(db: Database, run_id: string, name: string, value: unknown, credits: number): Promise<void> {
  await db
    .updateTable('run_steps')
    .set({ value: JSON.stringify(value), credits: BigInt(credits) })
    .where('run_id', '=', run_id)
    .where('name', '=', name)
    .execute()
}

async function value_of<T>(db: Database, run_id: string, name: string): Promise<T> {
  const { value } = await db
    .selectFrom('run_steps')
    .select('value')
    .where('run_id', '=', run_id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return value as T
}
