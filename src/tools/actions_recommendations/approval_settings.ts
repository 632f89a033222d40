// The settings of approvals, as tools show and write them.
import { sql } from 'kysely'
import { z } from 'zod'
import { this_org } from '#db/organization.ts'
import { decimal } from '#domain/money.ts'
import { action_expiries, approval_settings, DECISION_HOURS, DECISION_HOURS_MAX } from '#engine/approvals/settings.ts'
import { refuse } from '#engine/outcomes.ts'
import { difference, write_change } from '#engine/records/history.ts'
import { own_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'

export const one_time_code = z.string().regex(/^\d{6}$/, 'must be the six digits that the authenticator app shows')

export const settings_fields = {
  second_person: z.boolean().describe('Who proposed a change cannot approve it.'),
  code_amount: own_text().nullable().describe('An approval of a larger change needs a one-time code. null: none does.'),
  code_currency: own_text().nullable(),
  expiries: z
    .array(z.strictObject({ action_type: own_text(), hours: z.int() }))
    .describe('Time for a decision of the kinds of change that have a time of their own.'),
  usual_hours: z.int().describe('Time for a decision of all others.'),
  hours_max: z.int(),
  action_types: z.array(own_text()).describe('Every kind of change.'),
}

export async function read_settings({ db, connectors }: Pick<Context, 'db' | 'connectors'>) {
  const { demands_second_approver, code_amount_micros, code_currency } = await approval_settings(db)
  return {
    second_person: demands_second_approver,
    code_amount: code_amount_micros === null ? null : decimal(code_amount_micros),
    code_currency,
    expiries: await action_expiries(db),
    usual_hours: DECISION_HOURS,
    hours_max: DECISION_HOURS_MAX,
    action_types: action_types_of(connectors),
  }
}

/** The kinds of change of all platforms. */
export const action_types_of = (connectors: Context['connectors']): string[] =>
  [...new Set(Object.values(connectors).flatMap(({ actions = {} }) => Object.keys(actions)))].sort()

/** An empty list of a kind that does not exist would say that nothing of it waits, and a rule or a time of it would never hold. */
export function refuse_unknown_kind(connectors: Context['connectors'], action_type: string | undefined): void {
  const known = action_types_of(connectors)
  if (action_type !== undefined && !known.includes(action_type))
    refuse(`There is no kind of change '${action_type}'. There are: ${known.join(', ')}.`)
}

type Settings = Awaited<ReturnType<typeof read_settings>>

/**
 * Changes a setting, and gets the settings before. Its history has who changed it, and both values. Admins who write at the same moment wait
 * for each other: otherwise several of them would change an amount that they have read as not set.
 */
export async function change_settings(context: Context, change: (before: Settings) => Promise<unknown>) {
  // A lock of the organization's row would need every node of a cluster.
  await sql`select pg_advisory_xact_lock(hashtextextended('approval settings of ' || ${this_org}::text, 0))`.execute(
    context.db,
  )
  const before = await read_settings(context)
  await change(before)
  const after = await read_settings(context)
  const changed = difference(before, after, ['second_person', 'code_amount', 'code_currency', 'expiries'])
  const of = { record: 'approval_settings', record_id: context.org.org_id }
  if (changed) await write_change(context, { ...of, ...changed })
  return after
}
