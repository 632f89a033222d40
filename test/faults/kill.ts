// npx node test/faults/kill.ts --rounds 200 --seed 7: kills the real server and its PostgreSQL at random moments of starts and of work.
// No acknowledged write may be lost, no write duplicated or incomplete, and the service recovers by itself. The same seed repeats the
// same schedule of kills.
//   --postgres FOLDER    an external PostgreSQL, started with the programs of that folder. It is killed like the embedded one.
//   --database-url URL   an external PostgreSQL that runs already. The test creates and drops its own database. It closes connections
//                        instead of a kill.
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { credentials_of } from '#db/logins.ts'
import { in_org } from '#db/org.ts'
import { open_pool, type Pool } from '#db/pool.ts'
import { wait_for_database } from '#db/wait_for_database.ts'
import { enqueue_on } from '#engine/job.ts'
import { start_sync } from '#engine/sync/runs.ts'
import { jobs } from '#jobs/index.ts'
import { enqueue_sync } from '#jobs/sync_connection.ts'
import { create_sandbox } from '../../sandbox/server.ts'
import { type Chance, chance } from '../../sandbox/world/random.ts'
import { assert_nothing_lost, assert_records_hold, assert_rows_are_whole, come_to_rest } from './kill/checks.ts'
import { start_outside_postgres } from './kill/outside_postgres.ts'
import { type Outside, prepare_tablero, type Tablero } from './kill/tablero_process.ts'
import { create_tally, summary_of, type Tally, type Victim, victims } from './kill/tally.ts'
import { create_ledger, keep_busy, type Ledger, make_business, same_figures, start_sync_once } from './kill/work.ts'

const PLATFORMS = ['gx_analytics', 'gx_ads', 'mx_ads']
/** Rounds between two checks at which every sync must end. */
const REST_EVERY = 8
const START_KILLS = 3
/** The cleanup does not wait longer for a connection that does not close. */
const CLEANUP_MS = 10_000

interface Round {
  during: 'start' | 'work'
  victim: Victim
  delay_ms: number
  platform: string
}

function round_of(dice: Chance): Round {
  const during = dice.yes(0.3) ? 'start' : 'work'
  return {
    during,
    victim: victims[dice.weighted([5, 3, 2, 2, 1])]!,
    delay_ms: dice.whole(20, during === 'start' ? 2_500 : 3_500),
    platform: dice.pick(PLATFORMS),
  }
}

interface KillRun {
  tablero: Tablero
  ledger: Ledger
  tally: Tally
  /** The owner of the database, whom row security does not bind. */
  owner: pg.Pool
  /** Absent until the first start has made the logins. */
  pool?: Pool
  master_key: Buffer
}

async function kill_victim({ tablero }: KillRun, victim: Victim): Promise<void> {
  const quietly = (work: Promise<void>) => work.catch(() => {}) // not started yet
  if (victim === 'connections') await quietly(tablero.cut_connections())
  if (victim === 'backend') await quietly(tablero.kill_backend())
  if (victim === 'postgres' || victim === 'both') await quietly(tablero.kill_postgres())
  if (victim === 'tablero' || victim === 'both') await tablero.kill()
}

/** Connects again, because the port of the embedded server can change at a start. */
async function connect(kill_run: KillRun): Promise<void> {
  await kill_run.owner.end().catch(() => {})
  await kill_run.pool?.end().catch(() => {})
  const database_url = await kill_run.tablero.database_url()
  kill_run.owner = new pg.Pool({ connectionString: database_url, max: 5 }).on('error', () => {})
  kill_run.master_key = Buffer.from(await readFile(join(kill_run.tablero.data_dir, 'master.key'), 'utf8'), 'base64')
  const credentials = credentials_of(kill_run.master_key)
  kill_run.pool = open_pool({ database_url, credentials }, { max: 5, name: 'kill' }).worker
}

async function recover(kill_run: KillRun): Promise<void> {
  const began = performance.now()
  if (!kill_run.tablero.runs()) kill_run.tablero.start()
  await kill_run.tablero.ready()
  // Sessions of a killed server exist for a moment longer, and one of them may have answered. Only a new session shows that the
  // server runs.
  await wait_for_database(
    async () => {
      await connect(kill_run)
      await kill_run.owner.query('select 1')
    },
    async () => {},
  )
  await kill_run.tablero.ready()
  kill_run.tally.back_ms.push(performance.now() - began)
}

