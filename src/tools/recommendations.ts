// Recommendations as answers show them, for the tools that list them.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { exact_micros, money_number } from '#domain/exact.ts'
import { minute_in } from '#domain/windows.ts'
import { total_of } from '#engine/lists.ts'
import { severities } from '#engine/notifications/notify.ts'
import { restored } from '#engine/notifications/stored.ts'
import { sentence } from '#engine/sentence.ts'
import { outside_text, own_text, platform_word, public_text } from '#engine/texts.ts'
import type { Context } from '#engine/tool.ts'
import { amount } from '#figures/figure.ts'
import { and_list, type Message, message } from '#messages/message.ts'
import { rules } from '#rules/index.ts'
import type { Rule } from '#rules/rule.ts'

export const recommendation_statuses = ['new', 'applied', 'dismissed', 'snoozed', 'resolved'] as const
export type RecommendationStatus = (typeof recommendation_statuses)[number]

/** The reason of a proposal is a sentence. */
const input_text = platform_word() as unknown as z.ZodType<string, string | Message>

export const next_call = z
  .strictObject({ tool: own_text(), input: z.record(own_text(), z.union([input_text, z.number()])) })
  .nullable()
  .describe('The call that continues it, complete as it is. null: no tool of this organization does it.')

type Next = z.input<typeof next_call>

/** Proposals, which people decide about. They need a reason. */
const WITH_REASON: readonly string[] = ['propose_pause_campaign', 'propose_update_budget']

export const effect_fields = {
  effect_low: amount('What it is worth in 30 days, at least; null: it has no amount.'),
  effect_high: amount('At most.'),
  currency: own_text().optional().describe('Of its amounts, where they are of an earlier reporting currency.'),
}

/** The only public text in a recommendation. It is a field of its own, so that answers can mark it. */
export const search_term = public_text().optional().describe('What people typed, where it is about that.')

export const recommendation_fields = {
  recommendation_id: z.uuid(),
  rule: own_text().describe('The rule that found it.'),
  severity: z.enum(severities),
  subject: outside_text().describe('What it is about.'),
  search_term,
  platform: own_text().nullable(),
  title: sentence(),
  text: sentence('The evidence.'),
  ...effect_fields,
  next: next_call,
}

/** A snoozed recommendation is new again from its minute on, whatever runs when. */
export const status_now = (now: Date) =>
  sql<RecommendationStatus>`case when r.status = 'snoozed' and r.snoozed_until <= ${now.toISOString()}::timestamptz then 'new' else r.status end`

export interface RecommendationRow {
  recommendation_id: string
  rule: string
  severity: (typeof severities)[number]
  subject: string
  subject_name: string
  connection_id: string | null
  platform: string | null
  title: unknown
  text: unknown
  evidence: Record<string, string | number | null>
  effect_low_micros: bigint | null
  effect_high_micros: bigint | null
  currency: string
  call: { tool: string; input: Record<string, string | number> } | null
}

/**
 * The call, where its tool exists for the caller. A call of a tool that does not exist would only be refused, and so would a proposal
 * without its reason. `why`: the evidence in words.
 */
export function next_of(call: Next, why: Message, { has_tool }: Pick<Context, 'has_tool'>): Next {
  if (call === null || !has_tool(call.tool)) return null
  return WITH_REASON.includes(call.tool) ? { ...call, input: { ...call.input, reason: why } } : call
}

export function shown_recommendation(row: RecommendationRow, context: Pick<Context, 'org' | 'has_tool'>) {
  const { currency } = context.org
  // An amount of another currency is not converted: the change of the currency has the rule state it again.
  const amount = (micros: bigint | null) =>
    micros === null || row.currency !== currency ? null : money_number(exact_micros(micros), currency)
  return {
    recommendation_id: row.recommendation_id,
    rule: row.rule,
    severity: row.severity,
    subject: row.subject_name,
    ...(row.rule === 'search_terms' && { search_term: row.subject_name }),
    platform: row.platform,
    title: restored(row.title),
    text: restored(row.text),
    effect_low: amount(row.effect_low_micros),
    effect_high: amount(row.effect_high_micros),
    ...(row.currency !== currency && { currency: row.currency }),
    next: next_of(row.call, restored(row.text), context),
  }
}

