// Runs the steps of the Dockerfile one by one in a root of its own, for machines without a container builder. In the place of the base image,
// this root has the machine's /usr, Node and npm, and no other file. It needs Linux, as root or with user namespaces.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build_context } from './packed.ts'

const ROOT = join(import.meta.dirname, '../..')
const run = promisify(execFile)
const IS_ROOT = process.getuid?.() === 0
const NAMESPACES = ['--mount', '--pid', '--fork', ...(IS_ROOT ? [] : ['--map-root-user'])]
/** The user "node" of the base image. Without root's rights, only one user exists in a namespace. */
const NODE_USER = 1000

/** $1 root, $2 Node and npm, $3 npm's cache, $4 'ro' for a read-only root, $5 user or empty, $6 folder. The rest is the command. */
const ENTER = `set -e
mount --bind "$1" "$1"
mount --rbind /usr "$1/usr" && mount -o remount,ro,bind "$1/usr"
mount --bind "$2" "$1/usr/local"
mount --rbind /dev "$1/dev"
mount --rbind /etc/ssl "$1/etc/ssl"
mount -t proc proc "$1/proc"
mount --bind "$3" "$1/npm"
if [ "$4" = ro ]; then mount -o remount,ro,bind "$1" && mount -t tmpfs tmpfs "$1/tmp" && chmod 1777 "$1/tmp"; fi
root="$1" user="$5" folder="$6"
shift 6
exec chroot \${user:+"--userspec=$user"} "$root" /bin/sh -c 'cd "$0" && exec "$@"' "$folder" "$@"`

export interface Stage {
  root: string
  env: Record<string, string>
  folder: string
  user: number
  health: string[]
  command: string[]
}

/** What is missing on this machine, or undefined. */
export const cannot_run_steps = (): Promise<string | undefined> =>
  run('unshare', [...NAMESPACES, 'true']).then(
    () => undefined,
    () => 'this machine has neither a container builder nor namespaces',
  )

export class Steps {
  readonly #work: string
  readonly #tools: string
  #npm_cache = ''
  readonly #stages = new Map<string, Stage>()

  /** `work`: an empty folder. */
  constructor(work: string) {
    this.#work = work
    this.#tools = join(work, 'tools')
  }

  /** Runs all steps. Returns the last stage. */
  async build(): Promise<Stage> {
    await this.#make_tools()
    let stage: Stage | undefined
    for (const [word, rest] of await instructions()) {
      if (word === 'FROM') stage = await this.#begin(rest)
      else if (stage) await this.#step(stage, word, rest)
    }
    return stage!
  }

