import type { Command } from 'commander'
import { z } from 'zod'
import type { Engine } from '#engine/engine.ts'
import { refuse } from '#engine/outcomes.ts'
import { is_worker_running, start_worker } from '#engine/queue/worker.ts'
import { run_read_again } from '#engine/sync/backfill.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { list_connections, must_connect_again } from './connections.ts'
import { print_json, print_note, print_rows } from './print.ts'
import { find_org, in_app, type Session } from './session.ts'
import { spare_worker } from './spare_worker.ts'
import { sync_and_watch } from './sync_progress.ts'

/** Active connections, all or those of the given ids and platforms. */
async function chosen_connections(session: Session, org_id: string, wanted: string[]) {
  const active = (await list_connections(session, org_id)).filter(({ status }) => status === 'active')
  const chosen = active.filter(
    ({ connection_id, platform }) => wanted.length === 0 || wanted.includes(connection_id) || wanted.includes(platform),
  )
  const missing = wanted.find((one) => !chosen.some((c) => c.connection_id === one || c.platform === one))
  if (missing) refuse(`No active connection has the id or platform '${missing}' (tablero connection list shows them).`)
  if (chosen.length === 0) refuse('There is nothing to sync: tablero connection platforms shows what can be connected.')
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
        const worker = await spare_worker({
          is_worker_running: () => is_worker_running(engine.pool),
          start: () => start_worker(engine),
          log: engine.log,
        })
        try {
          const input = { connections: chosen.map(({ connection_id }) => connection_id) }
          const states = await sync_and_watch(engine, org_id, chosen, process.stderr, {
            in_transaction: (work) => session.operate({ org_id, input }, work),
          })
          if (session.json) print_json(states)
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
        if (!(await read_again_and_print(session.app.engine, { org_id, from, chosen }, session.json)))
          process.exitCode = 1
      }),
    )
}

interface Chosen {
  org_id: string
  from: string
  chosen: { connection_id: string; platform: string }[]
}

/** Returns whether everything was read. What could not be read is named, and the others are read. */
export async function read_again_and_print(
  engine: Engine,
  { org_id, from, chosen }: Chosen,
  json: boolean,
): Promise<boolean> {
  const { signal } = new AbortController()
  const read = new Map<string, Record<string, unknown>>()
  let is_complete = true
  for (const { connection_id, platform } of chosen) {
    const leave_out = (what: string, reason: string) => {
      print_note(`  ${what} could not be read: ${reason}`)
      is_complete = false
    }
    const end = await run_read_again(engine, {
      org_id,
      connection_id,
      from,
      signal,
      on_slice(slice) {
        read.set(`${connection_id} ${slice.stream} ${slice.account}`, { platform, ...slice })
        print_note(`  ${platform}  ${slice.stream}  ${slice.account}: read back to ${slice.from}`)
      },
      on_refused: ({ stream, account, reason }) => leave_out(`${platform}  ${stream}  ${account}`, reason),
    }).catch((error: unknown) => {
      if (!(error instanceof VendorRefusal)) throw error
      leave_out(platform, error.message)
    })
    if (end === 'busy') leave_out(platform, 'a sync is running. Try again when it has ended.')
    if (end === 'unreadable') leave_out(platform, must_connect_again(connection_id))
  }
  print_rows([...read.values()], { json, none: 'Nothing was read.' })
  return is_complete
}
