// The embedded PostgreSQL: a real server, driven by its own programs. It is detached on purpose: it survives a killed Tablero, and the
// next start joins it. Every step can be interrupted by SIGKILL and repeated.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { NamedDiskFull } from '#db/exhausted.ts'
import { with_file_lock } from '#lib/file_lock.ts'
import { make_folder } from '#lib/folder.ts'
import { is_alive } from '#lib/is_alive.ts'
import { Mistake } from '#lib/mistakes.ts'
import { free_port, is_free } from '#lib/port.ts'
import { answers, connect, make_database, POLL_MS, USER, url_of } from './connect.ts'
import { type Place, processes_of, remember, resolve_location, run_file } from './place.ts'
import { settings_of } from './settings.ts'

const START_LOCK_TIMEOUT_MS = 360_000
const STOP_TIMEOUT_S = 60
const START_ATTEMPTS = 5
const STRAGGLER_TIMEOUT_MS = 10_000
const HOLDER = 'tablero holder'

export interface PostgresServer {
  /** The address now. A server that is started again has another port, when a program has taken its own. */
  readonly url: string
  /** Leaves the server. The last process that leaves stops the server. */
  stop(): Promise<void>
}

export interface PostgresOptions {
  data_dir: string
  /** Folder for PostgreSQL's files when Tablero runs as root and PostgreSQL's user cannot reach `data_dir` or the project. */
  shared_dir?: string
  /** For tests: does not flush to disk. Data is lost when the machine (not the process) stops. */
  disposable?: boolean
}

/** Starts the server of `data_dir`, or joins it when it is running. Several processes can use it at the same time. */
export async function start_postgres(options: PostgresOptions): Promise<PostgresServer> {
  const data_dir = resolve(options.data_dir)
  make_folder(data_dir)
  const lock = join(data_dir, 'postgres.lock')
  const locked = <T>(work: () => Promise<T>) => with_file_lock(lock, START_LOCK_TIMEOUT_MS, work)
  let stopping = false
  let holder: pg.Client

  let place: Place
  const hold = async () => {
    place = await begin(data_dir, options).catch((error) => {
      if (!is_disk_full(error)) throw error
      throw new NamedDiskFull(`The disk of ${data_dir} is full. ${FREE_SPACE}`, { cause: error })
    })
    holder = await connect(place, HOLDER)
    holder.on('error', () => undefined) // 'end' follows
    holder.once('end', () => void recover())
  }
  // A server that ends unexpectedly (out of memory, an operator's kill) is started again without a restart of Tablero.
  const recover = async () => {
    while (!stopping) {
      try {
        await locked(async () => (stopping ? undefined : hold()))
        return
      } catch {
        await sleep(1000)
      }
    }
  }

  await locked(hold)
  return {
    get url() {
      return url_of(place, 'tablero')
    },
    async stop() {
      if (stopping) return
      stopping = true
      await locked(async () => {
        const others = await count_other_holders(holder).catch(() => 0)
        await holder.end().catch(() => undefined)
        if (others === 0) await stop_server(place)
      })
    },
  }
}

async function begin(data_dir: string, { shared_dir = '/var/lib/tablero', disposable = false }: PostgresOptions) {
  const place = await resolve_location(data_dir, shared_dir, disposable)
  await ensure_running(place, disposable)
  return place
}

const FREE_SPACE = 'PostgreSQL needs space there to start. Free some, and start again.'

/** Programs of PostgreSQL say it in their output, and Node as a code. */
const is_disk_full = ({ code, message }: NodeJS.ErrnoException): boolean =>
  code === 'ENOSPC' || /No space left on device/.test(message)

async function ensure_running(place: Place, disposable: boolean) {
  await sweep_drafts(place)
  if (!existsSync(join(place.cluster, 'PG_VERSION'))) await initialise(place, disposable)
  await refuse_other_version(place)
  for (let attempt = 1; ; attempt++) {
    const left = await find_running_server(place)
    if (left) {
      place.port = left.port
      if (await answers(place, () => is_alive(left.pid))) break
      continue
    }
    const child = await launch(place, disposable)
    const lives = () => child.exitCode === null && child.signalCode === null
    const answered = answers(place, lives).catch(async (error) => {
      await stop_server(place)
      throw error
    })
    if (await answered) break
    if (attempt === START_ATTEMPTS)
      throw new Mistake(`PostgreSQL does not start in ${place.cluster}:\n${await log_tail(place)}`)
  }
  await remember(place.folder, place)
  await make_database(place)
}

/** Deletes incomplete files of a killed start. An initdb that is still running may write more. Then the next start deletes them. */
async function sweep_drafts({ cluster, folder }: Place) {
  for (const begun of [`${cluster}.new-`, join(folder, 'postgres.json.')])
    for (const name of await readdir(dirname(begun)))
      if (name.startsWith(basename(begun)))
        await rm(join(dirname(begun), name), { recursive: true }).catch(() => undefined)
}

