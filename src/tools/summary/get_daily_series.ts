// The days of the figures that the overview shows. The shown days of a sum add up to the figure of `get_kpi_summary` to the cent.
import { sql } from 'kysely'
import { z } from 'zod'
import { of_org } from '#db/organization.ts'
import { COUNT_DIGITS, type Exact, exact_ratio, less, rounded_to } from '#domain/exact.ts'
import { minor_digits } from '#domain/money.ts'
import { add_days, start_of, type Window } from '#domain/windows.ts'
import { reached_at } from '#engine/actions/reached.ts'
import { refuse } from '#engine/outcomes.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'

/** A leap year. */
const DAYS_MAX = 366

const day_figures = {
  ad_spend: f.amount('What the ads of the day cost.'),
  store_revenue: f.amount('Orders of stores and marketplaces before refunds.'),
  store_roas: f.ratio_field('store_revenue divided by ad_spend, of the day.'),
  blended_ad_roas: f.ratio_field('What all ad platforms claim for the day, divided by ad_spend.'),
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
    const ads = await days_of(context, period, f.ad_money)
    const store = await days_of(context, period, f.gross_sales)
    const web = await days_of(context, period, f.web)
    const cents = minor_digits(context.org.currency)
    const shown = {
      ad_spend: added_up(ads.of('spend'), cents),
      store_revenue: added_up(store.of('revenue'), cents),
      orders: added_up(store.of('orders'), COUNT_DIGITS),
      sessions: added_up(web.of('sessions'), COUNT_DIGITS),
    }
    const lacks = ads.lacks || store.lacks
    const roas = lacks ? [] : ratios(store.whole('revenue'), ads.whole('spend'))
    const claimed = ads.lacks ? [] : ratios(ads.of('conversion_value'), ads.of('spend'))
    const written = (value: Exact | null | undefined, unit: f.Unit) =>
      f.number_of(value ?? null, unit, context.org.currency)
    return {
      window: f.shown_window(period.current, context),
      currency: context.org.currency,
      days: dates_of(window).map((date, at) => ({
        date,
        ad_spend: written(shown.ad_spend[at], 'money'),
        store_revenue: written(shown.store_revenue[at], 'money'),
        store_roas: written(roas[at], 'ratio'),
        blended_ad_roas: written(claimed[at], 'ratio'),
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

const dates_of = ({ from, to }: Pick<Window, 'from' | 'to'>): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = add_days(day, 1)) days.push(day)
  return days
}

interface Series {
  /** A sum of each day. null: not known. */
  of(sum: string): (Exact | null)[]
  /** The same, with null also where an amount without an exchange rate is left out. */
  whole(sum: string): (Exact | null)[]
  /** True if something that belongs to the days is left out, so that no ratio of them is right. */
  lacks: boolean
  origin: z.input<typeof origin>
}

/** A known day without a row is zero where rows would have come, and a day that is not known is null. */
async function days_of(context: Context, period: { current: Window }, of: f.FigureGroup): Promise<Series> {
  const { current } = period
  const { group, shared } = await f.answer(context, period, { group: { of, by: { date: sql`f.date::text` } } })
  const { sources, lacks, lines } = group
  const of_day = new Map(lines.map(({ key, current: sums }) => [key.date, sums]))
  const known = sources.known(current)
  const first = known.is === 'unknown' ? known.part?.from : current.from
  const last = known.is === 'unknown' ? known.part?.to : known.is === 'begun' ? known.until : current.to
  const is_known = (day: string) => first !== undefined && last !== undefined && day >= first && day <= last
  const unknown = sources.unknown_facts()
  const { currency: _, ...origin_of } = shared as typeof shared & { currency?: string }
  const each = (sum: string, read: (sums: f.Sums) => Exact | null) =>
    dates_of(current).map((day) => {
      if (!is_known(day) || unknown.includes(sum)) return null
      const sums = of_day.get(day)
      return sums ? read(sums) : sources.zero_is_real() ? 0n : null
    })
  return {
    lacks: lacks.current,
    origin: origin_of,
    of: (sum) => each(sum, (sums) => sums[sum] ?? null),
    whole: (sum) => each(sum, (sums) => f.whole(sums, sum)),
  }
}

/** Rounds each sum up to a day, and shows the difference to the day before. So no rounding is lost, and each day is off by less than a unit. */
function added_up(days: readonly (Exact | null)[], digits: number): (Exact | null)[] {
  let exact = 0n
  let shown = 0n
  return days.map((day) => {
    if (day === null) return null
    exact += day
    const before = shown
    shown = rounded_to(exact, digits)
    return less(shown, before)
  })
}

/** The ratio of each day, of its exact sums. */
const ratios = (over: (Exact | null)[], under: (Exact | null)[]): (Exact | null)[] =>
  over.map((value, at) => exact_ratio(value, under[at] ?? null))
