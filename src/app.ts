// Composes the application: the only place that connects a pool, an engine, the declared units and the transports.
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { create_accounts } from '#accounts/accounts.ts'
import { create_check_code } from '#accounts/check_code.ts'
import type { Config } from '#config'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import { open_pool, type Pool, type PoolPlace } from '#db/pool.ts'
import { today_in } from '#domain/windows.ts'
import { create_engine, type Engine, type EngineOptions } from '#engine/engine.ts'
import { Dispatcher } from '#engine/outbound_webhooks/dispatcher.ts'
import { start_worker } from '#engine/queue/worker.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { health_of_reason, suspect_connections } from '#figures/sources/suspect_connections.ts'
import { drain } from '#http/drain.ts'
import { prepare_search } from '#http/mcp/search/tool_index.ts'
import type { DocsExamples } from '#http/rest/docs.ts'
import { create_server } from '#http/server.ts'
import { jobs } from '#jobs/index.ts'
import type { Log } from '#lib/log.ts'
import { type Mail, open_mail } from '#mail/mail.ts'
import { create_outbox } from '#mail/outbox.ts'
import { sandbox_warning } from '#tools/analytics/scan/lighthouse.ts'
import { areas, personal_tools } from '#tools/index.ts'

type TraceSetting = Extract<keyof Config, `otel_${string}`>

export interface AppOptions {
  config: Pick<Config, 'base_url' | 'database_pool' | 'fx_rates_url' | 'master_key' | 'role' | 'sandbox_url'> &
    Partial<
      Pick<
        Config,
        | 'anchors_to'
        | 'apps'
        | 'chromium'
        | 'fx_daily_rates_url'
        | 'metrics_token'
        | 'old_master_keys'
        | 'pagespeed_api_key'
        | 'redis_url'
        | 'trusted_proxies'
        | 'smtp_url'
        | 'mail_from'
        | 'sign_up'
        | 'app_registration'
        | 'sign_in_google'
        | 'sign_in_github'
        | 'messaging'
        | TraceSetting
      >
    >
  /** A migrated database with its logins. */
  database: PoolPlace
  log: Log
  /** What /docs shows in addition, for a demo. */
  docs_examples?: DocsExamples
  /** Replaces declarations of the product, for tests. */
  parts?: Partial<Pick<EngineOptions, 'areas' | 'connectors' | 'sign_ins' | 'jobs' | 'clock' | 'outbound'>> & {
    mail?: Mail
  }
}

export interface App {
  engine: Engine
  server: FastifyInstance
  /** Starts what the role requires. Returns the address of the HTTP server. */
  start(at: { host: string; port: number }): Promise<string>
  /** Tells load balancers to use other processes, and continues to answer calls for at most this time. */
  drain(seconds: number): Promise<void>
  /** Finishes accepted work, then closes everything. Repeated calls have no further effect. */
  close(): Promise<void>
}

export async function create_app({ config, database, log, docs_examples, parts }: AppOptions): Promise<App> {
  const { base_url, fx_rates_url, master_key, old_master_keys, redis_url, sandbox_url, role } = config
  const end_traces = await start_traces(config, log)
  const pool = open_pool(database, { max: config.database_pool, name: `tablero ${role}` })
  const redis = redis_url === undefined ? undefined : await redis_at(redis_url, log)
  const { mail, ...replaced } = parts ?? {}
  const accounts = accounts_of({ config, pool, log, mail, engine: () => engine })
  const engine: Engine = await create_engine({
    pool,
    redis,
    log,
    base_url,
    master_key,
    old_master_keys,
    sandbox_url,
    fx_rates_url,
    fx_daily_rates_url: config.fx_daily_rates_url,
    anchors_to: config.anchors_to,
    measuring: { pagespeed_key: config.pagespeed_api_key, chromium: config.chromium },
    areas,
    personal_tools,
    connectors,
    sign_ins,
    find_suspect: find_suspect(connectors),
    apps: config.apps,
    jobs,
    mailing: accounts.mailing,
    messaging: config.messaging,
    check_code: accounts.check_code,
    session_token: accounts.accounts.session_token,
    ...replaced,
  })
  const server = await create_server(engine, {
    serve_api: role !== 'worker',
    metrics_token: config.metrics_token,
    trusted_proxies: config.trusted_proxies,
    docs_examples,
    accounts: accounts.accounts,
  })
  /** The worker that is starting or running. A stop during the start waits for the start, and then stops the worker. */
  let worker: ReturnType<typeof start_work> | undefined
  let closed: Promise<void> | undefined
  async function close() {
    engine.stopping.abort()
    const stop_worker = worker?.then(
      (started) => started.stop(),
      () => {}, // `start` has already reported its failure
    )
    await Promise.all([server.close(), stop_worker])
    await engine.close()
    await redis?.close()
    await pool.end()
    await end_traces()
  }
  return {
    engine,
    server,
    async start(at) {
      await server.listen(at)
      // Port 0 selects a free port, which is known only after the server listens.
      const { port } = (server.server.address() ?? at) as AddressInfo
      engine.base_url = engine.base_url.replace(/:0$/, `:${port}`)
      start_background(engine, role)
      if (role !== 'api' && !closed) {
        worker = start_work(engine)
        await worker
      }
      return `http://${at.host.includes(':') ? `[${at.host}]` : at.host}:${port}`
    },
    async drain(seconds) {
      engine.stopping.abort()
      await drain(server.server, seconds)
    },
    close() {
      closed ??= close()
      return closed
    },
  }
}