/** initdb writes next to the final name, so that a cluster exists completely or not at all. */
async function initialise(place: Place, disposable: boolean) {
  const draft = `${place.cluster}.new-${randomBytes(6).toString('hex')}`
  const password_file = `${draft}.password`
  await mkdir(draft, { mode: 0o700 })
  await writeFile(password_file, place.password, { mode: 0o600 })
  const { uid, gid } = place.identity
  for (const path of [draft, password_file]) if (uid !== undefined) await chown(path, uid, gid!)
  const program = join(place.bin, 'initdb')
  const args = ['-D', draft, '-U', USER, `--pwfile=${password_file}`, '--auth=scram-sha-256', '--encoding=UTF8']
  args.push('--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions')
  if (disposable) args.push('--no-sync')
  await run_file(program, args, { ...place.identity, cwd: '/', env: environment() }).catch((error) => {
    throw new Mistake(`initdb failed: ${error.stderr || error.message}`, { cause: error })
  })
  await rm(password_file)
  await rename(draft, place.cluster)
}

async function refuse_other_version(place: Place) {
  const made_by = (await readFile(join(place.cluster, 'PG_VERSION'), 'utf8')).trim()
  const { stdout } = await run_file(join(place.bin, 'postgres'), ['--version'], { ...place.identity, cwd: '/' })
  const ours = /(\d+)(\.\d+)*/.exec(stdout)?.[1]
  if (made_by !== ours)
    throw new Mistake(
      `The database in ${place.cluster} was made by PostgreSQL ${made_by}; this Tablero brings ${ours}. Back it up with the Tablero that made it, then restore.`,
    )
}

/** The server that an earlier Tablero left running here, if any. Deletes a stale pid file. */
async function find_running_server(place: Place): Promise<{ pid: number; port: number } | undefined> {
  const found = await postmaster_of(place)
  if (found) {
    if (found.port > 0) return found
    await sleep(POLL_MS) // the server has only started to write the file
    return find_running_server(place)
  }
  if (await processes_of(place.cluster)) {
    await clear_stragglers(place.cluster)
    // Another process may have this pid now, because containers reuse small pids. PostgreSQL would treat that process as a server.
    await rm(pid_file(place), { force: true })
  }
  return undefined
}

const pid_file = ({ cluster }: Place) => join(cluster, 'postmaster.pid')

/**
 * The running server of the cluster, if any. Its port is 0 until the server has written it. A killed server that no process has reaped
 * yet still accepts signals, but does not count as running.
 */
async function postmaster_of(place: Place): Promise<{ pid: number; port: number } | undefined> {
  const lines = (await readFile(pid_file(place), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  const working = await processes_of(place.cluster)
  const works = pid > 0 && (working ? working.includes(pid) : is_alive(pid))
  return works ? { pid, port: Number(lines[3]) } : undefined
}

/** Waits for backends whose postmaster was killed. They end by themselves, and a new server must not start before that. */
async function clear_stragglers(cluster: string) {
  const deadline = performance.now() + STRAGGLER_TIMEOUT_MS
  for (;;) {
    const left = (await processes_of(cluster)) ?? []
    if (left.length === 0) return
    if (performance.now() > deadline) for (const pid of left) kill_quietly(pid)
    await sleep(POLL_MS)
  }
}

async function launch(place: Place, disposable: boolean): Promise<ChildProcess> {
  place.port = place.port && (await is_free(place.port)) ? place.port : await free_port()
  await remember(place.folder, place)
  const settings = Object.entries(settings_of(place.port, disposable))
  const args = ['-D', place.cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const output = await open(join(place.folder, 'start.log'), 'w')
  try {
    const child = spawn(join(place.bin, 'postgres'), args, {
      ...place.identity,
      cwd: '/',
      env: environment(),
      detached: true, // Ctrl-C in the terminal must reach only Tablero, which then stops the server
      stdio: ['ignore', output.fd, output.fd],
    })
    child.on('error', () => undefined) // reported as an exit
    child.unref()
    return child
  } finally {
    await output.close()
  }
}

async function count_other_holders(holder: pg.Client): Promise<number> {
  const { rows } = await holder.query(
    'select count(*)::int as others from pg_stat_activity where application_name = $1 and pid <> pg_backend_pid()',
    [HOLDER],
  )
  return rows[0].others
}

/** A server that has ended, or is killed meanwhile, counts as stopped. pg_ctl would wait for a zombie process and report a failure. */
async function stop_server(place: Place) {
  if (!(await postmaster_of(place))) return
  const args = ['stop', '-D', place.cluster, '-m', 'fast', '-w', '-t', String(STOP_TIMEOUT_S)]
  await run_file(join(place.bin, 'pg_ctl'), args, { ...place.identity, cwd: '/', env: environment() }).catch(
    async (error) => {
      if (await postmaster_of(place)) throw error
    },
  )
}

async function log_tail(place: Place): Promise<string> {
  const text = await readFile(join(place.folder, 'start.log'), 'utf8').catch(() => '')
  return text.trim().split('\n').slice(-10).join('\n')
}

/** An empty environment, because PGPORT and similar variables would change what the programs do. */
const environment = () => ({ PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' })

function kill_quietly(pid: number) {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The server has ended by itself.
  }
}
