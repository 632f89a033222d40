// Records refused access: wrong keys, organizations of others, runs of others. The first attempt of a kind in an hour is recorded
// immediately. Further ones are counted, and one record at the end of the hour holds their number, so that a flood cannot fill a chain.
import { randomUUIDv7 } from 'node:crypto'
import type { RefusedKey } from '#engine/access/credentials.ts'
import { type CallRecord, INSTALLATION, input_hash } from '#engine/audit/chain.ts'
import type { Recorder } from '#engine/audit/recorder.ts'
import type { Clock } from '#lib/clock.ts'
import { HOUR_MS } from '#lib/durations.ts'

/** Kinds of attempts with one tool that a chain names in an hour. Further ones are counted together. */
export const KINDS_MAX = 100
const OTHERS = 'others'

/** What is known of a refused request. */
export interface RefusedRequest {
  request_id?: string
  caller_request_id?: string
  transport?: string
}

/** Tools' names in records of attempts to act on another organization. */
export const UNKNOWN_RUN = 'unknown_run'
export const REFUSED_ACCESS: readonly string[] = ['other_organization', UNKNOWN_RUN]

interface Acting {
  actor: string
  org_id: string
}

export interface WantedOrg {
  /** Undefined: the caller named no id. */
  org_id: string | undefined
  exists: boolean
}

type Attempt = Pick<CallRecord, 'org_id' | 'actor' | 'tool' | 'outcome' | 'caller_org_id' | 'wanted_org_id'>

interface Counted extends Attempt {
  further: number
  last: RefusedRequest
}

export class RefusedAccess {
  readonly #recorder: Pick<Recorder, 'add'>
  readonly #clock: Pick<Clock, 'now'>
  /** By chain and tool, then by kind. So wrong keys do not use up what a chain names of other attempts. */
  #hour = new Map<string, Map<string, Counted>>()
  #timer: NodeJS.Timeout | undefined

  constructor(recorder: Pick<Recorder, 'add'>, clock: Pick<Clock, 'now'>) {
    this.#recorder = recorder
    this.#clock = clock
  }

  /** A key that was not accepted. It belongs to the chain of its owner, or to the installation when no key has the prefix. */
  key({ prefix, owner, is_key }: RefusedKey, request: RefusedRequest): void {
    // With a wrong secret, the key was not the one that called.
    const actor = is_key ? owner!.actor : `prefix:${prefix}`
    this.#note({ org_id: owner?.org_id ?? INSTALLATION, actor, tool: 'sign_in', outcome: 'unauthorized' }, request)
  }

  /** An organization that the caller may not act on. `exists`: its own chain records the attempt too. */
  organization(caller: Acting, { org_id, exists }: WantedOrg, request: RefusedRequest): void {
    const what = { tool: 'other_organization', outcome: 'denied_org' } as const
    this.#note_both(what, caller, { wanted: org_id, owner: exists ? org_id : undefined }, request)
  }

  /** A run that does not exist for the caller. `owner` is the organization that has it. */
  run(caller: Acting, owner: string | undefined, request: RefusedRequest): void {
    this.#note_both({ tool: UNKNOWN_RUN, outcome: 'not_found' }, caller, { wanted: owner, owner }, request)
  }

  /** Records the counted attempts. The next attempt of a kind is a first one again. */
  end_hour(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const ended = this.#hour
    this.#hour = new Map()
    for (const { further, last, ...attempt } of [...ended.values()].flatMap((kinds) => [...kinds.values()]))
      if (further > 0) this.#record(attempt, last, further)
  }

  /** In the chain of the caller, and in the chain of the organization that was wanted, each with a limit of its own. */
  #note_both(
    what: Pick<Attempt, 'tool' | 'outcome'>,
    { actor, org_id }: Acting,
    { wanted, owner }: { wanted: string | undefined; owner: string | undefined },
    request: RefusedRequest,
  ): void {
    this.#note({ ...what, actor, org_id, wanted_org_id: wanted }, request)
    if (owner) this.#note({ ...what, actor, org_id: owner, caller_org_id: org_id }, request)
  }

  #note(attempt: Attempt, { request_id, caller_request_id, transport }: RefusedRequest): void {
    const request = { request_id, caller_request_id, transport }
    this.#timer ??= setTimeout(() => this.end_hour(), HOUR_MS - (this.#clock.now().getTime() % HOUR_MS)).unref()
    const { org_id, tool, outcome } = attempt
    const chain = `${org_id} ${tool}`
    const kinds = this.#hour.get(chain) ?? new Map<string, Counted>()
    this.#hour.set(chain, kinds)
    const known = kinds.get(kind_of(attempt))
    const is_named = known !== undefined || kinds.size < KINDS_MAX
    const counted = is_named ? attempt : { org_id, tool, outcome, actor: OTHERS }
    const { further } = kinds.get(kind_of(counted)) ?? { further: is_named ? -1 : 0 }
    kinds.set(kind_of(counted), { ...counted, further: further + 1, last: request })
    if (is_named && !known) this.#record(attempt, request)
  }

  #record(attempt: Attempt, { request_id = randomUUIDv7(), ...request }: RefusedRequest, attempts?: number): void {
    this.#recorder.add({
      ...attempt,
      request_id,
      caller_request_id: request.caller_request_id,
      transport: request.transport ?? 'http',
      attempts,
      input_hash: input_hash(undefined),
      duration_ms: 0,
      called_at: this.#clock.now().toISOString(),
    })
  }
}

const kind_of = ({ actor, tool, wanted_org_id, caller_org_id }: Attempt): string =>
  JSON.stringify([tool, actor, wanted_org_id ?? caller_org_id])
