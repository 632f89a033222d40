// Sends the requests of connectors to their vendor: signs requests, renews tokens, keeps the rate limit, retries, and reads page by
// page. It reports a refusal as one sentence without secrets.
import type { WriteRequest } from '#engine/action.ts'
import type { Api, Connector, Pace, Settings, VendorAnswer, VendorRequest } from '#engine/connector.ts'
import {
  address_of,
  check_host,
  classify,
  is_late,
  not_found,
  not_yet,
  parse,
  parse_behind_warnings,
  read_answer,
  with_error,
  without_content,
} from '#engine/vendors/answers.ts'
import { Credential, type SecretStore } from '#engine/vendors/credential.ts'
import { with_query } from '#engine/vendors/forms.ts'
import { throttled, WAIT_MAX_S, wait_or_give_up } from '#engine/vendors/giving_up.ts'
import type { Asker, Governor } from '#engine/vendors/governor.ts'
import { counted_as, type Holder, held_limits } from '#engine/vendors/held_limits.ts'
import { AddressRefused, type Outbound } from '#engine/vendors/outbound.ts'
import { all_pages, type Read } from '#engine/vendors/paging.ts'
import { not_answered, VendorRefusal } from '#engine/vendors/refusal.ts'
import { built_reports, type Reports } from '#engine/vendors/reports.ts'
import { type Attempt, type Write, write_once } from '#engine/vendors/write.ts'
import { backoff_ms } from '#lib/backoff.ts'
import type { Clock } from '#lib/clock.ts'
import { storable_text } from '#lib/text.ts'

/** Fewer for a request that takes the platform too long, because the same one takes as long again. */
const SLOW_TRIES_MAX = 2
/** A hint waits no longer than this. What it names is read by a later attempt, or by the next sync. */
const HINT_WAIT_MAX_S = 5
/** Most token renewals for one request. A token from another process may have expired too, and some vendors accept a new one late. */
const RENEWALS_MAX = 2

export interface VendorApiParts extends Holder {
  connector: Connector
  settings: Settings
  secrets: SecretStore
  outbound: Outbound
  governor: Pick<Governor, 'throttle' | 'wait' | 'pause'>
  reports: Reports
  clock: Clock
  signal: AbortSignal
  random?: () => number
}

export type Asking = Pick<Asker, 'account_id' | 'priority'>

/** The API of a connection. `asking`: the same for an account, or for work of another urgency. */
export interface VendorApi extends Api {
  asking(by: Asking): Api
  /** Sends requests that change something. None is repeated after the vendor could have received it. */
  writing(by: Asking): Write
  /** Words of the vendor without the secrets of the connection, and short enough for an error. */
  clean(words: string): string
}

export function create_vendor_api(parts: VendorApiParts): VendorApi {
  const { connector, clock, signal, reports } = parts
  const requests = new Requests(parts)
  const { clean, hidden } = requests.credential
  const api_for = (asking: Asking): Api => {
    const read = <Body>(request: VendorRequest<Body>) => requests.exchange(request, asking)
    const call = async <Body>(request: VendorRequest<Body>): Promise<Body> => (await read(request)).body
    const reading = { call, reports, clock, signal, title: connector.title, clean }
    return {
      call,
      now: () => clock.now(),
      built: (ordered) => built_reports(ordered, reading),
      pages: (request) => all_pages(request, read, connector.title),
    }
  }
  const writing =
    (asking: Asking): Write =>
    (request, before_sending) =>
      write_once(() => requests.attempt_of(request, asking), { before_sending, hidden })
  return { ...api_for({ priority: 'today' }), asking: api_for, writing, clean }
}

/** A request as it is sent. */
interface Sent {
  url: string
  method: string
  headers?: Record<string, string>
  body?: string
  signal?: AbortSignal
  timeout_ms?: number
  attempt: number
  is_file?: VendorRequest<unknown>['is_file']
}

/** Whether only one account waits. A vendor that names no limit can mean any of those that hold. */
const is_of_account = (paces: readonly Pace[], { account_id }: Asker) =>
  account_id !== undefined && paces.every(({ of }) => of === 'account')

/** The requests of one connection. */
class Requests {
  readonly #parts: VendorApiParts
  readonly credential: Credential

