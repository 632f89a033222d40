// Credits: reserved before a call that costs, given back when the call fails. The balance can never go below zero.
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
import { Refusal } from '#engine/outcomes.ts'

/** Takes the credits or refuses; the check is one conditional update, so parallel calls cannot overdraw. */
export async function reserve_credits(pool: pg.Pool, org_id: string, credits: number): Promise<void> {
  if (credits === 0) return
  const taken = await in_org(pool, { org_id }, (db) =>
    db
      .updateTable('credit_balances')
      .set({ balance: sql`balance - ${credits}::bigint` })
      .where('balance', '>=', BigInt(credits))
      .executeTakeFirst(),
  )
  if (taken.numUpdatedRows === 0n) {
    throw new Refusal(
      'cost_cap',
      `This call costs ${credits} credits and the organization has fewer left. Credits renew monthly; more can be bought.`,
    )
  }
}

export async function give_back_credits(pool: pg.Pool, org_id: string, credits: number): Promise<void> {
  if (credits === 0) return
  await in_org(pool, { org_id }, (db) =>
    db
      .updateTable('credit_balances')
      .set({ balance: sql`balance + ${credits}::bigint` })
      .execute(),
  )
}
