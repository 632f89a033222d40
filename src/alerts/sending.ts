// What alerts say, and to whom: notifications for people, events for webhooks. Both are written in the transaction of the evaluation.
import type { Verdict } from '#domain/alert_conditions.ts'
import { type Exact, to_number } from '#domain/exact.ts'
import { connections_path } from '#engine/notifications/connection_notices.ts'
import { notify, type Severity } from '#engine/notifications/notify.ts'
import { emit_event } from '#engine/outbound_webhooks/emit.ts'
import type { FigureContext } from '#engine/tool.ts'
import { number_of } from '#figures/figure.ts'
import {
  and_list,
  as_money,
  as_percent,
  as_ratio,
  type Message,
  message,
  named,
  quoted,
  sentences,
  type Value,
} from '#messages/message.ts'
import type { Driver } from './driver.ts'
import type { Incident, Opening } from './incidents.ts'
import type { AlertMetric } from './metric.ts'
import { channels_of, type Rule } from './rules.ts'
import type { UnhealthySource } from './series.ts'

interface Of {
  rule: Rule
  metric: AlertMetric
}

const PERCENT_DIGITS = 2
/** Names of sources in one sentence. */
const SOURCES_MAX = 5

const unit_of = ({ unit }: AlertMetric) => (unit === 'position' ? 'ratio' : unit)

function shown({ org }: FigureContext, metric: AlertMetric, value: Exact): Value {
  const number = number_of(value, unit_of(metric), org.currency)!
  return metric.unit === 'money' ? as_money(number, org.currency) : metric.unit === 'count' ? number : as_ratio(number)
}

/** Rounded, as it is shown. Comparisons are with the exact value. */
export const plain = ({ org }: FigureContext, metric: AlertMetric, value: Exact | null) =>
  number_of(value, unit_of(metric), org.currency)

const name_of = ({ name }: Rule) => quoted(name)
/** The name of the sum, or of the same figure in pictures, or the words of its key. */
export function metric_name({ name }: AlertMetric): Message | string {
  const key = name.slice(name.indexOf('.') + 1)
  const sum = named('sum', key, '')
  return sum === '' ? named('label', key, key.replaceAll('_', ' ')) : sum
}

interface Said {
  kind: string
  severity: Severity
  title: Message
  text: Message
  /** Default: the rule on the page of alerts. */
  link?: string
  cause?: string
  channels?: string[] | null
}

const say = ({ db, org, now }: FigureContext, { rule_id }: Rule, { channels = null, ...said }: Said) => {
  const link = `/o/${org.org_id}/alerts?rule=${rule_id}`
  return notify(db, { org_id: org.org_id, module: 'alertas', at: now, link, ...said, ...channels_of({ channels }) })
}

interface Fired extends Opening {
  incident: Incident
  driver: Driver | null
  sources: readonly string[]
}

/** Alerts of one source and day have one cause, so they are one message. */
export async function send_fired(context: FigureContext, of: Of, fired: Fired): Promise<void> {
  const { rule, metric } = of
  const { incident, verdict, severity, day } = fired
  await emit_event(context.db, {
    org_id: context.org.org_id,
    type: 'alert.fired',
    at: context.now,
    data: {
      ...event_of(context, of, { incident_id: incident.incident_id, day, value: verdict.value }),
      severity,
      expected: plain(context, metric, verdict.expected),
    },
  })
  if (!fired.is_sent) return
  const text = sentences(
    fired_text(context, of, fired),
    fired.driver && driver_text(context, metric, fired.driver),
    fired.sources.length > 0 &&
      message('alert.source', { sources: and_list(fired.sources.slice(0, SOURCES_MAX).map((name) => quoted(name))) }),
    message(fired.is_settled ? 'alert.settled' : 'alert.unsettled'),
  )
  const title = message('alert.fired.title', { name: name_of(rule), value: shown(context, metric, verdict.value), day })
  const cause = `alert of ${metric.name.split('.')[0]} on ${day}`
  await say(context, rule, { kind: 'alert_fired', severity, title, text, cause, channels: rule.channels })
}

function fired_text(context: FigureContext, { rule, metric }: Of, { verdict, day, is_complete }: Fired): Message {
  const { value, expected, measure } = verdict
  const values = {
    metric: metric_name(metric),
    value: shown(context, metric, value),
    day,
    expected: expected === null ? '' : shown(context, metric, expected),
  }
  if (rule.condition === 'above') return message(is_complete ? 'alert.fired.above' : 'alert.fired.above_today', values)
  if (rule.condition === 'below') return message('alert.fired.below', values)
  if (rule.condition === 'anomaly') return message('alert.fired.anomaly', values)
  const size = to_number(measure, PERCENT_DIGITS)
  const is_fall = expected !== null && value < expected
  const percent = as_percent(is_fall ? -Math.abs(size) : Math.abs(size), { is_signed: true })
  return message('alert.fired.change', { ...values, percent })
}

