// The real server as a child process that can be killed, with an embedded or external PostgreSQL.
import { type ChildProcess, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { start_postgres } from '#db/embedded/server.ts'
import { free_port } from '#lib/port.ts'
import { node_environment } from '#test/processes.ts'

const MAIN = join(import.meta.dirname, '../../../src/main.ts')
/** Time for the recovery of a database that was killed under load, on a slow machine. */
const READY_WITHIN_MS = 90_000
const POLL_MS = 50
const LOG_CHARS = 20_000

/** An external server. */
export interface Outside {
  url: string
  /**
   * Kills the server, which something else restarts. Absent when its processes are out of reach: then connections are closed instead.
   */
  kill?(): void
}

export type Tablero = Awaited<ReturnType<typeof prepare_tablero>>

export async function prepare_tablero({ sandbox_url, server }: { sandbox_url: string; server?: Outside }) {
  const data_dir = await mkdtemp(join(tmpdir(), 'tablero-kill-'))
  await chmod(data_dir, 0o755) // when root starts PostgreSQL, it runs as another user
  const port = await free_port()
  const url = `http://127.0.0.1:${port}`
  const outside = server ? await own_database(server.url) : undefined
  let child: ChildProcess | undefined
  let log = ''

  const remembered = async () => JSON.parse(await readFile(join(data_dir, 'postgres/postgres.json'), 'utf8'))

  async function database_url(): Promise<string> {
    if (outside) return outside.url
    const { password, port } = await remembered()
    return `postgres://tablero:${password}@127.0.0.1:${port}/tablero`
  }

  function start(): void {
    const started = spawn(process.execPath, [MAIN], {
      env: {
        ...node_environment,
        DATA_DIR: data_dir,
        PORT: String(port),
        SANDBOX_URL: sandbox_url,
        LOG_LEVEL: 'warn',
        ...(outside && { DATABASE_URL: outside.url }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = started
    log = ''
    for (const stream of [started.stdout!, started.stderr!])
      stream.on('data', (chunk) => (log = (log + chunk).slice(-LOG_CHARS)))
  }

  const runs = () => child !== undefined && child.exitCode === null && child.signalCode === null

  async function kill(): Promise<void> {
    if (!runs()) return
    const ended = new Promise((done) => child!.once('close', done))
    child!.kill('SIGKILL')
    await ended
  }

  return {
    data_dir,
    url,
    database_url,
    start,
    runs,
    kill,
    log: () => log,

    /** Returns when the server answers calls. Throws when it ended by itself or does not recover in time. */
    async ready(): Promise<void> {
      const deadline = performance.now() + READY_WITHIN_MS
      for (;;) {
        if (!runs()) throw new Error(`Tablero ended by itself (${child?.exitCode ?? child?.signalCode}):\n${log}`)
        const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(() => undefined)
        await answer?.arrayBuffer()
        if (answer?.status === 200) return
        if (performance.now() > deadline) throw new Error(`not ready after ${READY_WITHIN_MS} ms:\n${log}`)
        await sleep(POLL_MS)
      }
    },

    async kill_postgres(): Promise<void> {
      if (outside) return server!.kill ? server!.kill() : cut(outside.url)
      const { cluster } = await remembered()
      const pid = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '0')).split('\n')[0])
      if (pid > 1) process.kill(pid, 'SIGKILL')
    },

    /** Kills a backend, an active one if possible. PostgreSQL then ends all others and recovers. */
    async kill_backend(): Promise<void> {
      const url = await database_url()
      if (outside && !server!.kill) return cut(url)
      const [backend] = await administer<{ pid: number }>(
        url,
        `select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         order by state = 'active' desc, state = 'idle in transaction' desc, xact_start limit 1`,
      )
      if (backend) process.kill(backend.pid, 'SIGKILL')
    },

    cut_connections: async () => cut(await database_url()),

    async remove(): Promise<void> {
      await kill()
      // Joins the shared server and leaves it, because the last process that leaves stops it.
      if (!outside) await (await start_postgres({ data_dir })).stop()
      await outside?.drop()
      await rm(data_dir, { recursive: true, force: true })
    },
  }
}

/** Closes every connection of Tablero. The server continues to run. */
async function cut(url: string): Promise<void> {
  await administer(
    url,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  )
}

async function own_database(server: string) {
  const name = `kill_${process.pid}`
  await administer(server, `create database ${name}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  return { url: url.href, drop: () => administer(server, `drop database if exists ${name} with (force)`) }
}

async function administer<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}
