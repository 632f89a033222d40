// The cross-channel KPIs of a window and the one before it: what get_kpi_summary and the reviews are made of.
import { sql } from 'kysely'
import { z } from 'zod'
import { change_percent, type Exact, exact_ratio, less, money_or_null, sum_known } from '#domain/exact.ts'
import type { Window } from '#domain/windows.ts'
import type { Context } from '#engine/tool.ts'
import { type Figures, known, type Line, sum_facts } from '#figures/facts.ts'
import { merge_sources, type Sources, source_notes, sources_by } from '#figures/sources.ts'
import {
  ad_money_facts,
  ads_wanted,
  seo_facts,
  seo_wanted,
  store_facts,
  store_wanted,
  web_facts,
  web_wanted,
} from '#figures/warehouse.ts'
import * as f from '#tools/fields.ts'

const units = {
  ad_spend: 'money',
  store_revenue: 'money',
  refunds: 'money',
  store_revenue_net: 'money',
  orders: 'count',
  blended_ad_roas: 'ratio',
  store_roas: 'ratio',
  sessions: 'count',
  seo_clicks: 'count',
} as const

type KpiName = keyof typeof units
type Kpis<Value> = Record<KpiName, Value>
const names = Object.keys(units) as KpiName[]

export const kpi_fields = {
  ad_spend: f.amount('Spend of all ad platforms that are known.'),
  store_revenue: f.amount('Orders of stores and marketplaces before refunds; voided and test orders left out.'),
  refunds: f.amount('Given back within the period, whenever the order was made.'),
  store_revenue_net: f.amount('store_revenue less refunds.'),
  orders: f.count_field('Orders of stores and marketplaces.'),
  blended_ad_roas: f.ratio_field('What all ad platforms claim, divided by what they cost. Claims overlap; not sales.'),
  store_roas: f.ratio_field('store_revenue divided by ad_spend.'),
  sessions: f.count_field('Web analytics sessions.'),
  seo_clicks: f.count_field('Clicks from organic search.'),
}

export const changes = z
  .strictObject(
    Object.fromEntries(names.map((name) => [name, z.number().nullable()])) as Kpis<z.ZodNullable<z.ZodNumber>>,
  )
  .describe('Change against previous_window in percent; null where there is nothing to compare with.')

const platform_figures = {
  spend: f.amount('What the ads cost.'),
  revenue: f.amount('Sales value the platform claims for its ads.'),
  roas: f.ratio_field('revenue divided by spend.'),
}
export const platform_kpis = z.strictObject({
  platform: f.text('Platform key.'),
  ...platform_figures,
  previous: z.strictObject(platform_figures),
})

type AdsLine = Line<'spend' | 'conversion_value', never>
type AdsFigures = NonNullable<AdsLine['current']>

export async function kpis_of(context: Context, current: Window, before: Window) {
  const { currency } = context.org
  const groups = await sources_by(context, { ads: ads_wanted, store: store_wanted, web: web_wanted, seo: seo_wanted })
  const ask = (sources: Sources) => ({ current, previous: before, counted: sources.counted })
  const ads = await sum_facts(context, ad_money_facts, { ...ask(groups.ads), by: { platform: sql`f.platform` } })
  const store = await sum_facts(context, store_facts, ask(groups.store))
  const web = await sum_facts(context, web_facts, ask(groups.web))
  const seo = await sum_facts(context, seo_facts, ask(groups.seo))

  const ads_side = (line: AdsLine | undefined, side: 'current' | 'previous', platform: string) =>
    known(ad_money_facts, line?.[side], groups.ads.zero_is_real(side === 'current' ? current : before, platform))
  const platforms = groups.ads.platforms.map((platform) => {
    const line = ads.lines.find(({ key }) => key.platform === platform)
    return { platform, current: ads_side(line, 'current', platform), previous: ads_side(line, 'previous', platform) }
  })
  const kpis_on = (side: 'current' | 'previous', window: Window) =>
    kpi_values({
      ads: platforms.map((platform) => platform[side]),
      store: known(store_facts, store.lines[0]?.[side], groups.store.zero_is_real(window)),
      web: known(web_facts, web.lines[0]?.[side], groups.web.zero_is_real(window)),
      seo: known(seo_facts, seo.lines[0]?.[side], groups.seo.zero_is_real(window)),
    })
  const now = kpis_on('current', current)
  const then = kpis_on('previous', before)
  return {
    compared: Object.fromEntries(
      names.map((name) => [name, f.compare(now[name], then[name], units[name], currency)]),
    ) as Kpis<ReturnType<typeof f.compare>>,
    current: on_wire(now, currency),
    previous: on_wire(then, currency),
    change_percent: Object.fromEntries(names.map((name) => [name, change_percent(now[name], then[name])])) as Kpis<
      number | null
    >,
    platforms: platforms.map((line) => ({
      platform: line.platform,
      ...platform_on_wire(line.current, currency),
      previous: platform_on_wire(line.previous, currency),
    })),
    on_wire: merge_sources(Object.values(groups)),
    notes: [
      ...absent(groups),
      ...source_notes(Object.values(groups), current),
      ...[ads, store, web].flatMap(({ fx }) => fx.notes(context)),
      ...f.sampled_note(web.lines[0]?.current?.sampled_days ?? 0n),
      ...(current.is_partial ? ['Today is not over, so the period is not complete.'] : []),
    ],
  }
}

