// The real server in several processes on one database, as an operator runs them.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const MAIN = join(import.meta.dirname, '../../src/main.ts')
/** Several processes start at the same time on a busy machine. */
const READY_WITHIN_MS = 90_000
const POLL_MS = 25
/** What a process of Node gets that gets nothing else: a path, and the compiled modules of the run, which it need not compile again. */
export const node_environment: Record<string, string | undefined> = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}

export interface ProcessOptions {
  /** The name of its connections in PostgreSQL. */
  name: string
  role: 'api' | 'worker' | 'all'
  database_url: string
  master_key: Buffer
  env?: Record<string, string>
}

export interface TableroProcess {
  name: string
  url: string
  log(): string
  metrics(): Promise<string>
  /** Sends the signal and waits for the end. Returns the exit status, or null when the signal ended the process. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

/** Returns when the process has logged its address. The process has its own folder, as on its own machine. */
export async function start_tablero({ name, role, database_url, master_key, env }: ProcessOptions) {
  const folder = await mkdtemp(join(tmpdir(), 'tablero-process-'))
  const own_database_url = new URL(database_url)
  own_database_url.searchParams.set('application_name', name)
  const child = spawn(process.execPath, [MAIN, '--role', role], {
    env: {
      ...node_environment,
      DATABASE_URL: own_database_url.href,
      DATA_DIR: folder,
      MASTER_KEY: master_key.toString('base64'),
      PORT: '0',
      FX_DAILY_RATES_URL: 'http://127.0.0.1:1/{date}',
      FX_RATES_URL: 'http://127.0.0.1:1', // nothing listens there: no test sends external requests
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let log = ''
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk) => (log += chunk))
  const ended = new Promise<number | null>((done) => child.once('close', done))
  const end: TableroProcess['end'] = async (signal) => {
    child.kill(signal)
    const status = await ended
    await rm(folder, { recursive: true, force: true })
    return status
  }
  const url = await address_of(child, () => log).catch(async (error) => {
    await end('SIGKILL')
    throw error
  })
  const metrics = async () => (await fetch(`${url}/metrics`)).text()
  return { name, url, log: () => log, metrics, end } satisfies TableroProcess
}

async function address_of(child: ChildProcess, log: () => string): Promise<string> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    const url = /"url":"([^"]+)"[^\n]*Tablero is ready/.exec(log())?.[1]
    if (url) return url
    if (child.exitCode !== null) throw new Error(`the process ended with status ${child.exitCode}:\n${log()}`)
    if (performance.now() > deadline) throw new Error(`not ready within ${READY_WITHIN_MS} ms:\n${log()}`)
    await sleep(POLL_MS)
  }
}
