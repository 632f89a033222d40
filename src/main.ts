// The process: configuration, database, migrations, the app, and a stop that finishes what was accepted.
import { parseArgs } from 'node:util'
import { type Config, ConfigFault, load_config } from '#config'
import { migrate } from '#db/migrate.ts'
import { start_postgres } from '#db/server.ts'
import { create_log, type Log } from '#lib/log.ts'
import { create_app } from './app.ts'

async function run(config: Config, log: Log): Promise<() => Promise<void>> {
  const undo: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const { data_dir, postgres_dir, host, port } = config
    let database_url = config.database_url
    if (!database_url) {
      const postgres = await start_postgres({ data_dir, shared_dir: postgres_dir })
      undo.push(postgres.stop)
      database_url = postgres.url
    }
    const applied = await migrate(database_url)
    if (applied.length > 0) log.info({ applied }, 'the database has the newest schema')
    const app = await create_app({ config, database_url, log })
    undo.push(app.close)
    const url = await app.start({ host, port })
    log.info({ url, docs: `${url}/docs`, mcp: `${url}/mcp`, role: config.role }, 'Tablero is ready')
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

/** The first signal asks; a second one, or the patience of SHUTDOWN_SECONDS, ends it. */
function stop_on_signals(stop: () => Promise<void>, seconds: number, log: Log): void {
  const leave = (signal: string) => {
    log.info({ signal }, 'stopping')
    process.on('SIGINT', () => process.exit(1))
    process.on('SIGTERM', () => process.exit(1))
    const late = setTimeout(() => {
      log.error(`the work in hand did not end within ${seconds} s`)
      process.exit(1)
    }, seconds * 1000)
    late.unref()
    stop().then(
      () => process.exit(0),
      (error) => {
        log.error({ err: error }, 'stopping failed')
        process.exit(1)
      },
    )
  }
  process.once('SIGINT', leave)
  process.once('SIGTERM', leave)
}

/** What the person who starts it can mend. */
function sentence_of(error: unknown): string | undefined {
  if (error instanceof ConfigFault) return error.message
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `Port ${port} is in use. Set PORT to another one, or to 0 for a free one.`
  if (code === 'EACCES' && port !== undefined)
    return `Port ${port} may not be used by this user. Set PORT to one above 1023.`
  return code?.startsWith('ERR_PARSE_ARGS_') ? (error as Error).message : undefined
}

try {
  const { values } = parseArgs({ options: { role: { type: 'string' } } })
  const config = load_config({ ROLE: values.role })
  const log = create_log({ level: config.log_level })
  stop_on_signals(await run(config, log), config.shutdown_seconds, log)
} catch (error) {
  console.error(sentence_of(error) ?? error)
  process.exit(1)
}
