// The accounts of a process: what the endpoint for people needs. The library is loaded with the first request, because it takes long to load.
import { sql } from 'kysely'
import {
  ATTEMPTS_MAX,
  type Attempt,
  admit,
  DEVICE_COOKIE,
  DEVICE_DAYS,
  device_of,
  forget,
  new_device,
  WINDOW_MINUTES,
} from '#accounts/attempts.ts'
import type { Auth } from '#accounts/auth.ts'
import { checked_body } from '#accounts/bodies.ts'
import { session_token } from '#accounts/cookie.ts'
import { language_of } from '#accounts/language.ts'
import { create_oauth, type OAuth } from '#accounts/oauth_endpoints.ts'
import { type Endpoint, endpoint_of } from '#accounts/paths.ts'
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
import { Refusal } from '#engine/outcomes.ts'
import { normalized_email } from '#engine/people/email.ts'

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
  let loaded: Promise<Auth> | undefined
  const auth = () => {
    loaded ??= import('#accounts/auth.ts').then(({ create_auth }) => create_auth(settings))
    return loaded
  }
  const cookie_options = `Max-Age=${DEVICE_DAYS * 86_400}; Path=${AUTH_PATH}; HttpOnly; SameSite=Lax`

  /** The account whose password a request tries. Undefined: none. */
  async function tried_account(
    { headers }: AccountRequest,
    tries: Endpoint['tries'],
    body: Record<string, unknown> = {},
  ) {
    if (tries === 'password') return typeof body.email === 'string' ? body.email : undefined
    const has_password = typeof (body.password ?? body.currentPassword) === 'string'
    const token = tries && has_password ? session_token(headers.cookie ?? '', secrets) : undefined
    if (token === undefined) return undefined
    const { rows } = await sql<{ email: string }>`
      select u.email from auth.sessions s join auth.users u on u.id = s.user_id where s.token = ${token}`.execute(db)
    return rows[0]?.email
  }

  async function limited(request: AccountRequest, email: string, pass: () => Promise<Response>) {
    const attempt: Attempt = {
      email,
      device: device_of(secrets, email, cookie_of(request.headers.cookie, DEVICE_COOKIE)),
    }
    const admission = await admit(db, attempt)
    if (!admission.allowed) {
      if (admission.is_first_refusal) await tell_owner(request, email, BLOCKED)
      throw new Refusal(
        'rate_limited',
        `Too many attempts for this account. Try again in ${admission.wait_s} s.`,
        admission.wait_s,
      )
    }
    const response = await pass()
    if (!response.ok) return response
    await forget(db, attempt)
    const secure = settings.base_url().startsWith('https:') ? '; Secure' : ''
    response.headers.append(
      'set-cookie',
      `${DEVICE_COOKIE}=${new_device(secrets[0]!, email)}; ${cookie_options}${secure}`,
    )
    return response
  }

  async function tell_owner({ headers }: AccountRequest, email: string, letter: Pick<Email, 'message' | 'values'>) {
    const { rows } = await sql<{ language: string | null }>`
      select language from auth.users where email = ${email}`.execute(db)
    if (!rows[0] || !settings.mail) return
    await settings.mail.post({
      to: email,
      language: language_of(rows[0].language, headers['accept-language']),
      ...letter,
    })
  }

  return {
    oauth: create_oauth(settings, auth),
    session_token: (cookies) => session_token(cookies, secrets),
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
      const pass = async () => (await auth()).handler(request_of(settings.base_url(), request, body))
      const email = await tried_account(request, endpoint.tries, body)
      const response = await (email === undefined ? pass() : limited(request, email, pass))
      if (path === CHANGE_PASSWORD && response.ok && email !== undefined)
        await tell_owner(request, email, { message: 'password_changed', values: {} })
      // The same words for an address with an account and for a new one.
      return path === SIGN_UP && response.ok ? Response.json({ status: true }) : response
    },
  }
}

/** The same address is the same account, however it is written. */
function with_address(body: Record<string, unknown>): Record<string, unknown> {
  return typeof body.email === 'string' ? { ...body, email: normalized_email(body.email) } : body
}

const SIGN_UP = '/sign-up/email'
const CHANGE_PASSWORD = '/change-password'
const BLOCKED = {
  message: 'sign_in_blocked',
  values: { attempts: String(ATTEMPTS_MAX), minutes: String(WINDOW_MINUTES) },
} as const

/** What the library reads of a request. Headers that a client could invent about itself are left out. */
const PASSED = ['accept-language', 'content-type', 'cookie', 'origin', 'referer', 'user-agent'] as const

function request_of(
  base_url: string,
  { method, target, headers, address }: AccountRequest,
  body: object | undefined,
): Request {
  const passed = new Headers({ [ADDRESS_HEADER]: address })
  for (const name of PASSED) if (headers[name] !== undefined) passed.set(name, headers[name])
  const url = new URL(`${AUTH_PATH}${target}`, base_url)
  return new Request(url, { method, headers: passed, ...(body && { body: JSON.stringify(body) }) })
}

function cookie_of(cookies: string | undefined, name: string): string | undefined {
  return cookies
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1)
}
