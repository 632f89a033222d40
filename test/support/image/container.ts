// Builds the image with a container builder and runs it as compose.yaml does. Where the builder reaches no registry, a base of Debian packages
// takes the place of the base image, and every step of the Dockerfile is still the builder's.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { make_base, npm_settings } from './base.ts'
import { run_child, start_child } from './children.ts'
import { base_of, read_dockerfile } from './dockerfile.ts'
import { GRACE_SECONDS, type Image } from './image.ts'

const ROOT = join(import.meta.dirname, '../../..')
const NAME = `tablero-test-${process.pid}`
const IMAGE = `localhost/${NAME}`
const BASE = `localhost/${NAME}-base`
const run = promisify(execFile)

export type Builder = 'docker' | 'podman'

const works = (program: string, ...args: string[]) =>
  run(program, args).then(
    ({ stderr }) => !/Cannot connect/.test(stderr),
    () => false,
  )

/** The first builder that works on this machine. */
export async function working_builder(): Promise<Builder | undefined> {
  for (const builder of ['docker', 'podman'] as const) if (await works(builder, 'info')) return builder
}

/** The limits of Tablero's services in compose.yaml, as options of a builder. */
export function confined(compose: string): string[] {
  const { 'x-tablero': service } = parse(compose, { merge: true })
  const { read_only, cap_drop, security_opt, tmpfs, mem_limit, pids_limit } = service
  return [
    `--read-only=${read_only}`,
    ...cap_drop.map((right: string) => `--cap-drop=${right}`),
    ...security_opt.map((option: string) => `--security-opt=${option}`),
    ...tmpfs.map((folder: string) => `--tmpfs=${folder}`),
    `--memory=${mem_limit}`,
    `--pids-limit=${pids_limit}`,
    // A builder's own limits can be higher than those that this machine lets it set.
    '--ulimit=nofile=4096:4096',
    '--ulimit=nproc=4096:4096',
  ]
}

/** A registry that refuses is a fault of the Dockerfile. One that nobody reaches is not. */
const NOT_REACHED = /no such host|connection refused|i\/o timeout|network is unreachable|TLS handshake timeout/i

/** Options of the build, and what stands for the base image. */
async function options_of(builder: Builder, work: string): Promise<{ how: string; options: string[] }> {
  const base = base_of(read_dockerfile(await readFile(join(ROOT, 'Dockerfile'), 'utf8')))
  const refused = await run(builder, ['pull', base]).then(
    () => undefined,
    ({ stderr }) => String(stderr),
  )
  if (refused === undefined) return { how: `${builder}, on ${base}`, options: ['--network=host'] }
  if (builder !== 'podman' || !NOT_REACHED.test(refused)) throw new Error(`${builder} cannot pull ${base}: ${refused}`)
  await make_base(base, join(work, 'base'))
  await run('tar', ['--create', '--file', join(work, 'base.tar'), '--directory', join(work, 'base'), '.'])
  await run(builder, ['import', '--quiet', join(work, 'base.tar'), BASE])
  const { mounts } = await npm_settings(work)
  const mounted = mounts.map(([from, to, mode]) => `--volume=${from}:${to}:${mode}`)
  return {
    how: `${builder}, on Debian packages and Node ${process.version}, because no registry was reached`,
    // Without cgroups of its own, which a step of a build does not need.
    options: ['--network=host', '--isolation=chroot', `--build-context=${base}=container-image://${BASE}`, ...mounted],
  }
}

/** `work`: an empty folder. */
export async function build_with(builder: Builder, work: string): Promise<Image> {
  const { how, options } = await options_of(builder, work)
  // Podman keeps HEALTHCHECK in Docker's format only.
  const format = builder === 'podman' ? ['--format=docker', '--layers=false'] : []
  await run_child(builder, ['build', ...format, ...options, '--tag', IMAGE, ROOT])
  const [{ Config, Healthcheck = Config.Healthcheck }] = JSON.parse(await run_child(builder, ['inspect', IMAGE]))
  const [kind, ...health] = Healthcheck.Test as string[]
  if (kind !== 'CMD') throw new Error(`HEALTHCHECK is ${kind}, not a command`)
  // runc also works where a machine has both kinds of cgroups.
  const runtime = builder === 'podman' && (await works('runc', '--version')) ? ['--runtime=runc'] : []
  const limits = confined(await readFile(join(ROOT, 'compose.yaml'), 'utf8'))
  const run_args = (env: Record<string, string>, more: string[], command: readonly string[]) => {
    const settings = Object.entries(env).map(([name, value]) => `--env=${name}=${value}`)
    return [...runtime, 'run', '--rm', '--network=host', ...limits, ...settings, ...more, IMAGE, ...command]
  }
  return {
    how,
    health,
    run: (command, env = {}) => run_child(builder, run_args(env, [], command)),
    start(env) {
      const child = start_child(builder, run_args(env, ['--name', NAME], []))
      return {
        says: child.says,
        run: (command) => run_child(builder, [...runtime, 'exec', NAME, ...command]),
        async stop() {
          await run_child(builder, [...runtime, 'stop', '--time', String(GRACE_SECONDS), NAME])
          return child.ended
        },
      }
    },
    async remove() {
      for (const args of [
        ['rm', '--force', NAME],
        ['rmi', '--force', IMAGE, BASE],
      ])
        await run(builder, args).catch(() => undefined)
    },
  }
}
