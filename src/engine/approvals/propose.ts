// Proposes a change at a platform. The look reads the platform and writes nothing. The proposal is an immutable row that waits for a
// person, or for the guardrails when they allow it.
import { randomUUID } from 'node:crypto'
import type { Database } from '#db/pool.ts'
import { type Assessment, forbidden_by, type Guardrail, risk_of, why_a_person } from '#domain/guardrails.ts'
import { is_program } from '#engine/access/public_text_reads.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { target_key_of } from '#engine/actions/table.ts'
import { assess, type Converting } from '#engine/approvals/assess.ts'
import { approve_by_rules, expire } from '#engine/approvals/decide.ts'
import { person_behind } from '#engine/approvals/deciders.ts'
import { content_hash, digest_of } from '#engine/approvals/digest.ts'
import { earlier_of, warnings_of } from '#engine/approvals/earlier.ts'
import { reserve_day, rules_for } from '#engine/approvals/guardrails.ts'
import { open_action } from '#engine/approvals/open_action.ts'
import { check_limits, lock_proposals } from '#engine/approvals/proposal_limits.ts'
import { check_is_readable } from '#engine/approvals/readable.ts'
import { approval_settings, decision_hours, why_a_code } from '#engine/approvals/settings.ts'
import { record_status, write_history } from '#engine/approvals/status.ts'
import { read_action, type StoredAction } from '#engine/approvals/table.ts'
import { refuse } from '#engine/outcomes.ts'
import type { CallerLookContext, Context } from '#engine/tool.ts'
import { HOUR_MS } from '#lib/durations.ts'
import { in_language } from '#messages/render.ts'

/** Time for the platform's answer. */
const LOOK_MS = 9_000

export interface Wanted {
  platform: string
  connection_id: string
  account_id: string
  /** Key of the change among those of the connector. */
  action: string
  input: Record<string, unknown>
}

export interface Looked extends Wanted {
  preview: Preview
  /** The proposer is a program that has just read text which anybody can write. */
  is_tainted: boolean
}

/** Reads what the change would do now. Refuses what the platform would refuse. */
export async function look_at_change(
  { changes, has_read_public_text }: CallerLookContext,
  wanted: Wanted,
): Promise<Looked> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('late')), LOOK_MS)
  const found = await Promise.race([changes.preview(wanted), late])
    .catch((error: Error) => (error.message === 'late' ? LATE : Promise.reject(error)))
    .finally(() => clearTimeout(timer))
  if ('refused' in found) return refuse(found.refused)
  check_is_readable(found.input)
  return { ...wanted, preview: found, is_tainted: await has_read_public_text() }
}

const LATE = {
  refused: `The platform did not answer within ${LOOK_MS / 1000} s, so the change could not be checked. Propose it again.`,
}

export interface Said {
  reason?: string
  /** The figures on which the proposal stands. */
  basis?: Record<string, unknown>
  declaration?: Record<string, unknown>
  undoes?: string
  /** Of something new: what its account spends in a day, in micros of the account's currency. Undefined: not known. */
  account_spends?: bigint | undefined
}

export type Proposing = Pick<Context, 'db' | 'org' | 'caller' | 'now' | 'today' | 'enqueue' | 'base_url'>

