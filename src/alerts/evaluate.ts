// Evaluates a rule: checks each day once for each version of its data, and changes the state of the rule. Complete days open, resolve and
// withdraw alerts. Days that are not known change nothing.
import { sql } from 'kysely'
import { this_org } from '#db/organization.ts'
import { transition, type Verdict } from '#domain/alert_conditions.ts'
import { exact_text } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { find_driver } from './driver.ts'
import { type Incident, is_opening_of_flapping, open_incident, openings_since, recent_incidents } from './incidents.ts'
import { type AlertMetric, find_alert_metric } from './metric.ts'
import { lock_rule, type Rule, terms_of } from './rules.ts'
import {
  plain,
  send_fired,
  send_flapping,
  send_flapping_day,
  send_no_data,
  send_resolved,
  send_withdrawn,
} from './sending.ts'
import type { UnhealthySource } from './series.ts'
import { severity_of } from './severity.ts'
import { type DayVerdict, type Verdicts, verdicts_of } from './verdicts.ts'

/** Days in which openings are counted. */
const FLAPPING_DAYS = 14

interface Evaluation {
  context: FigureContext
  rule: Rule
  metric: AlertMetric
  verdicts: Verdicts
}

/** `context.db` is a transaction of the organization. */
export async function evaluate_rule(given: FigureContext, rule_id: string): Promise<void> {
  const { db } = given
  // One evaluation of an organization at a time, so that alerts open once and a source is reported once.
  await sql`select pg_advisory_xact_lock(hashtextextended('alerts of ' || ${this_org}::text, 0))`.execute(db)
  const rule = await lock_rule(db, rule_id)
  if (!rule) return
  // A change of the currency locks the rule too. So it forgets what is stored here, or is seen here, and no cache is asked.
  const { currency } = await db.selectFrom('orgs').select('currency').executeTakeFirstOrThrow()
  const context = { ...given, org: { ...given.org, currency } }
  const metric = await find_alert_metric(context, rule)
  const incidents = await recent_incidents(context, rule_id)
  const from = incidents.map(({ day }) => day).sort()[0] ?? add_days(context.today, -FLAPPING_DAYS)
  const verdicts = await verdicts_of(context, { metric, terms: terms_of(rule) }, { from, to: context.today })
  const evaluation = { context, rule, metric, verdicts }
  const unhealthy = unhealthy_of(evaluation)
  if (unhealthy) return report_no_data(evaluation, unhealthy)
  const was_firing = rule.is_firing
  await withdraw_restated(evaluation, incidents)
  await check_newest(evaluation, was_firing && !rule.is_firing)
  await check_today(evaluation)
  await update_rule(context, rule_id, {
    no_data_since: null,
    no_data_reason: null,
    no_data_source: null,
    evaluated_at: context.now.toISOString(),
  })
}

/** An amount in another currency than the threshold's cannot be compared with it. */
function unhealthy_of({ context, rule, verdicts }: Evaluation): UnhealthySource | null {
  if (rule.currency !== null && rule.currency !== context.org.currency)
    return { health: 'currency', name: rule.currency, platform: rule.currency, connection_id: null }
  return verdicts.days.unhealthy
}

async function report_no_data({ context, rule, metric }: Evaluation, source: UnhealthySource): Promise<void> {
  const { db, now } = context
  const no_data_source = source.connection_id ?? source.platform
  if (rule.no_data_since === null) {
    const other = await db
      .selectFrom('alert_rules')
      .select('rule_id')
      .where('no_data_source', '=', no_data_source)
      .where('rule_id', '<>', rule.rule_id)
      .executeTakeFirst()
    if (!other) await send_no_data(context, { rule, metric }, source)
  }
  await update_rule(context, rule.rule_id, {
    no_data_since: rule.no_data_since ?? now.toISOString(),
    no_data_reason: source.health,
    no_data_source,
    evaluated_at: now.toISOString(),
  })
}

/** A version of an older day can only withdraw the alert that an earlier version opened. */
async function withdraw_restated(evaluation: Evaluation, incidents: readonly Incident[]): Promise<void> {
  const { context, rule, metric, verdicts } = evaluation
  for (const incident of incidents) {
    if (verdicts.days.newest === null || incident.day > verdicts.days.newest) continue
    const checked = await verdicts.of(incident.day)
    if (checked.is_part) continue
    if (checked.version === incident.version || !(await is_new_version(evaluation, checked))) continue
    if (checked.verdict === null || checked.verdict.breaches) continue
    await context.db
      .updateTable('alert_incidents')
      .set({ state: 'withdrawn', closed_at: context.now.toISOString() })
      .where('incident_id', '=', incident.incident_id)
      .execute()
    if (incident.state === 'open') await set_firing(evaluation, false)
    await send_withdrawn(context, { rule, metric }, { incident, value: checked.verdict.value })
  }
}

/** The newest complete day opens or resolves the alert. After a withdrawal, its verdict counts again. */
async function check_newest(evaluation: Evaluation, is_withdrawn: boolean): Promise<void> {
  const { context, rule, metric, verdicts } = evaluation
  const { newest } = verdicts.days
  // Fewer known days than before: a source is read again.
  if (newest === null || newest < (rule.evaluated_day ?? '')) return
  const checked = await verdicts.of(newest)
  if (checked.is_part) return
  const is_new_day = newest !== rule.evaluated_day
  const is_new = await is_new_version(evaluation, checked)
  if (is_new_day || is_new)
    await update_rule(context, rule.rule_id, {
      evaluated_day: newest,
      last_value: checked.verdict && String(plain(context, metric, checked.verdict.value)),
    })
  const change = is_new || is_withdrawn ? transition(rule.is_firing, checked.verdict) : null
  if (change === 'open') await open(evaluation, checked as OpeningDay, true)
  if (change === 'resolve') await resolve(evaluation, checked as OpeningDay)
  if (is_new_day) await say_flapping(evaluation, checked)
}