interface Known {
  ads: (AdsFigures | null)[]
  store: Figures<'revenue' | 'refunds', 'orders'> | null
  web: Figures<never, 'sessions'> | null
  seo: Figures<never, 'clicks'> | null
}

function kpi_values({ ads, store, web, seo }: Known): Kpis<Exact | null> {
  const ad_spend = sum_known(ads.map((line) => line?.spend ?? null))
  const claimed = sum_known(ads.map((line) => line?.conversion_value ?? null))
  return {
    ad_spend,
    store_revenue: store?.revenue ?? null,
    refunds: store?.refunds ?? null,
    store_revenue_net: store && less(store.revenue, store.refunds),
    orders: store?.orders ?? null,
    blended_ad_roas: exact_ratio(claimed, ad_spend),
    store_roas: exact_ratio(store?.revenue ?? null, ad_spend),
    sessions: web?.sessions ?? null,
    seo_clicks: seo?.clicks ?? null,
  }
}

function on_wire(values: Kpis<Exact | null>, currency: string): Kpis<number | null> {
  return Object.fromEntries(names.map((name) => [name, f.number_of(values[name], units[name], currency)])) as Kpis<
    number | null
  >
}

function platform_on_wire(figures: AdsFigures | null, currency: string) {
  return {
    spend: figures && money_or_null(figures.spend, currency),
    revenue: figures && money_or_null(figures.conversion_value, currency),
    roas: figures && f.ratio_or_null(exact_ratio(figures.conversion_value, figures.spend)),
  }
}

const kinds = { ads: 'ad platform', store: 'store or marketplace', web: 'web analytics', seo: 'organic search' }

function absent(groups: Record<keyof typeof kinds, Sources>): string[] {
  const missing = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((kind) => groups[kind].platforms.length === 0)
  return missing.map((kind) => `No ${kinds[kind]} is connected, so its figures are not known.`)
}

/** The figures in words; only what is known. */
export function kpi_sentence(
  { current, change_percent: change }: Pick<Awaited<ReturnType<typeof kpis_of>>, 'current' | 'change_percent'>,
  currency: string,
) {
  const money = (value: number | null, what: string, percent: number | null) =>
    value === null ? [] : [`${what} ${f.money_text(value, currency)}${f.change_text(percent)}`]
  const parts = [
    ...money(current.ad_spend, 'ad spend', change.ad_spend),
    ...money(current.store_revenue, 'store revenue', change.store_revenue),
    ...(current.store_roas === null ? [] : [`store ROAS ${current.store_roas}${f.change_text(change.store_roas)}`]),
    ...(current.sessions === null
      ? []
      : [`${f.count_text(current.sessions)} sessions${f.change_text(change.sessions)}`]),
  ]
  return parts.length > 0
    ? `Against the period before: ${parts.join('; ')}.`
    : 'No figures are known for this period; see notes.'
}
