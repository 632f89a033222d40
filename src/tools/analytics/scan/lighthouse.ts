// A scan by Lighthouse in a local browser: one at a time, in a process with limits of time and memory, whose only way to the network is a
// proxy that checks every address.
import { type ChildProcess, fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { Refusal } from '#engine/outcomes.ts'
import type { Measuring } from '#engine/tool.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import { start_outbound_proxy } from '#engine/vendors/outbound_proxy.ts'
import { with_file_lock } from '#lib/file_lock.ts'
import type { Task } from './lighthouse_program.ts'
import { memory_of } from './memory.ts'
import { type Device, failed, lighthouse_report, type Measured, measured_by } from './report.ts'

export interface ScanLimits {
  /** Longest scan, from the start of the browser. */
  scan_ms: number
  /** Longest wait for the page to become quiet. */
  load_ms: number
  /** Memory of all processes of the scan. */
  memory_bytes: number
}
const LIMITS: ScanLimits = { scan_ms: 90_000, load_ms: 30_000, memory_bytes: 1.5 * 1024 ** 3 }

/** Scans of this process that wait for the one before. Further ones are refused. */
const WAITING_MAX = 4
const WAIT_MS = (WAITING_MAX + 1) * LIMITS.scan_ms
const RETRY_S = 60
const MEMORY_EVERY_MS = 500
/** Time of a program that has measured to end its browser. */
const END_MS = 4_000
/** Memory of the program beside the browser, in MB. */
const PROGRAM_MB_MAX = 768

interface LighthouseScan {
  url: string
  device: Device
  chromium: string
  outbound: Pick<Outbound, 'dial'>
  signal: AbortSignal
  limits?: Partial<ScanLimits>
}

/** True if the packages of the program are there. They are not installed with Tablero's own package. */
export function is_installed(): boolean {
  try {
    return ['lighthouse', 'puppeteer-core'].every((name) => import.meta.resolve(name) !== '')
  } catch {
    return false
  }
}

/** What an operator should know before a browser opens pages of others. Undefined: nothing. */
export function sandbox_warning(
  { pagespeed_key, chromium }: Measuring,
  is_root = getuid?.() === 0,
): string | undefined {
  if (!is_root || pagespeed_key || !chromium || !is_installed()) return undefined
  return 'Chromium measures pages without its own sandbox, because Tablero runs as root; run it as another user, or set CHROMIUM to none'
}

let waiting = 0

export async function scan_by_lighthouse(options: LighthouseScan): Promise<Measured> {
  if (waiting > WAITING_MAX) {
    const reason = `${WAITING_MAX} scans of pages already wait for the browser. Call again in ${RETRY_S} s.`
    throw new Refusal('overloaded', reason, RETRY_S)
  }
  waiting += 1
  try {
    // One browser on a machine, because two scans at the same time would measure each other.
    const lock = join(tmpdir(), `tablero-lighthouse-${getuid?.() ?? 0}.lock`)
    return await with_file_lock(lock, WAIT_MS, () => scan(options))
  } finally {
    waiting -= 1
  }
}

async function scan({ url, device, chromium, outbound, signal, limits }: LighthouseScan): Promise<Measured> {
  signal.throwIfAborted()
  const { scan_ms, load_ms, memory_bytes } = { ...LIMITS, ...limits }
  const folder = await mkdtemp(join(tmpdir(), 'tablero-lighthouse-'))
  const proxy = await start_outbound_proxy(outbound)
  const task: Task = { url, device, chromium, folder, proxy_port: proxy.port, load_ms_max: load_ms }
  try {
    const measured = await run(task, { scan_ms, memory_bytes, signal })
    const { failure } = measured
    const is_of_document = failure === 'not_loaded' || failure === 'http_error'
    const [host] = proxy.refused
    return is_of_document && host ? { ...failed('refused_address', host), version: measured.version } : measured
  } finally {
    await proxy.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

type Guard = Pick<ScanLimits, 'scan_ms' | 'memory_bytes'> & { signal: AbortSignal }

/** Starts the program, and kills it with its browser when it exceeds a limit or nobody waits any more. */
async function run(task: Task, { scan_ms, memory_bytes, signal }: Guard): Promise<Measured> {
  const program = fork(new URL('./lighthouse_program.ts', import.meta.url), [JSON.stringify(task)], {
    detached: true,
    env: { HOME: task.folder, TMPDIR: task.folder },
    execArgv: [`--max-old-space-size=${PROGRAM_MB_MAX}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const { promise, resolve, reject } = Promise.withResolvers<Measured>()
  let is_done = false
  program.once('message', (lhr) => {
    is_done = true
    resolve(measured_from(lhr))
  })
  program.once('error', reject)
  program.once('exit', () => resolve(failed('crashed')))
  const late = setTimeout(() => resolve(failed('timed_out')), scan_ms)
  const watch = setInterval(async () => {
    if ((await memory_of(program.pid!)) > memory_bytes) resolve(failed('too_large'))
  }, MEMORY_EVERY_MS)
  const on_abort = () => reject(signal.reason)
  signal.addEventListener('abort', on_abort, { once: true })
  try {
    return await promise
  } finally {
    clearTimeout(late)
    clearInterval(watch)
    signal.removeEventListener('abort', on_abort)
    await end(program, is_done ? END_MS : 0)
  }
}

function measured_from(lhr: unknown): Measured {
  const read = lighthouse_report.safeParse(lhr)
  return read.success ? measured_by(read.data) : failed('crashed', 'a report in another form')
}

/** Ends the program and everything that it started, after it had time to end by itself. */
async function end(program: ChildProcess, wait_ms: number): Promise<void> {
  const ended = new Promise((done) => program.once('exit', done))
  const has_ended = () => program.exitCode !== null || program.signalCode !== null
  if (wait_ms > 0 && !has_ended()) await Promise.race([ended, sleep(wait_ms, undefined, { ref: false })])
  try {
    process.kill(-program.pid!, 'SIGKILL')
  } catch {
    // It had ended.
  }
  if (!has_ended()) await ended
}
