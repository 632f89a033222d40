// Keeps recommendations: one of a rule and its subject. New evidence renews it, ended evidence resolves it, and missing figures change nothing.
import type { Database } from '#db/pool.ts'
import { divide, type Exact } from '#domain/exact.ts'
import { notify } from '#engine/notifications/notify.ts'
import { restored, stored } from '#engine/notifications/stored.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'
import type { FigureContext } from '#engine/tool.ts'
import { DAY_MS } from '#lib/durations.ts'
import { and_list, message } from '#messages/message.ts'
import type { Verdict } from './evaluate.ts'
import type { Finding, Rule } from './rule.ts'

/** After a recommendation was applied, its subject is evaluated again when the days before the change have left most windows. */
const APPLIED_DAYS = 30
/** Open recommendations of a rule. The verdict states how many subjects it found. */
const OPEN_MAX = 20
/** Recommendations that one notification names. */
const NAMED_MAX = 3

/** Keeps what a rule found. What is open stays open for as long as it is found, whatever else is found. */
export async function keep(
  { db, org, now }: FigureContext,
  rule: string,
  { module }: Rule,
  { state, findings, untrusted, is_evaluated }: Verdict,
): Promise<void> {
  const at = now.toISOString()
  const stored = await db
    .selectFrom('recommendations')
    .select(['recommendation_id', 'subject', 'connection_id', 'status', 'changed_at'])
    .where('rule', '=', rule)
    .where('status', '<>', 'resolved')
    .forUpdate()
    .execute()
  const open = new Map(stored.filter(is_open).map((row) => [row.subject, row]))
  const silenced = new Set(stored.filter(is_silent(now)).map(({ subject }) => subject))
  const known = findings.filter(({ subject }) => open.has(subject))
  const unknown = findings.filter(({ subject }) => !open.has(subject) && !silenced.has(subject))
  const added = unknown.slice(0, Math.max(0, OPEN_MAX - known.length))

  const found = new Set(findings.map(({ subject }) => subject))
  const ended = [...open.values()].filter(
    (row) => !found.has(row.subject) && is_evaluated(row.connection_id, row.subject),
  )
  await resolve(db, ended, at)
  for (const finding of known)
    await renew(db, open.get(finding.subject)!.recommendation_id, row_of(finding, org.currency, at))
  for (const finding of added) await add(db, { rule, module, ...row_of(finding, org.currency, at) })

  const kept = known.length + added.length
  const verdict = { evaluated_at: at, state, found: known.length + unknown.length, kept, untrusted }
  await db
    .insertInto('rule_verdicts')
    .values({ rule, ...verdict })
    .onConflict((conflict) => conflict.columns(['org_id', 'rule']).doUpdateSet(verdict))
    .execute()
}

export const is_open = ({ status }: { status: string }) => status === 'new' || status === 'snoozed'

/** A rule is silent about what was dismissed, and for a time about what was applied. */
export const is_silent = (now: Date) => {
  const applied_since = now.getTime() - APPLIED_DAYS * DAY_MS
  return ({ status, changed_at }: { status: string; changed_at: string }) =>
    status === 'dismissed' || (status === 'applied' && Date.parse(changed_at) > applied_since)
}

const micros_of = (amount: Exact) => divide(amount, 1_000_000n)

function row_of({ effect, call, change, ...finding }: Finding, currency: string, at: string) {
  return {
    subject: finding.subject,
    subject_name: finding.name,
    severity: finding.severity,
    connection_id: finding.connection_id ?? null,
    platform: finding.platform ?? null,
    title: stored(finding.title),
    text: stored(finding.text),
    evidence: JSON.stringify(finding.evidence),
    effect_low_micros: effect ? micros_of(effect.low) : null,
    effect_high_micros: effect ? micros_of(effect.high) : null,
    currency,
    call: call ? JSON.stringify(call) : null,
    action_type: change?.action_type ?? null,
    action_target: change?.target ?? null,
    found_at: at,
  }
}

type Row = ReturnType<typeof row_of>

async function renew(db: Database, recommendation_id: string, row: Row): Promise<void> {
  await db.updateTable('recommendations').set(row).where('recommendation_id', '=', recommendation_id).execute()
}

async function add(db: Database, row: Row & { rule: string; module: Rule['module'] }): Promise<void> {
  const at = row.found_at
  const inserted = await db
    .insertInto('recommendations')
    .values({ ...row, changed_by: BY_RULE, changed_at: at, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning(['org_id', 'recommendation_id'])
    .executeTakeFirst()
  if (!inserted) return
  const { org_id, recommendation_id } = inserted
  const data = { recommendation_id, rule: row.rule, module: row.module, severity: row.severity }
  await emit_event(db, { org_id, type: 'recommendation.created', data, at: new Date(at) })
}

const BY_RULE = 'rule'

async function resolve(db: Database, resolved: { recommendation_id: string }[], at: string): Promise<void> {
  if (resolved.length === 0) return
  const ids = resolved.map(({ recommendation_id }) => recommendation_id)
  await db
    .updateTable('recommendations')
    .set({ status: 'resolved', snoozed_until: null, changed_by: BY_RULE, changed_at: at })
    .where('recommendation_id', 'in', ids)
    .execute()
}

/** What was found on connections that are no longer connected is no longer there. */
export async function resolve_disconnected(db: Database, at: Date): Promise<void> {
  await db
    .updateTable('recommendations')
    .set({ status: 'resolved', snoozed_until: null, changed_by: BY_RULE, changed_at: at.toISOString() })
    .where('status', 'in', ['new', 'snoozed'])
    .where('connection_id', 'is not', null)
    .where('connection_id', 'not in', (eb) =>
      eb.selectFrom('connections').select('connection_id').where('status', '=', 'active'),
    )
    .execute()
}

/** One notification about all that is new and not only for information. What a killed process left is announced by the next run. */
export async function announce(db: Database, org_id: string, at: Date): Promise<void> {
  const rows = await db
    .updateTable('recommendations')
    .set({ is_announced: true })
    .where('is_announced', '=', false)
    .returning(['recommendation_id', 'module', 'severity', 'status', 'title', 'text'])
    .execute()
  const heard = rows
    .filter(({ severity, status }) => severity !== 'info' && status === 'new')
    .sort((one, other) => one.recommendation_id.localeCompare(other.recommendation_id))
  const [first] = heard
  if (!first) return
  const modules = new Set(heard.map(({ module }) => module))
  const is_alone = heard.length === 1
  await notify(db, {
    org_id,
    module: modules.size === 1 ? (first.module as Rule['module']) : 'acciones',
    kind: 'recommendations_new',
    severity: heard.some(({ severity }) => severity === 'critical') ? 'critical' : 'warning',
    title: is_alone ? restored(first.title) : message('recommendations.new.title', { count: heard.length }),
    text: is_alone
      ? restored(first.text)
      : message('recommendations.new.text', {
          titles: and_list(heard.slice(0, NAMED_MAX).map(({ title }) => restored(title))),
          others: Math.max(0, heard.length - NAMED_MAX),
        }),
    link: `/o/${org_id}/recommendations`,
    at,
  })
}
