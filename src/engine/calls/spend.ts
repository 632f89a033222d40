// Takes credits in the transaction of the call that costs them, so a failed call costs nothing. A balance is never negative.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { Refusal } from '#engine/outcomes.ts'

export interface CreditsLeft {
  balance: bigint
  monthly_grant: bigint
  /** A day of UTC that lies ahead. */
  renews_on: string
}

/** The credits as the next call finds them: renewed if their day has come. */
export async function read_credits(db: Database): Promise<CreditsLeft> {
  const { rows } = await sql<CreditsLeft>`
    select balance, monthly_grant, renews_on::text from credits_now()`.execute(db)
  return rows[0]!
}

/** Takes the credits or refuses. Check and update are one statement, so that concurrent calls cannot overdraw. */
export async function spend_credits(db: Database, credits: number): Promise<void> {
  if (credits === 0) return
  const { rows } = await sql<{ taken: boolean }>`select take_credits(${credits}) as taken`.execute(db)
  if (!rows[0]!.taken) throw too_few(await read_credits(db), credits)
}

/** Takes the credits that a run can cost at most, or refuses. Its end gives back what it did not spend. */
export async function hold_credits(db: Database, credits: number): Promise<void> {
  if (credits === 0) return
  const { rows } = await sql<{ held: boolean }>`select hold_credits(${credits}) as held`.execute(db)
  if (!rows[0]!.held) throw too_few(await read_credits(db), credits)
}

/** Refuses when the organization has too few credits. Takes none. */
export async function check_credits(db: Database, credits: number): Promise<void> {
  if (credits === 0) return
  const left = await read_credits(db)
  if (left.balance < BigInt(credits)) throw too_few(left, credits)
}

const too_few = ({ balance, renews_on }: CreditsLeft, credits: number) =>
  new Refusal(
    'cost_cap',
    `This call costs ${credits} credits and the organization has ${balance} left. Credits renew monthly, the next time on ${renews_on}.`,
  )
