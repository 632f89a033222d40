// The engine of a process: everything that its calls, jobs and syncs need. main (or a test) builds it once and passes it on.
// It is never global. Each part of the engine names what it needs (`CallParts`, `JobParts`, `SyncParts`, …).
import type { Pool } from '#db/pool.ts'
import type { Redis } from '#db/redis.ts'
import { Directory } from '#engine/access/directory.ts'
import { LastUses } from '#engine/access/last_uses.ts'
import { PublicTextReads } from '#engine/access/public_text_reads.ts'
import { ZoneWatch } from '#engine/access/zone_watch.ts'
import type { Destination } from '#engine/audit/destinations.ts'
import { Recorder } from '#engine/audit/recorder.ts'
import { RefusedAccess } from '#engine/audit/refused.ts'
import type { CallParts } from '#engine/calls/call.ts'
import { Load } from '#engine/calls/load.ts'
import { RunWaiters } from '#engine/calls/runs/waiters.ts'
import { end_abandoned_runs, work_run } from '#engine/calls/runs/work.ts'
import { catalog_of } from '#engine/catalog.ts'
import type { ConnectingParts } from '#engine/connecting/parts.ts'
import type { App, SignIn } from '#engine/connector/sign_in.ts'
import type { Connector } from '#engine/connector.ts'
import { EventStreams } from '#engine/events/streams.ts'
import type { FindSuspect } from '#engine/events/suspect_connections.ts'
import type { JobParts, Jobs } from '#engine/job.ts'
import type { Mailing } from '#engine/mail.ts'
import type { Messaging } from '#engine/notifications/whatsapp.ts'
import { type PersonalTool, personal_tools_of } from '#engine/personal.ts'
import { Space } from '#engine/queue/space.ts'
import type { Area, CheckCode, Measuring } from '#engine/tool.ts'
import { create_outbound, type Outbound } from '#engine/vendors/outbound.ts'
import type { ReceptionObserver } from '#engine/webhooks/receive.ts'
import { type Clock, system_clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

/** Settings that come from outside the engine. */
export interface EngineOptions {
  pool: Pool
  log: Log
  areas: Record<string, Area>
  personal_tools?: Record<string, PersonalTool>
  /** Emails. Without it, this Tablero sends none. */
  mailing?: Mailing
  /** The phone number of this Tablero. Without it, it sends no messages to phones. */
  messaging?: Messaging
  /** Reads the token of a session from the header with cookies, and verifies its signature. Without it, nobody can sign in. */
  session_token?: (cookies: string) => string | undefined
  /** Checks a one-time code of a person. Without it, no call with a code is accepted. */
  check_code?: CheckCode
  connectors: Record<string, Connector>
  jobs: Jobs
  /** Which connections are suspect, by the rule of figures. Without it, events say of none that it is. */
  find_suspect?: FindSuspect
  /** How people sign in, by platform. Without an entry, a person types keys. */
  sign_ins?: Record<string, SignIn>
  /** The operator's apps at the vendors, by platform. */
  apps?: Record<string, App>
  /** Counts calls for several processes. Without it, PostgreSQL counts them. */
  redis?: Redis
  /** Public address of Tablero. */
  base_url: string
  /** Encrypts the secrets of connections, 32 bytes. */
  master_key: Buffer
  /** Earlier master keys, which still decrypt what they encrypted. */
  old_master_keys?: readonly Buffer[]
  /** Address of the sandbox, which replaces the vendors when it is set. */
  sandbox_url?: string
  /** Folder of the exchange rate files. Default: the address of the European Central Bank. */
  fx_rates_url?: string
  /** Address of the daily exchange rate files, with {date}. Default: the public addresses of currency-api. */
  fx_daily_rates_url?: string
  /** Where anchors of the audit chains are exported to. Without it, none are. */
  anchors_to?: Destination
  /** How pages can be measured. Without it, they cannot. */
  measuring?: Measuring
  /** Replaces the requests to other hosts, for tests. */
  outbound?: Outbound
  clock?: Clock
}

export interface Engine extends CallParts, JobParts, ConnectingParts {
  areas: Record<string, Area>
  session_token?: (cookies: string) => string | undefined
  /** What jobs of this process lack. */
  space: Space
  /** Time zones in use that the database reads differently. */
  zones: ZoneWatch
  /** Streams of events to pages. */
  events: EventStreams
  /** Notified of every delivery of a platform. */
  webhook_observers: ReceptionObserver[]
  /** Aborted when the process is asked to stop. Running work finishes, and waiting callers get the current state. */
  stopping: AbortController
  /** Writes pending records and closes all connections. */
  close(): Promise<void>
}

export async function create_engine(options: EngineOptions): Promise<Engine> {
  const { pool, log, areas } = options
  const directory = new Directory(pool, () => engine.base_url)
  const recorder = new Recorder(pool, options, log)
  const clock = options.clock ?? system_clock
  const refused = new RefusedAccess(recorder, clock)
  const last_uses = new LastUses(pool, log, clock)
  const public_text_reads = new PublicTextReads(pool, clock)
  const outbound = options.outbound ?? create_outbound({ sandbox_url: options.sandbox_url })
  await directory.listen()
  const engine: Engine = {
    ...options,
    sign_ins: options.sign_ins ?? {},
    apps: options.apps ?? {},
    clock,
    outbound,
    measuring: options.measuring ?? {},
    catalog: catalog_of(areas),
    personal_tools: personal_tools_of(options.personal_tools ?? {}),
    directory,
    recorder,
    space: new Space(clock, log),
    zones: new ZoneWatch({ pool, clock, log }),
    refused,
    last_uses,
    public_text_reads,
    load: new Load(pool),
    waiters: new RunWaiters(pool, log, () => engine.stopping.signal),
    events: new EventStreams({
      pool,
      log,
      clock,
      directory,
      refused,
      connectors: options.connectors,
      find_suspect: options.find_suspect,
      stopping: () => engine.stopping.signal,
    }),
    work_run: (run) => work_run({ ...engine, pool: pool.worker }, run),
    end_abandoned_runs: () => end_abandoned_runs({ ...engine, pool: pool.worker }),
    stopping: new AbortController(),
    observers: [],
    sync_observers: [],
    webhook_observers: [],
    async close() {
      await engine.zones.stop()
      refused.end_hour()
      await recorder.flush()
      await last_uses.store()
      await directory.close()
      await outbound.close()
    },
  }
  return engine
}
