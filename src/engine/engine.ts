// The engine of a process: what its calls, jobs and syncs need, put together once by main (or a test) and passed on, never global.
// Each part names what it takes (`CallParts`, `JobParts`, `SyncParts`, …); only what puts them together knows the whole.
import type pg from 'pg'
import type { Redis } from '#db/redis.ts'
import { Directory } from '#engine/access/directory.ts'
import { Recorder } from '#engine/calls/audit.ts'
import type { CallParts } from '#engine/calls/call.ts'
import { Load } from '#engine/calls/load.ts'
import { RunWaiters } from '#engine/calls/runs/waiters.ts'
import { work_run } from '#engine/calls/runs/work.ts'
import type { Connector } from '#engine/connector.ts'
import type { JobParts, Jobs } from '#engine/job.ts'
import { type Area, catalog_of } from '#engine/tool.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { type Clock, system_clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** What is decided outside of the engine. */
export interface EngineOptions {
  pool: pg.Pool
  log: Log
  areas: Record<string, Area>
  connectors: Record<string, Connector>
  jobs: Jobs
  /** Counts calls for many processes; PostgreSQL does when absent. */
  redis?: Redis
  /** Where people reach Tablero. */
  base_url: string
  /** Protects the secrets of connections; 32 bytes. */
  master_key: Buffer
  /** Earlier master keys, which still open what they sealed. */
  old_master_keys?: readonly Buffer[]
  /** Stands in for the vendors when set. */
  sandbox_url?: string
  /** Folder of the exchange rate files; the European Central Bank's own when absent. */
  fx_rates_url?: string
  clock?: Clock
}

export interface Engine extends CallParts, JobParts {
  areas: Record<string, Area>
  /** Aborted when the process is asked to stop. It finishes what it has, and what only waits ends with what there is. */
  stopping: AbortController
  /** Writes what waits and lets go. */
  close(): Promise<void>
}

export async function create_engine(options: EngineOptions): Promise<Engine> {
  const { pool, log, areas } = options
  const directory = new Directory(pool)
  const recorder = new Recorder(pool, options, log)
  const outbound = create_outbound({ sandbox_url: options.sandbox_url })
  await directory.listen()
  const engine: Engine = {
    ...options,
    clock: options.clock ?? system_clock,
    outbound,
    catalog: catalog_of(areas),
    directory,
    recorder,
    load: new Load(pool),
    waiters: new RunWaiters(pool, log, () => engine.stopping.signal),
    work_run: (run) => work_run(engine, run),
    stopping: new AbortController(),
    observers: [],
    sync_observers: [],
    async close() {
      await recorder.flush()
      directory.close()
      await outbound.close()
    },
  }
  return engine
}
