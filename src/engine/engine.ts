// The engine of a process: what every call, sync and job is given. Built once by main (or a test), passed, never global.
import type pg from 'pg'
import type { Redis } from '#db/redis.ts'
import { Directory } from '#engine/access/directory.ts'
import { type CallRecord, Recorder } from '#engine/calls/audit.ts'
import { Flights } from '#engine/calls/flights.ts'
import type { Connector } from '#engine/connector.ts'
import { type Area, type Catalog, catalog_of, type Fields, type Values } from '#engine/tool.ts'
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import { type Clock, system_clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

export interface Parts {
  pool: pg.Pool
  log: Log
  areas: Record<string, Area>
  connectors: Record<string, Connector>
  jobs: Record<string, Job>
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

export type CallObserver = (call: Pick<CallRecord, 'tool' | 'outcome' | 'duration_ms' | 'transport'>) => void
export type SyncObserver = (page: { platform: string; rows: number }) => void

export interface Engine extends Parts {
  catalog: Catalog
  directory: Directory
  recorder: Recorder
  clock: Clock
  outbound: Outbound
  flights: Flights
  /** Aborted when the process is asked to stop. It finishes what it has, and what only waits ends with what there is. */
  stopping: AbortController
  /** Calls that have come and are not answered yet. */
  calls_in_progress: number
  /** Told of every call, with or without an organization. */
  observers: CallObserver[]
  /** Told of every page of rows a sync has stored. */
  sync_observers: SyncObserver[]
  /** Writes what waits and lets go. */
  close(): Promise<void>
}

export interface JobContext {
  /** The organization the job was enqueued for; '' for a system job. */
  org_id: string
  engine: Engine
  log: Log
  /** Aborted when the process is asked to stop. */
  signal: AbortSignal
}

export interface Job<P extends Fields = Fields> {
  about: string
  payload: P
  /** A second enqueue with the same key replaces the first while it waits. */
  once?: (payload: Values<P>) => string
  /** Tries before a failing job is given up; the wait grows each time. */
  attempts_max: number
  /** True: it may take minutes, so it runs beside the others and not before them. */
  long_running?: boolean
  /** Cron expression in UTC for a system job that starts itself. */
  cron?: string
  /** Returning is done; throwing is tried again. */
  run: (payload: Values<P>, context: JobContext) => Promise<void>
}

export async function create_engine(parts: Parts): Promise<Engine> {
  const directory = new Directory(parts.pool)
  const recorder = new Recorder(parts.pool, parts, parts.log)
  const outbound = create_outbound({ sandbox_url: parts.sandbox_url })
  await directory.listen()
  return {
    ...parts,
    clock: parts.clock ?? system_clock,
    outbound,
    catalog: catalog_of(parts.areas),
    directory,
    recorder,
    flights: new Flights(),
    stopping: new AbortController(),
    calls_in_progress: 0,
    observers: [],
    sync_observers: [],
    async close() {
      await recorder.flush()
      directory.close()
      await outbound.close()
    },
  }
}
