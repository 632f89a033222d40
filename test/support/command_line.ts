// Runs commands of the operator's command line as real processes, or one after the other in a process that stays.
import assert from 'node:assert/strict'
import { type ChildProcess, execFile, fork } from 'node:child_process'
import { writeSync } from 'node:fs'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'

const ROOT = join(import.meta.dirname, '../..')
const BIN = join(ROOT, 'bin/tablero')
const MAIN = pathToFileURL(join(ROOT, 'src/cli/main.ts'))
/** What would keep a process of its own alive after the command. */
const KEEPS_ALIVE = /^(?:TCP|Process|Timeout|Immediate|Worker|FSReq)/
const ENDS_WITHIN_MS = 30_000
const BETWEEN_LOOKS_MS = 2

interface Run {
  code: number
  out: string
  err: string
}

interface Command {
  args: string[]
  env: NodeJS.ProcessEnv
}

/**
 * Where the commands work. It is a function, because a test makes its database later. `one_process`: most of a command's time is the
 * start of its process, which the commands then share. Other tests hold that processes of their own work.
 */
export function command_line(place: () => { url: string; folder: string }, { one_process = false } = {}) {
  const shared = one_process ? shared_process() : undefined

  function tablero(args: string[], { url = place().url, input = '', env = {} } = {}): Promise<Run> {
    const all = { ...process.env, DATABASE_URL: url, DATA_DIR: place().folder, LOG_LEVEL: '', ...env }
    if (shared && input === '') return shared({ args, env: all })
    return new Promise((done) => {
      const child = execFile(process.execPath, [BIN, ...args], { env: all }, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      )
      child.stdin!.end(input)
    })
  }

  /** Standard output of a command that must succeed, parsed as JSON. */
  async function answer(...args: string[]) {
    const { code, out, err } = await tablero(['--json', ...args])
    assert.equal(code, 0, err)
    return JSON.parse(out)
  }

  return { tablero, answer }
}

/** A command that ends its process ends the shared one too, and the next command starts another. */
function shared_process(): (command: Command) => Promise<Run> {
  let child: ChildProcess | undefined
  let last: Promise<unknown> = Promise.resolve()
  after(() => child?.disconnect())

  async function run(command: Command): Promise<Run> {
    child ??= fork(import.meta.filename, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
    const used = child
    const written = { out: '', err: '' }
    const onto = (name: 'out' | 'err') => (chunk: Buffer) => (written[name] += chunk)
    const [on_out, on_err] = [onto('out'), onto('err')]
    used.stdout!.on('data', on_out)
    used.stderr!.on('data', on_err)
    used.send(command)
    const run = await new Promise<Run>((done) => {
      const on_end = (code: number | null) => {
        child = undefined
        done({ code: code ?? 1, ...written })
      }
      used.once('close', on_end)
      used.once('message', (run: Run) => {
        used.off('close', on_end)
        done(run)
      })
    })
    used.stdout!.off('data', on_out)
    used.stderr!.off('data', on_err)
    return run
  }

  return (command) => {
    const next = last.then(() => run(command))
    last = next.catch(() => undefined)
    return next
  }
}

/** Evaluates the program of the command line again for each command. Its other modules are read once. */
async function serve() {
  const written = { out: '', err: '' }
  const onto = (name: 'out' | 'err') => (text: string | Uint8Array, encoding?: unknown, done?: () => void) => {
    written[name] += typeof text === 'string' ? text : Buffer.from(text).toString()
    const written_to = typeof encoding === 'function' ? encoding : done
    written_to?.()
    return true
  }
  process.stdout.write = onto('out')
  process.stderr.write = onto('err')
  process.on('exit', () => {
    writeSync(1, written.out)
    writeSync(2, written.err)
  })
  let count = 0
  process.on('message', async ({ args, env }: Command) => {
    process.env = env
    process.argv = [process.execPath, BIN, ...args]
    await import(`${MAIN.href}?${count++}`)
    await nothing_is_open()
    const code = Number(process.exitCode ?? 0)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
    process.exitCode = undefined
    process.send!({ code, ...written })
    Object.assign(written, { out: '', err: '' })
  })
}

/** A command that leaves a connection or a timer open would never end in a process of its own. */
async function nothing_is_open() {
  const deadline = performance.now() + ENDS_WITHIN_MS
  for (;;) {
    const open = process.getActiveResourcesInfo().filter((name) => KEEPS_ALIVE.test(name))
    if (open.length === 0) return
    assert.ok(performance.now() < deadline, `the command does not end: ${open.join(', ')}`)
    await sleep(BETWEEN_LOOKS_MS, undefined, { ref: false })
  }
}

// Tests require modules that import this one, so nothing is awaited here.
if (import.meta.main) void serve()