/**
 * Critical ones first, then by the lower end of the effect, then by its higher end, then by severity. Effects in another currency than the
 * reporting currency are not compared with others.
 */
export const by_impact = ({ org: { currency } }: Pick<Context, 'org'>) => {
  const effect = (column: string) => sql`case when r.currency = ${currency} then ${sql.ref(column)} end desc nulls last`
  return sql`(r.severity = 'critical') desc, ${effect('r.effect_low_micros')}, ${effect('r.effect_high_micros')},
    (r.severity = 'warning') desc, r.recommendation_id`
}

/** The first new recommendations, and the number of all. */
export async function new_recommendations(context: Context, limit: number) {
  const { db, now } = context
  const { rows } = await sql<RecommendationRow & { total: bigint }>`
    select r.*, count(*) over () as total from ${of_org('recommendations', 'r')}
    where ${status_now(now)} = 'new' order by ${by_impact(context)} limit ${limit}`.execute(db)
  return { rows, total: Number(total_of(rows)) }
}

/** Rules that read figures. The others say something without any connection. */
const READING = Object.entries<Rule>(rules).flatMap(([name, { needs }]) => (needs ? [name] : []))

/** Why no recommendation says nothing. Silence means that all is well only where figures were evaluated: undefined. */
export async function why_nothing({ db }: Context): Promise<Message | undefined> {
  const connected = await db
    .selectFrom('connections')
    .select('connection_id')
    .where('status', '=', 'active')
    .limit(1)
    .execute()
  if (connected.length === 0) return message('quick_wins.no_source')
  const evaluated = await db
    .selectFrom('rule_verdicts')
    .select('rule')
    .where('rule', 'in', READING)
    .where('state', 'in', ['evaluated', 'in_part'])
    .limit(1)
    .execute()
  return evaluated.length > 0 ? undefined : message('quick_wins.unknown')
}

const SOURCES_NAMED_MAX = 5

/** What the rules could not evaluate, so that no recommendation does not mean that nothing is wrong. */
export async function verdict_notes({ db, org }: Context): Promise<Message[]> {
  const verdicts = await db.selectFrom('rule_verdicts').selectAll().orderBy('rule').execute()
  if (verdicts.length === 0) return [message('recommendations.never')]
  const named = (of: typeof verdicts) => {
    const names = [...new Set(of.flatMap(({ untrusted }) => untrusted))]
    return and_list(names.slice(0, SOURCES_NAMED_MAX))
  }
  // The oldest of these runs, because something can have changed since.
  const time = (of: typeof verdicts) => minute_in(org.time_zone, of.map(({ evaluated_at }) => evaluated_at).sort()[0]!)
  const unknown = verdicts.filter(({ state }) => state === 'unknown')
  const in_part = verdicts.filter(({ state }) => state === 'in_part')
  return [
    ...(unknown.length > 0
      ? [
          message('recommendations.unevaluated', {
            count: unknown.length,
            sources: named(unknown),
            time: time(unknown),
          }),
        ]
      : []),
    ...(in_part.length > 0
      ? [message('recommendations.in_part', { sources: named(in_part), time: time(in_part) })]
      : []),
    ...verdicts
      .filter(({ found, kept }) => found > kept)
      .map(({ rule, found, kept }) => message('recommendations.more', { rule, count: found - kept })),
    ...(await currency_notes(db, org)),
  ]
}

/** Open ones with amounts of an earlier reporting currency. */
async function currency_notes(db: Context['db'], { currency }: Context['org']): Promise<Message[]> {
  const { rows } = await sql<{ currency: string; count: bigint }>`
    select r.currency, count(*) as count from ${of_org('recommendations', 'r')}
    where r.status in ('new', 'snoozed') and r.currency <> ${currency} group by 1 order by 1`.execute(db)
  return rows.map(({ currency: former, count }) =>
    message('recommendations.other_currency', { count: Number(count), former }),
  )
}
