import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { summed_days } from '#domain/coverage.ts'
import { type Exact, exact_ratio, money_number, ONE, to_number } from '#domain/exact.ts'
import { days_between, type Window } from '#domain/windows.ts'
import { severities } from '#engine/notifications/notify.ts'
import { sentence } from '#engine/sentence.ts'
import { own_text } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { campaign_part } from '#figures/subjects/campaigns.ts'
import { unknown } from '#figures/sums/unknown_rows.ts'
import { as_money, message, quoted, sentences } from '#messages/message.ts'
import { is_running } from '#rules/campaigns.ts'
import { type Days, monthly } from '#rules/rule.ts'
import { is_open, is_silent } from '#rules/store.ts'
import {
  effect_fields,
  new_recommendations,
  next_call,
  next_of,
  search_term,
  shown_recommendation,
  status_now,
  verdict_notes,
  why_nothing,
} from '#tools/recommendations.ts'

const DAYS = 30
/** Things that the answer names, of all kinds together. */
const WINS_MAX = 20
/** Recommendations that are ranked with the rest. */
const RECOMMENDATIONS_MAX = 100

const win = z.strictObject({
  kind: z.enum(['recommendation', 'campaign', 'carts', 'alert']),
  id: own_text().nullable().describe('recommendation_id, campaign_id or rule_id.'),
  severity: z.enum(severities),
  is_certain: z.boolean().describe('false: it can still be chance.'),
  title: sentence(),
  text: sentence('The evidence.'),
  search_term,
  ...effect_fields,
  next: next_call,
})
type Win = z.input<typeof win>

export const quick_wins = tool({
  about:
    'What to do first: new recommendations, campaigns with ROAS below 1, abandoned carts and critical alerts, ranked by impact, each with its next call.',
  keywords: {
    es: 'prioridades qué hago primero',
    en: 'quick wins priorities what should I do first',
    pt: 'prioridades o que faço primeiro',
  },
  scopes: ['ads:read', 'ecommerce:read', 'notifications:read'],
  effect: 'read',
  input: {},
  result: {
    summary: sentence('The first of them.'),
    ...f.period_fields,
    currency: f.currency,
    wins: z
      .array(win)
      .describe(
        `Critical ones first, then by effect_low, then certain ones, then by effect_high; at most ${WINS_MAX}.`,
      ),
    total: z.int().describe('Things there are.'),
    ...f.provenance,
  },
  example: {},
  async run(_, context) {
    const { current } = f.last_days_compared(DAYS, context)
    const { campaigns, carts, shared } = await f.answer(
      context,
      { current },
      { campaigns: campaign_part, carts: { of: f.carts } },
    )
    const { rows, total } = await new_recommendations(context, RECOMMENDATIONS_MAX)
    const recommended = rows.map((row): Win => {
      const { recommendation_id: id, rule, subject, platform, ...shown } = shown_recommendation(row, context)
      return { kind: 'recommendation', id, is_certain: true, ...shown }
    })
    const known = await known_subjects(context)
    const days_of = ({ sources }: Pick<typeof campaigns, 'sources'>) => summed_days(sources.known(current), current)
    // Without the first days of the window, lines show what is stored, which says nothing of the window.
    const ad_days = days_of(campaigns)
    const losing = ad_days ? campaigns.lines.flatMap((line) => losing_campaign(line, ad_days, known, context)) : []
    const left = known.carts ? [] : left_carts(await carts_of(current, carts), context)
    const found = [...recommended, ...losing, ...left, ...(await critical_alerts(context))].sort(by_impact)
    const wins = found.slice(0, WINS_MAX).map((win) => ({ ...win, next: next_of(win.next, win.text, context) }))
    const count = found.length + total - rows.length
    const [first] = wins
    return {
      summary: first
        ? message('quick_wins.summary', { count, first: first.title })
        : ((await why_nothing(context)) ?? message('quick_wins.none')),
      wins,
      total: count,
      ...f.with_notes(shared, await verdict_notes(context)),
    }
  },
})

const rank = ({ severity }: Win) => severities.indexOf(severity)

function by_impact(one: Win, other: Win): number {
  const critical = Number(other.severity === 'critical') - Number(one.severity === 'critical')
  const by = (end: 'effect_low' | 'effect_high') => (other[end] ?? 0) - (one[end] ?? 0)
  const certain = Number(other.is_certain) - Number(one.is_certain)
  return critical || by('effect_low') || certain || by('effect_high') || rank(other) - rank(one)
}

/** Rules that say of a campaign what this tool would say of it. */
const LOSING_RULES = ['roas_below_one', 'campaign_without_conversions']

interface Known {
  campaigns: ReadonlySet<string>
  carts: boolean
}

/**
 * What recommendations say already, also those beyond the ones shown, and what people dismissed, put off or applied. Any new one about a
 * campaign counts, and what people decided counts for the rules of the same cause.
 */
