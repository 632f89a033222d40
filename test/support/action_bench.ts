// Carries out changes against the sandbox, in one process with a frozen clock. A process can be killed at any stored point.
import { in_org } from '#db/org.ts'
import type { ActionRefused } from '#engine/action.ts'
import { execute } from '#engine/actions/execute.ts'
import type { ActionParts } from '#engine/actions/place.ts'
import { type Preview, preview } from '#engine/actions/preview.ts'
import { begin_execution, type Execution } from '#engine/actions/table.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { list_platform_accounts } from '#engine/sync/test_connection.ts'
import { continue_actions } from '#jobs/continue_actions.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import type { Fault } from '../../sandbox/faults.ts'

export interface ActionPlace {
  org_id: string
  connection_id: string
  account_id: string
  platform: string
}

/** The job runs every minute. A change ends within a day. */
const MINUTE_MS = 60_000
const PASSES_MAX = 2_000

export async function action_bench(options: Parameters<typeof sync_bench>[0] = {}) {
  const bench = await sync_bench({ history_days: 40, keep_answers: true, ...options })
  const { engine, sandbox } = bench
  const signal = new AbortController().signal
  const parts = engine as unknown as ActionParts

  const place_of = async (platform: string, currency = 'MXN'): Promise<ActionPlace> => {
    const place = await bench.connect(platform)
    const accounts = await accounts_of(bench, place)
    return { ...place, platform, account_id: accounts.find((one) => one.currency === currency)!.account_id }
  }
  const look = (place: ActionPlace, action: string, input: unknown): Promise<Preview | ActionRefused> =>
    preview(parts, { ...place, action, input, signal })

  async function begin(place: ActionPlace, action: string, input: unknown): Promise<string> {
    const seen = await look(place, action, input)
    if ('refused' in seen) throw new Error(seen.refused)
    const { platform: _, ...at } = place
    return in_org(engine.pool, place, (db) =>
      begin_execution(db, { ...at, action, preview: seen, now: engine.clock.now() }),
    )
  }
  const run = (place: ActionPlace, execution_id: string, more: Partial<ActionParts> = {}) =>
    execute({ ...parts, ...more }, { org_id: place.org_id, execution_id, signal })

  /** Runs the job every minute until the change has ended. Other changes may be continued too. */
  async function finish(place: ActionPlace, execution_id: string): Promise<Execution> {
    for (let pass = 0; pass < PASSES_MAX; pass++) {
      const now = await run(place, execution_id)
      if (now!.ended_at !== null) return now!
      sandbox.clock.advance(MINUTE_MS)
    }
    throw new Error('the change did not end')
  }
  return {
    ...bench,
    place_of,
    look,
    begin,
    run,
    finish,
    /** Continues all changes that are due, as the job does. */
    job: () => run_job(engine as never, continue_actions, {}, { log: engine.log, signal }),
    add: (platform: string, ...faults: Fault[]) => {
      for (const fault of faults) sandbox.faults.add({ platform, ...fault })
    },
    /** Begins, carries out and waits for the end. */
    async carry_out(place: ActionPlace, action: string, input: unknown): Promise<Execution> {
      return finish(place, await begin(place, action, input))
    },
    reset() {
      sandbox.faults.clear()
      sandbox.log.clear()
      sandbox.world.writes.clear()
    },
  }
}

export type ActionBench = Awaited<ReturnType<typeof action_bench>>

async function accounts_of({ engine }: SyncBench, place: { org_id: string; connection_id: string }) {
  const signal = new AbortController().signal
  const accounts = await list_platform_accounts(engine, { ...place, signal })
  if (!accounts || accounts === 'busy') throw new Error('the accounts cannot be listed')
  await in_org(engine.pool, place, (db) =>
    db
      .insertInto('connection_accounts')
      .values(
        accounts.map(({ account_id, name, currency, time_zone }) => ({
          ...place,
          ...{ account_id, name, currency, time_zone, state: 'read' as const },
          extra: JSON.stringify({ login_customer_id: '1618033988' }),
          seen_at: engine.clock.now().toISOString(),
        })),
      )
      .execute(),
  )
  return accounts
}
