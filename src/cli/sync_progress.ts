// Starts syncs through the queue, as any sync starts, and shows their progress from sync_runs.
import { setTimeout as sleep } from 'node:timers/promises'
import { MultiBar, Presets, type SingleBar } from 'cli-progress'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { Engine } from '#engine/engine.ts'
import { enqueue_on } from '#engine/job.ts'
import { is_open, start_sync } from '#engine/sync/runs.ts'
import { enqueue_sync } from '#jobs/sync_connection.ts'
import { visible_text } from '#lib/text.ts'

const POLL_MS = 250
const PERCENT_STEP = 10

export interface Watched {
  connection_id: string
  platform: string
  name: string
}

export interface SyncState {
  run_id: string
  state: string
  stream: string | null
  progress: number
  rows: bigint
  error: string | null
}

export interface WatchedState extends SyncState {
  platform: string
}

type InTransaction = <T>(work: (db: Database) => Promise<T>) => Promise<T>

/** Starts a sync of every connection, or joins a running one. `db` is a transaction of the organization. */
export async function start_syncs(engine: Engine, db: Database, org_id: string, connections: Watched[]) {
  const started = new Map<string, Watched>()
  for (const connection of connections) {
    const { connection_id } = connection
    const place = { org_id, connection_id, trigger: 'operator', all_streams: true } as const
    const { run_id } = await start_sync(db, enqueue_sync(enqueue_on(db, engine.jobs)), place)
    started.set(run_id, connection)
  }
  return started
}

interface Watching {
  in_transaction?: InTransaction
  /** The syncs that have not ended after this time continue without being watched. Default: all are watched to their end. */
  within_ms?: number
}

/** Starts a sync of every connection and shows progress until all end. A worker must be running in some process. */
export async function sync_and_watch(
  engine: Engine,
  org_id: string,
  connections: Watched[],
  out: NodeJS.WriteStream,
  {
    in_transaction = (work) => in_org(engine.pool, { org_id }, work),
    within_ms = Number.POSITIVE_INFINITY,
  }: Watching = {},
): Promise<WatchedState[]> {
  const until = performance.now() + within_ms
  const runs = await in_transaction((db) => start_syncs(engine, db, org_id, connections))
  const show = out.isTTY ? bars(runs, out) : lines(runs, out)
  try {
    for (;;) {
      const states = await read_states(engine, org_id, [...runs.keys()])
      for (const state of states) show.state(state)
      if (performance.now() >= until || !states.some(({ state }) => is_open(state)))
        return states.map((state) => ({ platform: runs.get(state.run_id)!.platform, ...state }))
      await sleep(POLL_MS)
    }
  } finally {
    show.end() // bars would keep the process alive and the cursor hidden after an error
  }
}

function read_states(engine: Engine, org_id: string, run_ids: string[]): Promise<SyncState[]> {
  return in_org(engine.pool, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('sync_runs')
      .select(['run_id', 'state', 'stream', 'progress', 'rows', 'error'])
      .where('run_id', 'in', run_ids)
      .orderBy('run_id')
      .execute(),
  )
}

interface Show {
  state(state: SyncState): void
  end(): void
}

function bars(runs: Map<string, Watched>, out: NodeJS.WriteStream): Show {
  const format = '  {platform} {bar} {percentage}%  {rows} rows  {what}'
  const multi = new MultiBar({ format, stream: out, hideCursor: true, clearOnComplete: false }, Presets.shades_grey)
  const width = Math.max(...[...runs.values()].map(({ platform }) => platform.length))
  const shown = new Map<string, SingleBar>()
  return {
    state({ run_id, progress, rows, stream, state, error }) {
      const platform = runs.get(run_id)!.platform.padEnd(width)
      const payload = {
        platform,
        rows: rows.toLocaleString('en'),
        what: visible_text(error ?? (state === 'running' ? (stream ?? '') : state)).replaceAll('\n', ' '),
      }
      const bar = shown.get(run_id) ?? multi.create(100, 0, payload)
      shown.set(run_id, bar)
      bar.update(Math.round(progress * 100), payload)
    },
    end: () => multi.stop(),
  }
}

/** Without a terminal: prints a line at every ten percent. */
function lines(runs: Map<string, Watched>, out: NodeJS.WriteStream): Show {
  const printed = new Map<string, string>()
  return {
    state({ run_id, progress, rows, stream, state, error }) {
      const percent = Math.floor((progress * 100) / PERCENT_STEP) * PERCENT_STEP
      const step = `${state} ${percent}`
      if (printed.get(run_id) === step) return
      printed.set(run_id, step)
      const what = error ?? (state === 'running' ? `${percent} % ${stream ?? ''}` : state)
      out.write(`  ${runs.get(run_id)!.platform}: ${visible_text(what)}, ${rows} rows\n`)
    },
    end: () => undefined,
  }
}