/** A sum that exceeds its threshold during the day exceeds it whatever the rest of the day brings. */
async function check_today(evaluation: Evaluation): Promise<void> {
  const { context, rule, metric, verdicts } = evaluation
  if (rule.condition !== 'above' || !metric.adds_up || rule.is_firing) return
  const checked = await verdicts.of(context.today)
  if (checked.is_part || !checked.verdict?.breaches || !(await is_new_version(evaluation, checked))) return
  const opened_today = await context.db
    .selectFrom('alert_incidents')
    .select('incident_id')
    .where('rule_id', '=', rule.rule_id)
    .where('day', '=', checked.day)
    .executeTakeFirst()
  if (!opened_today) await open(evaluation, checked as OpeningDay, false)
}

interface OpeningDay extends DayVerdict {
  verdict: Verdict
}

async function open(evaluation: Evaluation, checked: OpeningDay, is_complete: boolean): Promise<void> {
  const { context, rule, metric, verdicts } = evaluation
  const { day, verdict, version } = checked
  const { settled_until } = verdicts.days
  const is_settled = is_complete && settled_until !== null && day <= settled_until
  const severity = await severity_of(context, metric, terms_of(rule), verdict)
  const count = 1 + (await openings_since(context, rule.rule_id, add_days(day, 1 - FLAPPING_DAYS)))
  const begins = rule.flapping_since === null && is_opening_of_flapping(count)
  const is_sent = rule.flapping_since === null && !begins
  const opening = { day, verdict, version, severity, is_complete, is_settled, is_sent }
  const incident = await open_incident(context, rule, opening)
  await set_firing(evaluation, true)
  const driver = is_sent ? await find_driver(context, metric, { day, verdict }) : null
  await send_fired(context, { rule, metric }, { incident, ...opening, driver, sources: verdicts.days.sources })
  if (!begins) return
  rule.flapping_since = day
  await update_rule(context, rule.rule_id, { flapping_since: day })
  await send_flapping(context, { rule, metric }, { count, day }, FLAPPING_DAYS)
}

async function resolve(evaluation: Evaluation, { day, verdict }: OpeningDay): Promise<void> {
  const { context, rule, metric } = evaluation
  const resolved = await context.db
    .updateTable('alert_incidents')
    .set({ state: 'resolved', closed_at: context.now.toISOString(), closed_day: day })
    .where('rule_id', '=', rule.rule_id)
    .where('state', '=', 'open')
    .where('day', '<', day)
    .returning(['incident_id', 'is_sent'])
    .executeTakeFirst()
  if (!resolved) return
  await set_firing(evaluation, false)
  await send_resolved(context, { rule, metric }, { ...resolved, day, value: verdict.value })
}

/** One line a day while a rule is flapping. */
async function say_flapping({ context, rule, metric }: Evaluation, { day, verdict }: DayVerdict): Promise<void> {
  if (rule.flapping_since === null || rule.flapping_since === day) return
  const count = await openings_since(context, rule.rule_id, add_days(day, 1 - FLAPPING_DAYS))
  if (is_opening_of_flapping(count))
    return send_flapping_day(context, { rule, metric }, { count, day, verdict }, FLAPPING_DAYS)
  await update_rule(context, rule.rule_id, { flapping_since: null })
}

/** Stores the evaluation. False: the newest one of the day had the same data. */
async function is_new_version({ context, rule }: Evaluation, checked: DayVerdict): Promise<boolean> {
  const { day, version, verdict } = checked
  const before = await context.db
    .selectFrom('alert_evaluations')
    .select('version')
    .where('rule_id', '=', rule.rule_id)
    .where('day', '=', day)
    .orderBy('evaluated_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (before?.version === version) return false
  const found = { ...stored_verdict(verdict), evaluated_at: context.now.toISOString() }
  await context.db
    .insertInto('alert_evaluations')
    .values({ rule_id: rule.rule_id, day, version, ...found })
    .onConflict((conflict) => conflict.columns(['org_id', 'rule_id', 'day', 'version']).doUpdateSet(found))
    .execute()
  return true
}

function stored_verdict(verdict: Verdict | null) {
  if (verdict === null) return { value: null, expected: null, measure: null, breaches: null }
  const { value, expected, measure, breaches } = verdict
  return {
    value: exact_text(value),
    expected: expected === null ? null : exact_text(expected),
    measure: exact_text(measure),
    breaches,
  }
}

async function set_firing({ context, rule }: Evaluation, is_firing: boolean): Promise<void> {
  rule.is_firing = is_firing
  await update_rule(context, rule.rule_id, { is_firing })
}

const update_rule = (
  { db }: FigureContext,
  rule_id: string,
  changed: Partial<Omit<Rule, 'org_id' | 'rule_id' | 'state' | 'created_at' | 'updated_at'>>,
) => db.updateTable('alert_rules').set(changed).where('rule_id', '=', rule_id).execute()
