// The cross-channel KPIs of a window and the one before it, for `get_kpi_summary` and the reviews.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Window } from '#domain/windows.ts'
import { own_text } from '#engine/texts.ts'
import type { Answer } from '#figures/answer.ts'
import { type Before, count, difference, figures, money, quotient, ratio, type Side, whole } from '#figures/figure.ts'
import { ad_money, customers, knows_customers, sales, seo, web } from '#figures/groups.ts'
import type { YearPeriod } from '#figures/period.ts'
import { is_today_alone } from '#figures/sources/summed_days.ts'
import { claimed_spend, roas } from '#figures/subjects/roas.ts'
import { against_before, change_of, up_to } from '#figures/wording.ts'
import { and_list, as_money, as_ratio, type Message, message } from '#messages/message.ts'

/** The groups of facts that the KPIs are computed from. */
export const kpi_parts = {
  ads: { of: ad_money, by: { platform: sql`f.platform` }, together: true as const },
  store: { of: sales, together: true as const },
  customers: { of: customers, together: true as const },
  web: { of: web },
  // Notes about other columns, such as impressions, concern no KPI.
  seo: { of: { ...seo, columns: ['clicks'] } },
}

export const kpis = figures({
  ad_spend: money('Spend of all ad platforms that are known.'),
  store_revenue: money(
    'Orders of stores and marketplaces before refunds; voided, pending and test orders left out.',
    'revenue',
  ),
  refunds: money('Given back within the period, whenever the order was made.'),
  store_revenue_net: money('store_revenue less refunds.', difference('revenue', 'refunds')),
  orders: count('Orders of stores and marketplaces.'),
  blended_ad_roas: ratio(
    'What all ad platforms claim, divided by what they cost, of the rows that state both. Claims overlap; not sales.',
    'claimed',
    'claimed_spend',
  ),
  store_roas: ratio(
    'store_revenue divided by ad_spend, of the days that both know.',
    'revenue_beside_ads',
    'spend_beside_sales',
  ),
  mer: ratio(
    'Marketing efficiency ratio: store_revenue divided by ad_spend, as store_roas.',
    'revenue_beside_ads',
    'spend_beside_sales',
  ),
  new_customers: count('Customers of stores on the day of their first order; null: older orders are not stored.'),
  returning_customers: count('Orders of customers who had ordered before, so that days add up.'),
  new_customer_revenue: money('Revenue of first orders.'),
  returning_customer_revenue: money('Revenue of all later orders of a customer.'),
  cac: money(
    'Customer acquisition cost: ad_spend divided by new_customers, of the days that both know.',
    quotient('spend_beside_sales', 'new_beside_ads'),
  ),
  sessions: count('Web analytics sessions.'),
  seo_clicks: count('Clicks from organic search.', 'clicks'),
})

const all_kpis = (about: string) => z.strictObject(kpis.fields).describe(about)
const changes = (against: string) =>
  z
    .strictObject(kpis.change_fields)
    .describe(`Change against ${against} in percent; null where there is nothing to compare with.`)

/** Result fields: the KPIs of the window, of the one before it and of the year before, with their changes. */
export const kpi_fields = {
  ...kpis.fields,
  previous: all_kpis('The same figures of previous_window.'),
  year_before: all_kpis('The same figures of year_before_window.'),
  change_percent: changes('previous_window'),
  year_change_percent: changes('year_before_window'),
}

type Sums = ReturnType<typeof kpi_sums>
const no_changes = Object.fromEntries(Object.keys(kpis.change_fields).map((name) => [name, null])) as ReturnType<
  typeof kpis.changes
>
const changes_of = (sums: Sums, current: Window, against?: 'year_before') =>
  is_today_alone(current) ? no_changes : kpis.changes(sums, against)

/** `current`: the window of the figures. */
export const kpi_values = (sums: Sums, currency: string, current: Window) => ({
  ...kpis.values(sums, currency),
  previous: kpis.values(sums, currency, 'previous'),
  year_before: kpis.values(sums, currency, 'year_before'),
  change_percent: changes_of(sums, current),
  year_change_percent: changes_of(sums, current, 'year_before'),
})

const ad_platform = figures({
  spend: money('What the ads cost.'),
  revenue: money('Sales value the platform claims for its ads.', 'conversion_value'),
  roas: roas('revenue'),
})

export const platform_kpis = z
  .array(
    z.strictObject({
      platform: own_text().describe('Platform key.'),
      ...ad_platform.fields,
      previous: z.strictObject(ad_platform.fields),
    }),
  )
  .describe('Ad platforms. Their claimed revenue overlaps: it is no sales figure.')

type Groups = Omit<Answer<typeof kpi_parts, YearPeriod>, 'shared'>

