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
/** An email that was not sent after this number of attempts is deleted, about half a day after it was written. */
const ATTEMPTS_MAX = 10
/** A process that sends an email has this time. After it, another one tries. */
const LEASE_S = 60
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
}

export interface Outbox extends Mailing {
  /** Stores an email that belongs to no organization, and sends it soon. */
  post(email: Email): Promise<void>
  /** Fails when `post` would fail, and stores nothing. */
  rehearse(): Promise<void>
}

export function create_outbox(parts: Parts): Outbox {
  const db = kysely_of_accounts(parts.pool)
  const sealed = (email: Email) => seal(parts.ring.master_key, PLACE, Buffer.from(JSON.stringify(email)))
  let running: Promise<number> | undefined
  const send_waiting = () => {
    running ??= send_all(db, parts).finally(() => {
      running = undefined
    })
    return running
  }
  const store = (email: Email, on: AccountsDatabase) =>
    sql`insert into auth.outbox (sealed) values (${sealed(email)})`.execute(on)
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
      // A running round may have looked already.
      void (running ?? Promise.resolve())
        .then(send_waiting)
        .catch((error) => parts.log.warn({ err: error }, 'emails could not be sent'))
    },
  }
}

async function send_all(db: AccountsDatabase, parts: Parts): Promise<number> {
  let sent = 0
  for (let n = 0; n < ROUND_MAX; n++) {
    const waiting = await take(db)
    if (!waiting) break
    if (await send_one(db, parts, waiting)) sent += 1
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

async function send_one(db: AccountsDatabase, { ring, mail, log }: Parts, waiting: Waiting): Promise<boolean> {
  const { mail_id, sealed, attempts } = waiting
  try {
    const email = JSON.parse(open_wrapped(ring, PLACE, sealed).toString('utf8')) as Email
    await mail.send({ to: email.to, ...written(email) })
  } catch (error) {
    // The error of a server can repeat an address, but never the text of the email.
    const about = { mail_id, attempts, code: (error as { code?: string }).code, err: (error as Error).message }
    if (attempts < ATTEMPTS_MAX) {
      log.warn(about, 'an email could not be sent, and is tried again')
      await sql`update auth.outbox set next_at = now() + make_interval(secs => ${backoff_ms(attempts, BACKOFF) / 1000}) where mail_id = ${mail_id}`.execute(
        db,
      )
      return false
    }
    log.error(about, 'an email was not sent, and is deleted after the last attempt')
  }
  await sql`delete from auth.outbox where mail_id = ${mail_id}`.execute(db)
  return attempts <= ATTEMPTS_MAX
}
