// npm run demo [-- options], or npx tablero demo [options]: starts simulated platforms and a Tablero that reads them, and prints a key.
//   --json           prints one line for a program when it is ready. npm needs --silent: npm run --silent demo -- --json.
//   --orders DIR     reads real orders instead: a folder with the CSV files of Olist's public data set, or others in its format.
//   --wait SECONDS   is ready after this time of the first load at the latest, and reads the rest afterwards (default: 40).
//   --data-dir PATH  keeps the data below this folder (default: DATA_DIR, else ./data).
//   --currency XXX   sets the reporting currency of the organization.
// PORT, DATA_DIR and the other variables of docs/configuration.md apply.
import { createHash } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ConfigFault, load_config } from '#config'
import { close_when_open, open_database } from '#db/open.ts'
import type { DocsExamples } from '#http/rest/docs.ts'
import { read_arguments } from '#lib/arguments.ts'
import { create_log } from '#lib/log.ts'
import { stop_on_signals } from '#lib/stop_on_signals.ts'
import { sandbox_apps } from '../sandbox/connections.ts'
import { MAIL_HOST } from '../sandbox/mail.ts'
import { pagespeed_key } from '../sandbox/vendors/pagescore.ts'
import { create_app } from '../src/app.ts'
import { sentence_of } from '../src/cli/sentences.ts'
import { type Business, prepare, type Ready, refuse_other_master_key } from './demo/business.ts'
import { real_answers } from './demo/examples.ts'
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
  const { values } = read_arguments(import.meta.filename, {
    options: {
      json: { type: 'boolean', default: false },
      orders: { type: 'string' },
      wait: { type: 'string', default: '40' },
      currency: { type: 'string' },
      'data-dir': { type: 'string' },
      'log-level': { type: 'string' },
    },
  })
  if (!/^\d{1,4}$/.test(values.wait)) throw new ConfigFault(`--wait ${values.wait} is no number of seconds, like 40.`)
  // npm runs scripts in the project's folder. A relative path refers to the folder of the caller.
  const orders = values.orders && resolve(process.env.INIT_CWD ?? '.', values.orders)
  if (orders && !existsSync(orders)) throw new ConfigFault(`--orders ${orders} is not a folder.`)
  const folder = orders && realpathSync(orders)
  const business = folder ? real_store(folder) : casa_lumbre
  if (values.currency) business.currency = values.currency.toUpperCase()
  // Each data set has its own Tablero, so that orders of different data sets never mix.
  const mark = folder && `-orders-${createHash('sha256').update(folder).digest('hex').slice(0, 8)}`
  const chosen = values['data-dir'] && resolve(process.env.INIT_CWD ?? '.', values['data-dir'])
  const parent = chosen || process.env.DATA_DIR || 'data'
  const data_dir = join(parent, `demo${mark ?? ''}`)
  const wait_ms = Number(values.wait) * 1000
  return { json: values.json, orders: folder, business, data_dir, wait_ms, log_level: values['log-level'] }
}

async function run() {
  const { json, orders, business, data_dir, wait_ms, log_level } = read_options()
  const undo: (() => unknown)[] = []
  const examples: DocsExamples = {}
  let is_stopping = false
  const stop = async () => {
    is_stopping = true
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const sandbox = await start_sandbox({ orders })
    undo.push(sandbox.stop)
    const flags = {
      DATA_DIR: data_dir,
      SANDBOX_URL: sandbox.url,
      ROLE: 'all',
      SIGN_UP: 'open',
      LOG_LEVEL: log_level || process.env.LOG_LEVEL || 'warn',
    }
    const config = load_config(flags)
    const log = create_log({ level: config.log_level, stream: process.stderr })
    stop_on_signals(stop, config.shutdown_seconds, log)
    const opening = open_database(config)
    undo.push(close_when_open(config, opening))
    const database = await opening
    if (is_stopping) return
    const { app, url } = await serve(config.port).catch((error) => {
      if (error.code !== 'EADDRINUSE') throw error
      console.error(`Port ${config.port} is in use, so the system chooses a free one.`)
      return serve(0)
    })

    async function serve(port: number) {
      const app = await create_app({
        config: {
          ...load_config({ ...flags, PORT: String(port) }),
          apps: sandbox_apps,
          pagespeed_api_key: pagespeed_key,
        },
        database: database.place,
        log,
        docs_examples: examples,
      })
      try {
        await refuse_other_master_key(app.engine, business)
        const url = await app.start({ host: config.host, port })
        undo.push(app.close)
        return { app, url }
      } catch (error) {
        await app.close()
        throw error
      }
    }
    await sandbox.register_app('tnx', `${url}/connect/callback/tnx`)
    const ready = await prepare(app.engine, business, { data_dir: config.data_dir, wait_ms })
    examples.key = ready.key
    void real_answers(app.engine.catalog, url, ready.key).then(
      (answers) => Object.assign(examples, { answers }),
      (error) => is_stopping || log.warn({ err: error }, 'the reference shows no real answers'),
    )
    const { key, agent_key, org_id, sign_in } = ready
    const addresses = { url, sandbox_url: sandbox.url, mail_url: `${sandbox.url}/${MAIL_HOST}` }
    if (json) console.log(JSON.stringify({ ...addresses, key, agent_key, org_id, sign_in }))
    else welcome({ ...addresses, data_dir: config.data_dir }, ready, business)
    void sandbox.ended.then(() => undo.length > 0 && log.error('the sandbox ended; syncs fail until the next start'))
  } catch (error) {
    if (is_stopping) return // what was running has lost its database; the signal's handler ends the process
    await stop()
    throw error
  }
}

interface Addresses {
  url: string
  sandbox_url: string
  /** Where emails go. */
  mail_url: string
  data_dir: string
}

function welcome({ url, sandbox_url, mail_url, data_dir }: Addresses, ready: Ready, { name, currency }: Business) {
  const { key, agent_key, org_id, sign_in } = ready
  console.log(`
Tablero is ready.

  URL           ${url}        (MCP: ${url}/mcp)
  Reference     ${url}/docs   (with the key of all scopes filled in)
  Organization  ${name} (${org_id}), figures in ${currency}

  Agent's key   ${agent_key}        (reads, and can measure pages; for AI agents and other programs)
  Key           ${key}        (all scopes)
  Sign in       ${sign_in.email}   (password: ${sign_in.password})

  Emails        ${mail_url}   (none leaves this machine)

Try it:

  curl -s ${url}/api/v1/get_kpi_summary -H 'Authorization: Bearer ${agent_key}' -H 'Content-Type: application/json' -d '{"days_back": 30}'

Commands in another terminal begin so:

  BASE_URL=${url} SANDBOX_URL=${sandbox_url} npx tablero --data-dir ${data_dir} connection list

${coming(ready)}Ctrl-C stops it. The data stays in ${data_dir}.`)
}

/** What is still being read. */
function coming({ first_left, was_interrupted, history_left }: Ready): string {
  if (first_left.length > 0)
    return `${was_interrupted ? 'The first start was interrupted. ' : ''}The last 60 days of these are still being read: ${first_left.join(', ')}.
Answers name what is missing. Older days follow.

`
  if (history_left.length === 0) return ''
  return `The last 60 days are complete. Older days are still being read, newest first: ${history_left.join(', ')}.

`
}

try {
  await run()
} catch (error) {
  console.error(sentence_of(error) ?? error)
  process.exit(1)
}
