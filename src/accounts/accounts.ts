// The accounts of a process: what the endpoint for people needs. The library is loaded with the first request, because it takes long to load.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Attempt, begin_refusals, forget } from '#accounts/attempts.ts'
import type { Auth } from '#accounts/auth.ts'
import { checked_body } from '#accounts/bodies.ts'
import { set_cookie_of, signed_cookie } from '#accounts/cookie.ts'
import { confirmed, know_device, know_sign_up, type Parts, session_cookie, session_of_id } from '#accounts/devices.ts'
import { language_of } from '#accounts/language.ts'
import { attempt_of, BLOCKED, check_attempt, once } from '#accounts/limits.ts'
import { create_oauth, type OAuth } from '#accounts/oauth_endpoints.ts'
import { with_email } from '#accounts/outbox.ts'
import { endpoint_of, storable_query } from '#accounts/paths.ts'
import {
  type AccountSettings,
  ADDRESS_HEADER,
  AUTH_PATH,
  PASSWORD_MAX,
  PASSWORD_MIN,
  secrets_of,
} from '#accounts/settings.ts'
import { kysely_of_accounts } from '#db/accounts.ts'
import type { Email } from '#engine/mail.ts'
import { refuse } from '#engine/outcomes.ts'
import { normalized_email } from '#engine/people/email.ts'
import { load_once } from '#lib/load_once.ts'

export interface AccountRequest {
  method: string
  /** Below the path of accounts, with the query. */
  target: string
  headers: Record<string, string | undefined>
  body: Record<string, unknown> | undefined
  /** The client's address. */
  address: string
}

export interface Accounts {
  /** The token of a session, from the header with cookies. */
  session_token(cookies: string): string | undefined
  options(): { sign_up: string; providers: string[]; password_min: number; password_max: number }
  /** Undefined: there is no such endpoint. */
  answer(request: AccountRequest): Promise<Response | undefined>
  /** For apps that act for people. */
  oauth: OAuth
}

export function create_accounts(settings: AccountSettings): Accounts {
  const secrets = secrets_of(settings.ring)
  const db = kysely_of_accounts(settings.pool)
  const auth = load_once<Auth>(async () => {
    const made = (await import('#accounts/auth.ts')).create_auth(settings)
    await made.$context // asks the database. The library would repeat a failure of that as long as the process runs
    return made
  })
  const parts = (): Parts => ({ db, secrets, base_url: settings.base_url() })

  async function limited(request: AccountRequest, attempt: Attempt, pass: () => Promise<Response>) {
    await check_attempt(db, attempt, () => tell_of_block(request, attempt))
    if (attempt.what === 'email') {
      const answer = with_email(settings.mail, pass)
      await Promise.allSettled([answer, sleep(EMAIL_ANSWER_MS)])
      return answer
    }
    const response = await pass()
    if (!response.ok) return response
    await forget(db, attempt)
    // The right password of somebody with a second factor makes no session yet.
    if (set_cookie_of(response, session_cookie(settings.base_url()))) know_device(parts(), response, attempt.email)
    return response
  }

  /** The owner of an address. Undefined: it has no account. */
  async function to_owner(
    { headers }: AccountRequest,
    email: string,
    content: Pick<Email, 'message' | 'values'>,
    on = db,
  ): Promise<Email | undefined> {
    const { rows } = await sql<{ language: string | null }>`
      select language from auth.users where email = ${email}`.execute(on)
    return rows[0] && { to: email, language: language_of(rows[0].language, headers['accept-language']), ...content }
  }

  /** The refusals begin with their email, or not at all: a process can end at any moment. */
  async function tell_of_block(request: AccountRequest, attempt: Attempt) {
    await settings.mail?.post_with(async (on) =>
      (await begin_refusals(on, attempt)) ? to_owner(request, attempt.email, BLOCKED, on) : undefined,
    )
  }

  /** What follows an answer of the library. */
  async function followed(path: string, request: AccountRequest, response: Response, email: string | undefined) {
    if (path === VERIFY) return confirmed(parts(), request.headers.cookie ?? '', response)
    if (path === CHANGE_PASSWORD && response.ok && email !== undefined)
      await settings.mail?.post_with((on) => to_owner(request, email, PASSWORD_CHANGED, on))
    if (path !== SIGN_UP || !response.ok) return response
    // The same words for an address with an account and for a new one.
    const answer = Response.json({ status: true })
    know_sign_up(parts(), answer, email!)
    return answer
  }

  return {
    oauth: create_oauth(settings, auth),
    session_token: (cookies) => signed_cookie(cookies, session_cookie(settings.base_url()), secrets),
    options: () => ({
      sign_up: settings.mail ? settings.sign_up : 'closed',
      providers: Object.keys(settings.providers),
      password_min: PASSWORD_MIN,
      password_max: PASSWORD_MAX,
    }),
    async answer(request) {
      const [path = ''] = request.target.split('?')
      const endpoint = endpoint_of(request.method, path)
      if (!endpoint) return undefined
      const body = request.body && checked_body(path, with_address(request.body))
      const asked = { cookies: request.headers.cookie ?? '', body: body ?? {} }
      const attempt = await attempt_of(parts(), endpoint.tries, asked)
      const handle = async () => {
        const given = path === REVOKE ? await session_of_id(parts(), asked.cookies, body?.id) : body
        return (await auth()).handler(request_of(settings.base_url(), request, given)).catch(refused_by_database)
      }
      const pass =
        path === VERIFY_CODE && attempt
          ? () => once(db, { email: attempt.email, code: String(body?.code) }, handle)
          : handle
      const response = await (attempt ? limited(request, attempt, pass) : pass())
      return followed(path, request, response, attempt?.email)
    },
  }
}

/** Another admin left after the library had looked, and the database refuses the deletion of the last one. */
function refused_by_database(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'last_admin') throw error
  refuse('You are the last admin of an organization. Promote another member to admin first.')
}

/** The same address is the same account, however it is written. */
function with_address(body: Record<string, unknown>): Record<string, unknown> {
  return typeof body.email === 'string' ? { ...body, email: normalized_email(body.email) } : body
}

const SIGN_UP = '/sign-up/email'
const VERIFY = '/verify-email'
const VERIFY_CODE = '/two-factor/verify-totp'
/** An answer to somebody who can cause an email, and a failure too, comes after this time: an address with an account takes more work. */
const EMAIL_ANSWER_MS = 500
const REVOKE = '/revoke-session'
const PASSWORD_CHANGED = { message: 'password_changed', values: {} } as const
const CHANGE_PASSWORD = '/change-password'

/** What the library reads of a request. Headers that a client could invent about itself are left out. */
const PASSED = ['accept-language', 'content-type', 'cookie', 'origin', 'referer', 'user-agent'] as const

function request_of(
  base_url: string,
  { method, target, headers, address }: AccountRequest,
  body: object | undefined,
): Request {
  const passed = new Headers({ [ADDRESS_HEADER]: address })
  for (const name of PASSED) if (headers[name] !== undefined) passed.set(name, headers[name])
  const url = new URL(`${AUTH_PATH}${storable_query(target)}`, base_url)
  return new Request(url, { method, headers: passed, ...(body && { body: JSON.stringify(body) }) })
}
