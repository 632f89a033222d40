// npm run demo [-- --orders DIR --currency XXX]: starts the sandbox, a Tablero that reads it, and prints a key.
// npm run --silent demo -- --json: prints one line for a program. Without --silent, npm prints a banner first.
import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigFault, load_config } from '#config'
import { open_database } from '#db/open.ts'
import { Refusal } from '#engine/outcomes.ts'
import { create_log } from '#lib/log.ts'
import { stop_on_signals } from '#lib/stop_on_signals.ts'
import { create_app } from '../src/app.ts'
import { type Business, prepare, type Ready } from './demo/business.ts'
import { start_sandbox } from './demo/sandbox.ts'

const casa_lumbre: Business = {
  name: 'Casa Lumbre',
  currency: 'MXN',
  time_zone: 'America/Mexico_City',
  industry: 'Home goods',
}

/** With real orders, only the store is connected: simulated ads would claim sales that do not exist. */
const real_store = (folder: string): Business => ({
  name: `Store of ${basename(folder)}`,
  currency: 'BRL',
  time_zone: 'America/Sao_Paulo',
  industry: 'Marketplace of many stores',
  platforms: ['sx'],
  is_historical: true,
})

function read_options() {
  const { values } = parseArgs({
    options: {
      json: { type: 'boolean', default: false },
      orders: { type: 'string' },
      currency: { type: 'string' },
    },
  })
  // npm runs scripts in the project's folder. A relative path refers to the folder of the caller.
  const orders = values.orders && resolve(process.env.INIT_CWD ?? '.', values.orders)
  if (orders && !existsSync(orders)) throw new ConfigFault(`--orders ${orders} is not a folder.`)
  const folder = orders && realpathSync(orders)
  const business = folder ? real_store(folder) : casa_lumbre
  if (values.currency) business.currency = values.currency.toUpperCase()
  // Each data set has its own Tablero, so that orders of different data sets never mix.
  const mark = folder && `-orders-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`
  return { json: values.json, orders: folder, business, place: `demo${mark ?? ''}` }
}

async function run() {
  const { json, orders, business, place } = read_options()
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const sandbox = await start_sandbox({ orders })
    undo.push(sandbox.stop)
    const flags = {
      DATA_DIR: join(process.env.DATA_DIR || 'data', place),
      SANDBOX_URL: sandbox.url,
      ROLE: 'all',
      LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
    }
    const config = load_config(flags)
    const log = create_log({ level: config.log_level, stream: process.stderr })
    stop_on_signals(stop, config.shutdown_seconds, log)
    const database = await open_database(config)
    undo.push(database.close)
    const { app, url } = await serve(config.port).catch((error) => {
      if (error.code !== 'EADDRINUSE') throw error
      console.error(`Port ${config.port} is in use, so the system chooses a free one.`)
      return serve(0)
    })

    async function serve(port: number) {
      const app = await create_app({
        config: load_config({ ...flags, PORT: String(port) }),
        database_url: database.url,
        log,
      })
      try {
        const url = await app.start({ host: config.host, port })
        undo.push(app.close)
        return { app, url }
      } catch (error) {
        await app.close()
        throw error
      }
    }
    const ready = await prepare(app.engine, business, config.data_dir)
    if (json) console.log(JSON.stringify({ url, key: ready.key, org_id: ready.org_id }))
    else welcome(url, ready, business, config.data_dir)
    void sandbox.ended.then(() => undo.length > 0 && log.error('the sandbox ended; syncs fail until the next start'))
  } catch (error) {
    await stop()
    throw error
  }
}

function welcome(url: string, { key, org_id, history_left }: Ready, { name, currency }: Business, data_dir: string) {
  console.log(`
Tablero is ready.

  URL           ${url}        (reference: ${url}/docs, MCP: ${url}/mcp)
  Organization  ${name} (${org_id}), figures in ${currency}
  Key           ${key}        (all scopes)

Try it:

  curl -s ${url}/api/v1/get_kpi_summary -H 'Authorization: Bearer ${key}' -H 'Content-Type: application/json' -d '{"days_back": 30}'

${
  history_left.length > 0
    ? `The last 60 days are complete. Older days are still being read, newest first: ${history_left.join(', ')}.
`
    : ''
}Ctrl-C stops it. The data stays in ${data_dir}.`)
}

try {
  await run()
} catch (error) {
  const told =
    error instanceof ConfigFault ||
    error instanceof Refusal ||
    (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  console.error(told ? (error as Error).message : error)
  process.exit(1)
}
