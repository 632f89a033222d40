// Runs the steps of the Dockerfile one by one, for machines without a container builder. A clean root of Debian packages takes the place of
// the base image. It needs Linux, root and Debian's package mmdebstrap.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { copyFile, cp, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { build_context } from '../packed.ts'
import { make_base, npm_settings } from './base.ts'
import { run_child, start_child } from './children.ts'
import { base_of, type Copy, read_dockerfile, type Step } from './dockerfile.ts'
import { GRACE_SECONDS, type Image } from './image.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NAMESPACES = ['--mount', '--pid', '--fork']
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const run = promisify(execFile)

/** $1 root, $2 folder, $3 the user of a running image, or nothing for a step, $4 mounts for a step: lines of from, to and mode. */
const ENTER = `set -e
root="$1" folder="$2" user="$3" mounts="$4"
shift 4
mount --bind "$root" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
inside='cd "$0" && exec "$@"'
if [ -z "$user" ]; then
  while read -r from to mode; do
    mount --bind "$from" "$root$to"
    mount -o "remount,bind,$mode" "$root$to"
  done <<END
$mounts
END
  exec chroot "$root" /bin/sh -c "$inside" "$folder" "$@"
fi
mount -o remount,ro,bind "$root"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
exec chroot "$root" setpriv --reuid="$user" --regid="$user" --init-groups --bounding-set=-all --inh-caps=-all \\
  --no-new-privs /bin/sh -c "$inside" "$folder" "$@"`

interface Stage {
  root: string
  env: Record<string, string>
  folder: string
  user: string
  health: string[]
  command: string[]
}

const cannot = () =>
  [
    [process.platform === 'linux', 'Linux'],
    [process.getuid?.() === 0, 'root'],
    [existsSync('/usr/bin/mmdebstrap'), "Debian's package mmdebstrap"],
  ].flatMap(([has, name]) => (has ? [] : [name]))

/** `work`: an empty folder. */
export async function build_by_steps(work: string): Promise<Image> {
  const lacks = cannot()
  if (lacks.length > 0)
    throw new Error(
      `Nothing here can make the image. It takes Docker or Podman (apt-get install podman runc mmdebstrap). ` +
        `To run its steps one by one, this machine lacks: ${lacks.join(', ')}.`,
    )
  const steps = read_dockerfile(await readFile(join(ROOT, 'Dockerfile'), 'utf8'))
  const base = base_of(steps)
  const { mounts } = await npm_settings(work)
  const stages = new Map<string, Stage>([[base, await base_stage(base, join(work, 'base'), mounts)]])
  const lines = mounts.map((mount) => mount.join(' ')).join('\n')
  let stage: Stage | undefined
  for (const step of steps) {
    if (step.word === 'FROM') {
      const name = step.name ?? `stage${stages.size}`
      stage = await stage_on(stages.get(step.base)!, join(work, `stage_${name}`))
      stages.set(name, stage)
    } else await take(step, stage!, stages, lines)
  }
  return image_of(stage!)
}

async function base_stage(base: string, root: string, mounts: readonly (readonly string[])[]): Promise<Stage> {
  await make_base(base, root)
  for (const [from, to] of mounts) {
    if ((await stat(from!)).isDirectory()) await mkdir(join(root, to!))
    else await writeFile(join(root, to!), '')
  }
  for (const file of ['resolv.conf', 'hosts']) await copyFile(`/etc/${file}`, join(root, 'etc', file)).catch(() => {})
  return { root, env: {}, folder: '/', user: 'root', health: [], command: [] }
}

async function stage_on(base: Stage, root: string): Promise<Stage> {
  await run('cp', ['--archive', '--reflink=auto', base.root, root])
  return { ...base, root, env: { ...base.env } }
}

async function take(
  step: Exclude<Step, { word: 'FROM' }>,
  stage: Stage,
  stages: ReadonlyMap<string, Stage>,
  mounts: string,
) {
  if (step.word === 'COPY') await copy(step, stage, stages)
  else if (step.word === 'ENV') Object.assign(stage.env, step.values)
  else if (step.word === 'HEALTHCHECK') stage.health = step.command
  else if (step.word === 'CMD') stage.command = step.command
  else if (step.word === 'USER') stage.user = step.text
  else if (step.word === 'WORKDIR') {
    stage.folder = step.text
    await mkdir(join(stage.root, step.text), { recursive: true })
  } else if (step.word === 'RUN') {
    if (stage.user !== 'root') throw new Error(`The Dockerfile runs a step as ${stage.user}, which is not built here.`)
    const values = ['/bin/sh', '-c', ENTER, 'sh', stage.root, stage.folder, '', mounts, '/bin/sh', '-c', step.text]
    await run_child('unshare', [...NAMESPACES, ...values], { PATH, HOME: '/root', ...stage.env })
  }
}

async function copy({ from, sources, to }: Copy, { root, folder }: Stage, stages: ReadonlyMap<string, Stage>) {
  const target = join(root, resolve(folder, to))
  if (from) {
    await mkdir(target, { recursive: true })
    for (const source of sources) await run('cp', ['--archive', `${join(stages.get(from)!.root, source)}/.`, target])
    return
  }
  const context = await build_context()
  for (const name of sources[0] === '.' ? context : sources) {
    // The builder copies what a folder holds, and not the folder. Only the whole context is copied here.
    if (sources[0] !== '.' && !(await stat(join(ROOT, name))).isFile()) throw new Error(`${name} is not a file`)
    if (!context.includes(name)) throw new Error(`.dockerignore keeps ${name} from the builder`)
    await mkdir(dirname(join(target, name)), { recursive: true })
    await cp(join(ROOT, name), join(target, name), { recursive: true, filter: (file) => !file.endsWith('.test.ts') })
  }
}

function image_of({ root, env, folder, user, health, command }: Stage): Image {
  const args = (words: readonly string[]) =>
    [...NAMESPACES, '/bin/sh', '-c', ENTER, 'sh', root, folder, user, '', ...words] as const
  const settings = (more = {}) => ({ PATH, HOME: `/home/${user}`, ...env, ...more })
  return {
    how: `its steps one by one, on Debian packages and Node ${process.version}`,
    health,
    run: (words, more) => run_child('unshare', args(words), settings(more)),
    start(more) {
      const child = start_child('unshare', args(command), settings(more))
      return {
        says: child.says,
        run: (words) => run_child('unshare', args(words), settings(more)),
        async stop() {
          await signal_inside(child.process.pid!, 'SIGTERM')
          const late = setTimeout(() => signal_inside(child.process.pid!, 'SIGKILL'), GRACE_SECONDS * 1000)
          return child.ended.finally(() => clearTimeout(late))
        },
      }
    },
    // The roots are in the folder of the caller.
    remove: async () => {},
  }
}

/** To the process inside: the death of `unshare` would not end it, because a change of user ends that tie. */
async function signal_inside(pid: number, signal: NodeJS.Signals) {
  const inside = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
  for (const child of inside.trim().split(' ')) process.kill(Number(child), signal)
}
