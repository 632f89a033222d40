// Processes of one Tablero that are killed, or stopped and woken, each at the moment of its plan. Another one takes the place of each.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Caller } from '#engine/access/caller.ts'
import type { Answer } from '#engine/calls/call.ts'
import type { Plan, SentCall } from './deciding_process.ts'
import type { SharedClock } from './shared_clock.ts'
import { shuffled } from './unsteady_wire.ts'

const PROCESSES = 4
/** A process that does not reach its moment is killed then. */
const LIFE_MS = 8_000
/** A woken process works for a while, then it is killed too. */
const WOKEN_LIFE_MIN_MS = 500
const WOKEN_LIFE_MS = 1_500
/** A sender that had no processor for 10 s does not send, and an answer is awaited for 30 s. A change may be checked for 180 s. */
const STOPPED_MIN_MS = 35_000
const STOPPED_MAX_MS = 250_000
/** A person asks again. */
const ANSWER_WITHIN_MS = 3_000

/** Every step of an action: proposed, approved, queued, sending, checking, ended. */
const MOMENTS = [
  ...['proposing, before the commit', 'proposing, the commit is on its way', 'proposing, after the commit'],
  ...['approving, before the commit', 'approving, the commit is on its way', 'approving, after the commit'],
  ...['a reading is on its way', 'the answer to a reading is on its way', 'checked'],
  ...['sending', 'a write is on its way', 'the answer to a write is on its way', 'sent', 'accepted', 'unanswered'],
  ...['carrying out, before the commit', 'carrying out, the commit is on its way', 'carrying out, after the commit'],
  ...['waits checking', 'continuing, before the commit', 'continuing, after the commit', 'done'],
  ...['ended executed', 'ended failed', 'at a random time'],
]
/** What happens at each moment. cut: stopped, and its locks are lost meanwhile, as when a network forgets a machine. */
const ENDS = ['kill', 'kill', 'stop', 'cut'] as const
interface Strike {
  moment: string
  end: (typeof ENDS)[number]
}
const STRIKES: Strike[] = MOMENTS.flatMap((moment) => ENDS.map((end) => ({ moment, end })))
/** Moments that come often, so that one of the first is not always the one. */
const OFTEN = /reading|continuing|carrying|waits/
const OFTEN_MAX = 6

const NONE = { moment: 'none', end: 'kill' } as const

interface Member {
  name: string
  plan: Plan
  end: Strike['end']
  child: ChildProcess
  is_ready: boolean
  is_struck: boolean
  waiting: Map<number, (answer: Answer | undefined) => void>
}

export interface FleetOptions {
  database_url: string
  sandbox_url: string
  clock_path: string
  clock: SharedClock
  strikes: number
  random: () => number
  /** Ends the sessions of a process that hold locks. */
  cut: (name: string) => Promise<unknown>
}

export class Fleet {
  readonly struck: Record<string, number> = {}
  readonly counts = { kills: 0, stops: 0, cut: 0 }
  readonly faults: string[] = []
  readonly #options: FleetOptions
  readonly #members = new Map<string, Member>()
  #started = 0
  #asked = 0
  #is_over = false
  #strikes: Strike[] = []

  constructor(options: FleetOptions) {
    this.#options = options
  }

  start(): void {
    for (let n = 0; n < PROCESSES; n++) this.#start()
  }

  get is_struck_enough(): boolean {
    return this.counts.kills + this.counts.stops >= this.#options.strikes
  }

  at_moment(process: string, moment: string): void {
    const member = this.#members.get(process)
    if (!member || member.plan.moment !== moment || member.is_struck) return
    member.plan.nth -= 1
    if (member.plan.nth === 0) this.#strike(member, moment, true)
  }