  /** Starts a command in a stage. With `is_running`, the root is read-only and the user is the image's. */
  start({ root, env, folder, user }: Stage, command: string[], { is_running = false, more = {} } = {}) {
    const who = is_running && IS_ROOT && user !== 0 ? `${user}:${user}` : ''
    const values = [root, this.#tools, this.#npm_cache, is_running ? 'ro' : 'rw', who, folder]
    return spawn('unshare', [...NAMESPACES, '/bin/sh', '-c', ENTER, 'sh', ...values, ...command], {
      env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin', HOME: '/root', ...env, ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  }

  /** Kills a started command. The death of `unshare` would not, because a change of user ends that tie. */
  async kill({ pid }: ChildProcess) {
    const inside = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of inside.trim().split(' ')) process.kill(Number(child), 'SIGKILL')
  }

  /** Runs a command to its end. Throws its output when it fails. */
  async run(stage: Stage, command: string[], options: { is_running?: boolean; more?: Record<string, string> } = {}) {
    const child = this.start(stage, command, options)
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
    const code = await new Promise((done) => child.once('close', done))
    if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}: ${output}`)
    return output
  }

  async #make_tools() {
    const npm = dirname(dirname(process.env.npm_execpath!))
    this.#npm_cache = (await run(process.execPath, [process.env.npm_execpath!, 'config', 'get', 'cache'])).stdout.trim()
    await mkdir(this.#npm_cache, { recursive: true })
    await mkdir(join(this.#tools, 'bin'), { recursive: true })
    await copyFile(process.execPath, join(this.#tools, 'bin/node'))
    await cp(npm, join(this.#tools, 'lib/node_modules/npm'), { recursive: true })
    await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(this.#tools, 'bin/npm'))
  }

  async #begin(rest: string): Promise<Stage> {
    const [base = '', , name = `stage ${this.#stages.size}`] = rest.split(' ')
    const root = join(this.#work, name.replaceAll(' ', '_'))
    const { env = {} } = this.#stages.get(base) ?? {}
    const stage: Stage = { root, env: { ...env }, folder: '/', user: 0, health: [], command: [] }
    for (const folder of ['usr', 'etc/ssl', 'proc', 'dev', 'tmp', 'npm', 'root'])
      await mkdir(join(root, folder), { recursive: true })
    for (const link of ['bin', 'lib', 'lib64', 'sbin']) await symlink(`usr/${link}`, join(root, link))
    await writeFile(
      join(root, 'etc/passwd'),
      `root:x:0:0::/root:/bin/sh\nnode:x:${NODE_USER}:${NODE_USER}::/:/bin/sh\n`,
    )
    for (const file of ['resolv.conf', 'hosts']) await copyFile(`/etc/${file}`, join(root, 'etc', file)).catch(() => {})
    this.#stages.set(name, stage)
    return stage
  }

  async #step(stage: Stage, word: string, rest: string): Promise<void> {
    const list = () => JSON.parse(rest.slice(rest.indexOf('['))) as string[]
    if (word === 'RUN') await this.run(stage, ['/bin/sh', '-c', rest], { more: NPM })
    else if (word === 'COPY') await this.#copy(stage, rest)
    else if (word === 'ENV')
      Object.assign(stage.env, Object.fromEntries(rest.split(' ').map((pair) => pair.split('='))))
    else if (word === 'WORKDIR') await mkdir(join(stage.root, rest), { recursive: true })
    else if (word === 'HEALTHCHECK') stage.health = list()
    else if (word === 'CMD') stage.command = list()
    else if (word === 'USER' && rest === 'node') stage.user = NODE_USER
    else if (word !== 'EXPOSE')
      throw new Error(`the Dockerfile has a step that this test does not know: ${word} ${rest}`)
    if (word === 'WORKDIR') stage.folder = rest
  }

  async #copy({ root, folder }: Stage, rest: string) {
    const from = /^--from=(\S+) /.exec(rest)
    const names = rest.slice(from?.[0].length ?? 0).split(' ')
    const to = join(root, resolve(folder, names.pop()!))
    if (from) {
      const source = join(this.#stages.get(from[1]!)!.root, names[0]!)
      await mkdir(to, { recursive: true })
      await run('cp', ['--archive', `${source}/.`, to])
      return
    }
    for (const name of names[0] === '.' ? await build_context() : names) {
      await mkdir(dirname(join(to, name)), { recursive: true })
      await cp(join(ROOT, name), join(to, name), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
    }
  }
}

/** How this machine reaches npm's registry. */
const REACHES = ['NODE_EXTRA_CA_CERTS', 'HTTPS_PROXY', 'HTTP_PROXY', 'NO_PROXY'].flatMap((name) =>
  process.env[name] ? [[name, process.env[name]] as const] : [],
)
const NPM = { npm_config_cache: '/npm', npm_config_prefer_offline: 'true', ...Object.fromEntries(REACHES) }

/** Words and rests of the lines of the Dockerfile. */
async function instructions(): Promise<[word: string, rest: string][]> {
  const lines = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split('\n')
  return lines.flatMap((line): [string, string][] => {
    const [, word, rest] = /^([A-Z]+) (.+)$/.exec(line) ?? []
    return word && rest ? [[word, rest]] : []
  })
}
