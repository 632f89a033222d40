// What an organization demands of approvals, and how long its proposals wait.
import type { Database } from '#db/pool.ts'
import { decimal } from '#domain/money.ts'
import { has_effect, type StoredAction } from '#engine/approvals/table.ts'
import { HOUR_MS } from '#lib/durations.ts'

/** Time for a decision, where the organization has set no other. */
export const DECISION_HOURS = 72
/** The longest time for a decision: 30 days. */
export const DECISION_HOURS_MAX = 720

/** Approvals of one person for one target count together for so long. */
const STEPS_HOURS = 24

export interface ApprovalSettings {
  demands_second_approver: boolean
  /** An approval of a larger change needs a one-time code. null: none does. */
  code_amount_micros: bigint | null
  /** null: as the amount. */
  code_currency: string | null
}

export const approval_settings = (db: Database): Promise<ApprovalSettings> =>
  db
    .selectFrom('orgs')
    .select(['demands_second_approver', 'code_amount_micros', 'code_currency'])
    .executeTakeFirstOrThrow()

/** Why the approval needs a one-time code, as the begin of a sentence. Undefined: it needs none. */
export function why_a_code(
  { code_amount_micros: most, code_currency }: ApprovalSettings,
  { amount_micros: amount, currency }: Pick<StoredAction, 'amount_micros' | 'currency'>,
  steps_before: bigint | null = 0n,
): string | undefined {
  if (most === null || amount === 0n) return undefined
  const limit = `${decimal(most)} ${code_currency}`
  if (amount === null || currency !== code_currency)
    return `The amount of this change is not known in ${code_currency}, and a change above ${limit} needs a one-time code.`
  if (amount > most) return `A change above ${limit} needs a one-time code.`
  if (steps_before !== null && amount + steps_before <= most) return undefined
  return `Your changes of the same target in ${STEPS_HOURS} hours count together, and above ${limit} they need a one-time code.`
}

/** Why the person needs a code for this approval. A large change in small steps is a large change. */
export const why_a_code_of = async (
  db: Database,
  settings: ApprovalSettings,
  action: StoredAction,
  person: { user_id: string | undefined; now: Date },
): Promise<string | undefined> => why_a_code(settings, action, await steps_before(db, action, person))

/** What the person has approved of the same target before, in the currency of this change. null: not known. */
async function steps_before(
  db: Database,
  { action_id, platform, target_key, currency }: StoredAction,
  { user_id, now }: { user_id: string | undefined; now: Date },
): Promise<bigint | null> {
  if (user_id === undefined) return 0n
  const steps = await db
    .selectFrom('actions')
    .select(['amount_micros', 'currency'])
    .where('platform', '=', platform)
    .where('target_key', '=', target_key)
    .where('decided_by_user_id', '=', user_id)
    .where('decided_at', '>', new Date(now.getTime() - STEPS_HOURS * HOUR_MS).toISOString())
    .where('action_id', '<>', action_id)
    .where(has_effect)
    .execute()
  if (steps.some((step) => step.amount_micros === null || step.currency !== currency)) return null
  return steps.reduce((sum, { amount_micros }) => sum + amount_micros!, 0n)
}

export interface ActionExpiry {
  action_type: string
  hours: number
}

export const action_expiries = (db: Database): Promise<ActionExpiry[]> =>
  db.selectFrom('action_expiries').select(['action_type', 'hours']).orderBy('action_type').execute()

export async function decision_hours(db: Database, action_type: string): Promise<number> {
  const set = await db
    .selectFrom('action_expiries')
    .select('hours')
    .where('action_type', '=', action_type)
    .executeTakeFirst()
  return set?.hours ?? DECISION_HOURS
}

/** Writes the time of a kind of change. The usual time is no row. */
export async function set_expiry(db: Database, { action_type, hours }: ActionExpiry): Promise<void> {
  if (hours === DECISION_HOURS) {
    await db.deleteFrom('action_expiries').where('action_type', '=', action_type).execute()
    return
  }
  await db
    .insertInto('action_expiries')
    .values({ action_type, hours })
    .onConflict((conflict) => conflict.columns(['org_id', 'action_type']).doUpdateSet({ hours }))
    .execute()
}
