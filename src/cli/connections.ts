import type { Command } from 'commander'
import { z } from 'zod'
import { in_org } from '#db/org.ts'
import { refuse } from '#engine/outcomes.ts'
import { run_read_again } from '#engine/sync/backfill.ts'
import { create_connection } from '#engine/vendors/connections.ts'
import { json_of, print_done, print_rows } from './print.ts'
import { find_org, in_app, in_session, json_argument, type Session } from './session.ts'
import { sync_and_watch } from './sync_progress.ts'

function list_connections({ pool }: Session, org_id: string) {
  return in_org(pool, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('connections')
      .select(['connection_id', 'platform', 'name', 'status', 'needs_reconnection', 'last_sync_at', 'last_error'])
      .orderBy('connection_id')
      .execute(),
  )
}

export function add_connection_commands(program: Command) {
  const connection = program.command('connection').description('platform accounts of an organization')

  connection
    .command('list')
    .description('connections and the result of their last sync')
    .option('--org <org>', 'organization, by id or name')
    .action(({ org }, command: Command) =>
      in_session(command, async (session) => {
        const { org_id } = await find_org(session.pool, org)
        const none = 'No connections yet: tablero connection add --help'
        print_rows(await list_connections(session, org_id), { json: session.json, none })
      }),
    )

  connection
    .command('add <platform>')
    .description('connect a platform with existing credentials; prints the id of the connection')
    .option('--name <text>', 'name of the connection (default: the platform)')
    .option('--settings <json>', 'JSON object, @file, or - for standard input', json_argument, {})
    .option('--secrets <json>', 'JSON object, @file, or - for standard input; stored encrypted', json_argument, {})
    .option('--org <org>', 'organization, by id or name')
    .action((platform: string, { name = platform, settings, secrets, org }, command: Command) =>
      in_app(command, async ({ app: { engine }, pool, json, operate }) => {
        const { org_id } = await find_org(pool, org)
        const made = { org_id, platform, name, settings, secrets }
        const input = { platform, name, settings }
        const connection_id = await operate({ org_id, input }, (db) => create_connection(db, engine, made))
        print_done(`Connected ${name}: ${connection_id}`, { connection_id }, { json })
      }),
    )
}

/** Active connections, all or those of the given ids and platforms. */
async function chosen_connections(session: Session, org_id: string, wanted: string[]) {
  const active = (await list_connections(session, org_id)).filter(({ status }) => status === 'active')
  const chosen = active.filter(
    ({ connection_id, platform }) => wanted.length === 0 || wanted.includes(connection_id) || wanted.includes(platform),
  )
  const missing = wanted.find((one) => !chosen.some((c) => c.connection_id === one || c.platform === one))
  if (missing) refuse(`No active connection has the id or platform '${missing}' (tablero connection list shows them).`)
  if (chosen.length === 0) refuse('There is nothing to sync: tablero connection add --help')
  return chosen
}

export function add_sync_commands(program: Command) {
  const sync = program.command('sync').description('read data from the platforms')

  sync
    .command('now [connections...]')
    .description('sync connections, given by id or platform (default: all), and show progress until they end')
    .option('--org <org>', 'organization, by id or name')
    .action((wanted: string[], { org }, command: Command) =>
      in_app(command, async (session) => {
        const { org_id } = await find_org(session.pool, org)
        const chosen = await chosen_connections(session, org_id, wanted)
        const { engine } = session.app
        const { start_worker } = await import('#engine/queue/worker.ts')
        const worker = await start_worker(engine)
        try {
          const input = { connections: chosen.map(({ connection_id }) => connection_id) }
          const states = await sync_and_watch(engine, org_id, chosen, process.stderr, (work) =>
            session.operate({ org_id, input }, work),
          )
          if (session.json) console.log(json_of(states))
          if (states.some(({ state }) => state !== 'succeeded')) process.exitCode = 1
        } finally {
          await worker.stop()
        }
      }),
    )

  sync
    .command('backfill [connections...]')
    .description('read the history of connections again, newest days first, and show progress')
    .requiredOption('--from <date>', 'first day, YYYY-MM-DD; a platform that keeps less is read as far as it allows')
    .option('--org <org>', 'organization, by id or name')
    .action((wanted: string[], { from, org }, command: Command) =>
      in_app(command, async (session) => {
        if (!z.iso.date().safeParse(from).success) refuse(`--from ${from} is no calendar date, like 2026-01-31.`)
        const { org_id } = await find_org(session.pool, org)
        const chosen = await chosen_connections(session, org_id, wanted)
        const input = { from, connections: chosen.map(({ connection_id }) => connection_id) }
        await session.operate({ org_id, input }, async () => {})
        const { signal } = new AbortController()
        const read = new Map<string, Record<string, unknown>>()
        for (const { connection_id, platform } of chosen) {
          const end = await run_read_again(session.app.engine, {
            org_id,
            connection_id,
            from,
            signal,
            on_slice(slice) {
              read.set(`${connection_id} ${slice.stream} ${slice.account}`, { platform, ...slice })
              console.error(`  ${platform}  ${slice.stream}  ${slice.account}: read back to ${slice.from}`)
            },
          })
          if (end !== 'busy') continue
          console.error(`  ${platform}: a sync is running; try again when it has ended.`)
          process.exitCode = 1
        }
        print_rows([...read.values()], { json: session.json, none: 'Nothing was read.' })
      }),
    )
}