  /** Undefined: the process ended or did not answer. Another one may be asked. */
  async ask(caller: Caller, tool: string, input: object, key?: string): Promise<Answer | undefined> {
    const ready = [...this.#members.values()].filter(({ is_ready }) => is_ready)
    const member = ready[Math.floor(this.#options.random() * ready.length)]
    if (!member) {
      await sleep(50)
      return undefined
    }
    this.#asked += 1
    const id = this.#asked
    const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
    member.waiting.set(id, resolve)
    const asked: SentCall = { id, tool, input, key, caller: { ...caller, scopes: [...caller.scopes] } }
    member.child.stdin!.write(`${JSON.stringify(asked)}\n`)
    const timer = setTimeout(resolve, ANSWER_WITHIN_MS, undefined)
    return promise.finally(() => clearTimeout(timer))
  }

  async stop(): Promise<void> {
    this.#is_over = true
    for (const { child } of this.#members.values()) child.kill('SIGKILL')
    while (this.#members.size > 0) await sleep(10)
  }

  #start(): void {
    const { random, database_url, clock_path, sandbox_url } = this.#options
    this.#started += 1
    const name = `process${this.#started}`
    if (this.#strikes.length === 0) this.#strikes = shuffled(STRIKES, random)
    const { moment, end } = this.is_struck_enough ? NONE : this.#strikes.pop()!
    const plan: Plan = {
      ...{ name, database_url, moment, clock: clock_path, sandbox_url: `${sandbox_url}/${name}` },
      nth: OFTEN.test(moment) ? 1 + Math.floor(random() * OFTEN_MAX) : 1,
      signal: end === 'kill' ? 'SIGKILL' : 'SIGSTOP',
    }
    const args = [join(import.meta.dirname, 'deciding_process.ts'), JSON.stringify(plan)]
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] })
    const member: Member = {
      ...{ name, plan, end, child, waiting: new Map() },
      ...{ is_ready: false, is_struck: false },
    }
    this.#members.set(name, member)
    let errors = ''
    child.stderr!.on('data', (text) => (errors += text))
    child.stdin!.on('error', () => {})
    createInterface(child.stdout!).on('line', (line) => this.#hear(member, JSON.parse(line)))
    child.once('exit', (code) => {
      // A process without its sessions may end by itself, as its supervisor expects.
      if (code !== null && member.end !== 'cut') this.faults.push(`${name} ended with ${code}: ${errors}`)
      this.#members.delete(name)
      for (const answer of member.waiting.values()) answer(undefined)
      if (!this.#is_over) this.#start()
    })
  }

  #hear(member: Member, line: { id?: number; answer?: Answer; moment?: string; failed?: string }): void {
    if (line.id !== undefined) member.waiting.get(line.id)?.(line.answer)
    if (line.failed && member.end !== 'cut') this.faults.push(`${member.name} could not continue: ${line.failed}`)
    if (line.moment === 'ready') this.#begin(member)
    else if (line.moment) this.#strike(member, line.moment, false)
  }

  #begin(member: Member): void {
    const { random } = this.#options
    member.is_ready = true
    if (member.plan.moment === 'none') return
    const life_ms = member.plan.moment === 'at a random time' ? random() * WOKEN_LIFE_MS : LIFE_MS
    setTimeout(() => this.#strike(member, 'at a random time', true), life_ms).unref()
  }

  /** `by_signal`: the process has not sent the signal to itself. */
  #strike(member: Member, moment: string, by_signal: boolean): void {
    if (member.is_struck || !this.#members.has(member.name) || this.#is_over) return
    if (by_signal && this.is_struck_enough) return
    member.is_struck = true
    const { signal } = member.plan
    this.struck[moment] = (this.struck[moment] ?? 0) + 1
    this.counts[signal === 'SIGKILL' ? 'kills' : 'stops'] += 1
    if (by_signal) member.child.kill(signal)
    if (signal === 'SIGSTOP') void this.#wake(member)
  }

  async #wake(member: Member): Promise<void> {
    const { clock, random, cut } = this.#options
    const stopped_ms = STOPPED_MIN_MS + random() * (STOPPED_MAX_MS - STOPPED_MIN_MS)
    if (member.end === 'cut') {
      this.counts.cut += 1
      await cut(member.name)
    }
    await clock.sleep(stopped_ms)
    member.child.kill('SIGCONT')
    await sleep(WOKEN_LIFE_MIN_MS + random() * WOKEN_LIFE_MS)
    member.child.kill('SIGKILL')
  }
}
