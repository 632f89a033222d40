// What rules and limits look at before they decide about a change: its amount, whether it can be undone, and how far its source can be trusted.
import type { Database } from '#db/pool.ts'
import type { Assessment, BudgetChange } from '#domain/guardrails.ts'
import { micros } from '#domain/money.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { target_key_of } from '#engine/actions/table.ts'
import { budget_difference, has_effect } from '#engine/approvals/table.ts'
import type { Context } from '#engine/tool.ts'
import { HOUR_MS } from '#lib/durations.ts'

/** Converts micros of a currency into micros of the reporting currency. null: there is no rate. */
export type Converting = (amount: bigint, currency: string) => Promise<bigint | null>

interface Assessed extends Pick<Assessment, 'is_tainted' | 'was_rejected'> {
  preview: Preview
  platform: string
  connection_id: string
  /** Of something new: what its account spends in a day, in micros of the account's currency. Undefined: not known. */
  account_spends?: bigint | undefined
}

export async function assess(
  { db, org, now }: Pick<Context, 'db' | 'org' | 'now'>,
  { preview, connection_id, platform, is_tainted, was_rejected, account_spends }: Assessed,
  converting: Converting,
): Promise<Assessment> {
  const budget = await budget_of(preview, converting)
  return {
    budget: budget && { ...budget, account_spends },
    currency: org.currency,
    amount_micros: await amount_of(preview, budget, converting),
    makes_something: preview.target.id === null,
    can_be_undone: preview.inverse !== null,
    is_tainted,
    was_rejected,
    is_source_healthy: await is_healthy(db, connection_id),
    hours_since_last: await hours_since_last(db, platform, target_key_of(preview), now),
  }
}

/** The change of what is spent in a day. */
async function amount_of({ spend, differences }: Preview, budget: BudgetChange | undefined, converting: Converting) {
  if (spend) return converting(micros(spend.amount), spend.currency)
  if (!budget) return spend === null ? null : 0n
  const change = budget.before === undefined ? budget.after : abs(budget.after - budget.before)
  return converting(change, budget_difference(differences)!.currency!)
}

const abs = (amount: bigint) => (amount < 0n ? -amount : amount)

/** The daily budget that the change sets, if it sets one. */
async function budget_of({ differences }: Preview, converting: Converting): Promise<BudgetChange | undefined> {
  const of = budget_difference(differences)
  if (!of) return undefined
  const after = micros(of.after!)
  return {
    before: of.before === null ? undefined : micros(of.before),
    after,
    reporting: await converting(after, of.currency!),
  }
}

async function is_healthy(db: Database, connection_id: string): Promise<boolean> {
  const connection = await db
    .selectFrom('connections')
    .select(['last_error', 'needs_reconnection'])
    .where('connection_id', '=', connection_id)
    .executeTakeFirst()
  return connection !== undefined && connection.last_error === null && !connection.needs_reconnection
}

async function hours_since_last(db: Database, platform: string, target_key: string, now: Date) {
  const last = await db
    .selectFrom('actions')
    .select('decided_at')
    .where('platform', '=', platform)
    .where('target_key', '=', target_key)
    .where(has_effect)
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last?.decided_at ? (now.getTime() - Date.parse(last.decided_at)) / HOUR_MS : undefined
}
