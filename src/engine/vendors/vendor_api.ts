// Sends the requests of connectors to their vendor: signs requests, renews tokens, keeps the rate limit, retries, and reads page by
// page. It reports a refusal as one sentence without secrets.
import type { WriteRequest } from '#engine/action.ts'
import type {
  Api,
  Connector,
  Pace,
  Secrets,
  Settings,
  VendorAnswer,
  VendorRequest,
  Verdict,
} from '#engine/connector.ts'
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
  without_content,
} from '#engine/vendors/answers.ts'
import { clean } from '#engine/vendors/clean.ts'
import { with_query } from '#engine/vendors/forms.ts'
import type { Asker, Governor } from '#engine/vendors/governor.ts'
import { counted_as, type Holder, held_limits } from '#engine/vendors/held_limits.ts'
import { AddressRefused, type Outbound } from '#engine/vendors/outbound.ts'
import { all_pages, type Read } from '#engine/vendors/paging.ts'
import { not_answered, VendorRefusal } from '#engine/vendors/refusal.ts'
import { renew } from '#engine/vendors/renewal.ts'
import { built_reports, type Reports } from '#engine/vendors/reports.ts'
import { limited } from '#engine/vendors/retry_after.ts'
import { type Attempt, type Write, write_once } from '#engine/vendors/write.ts'
import { backoff_ms } from '#lib/backoff.ts'
import type { Clock } from '#lib/clock.ts'
import { storable_text } from '#lib/text.ts'

const TRIES_MAX = 6
/** Fewer for a request that takes the platform too long, because the same one takes as long again. */
const SLOW_TRIES_MAX = 2
/** A longer wait ends the sync instead. The sync is retried at the time that the vendor named. */
export const WAIT_MAX_S = 120
/** A hint waits no longer than this. What it names is read by a later attempt, or by the next sync. */
const HINT_WAIT_MAX_S = 5
/** Shorter values are not secrets, and would also match inside of words. */
const SECRET_CHARS_MIN = 6
/** Most token renewals for one request. A token from another process may have expired too, and some vendors accept a new one late. */
const RENEWALS_MAX = 2

/** Storage of the connection's secrets. */
export interface SecretStore {
  load(): Promise<Secrets>
  /**
   * Renews under a lock that all processes share. `renew` gets the stored secrets, and its result is stored before any use. So a
   * refresh token for one use is never used twice and never lost.
   */
  renew(renew: (stored: Secrets) => Promise<Secrets>): Promise<Secrets>
}

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

/** Whether only one account waits. A vendor that names no limit can mean any of those that hold. */
const is_of_account = (paces: readonly Pace[], { account_id }: Asker) =>
  account_id !== undefined && paces.every(({ of }) => of === 'account')

export type Asking = Pick<Asker, 'account_id' | 'priority'>