async function play(kill_run: KillRun, round: Round, number: number): Promise<void> {
  const { tablero, ledger, tally } = kill_run
  const once = `round-${number}`
  if (round.during === 'start') {
    await tablero.kill()
    tablero.start()
    await sleep(round.delay_ms)
    await kill_victim(kill_run, round.victim)
  } else {
    const business = await make_business(kill_run.pool!, kill_run.master_key, round.platform)
    ledger.businesses.push(business)
    const work = keep_busy(tablero.url, kill_run.pool!, ledger, (answer) => same_figures(ledger, answer))
    const starting = start_sync_once(tablero.url, business, ledger, once)
    await sleep(round.delay_ms)
    await kill_victim(kill_run, round.victim)
    await Promise.all([work.stop(), starting])
  }
  tally.kills[round.during][round.victim] += 1
  // When only PostgreSQL was killed, the same process must reconnect.
  await recover(kill_run)
  const business = ledger.businesses.at(-1)!
  if (round.during === 'work') await start_sync_once(tablero.url, business, ledger, once)
  await assert_nothing_lost(kill_run.owner, tablero.url, ledger)
  tally.rows += await assert_rows_are_whole(kill_run.owner, ledger, { finished: false })
}

async function rest(kill_run: KillRun): Promise<void> {
  const { owner, ledger, tablero, tally } = kill_run
  const pool = kill_run.pool!
  const { failed } = await come_to_rest(owner, async (org_id, connection_id) => {
    await in_org(pool, { org_id }, (db) =>
      start_sync(db, enqueue_sync(enqueue_on(db, jobs)), {
        org_id,
        connection_id,
        trigger: 'operator',
        all_streams: true,
      }),
    )
  })
  await assert_nothing_lost(owner, tablero.url, ledger)
  tally.rows += await assert_rows_are_whole(owner, ledger, { finished: true })
  tally.calls = await assert_records_hold(pool, kill_run.master_key, ledger)
  tally.restarted += failed
  const { keys, writes, calls: asked } = ledger.acknowledged
  console.log(
    `  all syncs ended: ${ledger.businesses.length} organizations complete; ${keys.size} keys, ${writes.size} syncs, ${asked} answers acknowledged; ${tally.calls} calls on record; ${failed} syncs started again`,
  )
}

async function begin(kill_run: KillRun, dice: Chance): Promise<void> {
  const { tablero, ledger } = kill_run
  for (let n = 0; n < START_KILLS; n++) {
    tablero.start()
    await sleep(dice.whole(50, 4_000))
    await tablero.kill()
  }
  await recover(kill_run)
  for (const platform of PLATFORMS) {
    const business = await make_business(kill_run.pool!, kill_run.master_key, platform)
    ledger.businesses.push(business)
    await start_sync_once(tablero.url, business, ledger, `undisturbed-${platform}`)
  }
  await rest(kill_run)
}

async function run(rounds: number, seed: number, server: Outside | undefined): Promise<void> {
  // The sandbox's clock is frozen, so that every organization must end with the same rows.
  const sandbox = await create_sandbox({ now: new Date().toISOString(), history_days: 380, frozen: true })
  await sandbox.app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = sandbox.app.server.address() as AddressInfo
  const tablero = await prepare_tablero({ server, sandbox_url: `http://127.0.0.1:${port}` })
  const owner = new pg.Pool()
  const kill_run: KillRun = {
    tablero,
    ledger: create_ledger(),
    tally: create_tally(),
    owner,
    master_key: Buffer.alloc(0),
  }
  try {
    await begin(kill_run, chance(seed, 'begin'))
    for (let number = 1; number <= rounds; number++) {
      const round = round_of(chance(seed, 'round', number))
      console.log(`${number}: ${round.victim} ${round.delay_ms} ms into ${round.during} (${round.platform})`)
      await play(kill_run, round, number)
      if (number % REST_EVERY === 0 || number === rounds) await rest(kill_run)
    }
    console.log(summary_of(kill_run.tally, kill_run.ledger, { rounds, seed }))
  } catch (error) {
    // Prints the error before the cleanup, because the same error can block the cleanup.
    console.error(`\nAgain: npx node test/faults/kill.ts ${process.argv.slice(2).join(' ')}\n${tablero.log()}`, error)
    process.exitCode = 1
  } finally {
    await Promise.race([kill_run.pool?.end().catch(() => {}), sleep(CLEANUP_MS, undefined, { ref: false })])
    await tablero.remove()
    await sandbox.app.close()
  }
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    'database-url': { type: 'string' },
    postgres: { type: 'string' },
  },
})
const url = values['database-url']
const own = values.postgres ? await start_outside_postgres(values.postgres) : undefined
try {
  await run(Number(values.rounds), Number(values.seed), own ?? (url ? { url } : undefined))
} finally {
  await own?.remove()
}
