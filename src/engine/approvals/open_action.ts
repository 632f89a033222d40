// The change that is proposed again while it is open: it stands, or it gives way to the new proposal.
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '#db/pool.ts'
import type { Assessment } from '#domain/guardrails.ts'
import { changed_since } from '#engine/actions/compare.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { earlier_of, warnings_of } from '#engine/approvals/earlier.ts'
import { end_undecided } from '#engine/approvals/status.ts'
import { lock_action, type StoredAction } from '#engine/approvals/table.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Context } from '#engine/tool.ts'
import { type Language, languages, type Message } from '#messages/message.ts'
import { in_language } from '#messages/render.ts'

/** What is proposed now. */
interface Fresh {
  preview: Preview
  assessment: Assessment
  said: { reason?: string; declaration?: Record<string, unknown> }
  /** Of the proposal that is stored, unless the open one stands. */
  action_id: string
}

/** What the proposal that is stored replaces. */
export interface Replaced {
  action_id: string
  why: string
}

/**
 * The same change that is open, or the proposal that has just ended because of this one. It ends when its values before are outdated, because
 * a yes to it would send nothing. It ends too when its proposer gives another reason or declaration, because a person would read and sign
 * the old one.
 */
export async function open_action(
  { db, now, org, caller }: Pick<Context, 'db' | 'now' | 'org' | 'caller'>,
  content: Buffer,
  fresh: Fresh,
): Promise<{ same?: StoredAction; replaced?: Replaced }> {
  const same = await locked(db, content)
  if (!same) return {}
  const has_other_declaration = !isDeepStrictEqual(same.declaration, as_stored(fresh.said.declaration ?? null))
  if (same.status !== 'pending') {
    if (has_other_declaration)
      refuse('The same change was approved with another declaration, and is being carried out. Wait for its end.')
    return { same }
  }
  // What the stored one says of proposals before it is compared with what was known then.
  const of_earlier = warnings_of(await earlier_of(db, same, new Date(same.created_at)), org)
  const why = why_it_ends(same, fresh, { org, has_other_declaration, of_earlier })
  if (why === undefined) return { same }
  const cause_text = `${why} The newer proposal is ${fresh.action_id}.`
  const at = now.toISOString()
  await end_undecided(db, same, {
    cause: 'replaced',
    cause_text,
    replaced_by: fresh.action_id,
    at,
    actor: caller.actor,
  })
  return { replaced: { action_id: same.action_id, why } }
}

async function locked(db: Database, content: Buffer): Promise<StoredAction | undefined> {
  const found = await db
    .selectFrom('actions')
    .select('action_id')
    .where('content_hash', '=', content)
    .where('status', 'in', ['pending', 'approved'])
    .executeTakeFirst()
  return found && lock_action(db, found.action_id)
}

/** As the database returns it: without undefined fields. */
const as_stored = (value: unknown) => JSON.parse(JSON.stringify(value))

function why_it_ends(
  same: StoredAction,
  fresh: Fresh,
  {
    org,
    has_other_declaration,
    of_earlier,
  }: { org: Context['org']; has_other_declaration: boolean; of_earlier: Message[] },
): string | undefined {
  // Limits compare the amounts that the proposal has.
  const was_unknown = same.amount_micros === null && fresh.assessment.amount_micros !== null
  if (same.currency !== org.currency || was_unknown)
    return 'Proposed again, because its amount is known in the reporting currency now.'
  if (is_outdated(same, fresh.preview, { org, of_earlier })) return 'Proposed again, because the target was changed.'
  if (has_other_declaration) return 'Proposed again with another declaration.'
  // A proposal without a reason does not take back the reason that was given before.
  const { reason = same.reason } = fresh.said
  return reason === same.reason ? undefined : 'Proposed again with another reason.'
}

function is_outdated(
  same: StoredAction,
  preview: Preview,
  { org, of_earlier }: { org: Context['org']; of_earlier: Message[] },
): boolean {
  if (same.target.id === null) return false
  if (changed_since(same.differences, preview.differences).length > 0) return true
  // Another name or question, other campaigns that share the budget, or another one that is spent again.
  const { target } = preview
  const warnings = [...(preview.warnings ?? []), ...of_earlier]
  if (!isDeepStrictEqual(same.target, as_stored(target))) return true
  const warnings_in = (language: Language) => in_language({ warnings }, { ...org, language }).warnings
  return !languages.some((language) => isDeepStrictEqual(same.warnings, warnings_in(language)))
}