  constructor(parts: VendorApiParts) {
    this.#parts = parts
    this.credential = new Credential(parts, (request) => this.#send(request))
  }

  async exchange<Body>(request: VendorRequest<Body>, asking: Asking): Promise<Read<Body>> {
    const { connector, clock, signal, random } = this.#parts
    const { credential } = this
    let renewals = 0
    for (let attempt = 1; ; attempt++) {
      const { secrets, sent, ...by } = await this.#prepared(request, asking)
      const answer = await this.#send({ ...sent, signal, attempt })
      const absent = not_found(request, answer)
      if (absent !== undefined) return { body: absent, headers: (answer as VendorAnswer).headers }
      const { is_of_one, ...classified } = await this.#classified(request, by, answer)
      const own = not_yet(request, answer) ?? classified.verdict
      const good = answer as VendorAnswer
      const verdict = own ?? without_content(request, good) ?? with_error(connector, good)
      if (verdict === undefined) return read_answer(connector, request, good, credential.hidden)
      if (verdict.kind === 'expired' && renewals < RENEWALS_MAX) {
        if (renewals > 0) await clock.sleep(backoff_ms(renewals, { random }), signal)
        renewals += 1
        await credential.renew(secrets)
        continue
      }
      const is_slow = is_late(answer)
      if (is_slow && attempt >= SLOW_TRIES_MAX)
        throw not_answered(`${connector.title} does not answer properly: it takes too long.`, is_slow)
      const { title } = connector
      const { clean } = credential
      const attempted = { title, attempt, is_of_one, now: clock.now(), clean, random }
      await clock.sleep(wait_or_give_up(verdict, attempted), signal)
    }
  }

  /** One attempt of a write. A stopping process does not interrupt it, because its answer says what happened. */
  async attempt_of(request: WriteRequest, asking: Asking): Promise<Attempt> {
    const { secrets, sent, ...by } = await this.#prepared(request, asking)
    return {
      send: async (timeout_ms) => {
        const answer = await this.#send({ ...sent, attempt: 1, timeout_ms })
        return { answer, verdict: (await this.#classified(request, by, answer)).verdict }
      },
      renew: async () => {
        await this.credential.renew(secrets)
      },
    }
  }

  /** Waits until the limits allow the request, and signs it. */
  async #prepared(request: Omit<VendorRequest<unknown>, 'schema'>, asking: Asking) {
    const { connector, settings, clock, signal, connection_id } = this.#parts
    const { api, auth } = connector
    signal.throwIfAborted()
    const secrets = await this.credential.current()
    const url = address_of(connector, settings, secrets, request.path)
    check_host(connector, settings, url)
    const held = held_limits(connector, counted_as(connector, secrets, connection_id), this.#parts)
    const asker = { ...held.by, ...asking }
    const paces = request.pace ? [...held.paces, request.pace] : held.paces
    await this.#keep_pace(paces, asker)
    const signed = {
      url: with_query(url, { ...request.query, ...request.query_of_secrets?.(secrets) }),
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      at: clock.now(),
    }
    const own = request.is_file ? {} : { ...auth.headers(secrets, signed), ...api.headers?.(secrets, settings) }
    const headers = {
      accept: 'application/json',
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      ...own,
      ...request.headers,
    }
    const { url: address, method } = signed
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    return { asker, paces, secrets, sent: { url: address, method, headers, body, is_file: request.is_file } }
  }

  async #send(request: Sent): Promise<VendorAnswer | Error> {
    const { connector, outbound } = this.#parts
    const { is_file, method } = request
    const is_packed = is_file === true || is_file === 'packed_text'
    try {
      const sent = { ...request, method: method as 'GET', is_file: is_packed }
      const { status, headers, text } = await outbound.fetch(sent)
      const json = connector.api.warns_before_json ? parse_behind_warnings : parse
      return { status, headers, body: typeof is_file === 'string' ? storable_text(text) : json(text) }
    } catch (error) {
      request.signal?.throwIfAborted()
      if (error instanceof AddressRefused) throw new VendorRefusal('refused', `${connector.title}: ${error.message}.`)
      return error as Error
    }
  }

  /**
   * Classifies an answer. All who share the limits wait when the vendor asks for it. An endpoint with a limit of its own waits alone, unless
   * the answer names whose limit it is.
   */
  async #classified(
    { pace }: Pick<VendorRequest<unknown>, 'pace'>,
    { asker, paces }: { asker: Asker; paces: readonly Pace[] },
    answer: VendorAnswer | Error,
  ) {
    const { connector, governor } = this.#parts
    const verdict = classify(connector, answer)
    const throttled = verdict?.kind === 'throttled' ? verdict : undefined
    const rest_s = throttled ? throttled.wait_s : verdict ? undefined : connector.api.rest_s?.(answer as VendorAnswer)
    const named = throttled?.of ? paces.filter(({ of = 'user' }) => of === throttled.of) : []
    const meant = named.length > 0 ? named : pace ? [pace] : paces
    if (rest_s) await governor.pause(meant, asker, rest_s)
    return { verdict, is_of_one: verdict !== undefined && is_of_account(meant, asker) }
  }

  /** A long wait for a limit ends the sync instead of blocking a worker. */
  async #keep_pace(paces: readonly Pace[], asker: Asker): Promise<void> {
    const { connector, governor, clock, signal } = this.#parts
    const most_ms = 1000 * (asker.priority === 'hint' ? HINT_WAIT_MAX_S : WAIT_MAX_S)
    const wait_ms = await governor.throttle(paces, asker, { signal, most_ms })
    if (wait_ms === undefined) return
    const others = paces.filter(({ of }) => of !== 'account')
    const is_of_one = asker.account_id !== undefined && (await governor.wait(others, asker)) <= most_ms
    throw throttled({ title: connector.title, now: clock.now(), is_of_one }, Math.ceil(wait_ms / 1000))
  }
}