/** As the health of connections in answers. */
const find_suspect =
  (connectors: EngineOptions['connectors']): EngineOptions['find_suspect'] =>
  async (db, org, now) => {
    const found = await suspect_connections({ db, org, connectors, today: today_in(org.time_zone, now) })
    return new Map([...found].map(([id, reason]) => [id, health_of_reason(reason)]))
  }

/** Work of every process that nobody waits for. */
function start_background(engine: Engine, role: Config['role']): void {
  engine.zones.start()
  if (role !== 'worker') build_search(engine)
}

/** In the background: nobody waits for it, and a search that comes before its end builds the index itself. */
function build_search({ catalog, stopping, log }: Engine): void {
  prepare_search(catalog, stopping.signal).catch((error) =>
    log.warn({ err: error }, 'the index of the search could not be built; the first search tries again'),
  )
}

/** Starts the work that belongs to no call: jobs, and deliveries of webhooks. */
async function start_work(engine: Engine): Promise<{ stop(): Promise<unknown> }> {
  const warning = sandbox_warning(engine.measuring)
  if (warning) engine.log.warn(warning)
  const worker = await start_worker(engine)
  const dispatcher = new Dispatcher({ ...engine, pool: engine.pool.worker })
  return { stop: () => Promise.all([worker.stop(), dispatcher.stop()]) }
}

interface AccountParts {
  config: AppOptions['config']
  pool: Pool
  log: Log
  mail: Mail | undefined
  /** Created after the accounts. */
  engine: () => Engine
}

/** The accounts of people, and the emails that they and invitations need. */
function accounts_of({ config, pool, log, engine, mail: given }: AccountParts) {
  const {
    smtp_url,
    mail_from = 'Tablero <tablero@localhost>',
    sandbox_url,
    sign_up = 'invited',
    app_registration = 'open',
  } = config
  const base_url = () => engine().base_url
  const later: Pick<Outbound, 'fetch'> = { fetch: (request) => engine().outbound.fetch(request) }
  const mail = given ?? open_mail({ smtp_url, from: mail_from, sandbox_url }, later)
  const mailing = mail && create_outbox({ pool, ring: config, mail, log })
  const providers = {
    ...(config.sign_in_google && { google: config.sign_in_google }),
    ...(config.sign_in_github && { github: config.sign_in_github }),
  }
  return {
    mailing,
    check_code: create_check_code({ pool, ring: config, base_url }),
    accounts: create_accounts({
      pool,
      ring: config,
      base_url,
      sign_up,
      providers,
      app_registration,
      log,
      mail: mailing,
      outbound: later,
    }),
  }
}

/** Loads OpenTelemetry only when a collector is configured. */
async function start_traces(config: AppOptions['config'], log: Log): Promise<() => Promise<void>> {
  const { otel_exporter_otlp_endpoint: endpoint, otel_traces_sampler: sampler = 'parentbased_traceidratio' } = config
  if (endpoint === undefined) return async () => {}
  const { start_tracing } = await import('#lib/otel.ts')
  const { otel_exporter_otlp_headers: headers, otel_service_name, otel_traces_sampler_arg = 1, role } = config
  return start_tracing(
    {
      endpoint,
      headers,
      role,
      service_name: otel_service_name ?? 'tablero',
      follows_caller: sampler.startsWith('parentbased_'),
      ratio: sampler.endsWith('ratio') ? otel_traces_sampler_arg : Number(sampler.endsWith('always_on')),
    },
    log,
  )
}

/** The client is loaded only where it is used, because loading it is a seventh of a start. */
const redis_at = async (url: string, log: Log) => (await import('#db/redis.ts')).open_redis(url, log)
