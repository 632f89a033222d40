// Limits the passwords that can be guessed. Failures are counted by account, whatever the address they come from. A browser that has signed
// in to the account before is counted alone, so that nobody can lock the owner out.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountsDatabase } from '#db/accounts.ts'

/** Attempts of an account within the window that reach the password. */
export const ATTEMPTS_MAX = 10
export const WINDOW_MINUTES = 15
/** From this attempt on, each one must wait: 1 s, then twice as long each time. */
const FREE_ATTEMPTS = 5
export const DEVICE_COOKIE = 'tablero.device'
export const DEVICE_DAYS = 400
const DEVICE = /^([\w-]{22})\.([\w-]{43})$/

const account_hash = (email: string): Buffer => hash('sha256', `account ${email}`, 'buffer')

const signature = (secret: string, id: string, email: string): Buffer =>
  createHmac('sha256', secret).update(`device ${id} ${email}`).digest()

/** The value of the cookie of a browser that has signed in to the account. */
export function new_device(secret: string, email: string): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${signature(secret, id, email).toString('base64url')}`
}

/** The browser, if it has signed in to this account before. Empty: not. */
export function device_of(secrets: readonly string[], email: string, cookie: string | undefined): string {
  const [, id, signed] = DEVICE.exec(cookie ?? '') ?? []
  if (id === undefined || signed === undefined) return ''
  const given = Buffer.from(signed, 'base64url')
  return secrets.some((secret) => timingSafeEqual(signature(secret, id, email), given)) ? id : ''
}

export interface Attempt {
  email: string
  device: string
}

export type Admission =
  | { allowed: true; number: number }
  | { allowed: false; wait_s: number; is_first_refusal: boolean }

/**
 * Counts the attempt before the password is looked at, in one statement, so that attempts at the same moment cannot pass together. A
 * refused attempt does not count.
 */
export async function admit(db: AccountsDatabase, { email, device }: Attempt): Promise<Admission> {
  const key = account_hash(email)
  const { rows } = await sql<{ failures: number }>`
    insert into auth.attempts as a (account_hash, device, failures, since, last_at) values (${key}, ${device}, 1, now(), now())
    on conflict (account_hash, device) do update set
      failures = case when a.since < ${window()} then 1 else a.failures + 1 end,
      since = case when a.since < ${window()} then now() else a.since end, last_at = now()
    where a.since < ${window()} or (a.failures < ${ATTEMPTS_MAX} and a.last_at <= now() - ${delay()})
    returning failures`.execute(db)
  if (rows[0]) return { allowed: true, number: rows[0].failures }
  // Only one of the refused attempts finds the number that the last admitted one has left.
  const { numAffectedRows = 0n } = await sql`
    update auth.attempts set failures = ${ATTEMPTS_MAX + 1}
    where account_hash = ${key} and device = ${device} and failures = ${ATTEMPTS_MAX}`.execute(db)
  const { rows: waits } = await sql<{ wait_s: number }>`
    select ceil(extract(epoch from case when a.failures >= ${ATTEMPTS_MAX} then a.since - ${window()}
      else a.last_at + ${delay()} - now() end))::int as wait_s
    from auth.attempts a where account_hash = ${key} and device = ${device}`.execute(db)
  return { allowed: false, wait_s: Math.max(1, waits[0]?.wait_s ?? 1), is_first_refusal: numAffectedRows > 0n }
}

/** After a success, the failures are forgotten. */
export const forget = (db: AccountsDatabase, { email, device }: Attempt) =>
  sql`delete from auth.attempts where account_hash = ${account_hash(email)} and device = ${device}`.execute(db)

const window = () => sql`now() - make_interval(mins => ${WINDOW_MINUTES})`
const delay = () =>
  sql`make_interval(secs => case when a.failures < ${FREE_ATTEMPTS} then 0 else 2 ^ (a.failures - ${FREE_ATTEMPTS}) end)`
