// Takes credits in the transaction of the call that costs them, so a failed call costs nothing. A balance is never negative.
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import { Refusal } from '#engine/outcomes.ts'

/** Takes the credits or refuses. Check and update are one statement, so that concurrent calls cannot overdraw. */
export async function spend_credits(db: Database, credits: number): Promise<void> {
  if (credits === 0) return
  const { rows } = await sql<{ taken: boolean }>`select take_credits(${credits}) as taken`.execute(db)
  if (!rows[0]!.taken) throw too_few(credits)
}

/** Takes the credits that a run can cost at most, or refuses. Its end gives back what it did not spend. */
export async function hold_credits(db: Database, credits: number): Promise<void> {
  if (credits === 0) return
  const { rows } = await sql<{ held: boolean }>`select hold_credits(${credits}) as held`.execute(db)
  if (!rows[0]!.held) throw too_few(credits)
}

/** Refuses when the organization has too few credits. Takes none. */
export async function check_credits(db: Database, credits: number): Promise<void> {
  if (credits === 0) return
  const { balance } = await db.selectFrom('credit_balances').select('balance').executeTakeFirstOrThrow()
  if (balance < BigInt(credits)) throw too_few(credits)
}

const too_few = (credits: number) =>
  new Refusal(
    'cost_cap',
    `This call costs ${credits} credits and the organization has fewer left. Credits renew monthly; more can be bought.`,
  )
