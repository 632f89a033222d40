// One of the two programs in a comparison. The benchmark uses only interfaces that do not depend on source files: the start script
// and the command of package.json, the environment, HTTP, and the database.
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { free_port } from '#lib/port.ts'
import type { Tree } from './tree.ts'

const run = promisify(execFile)
const POLL_MS = 10
const READY_MS_MAX = 60_000
const STOP_MS_MAX = 20_000

type Environment = Record<string, string>

export interface Server {
  address: string
  /** Time from the start of the process to the first answer of /readyz that the process is ready. */
  started_ms: number
  pid: number
  /** Pauses the server, so that it takes no processor time from the other side. */
  pause(): void
  resume(): void
  stop(): Promise<void>
}

export class Side {
  readonly #root: string
  readonly #environment: Environment
  readonly #node: string
  readonly #start: string[]
  readonly #command: string

  private constructor(root: string, environment: Environment, program: { start: string[]; command: string }) {
    this.#root = root
    // Passes nothing else from the caller's environment, because a variable could affect only one side.
    const { PATH = '', HOME = '' } = process.env
    this.#environment = { PATH, HOME, LOG_LEVEL: 'warn', DRAIN_SECONDS: '0', ...environment }
    const own_node = join(root, 'node_modules/node/bin/node')
    this.#node = existsSync(own_node) ? own_node : process.execPath
    this.#start = program.start
    this.#command = program.command
  }

  static async of({ root }: Tree, environment: Environment): Promise<Side> {
    const { scripts, bin } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    const [node, ...start] = (scripts.start as string).split(' ')
    if (node !== 'node') throw new Error(`The start script of ${root} is not 'node …' but '${scripts.start}'.`)
    return new Side(root, environment, { start, command: bin.tablero })
  }

  /** Runs an operator's command and returns its JSON output. */
  async operate<Answer>(...args: string[]): Promise<Answer> {
    const { stdout } = await run(this.#node, [join(this.#root, this.#command), '--json', ...args], {
      cwd: this.#root,
      env: this.#environment,
    })
    return JSON.parse(stdout) as Answer
  }

  async serve(role: 'api' | 'all'): Promise<Server> {
    const port = await free_port()
    const started = performance.now()
    const child = spawn(this.#node, this.#start, {
      cwd: this.#root,
      env: { ...this.#environment, ROLE: role, PORT: String(port) },
      stdio: ['ignore', 2, 2], // standard output is for the comparison
    })
    const address = `http://127.0.0.1:${port}`
    const stop = () => end(child)
    try {
      await until_ready(child, address)
    } catch (error) {
      await stop()
      throw error
    }
    return {
      address,
      started_ms: performance.now() - started,
      pid: child.pid!,
      pause: () => void child.kill('SIGSTOP'),
      resume: () => void child.kill('SIGCONT'),
      stop,
    }
  }
}

const has_ended = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

async function until_ready(child: ChildProcess, address: string): Promise<void> {
  const deadline = performance.now() + READY_MS_MAX
  while (!has_ended(child) && performance.now() < deadline) {
    const is_ready = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false, // the server does not listen yet
    )
    if (is_ready) return
    await sleep(POLL_MS)
  }
  throw new Error('A side ended, or was not ready within a minute. The lines above are from its log.')
}

async function end(child: ChildProcess): Promise<void> {
  if (has_ended(child)) return
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  child.kill('SIGTERM')
  child.kill('SIGCONT')
  const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
  await ended
  clearTimeout(late)
}
