// The table of emails that wait. Each process sends from it, and one email is sent by one process at a time.
import { sql } from 'kysely'
import { type AccountsDatabase, kysely_of_accounts } from '#db/accounts.ts'
import type { Pool } from '#db/pool.ts'
import type { Email, Mailing } from '#engine/mail.ts'
import { type Keyring, open_wrapped, seal } from '#engine/vendors/secrets.ts'
import { backoff_ms } from '#lib/backoff.ts'
import type { Log } from '#lib/log.ts'
import type { Mail } from '#mail/mail.ts'
import { written } from '#mail/written.ts'

const PLACE = 'outbox'
/** An email that was not sent after this number of attempts is deleted, five to ten hours after it was written. */
const ATTEMPTS_MAX = 13
/** A process that sends an email has this time. After it, another one tries. */
const LEASE_S = 60
/** It stops after this time, well before another one tries. */
const SEND_MS_MAX = 45_000
const BACKOFF = { first_ms: 30_000, max_ms: 7_200_000 }
/** Emails of one round, so that a round ends. */
const ROUND_MAX = 200
/** As long as an email of an account, and never sent. */
const REHEARSED: Email = {
  to: 'nobody@tablero.test',
  language: 'en',
  message: 'reset',
  values: { url: 'x'.repeat(100) },
}

interface Parts {
  pool: Pool
  ring: Keyring
  mail: Mail
  log: Log
  /** Default: somewhat less than the lease. */
  send_ms_max?: number
}

export interface Outbox extends Mailing {
  /** Stores an email that belongs to no organization, and sends it soon. */
  post(email: Email): Promise<void>
  /** Runs `work` in a transaction and stores the email that it returns, so that one is never without the other. Sends it soon. */
  post_with(work: (on: AccountsDatabase) => Promise<Email | undefined>): Promise<void>
  /** Fails when `post` would fail, and stores nothing. */
  rehearse(): Promise<void>
}

export function create_outbox(parts: Parts): Outbox {
  const db = kysely_of_accounts(parts.pool)
  const sealed = (email: Email) => seal(parts.ring.master_key, PLACE, Buffer.from(JSON.stringify(email)))
  const send_waiting = rounds(() => send_all(db, parts))
  const store = (email: Email, on: AccountsDatabase) =>
    sql`insert into auth.outbox (sealed) values (${sealed(email)})`.execute(on)
  const send_soon = () =>
    void send_waiting().catch((error) => parts.log.warn({ err: error }, 'emails could not be sent'))
  return {
    sealed,
    send_waiting,
    async rehearse() {
      const taken_back = new Error('the email of a rehearsal is taken back')
      const rehearsed = db.transaction().execute(async (transaction) => {
        await store(REHEARSED, transaction)
        throw taken_back
      })
      await rehearsed.catch((error) => {
        if (error !== taken_back) throw error
      })
    },
    async post(email) {
      await store(email, db)
      send_soon()
    },
    async post_with(work) {
      await db.transaction().execute(async (transaction) => {
        const email = await work(transaction)
        if (email) await store(email, transaction)
      })
      send_soon()
    },
  }
}

/**
 * Runs one round at a time. A round may have looked already for what is stored now, so the next one follows it. A later caller does not
 * wait, because that one looks for everything. So a slow round holds back two jobs at most.
 */
function rounds(round: () => Promise<number>): () => Promise<number> {
  let running: Promise<unknown> | undefined
  let is_next_wanted = false
  const run = () => {
    const began = round()
    const ended = began
      .catch(() => undefined) // reported to the one who waits for this round
      .then(() => {
        if (running === ended) running = undefined
      })
    running = ended
    return began
  }
  return async () => {
    if (running === undefined) return run()
    if (is_next_wanted) return 0
    is_next_wanted = true
    while (running !== undefined) await running
    is_next_wanted = false
    return run()
  }
}

async function send_all(db: AccountsDatabase, parts: Parts): Promise<number> {
  let sent = 0
  for (let n = 0; n < ROUND_MAX; n++) {
    const waiting = await take(db)
    if (!waiting) break
    const end = await send_one(db, parts, waiting)
    if (end === 'sent') sent += 1
    if (end === 'no_server') break
  }
  return sent
}

interface Waiting {
  mail_id: string
  sealed: Buffer
  attempts: number
}

async function take(db: AccountsDatabase): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    update auth.outbox set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_S})
    where mail_id = (select mail_id from auth.outbox where next_at <= now() order by next_at for update skip locked limit 1)
    returning mail_id, sealed, attempts`.execute(db)
  return rows[0]
}

/** Codes of the library for what a server says about one email. After any other error, the server would fail for all, often slowly. */
const ABOUT_EMAIL = ['EENVELOPE', 'EMESSAGE']

type End = 'sent' | 'refused' | 'no_server'

async function send_one(db: AccountsDatabase, parts: Parts, waiting: Waiting): Promise<End> {
  const { ring, mail, log, send_ms_max = SEND_MS_MAX } = parts
  const { mail_id, sealed, attempts } = waiting
  let email: Email | undefined
  let end: End = 'sent'
  try {
    email = JSON.parse(open_wrapped(ring, PLACE, sealed).toString('utf8')) as Email
    await mail.send({ to: email.to, ...written(email) }, AbortSignal.timeout(send_ms_max))
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string }
    end = email && !ABOUT_EMAIL.includes(code) ? 'no_server' : 'refused'
    // The error of a server can repeat an address, but never the text of the email.
    const about = { mail_id, attempts, code, err: message }
    if (attempts < ATTEMPTS_MAX) {
      log.warn(about, 'an email could not be sent, and is tried again')
      await sql`update auth.outbox set next_at = now() + make_interval(secs => ${backoff_ms(attempts, BACKOFF) / 1000}) where mail_id = ${mail_id}`.execute(
        db,
      )
      return end
    }
    log.error(about, 'an email was not sent, and is deleted after the last attempt')
  }
  await sql`delete from auth.outbox where mail_id = ${mail_id}`.execute(db)
  return end
}
