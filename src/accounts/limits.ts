// What a request to the accounts tries, and how often it may: passwords, codes, and emails to a person.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { ATTEMPTS_MAX, type Attempt, admit, DEVICE_COOKIE, device_of, WINDOW_MINUTES } from '#accounts/attempts.ts'
import { cookie_of, signed_cookie } from '#accounts/cookie.ts'
import { email_of_token, type Parts, session_cookie } from '#accounts/devices.ts'
import type { Endpoint } from '#accounts/paths.ts'
import { cookie_prefix } from '#accounts/settings.ts'
import type { AccountsDatabase } from '#db/accounts.ts'
import { Refusal } from '#engine/outcomes.ts'

/** A code of an app is valid in its own half minute, the one before and the one after. */
const CODE_VALID_S = 90

interface AttemptRequest {
  cookies: string
  body: Record<string, unknown>
}

/** The attempt that a request is. Undefined: it tries nothing. */
export async function attempt_of(
  parts: Parts,
  tries: Endpoint['tries'],
  { cookies, body }: AttemptRequest,
): Promise<Attempt | undefined> {
  const email = await email_of(parts, tries, { cookies, body })
  if (email === undefined || tries === undefined) return undefined
  const device = device_of(parts.secrets, email, cookie_of(cookies, DEVICE_COOKIE))
  return { what: tries === 'own password' ? 'password' : tries, email, device }
}

async function email_of(
  parts: Parts,
  tries: Endpoint['tries'],
  { cookies, body }: AttemptRequest,
): Promise<string | undefined> {
  if (tries === 'password' || tries === 'email') return typeof body.email === 'string' ? body.email : undefined
  if (tries === 'code') return (await email_of_session(parts, cookies)) ?? (await email_of_second_step(parts, cookies))
  const has_password = typeof (body.password ?? body.currentPassword) === 'string'
  return tries && has_password ? email_of_session(parts, cookies) : undefined
}

async function email_of_session({ db, secrets, base_url }: Parts, cookies: string): Promise<string | undefined> {
  const token = signed_cookie(cookies, session_cookie(base_url), secrets)
  if (token === undefined) return undefined
  return email_of_token(db, token)
}

/** Of a person whose password was right, and whose code is missing. */
async function email_of_second_step({ db, secrets, base_url }: Parts, cookies: string): Promise<string | undefined> {
  const step = signed_cookie(cookies, `${cookie_prefix(base_url)}.two_factor`, secrets)
  if (step === undefined) return undefined
  const { rows } = await sql<{ email: string }>`
    select u.email from auth.verifications v join auth.users u on u.id::text = v.value where v.identifier = ${step}`.execute(
    db,
  )
  return rows[0]?.email
}

/** Counts the attempt. Refuses one too many, and says the first time that further ones are refused. */
export async function check_attempt(
  db: AccountsDatabase,
  attempt: Attempt,
  on_block: () => Promise<void>,
): Promise<void> {
  const admission = await admit(db, attempt)
  if (admission.allowed) return
  const { wait_s, failures } = admission
  if (failures === ATTEMPTS_MAX && attempt.what !== 'email') await on_block()
  throw new Refusal('rate_limited', `Too many attempts for this account. Try again in ${wait_s} s.`, wait_s)
}

export const BLOCKED = {
  message: 'sign_in_blocked',
  values: { attempts: String(ATTEMPTS_MAX), minutes: String(WINDOW_MINUTES) },
} as const

/** Runs the check of a code of an app, which works once. A code that was not accepted can be sent again. */
export async function once(
  db: AccountsDatabase,
  given: { email: string; code: string },
  check: () => Promise<Response>,
): Promise<Response> {
  const response = await used_once(db, given, async () => {
    const checked = await check()
    return { is_accepted: checked.ok, checked }
  })
  return response?.checked ?? Response.json({ code: 'INVALID_CODE', message: 'Invalid code' }, { status: 401 })
}

/**
 * Runs the check of a code, and remembers the code when it was accepted: who saw it typed has no use of it. RFC 6238, section 5.2.
 * Undefined: the code was used before, or is being checked.
 */
export async function used_once<Checked extends { is_accepted: boolean }>(
  db: AccountsDatabase,
  { email, code }: { email: string; code: string },
  check: () => Promise<Checked>,
): Promise<Checked | undefined> {
  const identifier = `code ${hash('sha256', `${email} ${code.trim()}`, 'hex')}`
  const id = uuid_of(identifier)
  const { rows } = await sql`
    insert into auth.verifications as v (id, identifier, value, expires_at)
    values (${id}, ${identifier}, '', now() + make_interval(secs => ${CODE_VALID_S}))
    on conflict (id) do update set expires_at = excluded.expires_at where v.expires_at < now() returning 1`.execute(db)
  if (rows.length === 0) return undefined
  let was_accepted = false
  try {
    const checked = await check()
    was_accepted = checked.is_accepted
    return checked
  } finally {
    if (!was_accepted) await sql`delete from auth.verifications where id = ${id}`.execute(db)
  }
}

/** The same text has the same id, so that the primary key holds back a second one. */
const uuid_of = (text: string): string =>
  hash('sha256', text, 'hex')
    .slice(0, 32)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