async function known_subjects({ db, now }: Context): Promise<Known> {
  const { rows } = await sql<{ rule: string; subject: string; status: string; changed_at: string; is_new: boolean }>`
    select r.rule, r.subject, r.status, r.changed_at, ${status_now(now)} = 'new' as is_new
    from ${of_org('recommendations', 'r')} where r.status <> 'resolved'`.execute(db)
  const is_decided = is_silent(now)
  const known = rows.filter((row) => is_open(row) || is_decided(row))
  return {
    campaigns: new Set(
      known.filter(({ rule, is_new }) => is_new || LOSING_RULES.includes(rule)).map(({ subject }) => subject),
    ),
    carts: known.some(({ rule }) => rule === 'carts_rising'),
  }
}

/** A running campaign whose claimed sales are below its cost. */
function losing_campaign(
  { key, current: sums }: f.SummedLine<typeof campaign_part>,
  { from, to }: Days,
  known: Known,
  { org: { currency } }: Context,
): Win[] {
  if (!is_running(key.status)) return []
  const { spend, conversion_value: value } = sums ?? {}
  // A claim of only a part of the rows is no reason to call a campaign one that loses.
  if (!spend || value == null || sums?.[unknown('conversion_value')] || (exact_ratio(value, spend) ?? ONE) >= ONE)
    return []
  const { connection_id, account_id, campaign_id, platform } = key
  // A campaign without any value may not be there to sell.
  if (value === 0n || known.campaigns.has(`${connection_id}/${account_id}/${campaign_id}`)) return []
  const name = quoted(key.name ?? campaign_id ?? '')
  const shown = (amount: Exact) => money_number(amount, currency)
  const of = { mx_ads: 'mx', gx_ads: 'gx', tx_ads: 'tx' }[platform ?? '']
  return [
    {
      kind: 'campaign',
      id: campaign_id ?? null,
      severity: 'info',
      is_certain: false,
      title: message('quick_wins.campaign.title', { name }),
      text: message('quick_wins.campaign.text', {
        from,
        to,
        spend: as_money(shown(spend), currency),
        revenue: as_money(shown(value), currency),
      }),
      effect_low: 0,
      effect_high: shown(monthly(spend - value, days_between(from, to))),
      next:
        of === undefined || campaign_id == null
          ? null
          : { tool: 'propose_pause_campaign', input: { platform: of, campaign_id } },
    },
  ]
}

type SummedCarts = f.Summed<{ of: typeof f.carts }>

interface KnownCarts {
  sums: SummedCarts['current']
  days: Days
  /** Of a part of the window, the first day of which is not stored. */
  is_part: boolean
}

/** Carts of the window, or of its last days: a shop that keeps carts for about as long as the window never has its first day. */
async function carts_of(window: Window, { current: sums, days, known_part }: SummedCarts): Promise<KnownCarts> {
  if (days.current) return { sums, days: days.current, is_part: false }
  const { sums: of_part, ...part } = (await known_part()) ?? { ...window, sums: null }
  return { sums: of_part, days: part, is_part: true }
}

function left_carts({ sums, days: { from, to }, is_part }: KnownCarts, { org: { currency } }: Context): Win[] {
  if (!sums?.carts) return []
  const worth = sums.value === null ? null : money_number(sums.value, currency)
  return [
    {
      kind: 'carts',
      id: null,
      severity: 'info',
      is_certain: false,
      title: message('quick_wins.carts.title'),
      text: sentences(
        message('quick_wins.carts.text', {
          from,
          to,
          count: to_number(sums.carts, 0),
          reachable: to_number(sums.reachable ?? 0n, 0),
          value: worth === null ? '—' : as_money(worth, currency),
        }),
        is_part && message('quick_wins.carts.part'),
      ),
      effect_low: worth === null ? null : 0,
      effect_high: worth,
      next: { tool: 'query_carts', input: {} },
    },
  ]
}

interface Alert {
  rule_id: string
  name: string
  metric: string
  day: string
}

async function critical_alerts({ db }: Context): Promise<Win[]> {
  const { rows } = await sql<Alert>`
    select r.rule_id, r.name, r.metric, i.day::text from ${of_org('alert_incidents', 'i')}
    join ${of_org('alert_rules', 'r')} on r.rule_id = i.rule_id
    where i.state = 'open' and i.severity = 'critical' order by i.opened_at desc, i.incident_id`.execute(db)
  return rows.map(
    ({ rule_id, name, metric, day }): Win => ({
      kind: 'alert',
      id: rule_id,
      severity: 'critical',
      is_certain: true,
      title: message('quick_wins.alert.title', { name: quoted(name), day }),
      text: message('quick_wins.alert.text', { metric, day }),
      effect_low: null,
      effect_high: null,
      next: { tool: 'list_alert_rules', input: {} },
    }),
  )
}
