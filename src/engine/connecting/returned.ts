// The platform has answered: the browser returns with a code, or a shop sends its keys. Each answer counts once.

import { setTimeout as sleep } from 'node:timers/promises'
import { with_choice_of } from '#engine/account_choice.ts'
import { exchange_token } from '#engine/connecting/oauth1.ts'
import { exchange_code } from '#engine/connecting/oauth2.ts'
import { type About, type ConnectingParts, callback_address, Stopped } from '#engine/connecting/parts.ts'
import {
  about_of,
  change_pending,
  is_own,
  load_pending,
  type Pending,
  read_reference,
  reference_of,
  values_of,
  within,
} from '#engine/connecting/pending.ts'
import { vendor_stopped } from '#engine/connecting/vendor_errors.ts'
import type { Granted } from '#engine/connector/sign_in.ts'
import { NotGranted } from '#engine/connector/sign_in_answers.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { message } from '#messages/message.ts'

/** A person who presses twice at the platform returns twice, and the first answer is exchanged meanwhile. */
const EXCHANGE_MS = 5_000
const LOOK_AGAIN_MS = 250

interface Return {
  platform: string
  parameters: URLSearchParams
  browser: string | undefined
}

/** The page that follows. A state that is forged, late, used before or of another browser connects nothing. */
export async function take_return(parts: ConnectingParts, { platform, parameters, browser }: Return): Promise<string> {
  const state = parameters.get('state') ?? ''
  const place = parameters.getAll('state').length === 1 ? read_reference(parts, 'state', state) : undefined
  if (!place) throw new Stopped(message('connecting.state_invalid'))
  const about = await about_of(parts, place.org_id, platform)
  // A posted key arrives beside the browser, so the browser's return takes nothing.
  const is_posted = about.sign_in.kind === 'posted_keys'
  const { pending, values } = await within(parts, place.org_id, async (db) => {
    const pending = await load_pending(db, parts, place.sign_in_id, { lock: true })
    about.returns = pending?.returns
    if (pending && pending.platform !== platform) throw new Stopped(message('connecting.state_invalid'), about)
    if (pending && !is_own(pending, browser)) throw new Stopped(message('connecting.other_browser'), about)
    if (!pending) throw new Stopped(message('connecting.state_spent'), about)
    const values = await values_of(db, parts, pending)
    // The state counts once, also when the exchange fails.
    if (pending.step === 'begun' && !is_posted)
      await change_pending(db, parts, pending, { step: 'returned', secrets: {} })
    return { pending, values }
  })
  const page = reference_of(parts, 'page', place)
  if (pending.step !== 'begun' && !is_posted) {
    if (await has_come(parts, place)) return page
    throw new Stopped(message('connecting.state_spent'), about)
  }
  if (is_posted) {
    if (parameters.get('success') === '0')
      throw new Stopped(message('connecting.denied', { vendor: about.connector.platform.vendor }), about)
    return page
  }
  const granted = await exchange(parts, about, { pending, values, parameters, state }).catch((error) => {
    throw vendor_stopped(error, about, values, { code: parameters.get('code') ?? undefined })
  })
  await store(parts, about, { pending, values }, granted)
  return page
}

/** Whether the first answer has brought what it should. Waits for the process that exchanges it. */
async function has_come(parts: ConnectingParts, { org_id, sign_in_id }: Place): Promise<boolean> {
  const waiting = AbortSignal.timeout(EXCHANGE_MS)
  for (;;) {
    const has = await within(parts, org_id, async (db) => {
      const pending = await load_pending(db, parts, sign_in_id)
      return pending?.step === 'done' || (pending && Object.keys(await values_of(db, parts, pending)).length > 0)
    })
    if (has || waiting.aborted) return has === true
    await sleep(LOOK_AGAIN_MS)
  }
}

type Place = Pick<Pending, 'org_id' | 'sign_in_id'>

interface Returned {
  pending: Pending
  values: Secrets
  parameters: URLSearchParams
  state: string
}

async function exchange(
  parts: ConnectingParts,
  { sign_in, platform }: About,
  { pending, values: app, parameters, state }: Returned,
): Promise<Granted> {
  const { outbound, clock } = parts
  const now = clock.now()
  if (sign_in.kind === 'oauth1') return exchange_token(sign_in, { outbound, app, now }, app, parameters)
  if (sign_in.kind !== 'oauth2') throw new NotGranted('invalid_response', 'this platform sends no code')
  const redirect_uri = callback_address(parts, platform)
  const { settings } = pending
  return exchange_code(sign_in, {
    app,
    settings,
    state,
    redirect_uri,
    verifier: app.verifier,
    outbound,
    now,
    parameters,
  })
}

/** Keeps what the platform gave, until the person has chosen the accounts. */
async function store(
  parts: ConnectingParts,
  about: About,
  { pending, values }: Pick<Returned, 'pending' | 'values'>,
  { secrets, settings, scopes, ends_at }: Granted,
): Promise<void> {
  const { connector, sign_in } = about
  const { kept_as = {} } = sign_in
  const kept = Object.fromEntries(Object.entries(values).map(([name, value]) => [kept_as[name] ?? name, value]))
  const all = { ...kept, ...secrets }
  const of = (shape: object, from: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(from).filter(([name, value]) => name in shape && value !== undefined))
  const known: Settings = of(connector.settings.shape, { ...pending.settings, ...values, ...settings })
  // Every connection can have a choice of accounts, also of a platform that declares no setting for it.
  const all_settings = with_choice_of(pending.settings, known)
  const own = of(connector.auth.secrets.shape, all) as Secrets
  check_secrets(about, own)
  await within(parts, pending.org_id, (db) =>
    change_pending(db, parts, pending, {
      step: 'returned',
      secrets: own,
      settings: all_settings,
      scopes: scopes ? [...scopes] : null,
      ends_at: ends_at ?? null,
    }),
  )
}

/** Some apps get no refresh token, for example. Then the connection would end with the first token. */
function check_secrets(about: About, secrets: Secrets): void {
  const read = about.connector.auth.secrets.safeParse(secrets)
  if (read.success) return
  const reason = `the answer has no ${read.error.issues[0]?.path.join('.')}.`
  throw new Stopped(message('connecting.refused', { vendor: about.connector.platform.vendor, reason }), about)
}

/** Keys that a shop sends to Tablero. The nonce names the sign-in, and counts once. False: the nonce does not count. */
export async function take_posted_keys(parts: ConnectingParts, platform: string, body: unknown): Promise<boolean> {
  const sign_in = parts.sign_ins[platform]
  const posted = sign_in?.kind === 'posted_keys' ? sign_in.read(body) : undefined
  const place = posted && read_reference(parts, 'state', posted.nonce)
  if (!place) return false
  return within(parts, place.org_id, async (db) => {
    const pending = await load_pending(db, parts, place.sign_in_id, { lock: true })
    if (pending?.platform !== platform || pending.step !== 'begun') return false
    await change_pending(db, parts, pending, {
      step: 'returned',
      secrets: posted.secrets,
      scopes: posted.scopes ?? null,
    })
    return true
  })
}