/** The API of a connection. `asking`: the same for an account, or for work of another urgency. */
export interface VendorApi extends Api {
  asking(by: Asking): Api
  /** Sends requests that change something. None is repeated after the vendor could have received it. */
  writing(by: Asking): Write
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one connection's state, shared by the short functions inside
export function create_vendor_api(parts: VendorApiParts): VendorApi {
  const { connector, settings, outbound, governor, clock, signal } = parts
  const { api, auth } = connector
  let secrets: Secrets | undefined
  /** Every secret of this connection, old and new, because a vendor's error can repeat an old one. */
  const hidden = new Set<string>()
  const hide = (fresh: Secrets) => {
    for (const secret of Object.values(fresh)) if (secret && secret.length >= SECRET_CHARS_MIN) hidden.add(secret)
    return fresh
  }

  async function current_secrets(): Promise<Secrets> {
    secrets ??= hide(await parts.secrets.load())
    const ends = secrets.expires_at ? Date.parse(secrets.expires_at) : Number.POSITIVE_INFINITY
    const missing = auth.refresh !== undefined && !secrets.access_token
    if (missing || ends <= clock.now().getTime()) secrets = hide(await renewed(secrets))
    return secrets
  }

  /** Secrets that this process renewed, or that another process renewed during the wait for the lock. */
  async function renewed(old: Secrets): Promise<Secrets> {
    const { refresh } = auth
    if (!refresh?.request(old, settings))
      throw new VendorRefusal('revoked', `${connector.title} no longer accepts the credential. Connect it again.`)
    return parts.secrets.renew(async (stored) => {
      if (stored.access_token && stored.access_token !== old.access_token) return stored
      const request = refresh.request(stored, settings)!
      const clean_of = (reason: string) => clean(reason, hidden)
      return renew({ connector, stored, request, send, clean: clean_of, clock, signal, random: parts.random })
    })
  }

  async function send(request: {
    url: string
    method: string
    headers?: Record<string, string>
    body?: string
    signal?: AbortSignal
    timeout_ms?: number
    attempt: number
    is_file?: VendorRequest<unknown>['is_file']
  }): Promise<VendorAnswer | Error> {
    try {
      const { is_file, method } = request
      const is_packed = is_file === true || is_file === 'packed_text'
      const { status, headers, text } = await outbound.fetch({
        ...request,
        method: method as 'GET',
        is_file: is_packed,
      })
      const json = api.warns_before_json ? parse_behind_warnings : parse
      return { status, headers, body: typeof is_file === 'string' ? storable_text(text) : json(text) }
    } catch (error) {
      request.signal?.throwIfAborted()
      if (error instanceof AddressRefused) throw new VendorRefusal('refused', `${connector.title}: ${error.message}.`)
      return error as Error
    }
  }

  /** Waits until the limits allow the request, and signs it. */
  async function prepared(request: Omit<VendorRequest<unknown>, 'schema'>, asking: Asking) {
    signal.throwIfAborted()
    const now_secrets = await current_secrets()
    const url = address_of(connector, settings, now_secrets, request.path)
    check_host(connector, settings, url)
    const held = held_limits(connector, counted_as(connector, now_secrets, parts.connection_id), parts)
    const asker = { ...held.by, ...asking }
    const paces = request.pace ? [...held.paces, request.pace] : held.paces
    await keep_pace(paces, asker)
    const signed = {
      url: with_query(url, { ...request.query, ...request.query_of_secrets?.(now_secrets) }),
      method: request.method ?? (request.body === undefined ? 'GET' : 'POST'),
      at: clock.now(),
    }
    const own = request.is_file ? {} : { ...auth.headers(now_secrets, signed), ...api.headers?.(now_secrets, settings) }
    const headers = {
      accept: 'application/json',
      ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...own,
      ...request.headers,
    }
    const { url: address, method } = signed
    const body = request.body === undefined ? undefined : JSON.stringify(request.body)
    return { asker, paces, now_secrets, sent: { url: address, method, headers, body, is_file: request.is_file } }
  }

  /**
   * Classifies an answer. All who share the limits wait when the vendor asks for it. An endpoint with a limit of its own waits alone, unless
   * the answer names whose limit it is.
   */
  async function classify_answer(
    { pace }: Pick<VendorRequest<unknown>, 'pace'>,
    { asker, paces }: { asker: Asker; paces: readonly Pace[] },
    answer: VendorAnswer | Error,
  ) {
    const verdict = classify(connector, answer)
    const throttled = verdict?.kind === 'throttled' ? verdict : undefined
    const rest_s = throttled ? throttled.wait_s : verdict ? undefined : api.rest_s?.(answer as VendorAnswer)
    const named = throttled?.of ? paces.filter(({ of = 'user' }) => of === throttled.of) : []
    const meant = named.length > 0 ? named : pace ? [pace] : paces
    if (rest_s) await governor.pause(meant, asker, rest_s)
    return { verdict, is_of_one: verdict !== undefined && is_of_account(meant, asker) }
  }

  async function exchange<Body>(request: VendorRequest<Body>, asking: Asking): Promise<Read<Body>> {
    let renewals = 0
    for (let attempt = 1; ; attempt++) {
      const { now_secrets, sent, ...by } = await prepared(request, asking)
      const answer = await send({ ...sent, signal, attempt })
      const absent = not_found(request, answer)
      if (absent !== undefined) return { body: absent, headers: (answer as VendorAnswer).headers }
      const { is_of_one, ...classified } = await classify_answer(request, by, answer)
      const own = not_yet(request, answer) ?? classified.verdict
      const verdict = own ?? without_content(request, answer as VendorAnswer)
      if (verdict === undefined) return read_answer(connector, request, answer as VendorAnswer, hidden)
      if (verdict.kind === 'expired' && renewals < RENEWALS_MAX) {
        if (renewals > 0) await clock.sleep(backoff_ms(renewals, { random: parts.random }), signal)
        renewals += 1
        secrets = hide(await renewed(now_secrets))
        continue
      }
      const is_slow = is_late(answer)
      if (is_slow && attempt >= SLOW_TRIES_MAX)
        throw not_answered(`${connector.title} does not answer properly: it takes too long.`, is_slow)
      await wait_or_give_up(verdict, attempt, is_of_one)
    }
  }

  /** One attempt of a write. A stopping process does not interrupt it, because its answer says what happened. */
  async function attempt_of(request: WriteRequest, asking: Asking): Promise<Attempt> {
    const { now_secrets, sent, ...by } = await prepared(request, asking)
    return {
      async send(timeout_ms) {
        const answer = await send({ ...sent, attempt: 1, timeout_ms })
        return { answer, verdict: (await classify_answer(request, by, answer)).verdict }
      },
      async renew() {
        secrets = hide(await renewed(now_secrets))
      },
    }
  }

  /** A long wait for a limit ends the sync instead of blocking a worker. */
  async function keep_pace(paces: readonly Pace[], asker: Asker): Promise<void> {
    const most_s = asker.priority === 'hint' ? HINT_WAIT_MAX_S : WAIT_MAX_S
    const wait_ms = await governor.throttle(paces, asker, { signal, most_ms: most_s * 1000 })
    if (wait_ms !== undefined) {
      const others = paces.filter(({ of }) => of !== 'account')
      const is_of_one = asker.account_id !== undefined && (await governor.wait(others, asker)) <= most_s * 1000
      await wait_or_give_up({ kind: 'throttled', wait_s: Math.ceil(wait_ms / 1000) }, TRIES_MAX, is_of_one)
    }
  }

  async function wait_or_give_up(verdict: Verdict, attempt: number, is_of_one: boolean): Promise<void> {
    const title = connector.title
    if (verdict.kind === 'expired')
      throw new VendorRefusal('revoked', `${title} does not accept the credential. Connect it again.`)
    if (verdict.kind === 'revoked')
      throw new VendorRefusal('revoked', `${title}: ${clean(verdict.reason, hidden)} Connect it again.`)
    if (verdict.kind === 'denied')
      throw new VendorRefusal('denied', `${title} gives no access: ${clean(verdict.reason, hidden)}`)
    if (verdict.kind === 'refused' || verdict.kind === 'too_much')
      throw new VendorRefusal(verdict.kind, `${title} refused the request: ${clean(verdict.reason, hidden)}`)
    const asked_s = verdict.kind === 'throttled' ? verdict.wait_s : undefined
    if (attempt >= TRIES_MAX || (asked_s ?? 0) > WAIT_MAX_S) {
      if (verdict.kind === 'throttled')
        throw new VendorRefusal(
          'throttled',
          limited(title, clock.now(), asked_s),
          asked_s,
          is_of_one && asked_s !== undefined,
        )
      throw not_answered(`${title} does not answer properly: ${clean(verdict.reason, hidden)}`)
    }
    // A random extra wait: clocks differ, and waiting callers should not all retry at the same moment.
    const wait_ms =
      asked_s === undefined
        ? backoff_ms(attempt, { random: parts.random })
        : asked_s * 1000 + backoff_ms(1, { random: parts.random })
    await clock.sleep(wait_ms, signal)
  }

  const api_for = (asking: Asking): Api => {
    const read = <Body>(request: VendorRequest<Body>) => exchange(request, asking)
    const call = async <Body>(request: VendorRequest<Body>): Promise<Body> => (await read(request)).body
    return {
      call,
      now: () => clock.now(),
      built: (reports) =>
        built_reports(reports, {
          ...{ call, reports: parts.reports, clock, signal, title: connector.title },
          clean: (reason) => clean(reason, hidden),
        }),
      pages: (request) => all_pages(request, read, connector.title),
    }
  }
  const writing =
    (asking: Asking): Write =>
    (request, before_sending) =>
      write_once(() => attempt_of(request, asking), { before_sending, hidden })
  return { ...api_for({ priority: 'today' }), asking: api_for, writing }
}
