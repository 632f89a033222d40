// A process in a group of its own, as the foreground group of a terminal, and what a terminal sends to it.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { node_environment } from './processes.ts'

const WAIT_MAX_MS = 180_000
const NPM_FORWARDS_MS = 20
const POLL_MS = 20

export interface Foreground {
  child: ChildProcess
  out(): string
  /** Both streams. */
  output(): string
  /** The status, or the name of the signal that ended the process. */
  ended: Promise<number | string | null>
}

export function start_in_foreground(args: string[], { cwd, env }: { cwd?: string; env: Record<string, string> }) {
  const child = spawn(process.execPath, args, {
    cwd,
    detached: true,
    env: { ...node_environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written = { out: '', all: '' }
  child.stdout.on('data', (chunk) => (written.out += chunk))
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (written.all += chunk))
  const ended = new Promise<number | string | null>((done) =>
    child.once('close', (code, signal) => done(code ?? signal)),
  )
  return { child, out: () => written.out, output: () => written.all, ended } satisfies Foreground
}

export async function until(holds: () => boolean | Promise<boolean>, { child, output }: Foreground): Promise<void> {
  const deadline = performance.now() + WAIT_MAX_MS
  while (!(await holds())) {
    assert.ok(child.exitCode === null && performance.now() < deadline, `it did not come so far: ${output()}`)
    await sleep(POLL_MS)
  }
}

/** The signal as it arrives in a process that npm runs: the terminal sends it to every process of the group, and npm forwards its own. */
export async function signal_twice({ child }: Foreground, signal: NodeJS.Signals, after_ms = NPM_FORWARDS_MS) {
  process.kill(-child.pid!, signal)
  await sleep(after_ms)
  child.kill(signal)
}