/** Stores the proposal. The same open change, proposed with the same words, is returned as it is. */
export async function propose(
  context: Proposing,
  { preview, is_tainted, ...place }: Looked,
  said: Said,
  converting: Converting,
): Promise<StoredAction> {
  const { db, caller, now } = context
  const content = content_hash({ ...place, input: preview.input })
  await lock_proposals(db)
  await expire(db, now) // the job may be a minute late, and an expired proposal is not the same one
  const target_key = target_key_of(preview)
  const earlier = await earlier_of(db, { platform: place.platform, target_key, action_type: place.action }, now)
  // A person decides by reading the change, and a program may repeat what public text made another one propose.
  const tainted_at = is_tainted ? now.toISOString() : is_program(caller) ? earlier.tainted_at : null
  const looked = { ...place, preview, account_spends: said.account_spends }
  const held = { is_tainted: tainted_at !== null, was_rejected: earlier.rejected_at !== null }
  const assessment = await assess(context, { ...looked, ...held }, converting)
  const action_id = randomUUID()
  const { same, replaced } = await open_action(context, content, { preview, assessment, said, action_id })
  if (same) return same
  await check_limits(context)
  const agent_slug = caller.via === 'agent' ? caller.agent_slug : null
  const rules = await rules_for(db, { agent_slug, action_type: place.action })
  const forbidden = forbidden_by(rules, assessment)
  if (forbidden) refuse(forbidden)

  const at = now.toISOString()
  await store(context, looked, said, { action_id, target_key, content, tainted_at, earlier, assessment, agent_slug })
  const proposed = (await read_action(db, { action_id }))!
  const note = replaced && `${replaced.why} It takes the place of ${replaced.action_id}.`
  const pending = { status: 'pending', at, actor: caller.actor, note, replaces: replaced?.action_id } as const
  if (!(await rules_approve(context, rules, assessment))) {
    await record_status(db, proposed, pending)
    return proposed
  }
  await write_history(db, proposed, pending) // without an event and a notification that ask for a decision
  await approve_by_rules(context, action_id, rules)
  return (await read_action(db, { action_id }))!
}

interface Stored {
  action_id: string
  target_key: string
  /** The hash by which the same change is found again. */
  content: Buffer
  tainted_at: string | null
  earlier: Awaited<ReturnType<typeof earlier_of>>
  assessment: Assessment
  agent_slug: string | null
}

/** Writes the row. Its digest covers what a decision is about. */
async function store(
  { db, org, caller, now }: Proposing,
  { preview, ...looked }: Omit<Looked, 'is_tainted'>,
  said: Said,
  { action_id, target_key, content, tainted_at, earlier, assessment, agent_slug }: Stored,
): Promise<void> {
  const { target, differences, inverse, input, mark, steps, seen, visible_within_s } = preview
  const warnings = [...(preview.warnings ?? []), ...warnings_of(earlier, org)]
  const { connection_id, account_id, platform, action: action_type } = looked
  const decision_ms = (await decision_hours(db, action_type)) * HOUR_MS
  const covered = {
    action_id,
    action_type,
    platform,
    connection_id,
    account_id,
    input,
    mark,
    target,
    differences,
    steps,
    inverse,
    reason: said.reason ?? null,
    declaration: said.declaration ?? null,
    proposed_by: caller.actor,
    created_at: now.toISOString(),
    expires_at: new Date(now.getTime() + decision_ms).toISOString(),
  }
  await db
    .insertInto('actions')
    .values({
      ...covered,
      org_id: org.org_id,
      account_name: await account_name(db, looked),
      input: JSON.stringify(input),
      target: JSON.stringify(target),
      target_key,
      differences: JSON.stringify(differences),
      warnings: JSON.stringify(in_language({ warnings }, org).warnings),
      seen: JSON.stringify(seen),
      inverse: inverse && JSON.stringify(inverse),
      visible_within_s,
      basis: JSON.stringify(said.basis ?? {}),
      declaration: said.declaration ? JSON.stringify(said.declaration) : null,
      undoes: said.undoes ?? null,
      proposed_by_user_id: person_behind(caller) ?? null,
      agent_slug,
      risk: risk_of(assessment),
      is_tainted: tainted_at !== null,
      tainted_at,
      currency: org.currency,
      budget_micros: assessment.budget?.reporting ?? null,
      amount_micros: assessment.amount_micros,
      content_hash: content,
      digest: digest_of(covered),
    })
    .execute()
}

/** Whether the rules approve without a person. Then the change is taken from their day. */
async function rules_approve(
  { db, org, today }: Proposing,
  rules: readonly Guardrail[],
  assessment: Assessment,
): Promise<boolean> {
  if (why_a_person(rules, assessment) !== undefined || why_a_code(await approval_settings(db), assessment)) return false
  return reserve_day(db, rules, { org_id: org.org_id, day: today, amount_micros: assessment.amount_micros! })
}

async function account_name(db: Database, { connection_id, account_id }: Wanted): Promise<string> {
  const account = await db
    .selectFrom('connection_accounts')
    .select('name')
    .where('connection_id', '=', connection_id)
    .where('account_id', '=', account_id)
    .executeTakeFirstOrThrow()
  return account.name
}