type Origin = readonly [group: keyof Groups, sum?: string]
/** Those of sums that are null where anything is left out, so that no single sum of the groups decides. */
const BESIDE_ADS: Origin[] = [['ads'], ['store']]
/** The groups of each sum that a change compares, and its name there. */
const origins: Record<string, readonly Origin[]> = {
  ad_spend: [['ads', 'spend']],
  claimed: [['ads', 'conversion_value']],
  claimed_spend: [['ads', claimed_spend]],
  spend_beside_sales: BESIDE_ADS,
  revenue: [['store', 'revenue']],
  refunds: [['store', 'refunds']],
  orders: [['store', 'orders']],
  revenue_beside_ads: BESIDE_ADS,
  new_beside_ads: [...BESIDE_ADS, ['customers']],
  sessions: [['web']],
  clicks: [['seo']],
  ...Object.fromEntries(
    Object.keys({ ...customers.facts.money, ...customers.facts.counts }).map((name): [string, Origin[]] => [
      name,
      [['customers', name]],
    ]),
  ),
}

/** The sums of all groups, under the names that the KPIs use. */
export function kpi_sums(groups: Groups) {
  const { ads, store, customers, web, seo } = groups
  const is_divisible = (which: Side) => !ads.lacks[which] && !store.lacks[which]
  const known = knows_customers(customers.sources)
  const of_customers = (which: Side) => (known ? customers[which] : null)
  const side = (which: Side) => ({
    ad_spend: ads[which]?.spend ?? null,
    claimed: ads.lacks[which] ? null : (ads[which]?.conversion_value ?? null),
    claimed_spend: ads[which]?.[claimed_spend] ?? null,
    revenue: store[which]?.revenue ?? null,
    refunds: store[which]?.refunds ?? null,
    orders: store[which]?.orders ?? null,
    sessions: web[which]?.sessions ?? null,
    clicks: seo[which]?.clicks ?? null,
    revenue_beside_ads: is_divisible(which) ? whole(store.together[which], 'revenue') : null,
    new_customers: of_customers(which)?.new_customers ?? null,
    returning_customers: of_customers(which)?.returning_customers ?? null,
    new_customer_revenue: of_customers(which)?.new_customer_revenue ?? null,
    returning_customer_revenue: of_customers(which)?.returning_customer_revenue ?? null,
    new_beside_ads: known && is_divisible(which) ? (customers.together[which]?.new_customers ?? null) : null,
    spend_beside_sales: whole(ads.together[which], 'spend'),
  })
  const unlike = (before: Before, sum: string) => origins[sum]!.some(([name, of]) => groups[name].unlike(before, of))
  return { current: side('current'), previous: side('previous'), year_before: side('year_before'), unlike }
}

export const platform_lines = ({ ads }: Groups, currency: string): z.input<typeof platform_kpis> =>
  ads.by_platform().map((line) => ({
    platform: line.platform,
    ...ad_platform.values(line, currency),
    previous: ad_platform.values(line, currency, 'previous'),
  }))

/** The KPIs as sentences, each with its last day where the window has later ones. Unknown KPIs are left out. */
export function kpi_sentence(sums: Sums, { ads, store, web }: Groups, currency: string, current: Window): Message {
  const { ad_spend, store_revenue, store_roas, sessions } = kpis.values(sums, currency)
  const change = changes_of(sums, current)
  const amount = (value: number) => as_money(value, currency)
  return against_before([
    ad_spend !== null &&
      up_to(
        ads.days.current,
        current,
        message('kpi.ad_spend', { amount: amount(ad_spend), change: change_of(change.ad_spend) }),
      ),
    store_revenue !== null &&
      up_to(
        store.days.current,
        current,
        message('kpi.store_revenue', { amount: amount(store_revenue), change: change_of(change.store_revenue) }),
      ),
    store_roas !== null &&
      up_to(
        ads.days.together,
        current,
        message('kpi.store_roas', { ratio: as_ratio(store_roas), change: change_of(change.store_roas) }),
      ),
    sessions !== null &&
      up_to(
        web.days.current,
        current,
        message('kpi.sessions', { count: sessions, change: change_of(change.sessions) }),
      ),
  ])
}

/** Says which days the ratios of spend and sales divide, where a sum beside them has other days, so that it is no part of the division. */
export function kpi_notes(sums: Sums, { ads, store, customers }: Groups, currency: string): Message[] {
  const values = kpis.values(sums, currency)
  const ratios = (['store_roas', 'mer', 'cac'] as const).filter((name) => values[name] !== null)
  const { together } = ads.days
  if (together === null || ratios.length === 0) return []
  const is_same = [ads, store, customers].every(({ days }) => days.current?.to === together.to)
  const { from, to } = together
  return is_same ? [] : [message('kpi.divided_days', { ratios: and_list(ratios), count: ratios.length, from, to })]
}
