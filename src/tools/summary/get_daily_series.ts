import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { COUNT_DIGITS, type Exact } from '#domain/exact.ts'
import { minor_digits } from '#domain/money.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { reached_at } from '#engine/actions/reached.ts'
import { refuse } from '#engine/outcomes.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { added_up, dates_of, ratios, series, window_of } from '#figures/series.ts'

/** A leap year. */
const DAYS_MAX = 366

const day_figures = {
  ad_spend: f.amount('What the ads of the day cost.'),
  store_revenue: f.amount('Orders of stores and marketplaces before refunds.'),
  store_roas: f.ratio_field('store_revenue divided by ad_spend, of the day.'),
  blended_ad_roas: f.ratio_field(
    'What all ad platforms claim for the day, divided by their spend, of the rows that state both.',
  ),
  orders: f.count_field('Orders of stores and marketplaces.'),
  sessions: f.count_field('Web analytics sessions.'),
}

const change = z.strictObject({
  date: own_text().describe('The day on the clock of the organization.'),
  action_id: z.uuid(),
  action_type: own_text(),
  platform: own_text(),
  target: outside_text(),
})
/** More marks would cover the plot. */
const CHANGES_MAX = 100

const origin = z.strictObject({ ...f.period_fields, ...f.provenance })

export const get_daily_series = tool({
  about:
    'Spend, sales and visits of each day, for plots. The days of spend, revenue, orders and sessions add up to get_kpi_summary; null marks a day that is not known.',
  scopes: ['ads:read', 'analytics:read', 'ecommerce:read', 'actions:read'],
  effect: 'read',
  internal: true,
  input: f.dates,
  result: {
    ...f.period_fields,
    currency: f.currency,
    days: z.array(z.strictObject({ date: own_text(), ...day_figures })).describe('Every day of the window.'),
    changes: z.array(change).describe(`Executed changes at platforms in the window; the newest ${CHANGES_MAX}.`),
    ads: origin.describe('Where the figures of ads come from.'),
    store: origin.describe('Where the figures of sales come from.'),
    web: origin.describe('Where the sessions come from.'),
  },
  example: { date_from: '2026-11-01', date_to: '2026-11-10' },
  async run(dates, context) {
    const period = f.period_of(dates, context)
    const { days: count, ...window } = period.current
    if (count > DAYS_MAX) refuse(`${count} days are too many. Ask for at most ${DAYS_MAX}.`)
    const ads = await series(context, period, f.ad_money)
    const store = await series(context, period, f.gross_sales)
    const web = await series(context, period, f.web)
    const cents = minor_digits(context.org.currency)
    const shown = {
      ad_spend: added_up(ads.of('spend'), cents),
      store_revenue: added_up(store.of('revenue'), cents),
      orders: added_up(store.of('orders'), COUNT_DIGITS),
      sessions: added_up(web.of('sessions'), COUNT_DIGITS),
    }
    const roas = ratios(store.whole('revenue'), ads.whole('spend'))
    const claimed = ratios(ads.of('conversion_value'), ads.of(f.claimed_spend))
    const written = (value: Exact | null | undefined, unit: f.Unit) =>
      f.number_of(value ?? null, unit, context.org.currency)
    return {
      window: window_of([ads, store, web]),
      currency: context.org.currency,
      days: dates_of(window).map((date, at) => ({
        date,
        ad_spend: written(shown.ad_spend[at], 'money'),
        store_revenue: written(shown.store_revenue[at], 'money'),
        store_roas: ads.lacks(date) || store.lacks(date) ? null : written(roas[at], 'ratio'),
        blended_ad_roas: ads.lacks(date) ? null : written(claimed[at], 'ratio'),
        orders: written(shown.orders[at], 'count'),
        sessions: written(shown.sessions[at], 'count'),
      })),
      changes: await changes_of(context, window),
      ads: ads.origin,
      store: store.origin,
      web: web.origin,
    }
  },
})

async function changes_of({ db, org }: Context, { from, to }: Pick<Window, 'from' | 'to'>) {
  const { rows } = await sql<z.input<typeof change>>`
    select to_char(${reached_at} at time zone ${org.time_zone}, 'YYYY-MM-DD') as date, a.action_id, a.action_type, a.platform,
      a.target->>'name' as target
    from ${of_org('actions', 'a')}
    where a.status = 'executed' and a.ended_at >= ${start_of(from, org.time_zone)}::timestamptz
      and ${reached_at} >= ${start_of(from, org.time_zone)}::timestamptz
      and ${reached_at} < ${start_of(add_days(to, 1), org.time_zone)}::timestamptz
    order by ${reached_at} desc, a.action_id limit ${CHANGES_MAX}`.execute(db)
  return rows
}
