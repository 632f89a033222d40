// npm start [-- --role api|worker|all --data-dir PATH --log-level LEVEL]: runs Tablero. docs/configuration.md lists the variables.
// The process: configuration, database, migrations, the app, and a stop that finishes the accepted work.
import { inspect } from 'node:util'
import { type Config, load_config } from '#config'
import { close_when_open, open_database } from '#db/open.ts'
import { wait_for_database } from '#db/wait_for_database.ts'
import { list_orgs } from '#engine/access/orgs.ts'
import { record_command } from '#engine/calls/operate.ts'
import { read_arguments } from '#lib/arguments.ts'
import { create_log, type Log } from '#lib/log.ts'
import { stop_on_signals } from '#lib/stop_on_signals.ts'
import { keep_young_heap_small } from '#lib/young_heap.ts'
import { print_note } from './cli/print.ts'
import { sentence_of } from './cli/sentences.ts'

/** What to do in an empty Tablero. */
const NEXT = [
  '',
  'Tablero is ready and empty. Next, in another terminal:',
  '',
  '  npx tablero org create "My shop" --currency USD --time-zone America/New_York',
  '  npx tablero connection platforms',
  '  npx tablero connection add <platform>',
  '  npx tablero sync now',
  '  npx tablero key create --name "my agent" --scopes read',
  '',
].join('\n')

async function run(config: Config, log: Log): Promise<void> {
  if (config.role === 'worker') keep_young_heap_small()
  const { create_app } = await import('./app.ts')
  const undo: (() => Promise<void>)[] = []
  let is_stopping = false
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  const leave = () => {
    is_stopping = true
    return stop()
  }
  stop_on_signals(leave, config.drain_seconds + config.shutdown_seconds, log)
  const begin = async () => {
    const { host, port } = config
    if (is_stopping) return
    const opening = open_database(config)
    undo.push(close_when_open(config, opening))
    const { place: database, applied } = await opening
    if (is_stopping) return
    if (!config.database_url && !database.bound_session)
      log.warn('SQL of callers runs without a limit of memory, because prlimit (util-linux) does not work here')
    if (applied.length > 0) log.info({ applied }, 'the database has the newest schema')
    const app = await create_app({ config, database, log })
    undo.push(app.close, () => app.drain(config.drain_seconds))
    const url = await app.start({ host, port })
    const start = { command: 'start', input: { role: config.role } }
    await record_command({ pool: app.engine.pool, ring: config }, start).catch((error) =>
      log.warn({ err: error }, 'the start could not be recorded'),
    )
    const endpoints = config.role === 'worker' ? {} : { docs: `${url}/docs`, mcp: `${url}/mcp` }
    log.info({ url, ...endpoints, role: config.role }, 'Tablero is ready')
    if ((await list_orgs(app.engine.pool)).length === 0) print_note(NEXT)
  }
  try {
    await wait_for_database(begin, async (error) => {
      log.warn({ err: error }, 'the database is unreachable; retrying')
      await stop()
    })
  } catch (error) {
    if (is_stopping) return // what was starting has lost its database; the signal's handler ends the process
    await stop()
    throw error
  }
}

try {
  const { values } = read_arguments(import.meta.filename, {
    options: { role: { type: 'string' }, 'data-dir': { type: 'string' }, 'log-level': { type: 'string' } },
  })
  const config = load_config({ ROLE: values.role, DATA_DIR: values['data-dir'], LOG_LEVEL: values['log-level'] })
  const log = create_log({ level: config.log_level })
  await run(config, log)
} catch (error) {
  print_note(sentence_of(error) ?? inspect(error))
  process.exit(1)
}