const driver_text = (context: FigureContext, metric: AlertMetric, { name, before, after, day_before }: Driver) =>
  message('alert.driver', {
    name: quoted(name),
    after: shown(context, metric, after),
    before: shown(context, metric, before),
    day: day_before,
  })

interface Ended {
  incident_id: string
  day: string
  value: Exact
}

export async function send_resolved(
  context: FigureContext,
  of: Of,
  ended: Ended & { is_sent: boolean },
): Promise<void> {
  await emit_resolved(context, of, ended, false)
  if (!ended.is_sent || of.rule.flapping_since !== null) return
  const { day, value } = ended
  await say(context, of.rule, {
    kind: 'alert_resolved',
    severity: 'info',
    title: message('alert.resolved.title', { name: name_of(of.rule) }),
    text: value_text(context, 'alert.resolved.text', of.metric, { day, value }),
    cause: `alert of ${of.metric.name.split('.')[0]} resolved on ${day}`,
    channels: of.rule.channels,
  })
}

/** A correction, where the alert went. */
export async function send_withdrawn(
  context: FigureContext,
  of: Of,
  { incident, value }: { incident: Incident; value: Exact },
): Promise<void> {
  const { incident_id, day, is_sent, channels } = incident
  await emit_resolved(context, of, { incident_id, day, value }, true)
  if (!is_sent) return
  await say(context, of.rule, {
    kind: 'alert_withdrawn',
    severity: 'info',
    title: message('alert.withdrawn.title', { name: name_of(of.rule), day }),
    text: value_text(context, 'alert.withdrawn.text', of.metric, { day, value }),
    channels,
  })
}

export async function send_no_data(context: FigureContext, { rule }: Of, source: UnhealthySource): Promise<void> {
  const name = source.connection_id === null ? source.name : quoted(source.name)
  const reason =
    source.health === 'currency'
      ? message('no_data.currency', { currency: source.name })
      : message(`no_data.${source.health}`, { source: name })
  await say(context, rule, {
    kind: 'alert_no_data',
    severity: 'warning',
    title: message('alert.no_data.title', { source: name }),
    text: message('alert.no_data.text', { reason }),
    // A threshold in another currency is set again at the rule. The other causes end at the connections.
    ...(source.health !== 'currency' && { link: connections_path(context.org.org_id) }),
    channels: rule.channels,
  })
}

interface Openings {
  count: number
  day: string
}

export async function send_flapping(
  context: FigureContext,
  { rule }: Of,
  { count }: Openings,
  days: number,
): Promise<void> {
  await say(context, rule, {
    kind: 'alert_flapping',
    severity: 'warning',
    title: message('alert.flapping.title', { name: name_of(rule) }),
    text: message('alert.flapping.text', { count, days }),
    channels: rule.channels,
  })
}

export async function send_flapping_day(
  context: FigureContext,
  { rule, metric }: Of,
  { count, day, verdict }: Openings & { verdict: Verdict | null },
  days: number,
): Promise<void> {
  await say(context, rule, {
    kind: 'alert_flapping_day',
    severity: 'info',
    title: message('alert.flapping_day.title', { name: name_of(rule), count, days }),
    text: verdict
      ? value_text(context, 'alert.flapping_day.text', metric, { day, value: verdict.value })
      : message('alert.flapping_day.unknown', { metric: metric_name(metric), day }),
    channels: rule.channels,
  })
}

const value_text = (
  context: FigureContext,
  key: 'alert.resolved.text' | 'alert.withdrawn.text' | 'alert.flapping_day.text',
  metric: AlertMetric,
  { day, value }: { day: string; value: Exact },
) => message(key, { metric: metric_name(metric), value: shown(context, metric, value), day })

const emit_resolved = (context: FigureContext, of: Of, ended: Ended, is_withdrawn: boolean) =>
  emit_event(context.db, {
    org_id: context.org.org_id,
    type: 'alert.resolved',
    at: context.now,
    data: { ...event_of(context, of, ended), is_withdrawn },
  })

/** Null: the figures are of several platforms, or of none. */
const platform_of = ({ by_day: { source } }: AlertMetric): string | null =>
  source.platforms.length === 1 ? source.platforms[0]! : null

const event_of = (context: FigureContext, { rule, metric }: Of, { incident_id, day, value }: Ended) => ({
  incident_id,
  rule_id: rule.rule_id,
  rule_name: rule.name,
  metric: metric.name,
  platform: platform_of(metric),
  date: day,
  value: plain(context, metric, value),
})
