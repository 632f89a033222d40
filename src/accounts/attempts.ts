// Limits the passwords and codes that can be guessed, and the emails that can be caused. Attempts are counted by account, whatever the address
// they come from. A browser that has signed in to the account before is counted alone, so that nobody can lock the owner out.
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { AccountsDatabase } from '#db/accounts.ts'

/** Attempts of an account that are admitted within any such time. The count starts again after this time without an admitted attempt. */
export const ATTEMPTS_MAX = 10
export const WINDOW_MINUTES = 15
/** From this attempt on, each one must wait: 1 s, then twice as long each time. */
const FREE_ATTEMPTS = 5
/** A code with a decision has fewer attempts, because the one who guesses is signed in. None of them must wait. */
export const DECISION_ATTEMPTS_MAX = 5
export const DEVICE_COOKIE = 'tablero.device'
export const DEVICE_DAYS = 400
const DEVICE = /^([\w-]{22})\.([\w-]{43})$/

/** What a browser has done for an account: signed in to it, or signed up for it. */
type Deed = 'device' | 'sign-up'

const signature = (secret: string, deed: Deed, id: string, email: string): Buffer =>
  createHmac('sha256', secret).update(`${deed} ${id} ${email}`).digest()

/** The value of the cookie of a browser that has signed in to the account. */
export function new_device(secret: string, email: string, deed: Deed = 'device'): string {
  const id = randomBytes(16).toString('base64url')
  return `${id}.${signature(secret, deed, id, email).toString('base64url')}`
}

/** The browser, if it has signed in to this account before. Empty: not. */
export function device_of(
  secrets: readonly string[],
  email: string,
  cookie: string | undefined,
  deed: Deed = 'device',
): string {
  const [, id, signed] = DEVICE.exec(cookie ?? '') ?? []
  if (id === undefined || signed === undefined) return ''
  const given = Buffer.from(signed, 'base64url')
  return secrets.some((secret) => timingSafeEqual(signature(secret, deed, id, email), given)) ? id : ''
}

export interface Attempt {
  /** A password, a code of the second factor, one with a decision, or a request that sends an email. Each has its own count. */
  what: 'password' | 'code' | 'decision' | 'email'
  email: string
  device: string
}

const account_hash = ({ what, email }: Pick<Attempt, 'what' | 'email'>): Buffer =>
  hash('sha256', `${what} ${email}`, 'buffer')

const attempts_max = ({ what }: Attempt): number => (what === 'decision' ? DECISION_ATTEMPTS_MAX : ATTEMPTS_MAX)

export type Admission = { allowed: true; number: number } | { allowed: false; wait_s: number; failures: number }

/**
 * Counts the attempt before the password is looked at, in one statement, so that attempts at the same moment cannot pass together. A
 * refused attempt does not count.
 */
export async function admit(db: AccountsDatabase, attempt: Attempt): Promise<Admission> {
  const { device } = attempt
  const key = account_hash(attempt)
  const most = attempts_max(attempt)
  const { rows } = await sql<{ failures: number }>`
    insert into auth.attempts as a (account_hash, device, failures, since, last_at) values (${key}, ${device}, 1, now(), now())
    on conflict (account_hash, device) do update set
      failures = case when a.last_at < ${window()} then 1 else a.failures + 1 end,
      since = case when a.last_at < ${window()} then now() else a.since end, last_at = now()
    where a.last_at < ${window()} or (a.failures < ${most} and ${has_waited})
    returning failures`.execute(db)
  if (rows[0]) return { allowed: true, number: rows[0].failures }
  const { rows: waits } = await sql<{ wait_s: number; failures: number }>`
    select a.failures, ceil(extract(epoch from case when a.failures >= ${most} then a.last_at - ${window()}
      else a.last_at + ${delay()} - now() end))::int as wait_s
    from auth.attempts a where account_hash = ${key} and device = ${device}`.execute(db)
  const [{ wait_s, failures } = { wait_s: 1, failures: 0 }] = waits
  return { allowed: false, wait_s: Math.max(1, wait_s), failures }
}

/** Whether no attempt was refused since the last admitted one. True for one of several attempts at the same moment. */
export async function begin_refusals(db: AccountsDatabase, attempt: Attempt): Promise<boolean> {
  const most = attempts_max(attempt)
  // Only one of the refused attempts finds the number that the last admitted one has left.
  const { numAffectedRows = 0n } = await sql`
    update auth.attempts set failures = ${most + 1}
    where account_hash = ${account_hash(attempt)} and device = ${attempt.device} and failures = ${most}`.execute(db)
  return numAffectedRows > 0n
}

/** After a success, the failures are forgotten. */
export const forget = (db: AccountsDatabase, attempt: Attempt) =>
  sql`delete from auth.attempts where account_hash = ${account_hash(attempt)} and device = ${attempt.device}`.execute(
    db,
  )

function delay() {
  return sql`make_interval(secs => case when a.failures < ${FREE_ATTEMPTS} then 0 else 2 ^ (a.failures - ${FREE_ATTEMPTS}) end)`
}

/** Of attempts at the same moment, one can have an earlier time than the one that is stored. So free attempts compare no times. */
const has_waited = sql`(a.failures < ${FREE_ATTEMPTS} or a.last_at <= now() - ${delay()})`
const window = () => sql`(now() - make_interval(mins => ${WINDOW_MINUTES}))`
