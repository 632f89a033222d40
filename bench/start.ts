// Time from start to the first answer, with existing data: Tablero against a bare server, each with its own PostgreSQL.
import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { start_postgres } from '#db/embedded/server.ts'
import { prepare_logins } from '#db/logins.ts'
import { migrate } from '#db/migrate.ts'
import { TEST_KEY, test_credentials } from '../scripts/disposable_postgres.ts'
import { child } from './child.ts'
import { type Measured, median } from './measured.ts'
import { make_orgs } from './world.ts'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const ORGS = 4
const ROUNDS = 3

export async function measure_start(): Promise<Measured> {
  const data_dir = await mkdtemp(join(tmpdir(), 'tablero-bench-'))
  await chmod(data_dir, 0o755) // when root starts PostgreSQL, it runs as another user
  try {
    await fill(data_dir)
    const times = { bare: [] as number[], ours: [] as number[] }
    for (let round = 0; round < ROUNDS; round++) {
      times.bare.push(await bare_start(data_dir))
      times.ours.push(await tablero_start(data_dir))
    }
    const [bare, ours] = [median(times.bare), median(times.ours)]
    return {
      what: 'Start with existing data, until ready',
      against: 'bare Fastify, pg and the same PostgreSQL',
      base: `${bare.toFixed(2)} s`,
      ours: `${ours.toFixed(2)} s`,
      ratio: median(times.ours.map((time, round) => time / times.bare[round]!)),
    }
  } finally {
    await rm(data_dir, { recursive: true, force: true })
  }
}

async function fill(data_dir: string) {
  const postgres = await start_postgres({ data_dir })
  try {
    await migrate(postgres.url)
    await prepare_logins(postgres.url, test_credentials)
    const pool = new pg.Pool({ connectionString: postgres.url })
    await make_orgs(pool, ORGS)
    await pool.end()
  } finally {
    await postgres.stop()
  }
}

async function bare_start(data_dir: string): Promise<number> {
  const started = performance.now()
  const bare = await child<{ address: string }>('bare_server.ts', { data_dir })
  const seconds = (performance.now() - started) / 1000
  await bare.stop()
  return seconds
}

/** Waits until the process logs its address and answers there that it is ready. */
async function tablero_start(data_dir: string): Promise<number> {
  const started = performance.now()
  const tablero = spawn(process.execPath, [MAIN], {
    env: {
      ...process.env,
      DATA_DIR: data_dir,
      PORT: '0',
      LOG_LEVEL: 'info',
      DATABASE_URL: '',
      MASTER_KEY: TEST_KEY.toString('base64'),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((done) => tablero.once('exit', () => done()))
  try {
    for await (const line of createInterface({ input: tablero.stdout })) {
      const { url } = JSON.parse(line)
      if (url && (await fetch(`${url}/readyz`)).ok) return (performance.now() - started) / 1000
    }
    throw new Error('Tablero ended before it was ready')
  } finally {
    tablero.kill('SIGTERM')
    await ended
  }
}
