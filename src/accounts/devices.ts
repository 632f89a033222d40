// What a browser keeps of an account beside the session: that it has signed in before, and that it has signed up.
import { sql } from 'kysely'
import { DEVICE_COOKIE, DEVICE_DAYS, device_of, new_device } from '#accounts/attempts.ts'
import { cookie_of, set_cookie_of, signed_cookie } from '#accounts/cookie.ts'
import { AUTH_PATH, cookie_prefix } from '#accounts/settings.ts'
import type { AccountsDatabase } from '#db/accounts.ts'
import { refuse } from '#engine/outcomes.ts'

export interface Parts {
  db: AccountsDatabase
  /** The current one first. */
  secrets: readonly string[]
  base_url: string
}

const DAY_S = 86_400
/** Of a browser that has signed up. A confirmation link works for less than a day. */
const SIGN_UP_COOKIE = 'tablero.sign_up'

export const session_cookie = (base_url: string): string => `${cookie_prefix(base_url)}.session_token`

function add_cookie({ base_url }: Parts, answer: Response, name: string, value: string, seconds: number): void {
  const secure = base_url.startsWith('https:') ? '; Secure' : ''
  const options = `Max-Age=${seconds}; Path=${AUTH_PATH}; HttpOnly; SameSite=Lax${secure}`
  answer.headers.append('set-cookie', `${name}=${value}; ${options}`)
}

/** From now on, the browser has its own count of attempts. */
export function know_device(parts: Parts, answer: Response, email: string): void {
  add_cookie(parts, answer, DEVICE_COOKIE, new_device(parts.secrets[0]!, email), DEVICE_DAYS * DAY_S)
}

export function know_sign_up(parts: Parts, answer: Response, email: string): void {
  add_cookie(parts, answer, SIGN_UP_COOKIE, new_device(parts.secrets[0]!, email, 'sign-up'), DAY_S)
}

/**
 * The link of a confirmation signs in the browser that has signed up, and no other one. Otherwise a link that somebody else sends would sign a
 * person in to an account whose password somebody else knows.
 */
export async function confirmed(parts: Parts, cookies: string, answer: Response): Promise<Response> {
  const { db, secrets, base_url } = parts
  const name = session_cookie(base_url)
  const [token] = set_cookie_of(answer, name)?.split('.') ?? []
  if (token === undefined) return answer
  const email = await email_of_token(db, token)
  if (email !== undefined && device_of(secrets, email, cookie_of(cookies, SIGN_UP_COOKIE), 'sign-up') !== '') {
    know_device(parts, answer, email)
    return answer
  }
  await sql`delete from auth.sessions where token = ${token}`.execute(db)
  const others = answer.headers.getSetCookie().filter((line) => !line.startsWith(`${name}=`))
  answer.headers.delete('set-cookie')
  for (const line of others) answer.headers.append('set-cookie', line)
  return answer
}

/** What the library needs to end another session of the person. Pages know the ids of sessions, and no token. */
export async function session_of_id({ db, secrets, base_url }: Parts, cookies: string, id: unknown) {
  const own = signed_cookie(cookies, session_cookie(base_url), secrets) ?? ''
  const { rows } = await sql<{ token: string }>`
    select other.token from auth.sessions own join auth.sessions other on other.user_id = own.user_id
    where own.token = ${own} and other.id::text = ${id}`.execute(db)
  return rows[0] ?? refuse('You have no such session. Send the id of one that /list-sessions shows.')
}

/** The address of the person whose session it is. */
export async function email_of_token(db: AccountsDatabase, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ email: string }>`
    select u.email from auth.sessions s join auth.users u on u.id = s.user_id where s.token = ${token}`.execute(db)
  return rows[0]?.email
}
