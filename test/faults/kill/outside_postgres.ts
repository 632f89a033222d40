// An external PostgreSQL: its own cluster, run by the programs of a folder. It is restarted whenever it ends, as a service manager
// does.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chown, mkdtemp, open, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { free_port } from '#lib/port.ts'

const START_AGAIN_MS = 500
const ANSWER_TIMEOUT_MS = 30_000
const POLL_MS = 100
/** PostgreSQL refuses to run as root. */
const SYSTEM_USER = 'postgres'

const run_file = promisify(execFile)

export interface OutsidePostgres {
  url: string
  /** Kills the main process. The other processes then end. */
  kill(): void
  remove(): Promise<void>
}

export async function start_outside_postgres(bin: string): Promise<OutsidePostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'tablero-outside-'))
  const cluster = join(folder, 'cluster')
  const identity = process.getuid?.() === 0 ? await identity_of(SYSTEM_USER) : {}
  if (identity.uid !== undefined) await chown(folder, identity.uid, identity.gid!)
  const options = { ...identity, cwd: '/', env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' } }
  await run_file(join(bin, 'initdb'), ['-D', cluster, '-U', 'tablero', '--auth=trust', '--encoding=UTF8'], options)
  const port = await free_port()
  const words = join(folder, 'log')
  const log = await open(words, 'a')
  const args = ['-D', cluster, '-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  let stopping = false
  let child: ChildProcess

  const start = () => {
    child = spawn(join(bin, 'postgres'), args, { ...options, stdio: ['ignore', log.fd, log.fd] })
    child.once('exit', async () => {
      await sleep(START_AGAIN_MS)
      // Backends of the killed server may still run. Then the new server ends immediately and is started again.
      if (!stopping) start()
    })
  }
  start()
  const url = `postgres://tablero@127.0.0.1:${port}/postgres`
  await answers(url).catch(async (error) => {
    throw new Error(`${await readFile(words, 'utf8')}`, { cause: error })
  })
  return {
    url,
    kill: () => void child.kill('SIGKILL'),
    async remove() {
      stopping = true
      const ended = new Promise((done) => child.once('exit', done))
      child.kill('SIGINT')
      await ended
      await log.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function identity_of(user: string): Promise<{ uid?: number; gid?: number }> {
  const id = async (what: '-u' | '-g') => Number((await run_file('id', [what, user])).stdout)
  return { uid: await id('-u'), gid: await id('-g') }
}

async function answers(url: string): Promise<void> {
  const deadline = performance.now() + ANSWER_TIMEOUT_MS
  for (;;) {
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    try {
      await client.connect()
      await client.end()
      return
    } catch (error) {
      if (performance.now() > deadline) throw error
      await sleep(POLL_MS)
    }
  }
}
