// Rules about shops: carts that customers leave, and ads for what is sold out.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { least_rise } from '#domain/bounds.ts'
import { type Exact, sum_whole } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import { average, number_of } from '#figures/figure.ts'
import { carts, gross_sales, single_ads, store_products, store_sales } from '#figures/groups.ts'
import type { Counted } from '#figures/sources/sources.ts'
import { valued_carts } from '#figures/subjects/carts.ts'
import { severity_of_amount } from '#figures/subjects/severity.ts'
import { product_is_active, product_is_out } from '#figures/subjects/stock.ts'
import { type Line, sum_facts } from '#figures/sums/facts.ts'
import { ad_facts, by_ad, is_counted } from '#figures/sums/warehouse.ts'
import { as_percent, message, quoted } from '#messages/message.ts'
import { as_float, pausing, whole_amounts } from './campaigns.ts'
import { amount_text, type Finding, MONTH_DAYS, monthly, type Rule } from './rule.ts'

const PART_DAYS = 14
/** Carts and orders of a part from which their shares say something. */
const CASES_MIN = 50
/** Percentage points of a rise that is worth a word. */
const RISE_MIN = 0.02

export const carts_rising: Rule = {
  about: 'Customers leave more of their carts than in the two weeks before.',
  module: 'tienda',
  needs: { of: carts, days: 2 * PART_DAYS, together: true, beside: store_sales },
  async find({ context, days, counted, beside }) {
    const cut = add_days(days.to, 1 - PART_DAYS)
    const ask = { ...days, cuts: [cut] }
    const of = with_carts(counted, beside)
    const left = (await sum_facts(context, carts.facts, { ...ask, counted: of.counted })).lines[0]?.segments
    const sold = (await sum_facts(context, gross_sales.facts, { ...ask, counted: of.beside })).lines[0]?.segments
    const part = (at: number) => {
      const events = as_float(left?.get(at)?.carts ?? 0n)
      return { events, of: events + as_float(sold?.get(at)?.orders ?? 0n) }
    }
    const [before, now] = [part(0), part(1)]
    const rise = least_rise(now, before)
    if (before.of < CASES_MIN || now.of < CASES_MIN || rise < RISE_MIN) return []
    const of_cart = average(left!.get(1)!, 'value', valued_carts)
    const amount = (carts: number) => of_cart! * BigInt(Math.round(carts))
    const at_most = now.events - (before.events / before.of) * now.of
    const low = of_cart === null ? 0n : monthly(amount(rise * now.of), PART_DAYS)
    const percent = ({ events, of }: typeof now) => Math.round((events / of) * 1_000) / 10
    return [
      {
        subject: 'organization',
        name: context.org.name,
        severity: of_cart === null ? 'warning' : await severity_of_amount(context, low / MONTH_DAYS),
        title: message('rule.carts_rising.title'),
        text: message('rule.carts_rising.text', {
          from: cut,
          to: days.to,
          count: now.events,
          now: as_percent(percent(now)),
          before: as_percent(percent(before)),
        }),
        evidence: {
          from: cut,
          to: days.to,
          carts: now.events,
          carts_before: before.events,
          left_percent: percent(now),
          left_percent_before: percent(before),
        },
        ...(of_cart !== null && {
          effect: { low, high: max(low, monthly(amount(Math.max(at_most, 0)), PART_DAYS)) },
        }),
        call: { tool: 'query_carts', input: {} },
      },
    ]
  },
}

/**
 * The stores whose carts are known, on both sides. Orders of others would change the share without any cart. Where no store keeps carts, all
 * are those of the email platform.
 */
function with_carts(counted: Counted, beside: Counted) {
  const connection_ids = beside.connection_ids.filter((id) => counted.connection_ids.includes(id))
  const is_all = connection_ids.length === beside.connection_ids.length || connection_ids.length === 0
  return is_all
    ? { counted, beside }
    : { counted: { ...counted, connection_ids }, beside: { ...beside, connection_ids } }
}

const max = (one: Exact, other: Exact) => (one > other ? one : other)

/** Days whose ads count as running. */
const AD_DAYS = 7

/** An address without its protocol, its query and a final slash, so that a shop and an ad name a page alike. */
const page_of = (column: string) =>
  sql`rtrim(regexp_replace(split_part(split_part(lower(${sql.ref(column)}), '#', 1), '?', 1), '^https?://(www\\.)?', ''), '/')`

interface SoldOut {
  connection_id: string
  account_id: string
  ad_id: string
  store_connection_id: string
  product_id: string
  title: string
}

export const advertised_stock_out: Rule = {
  about: 'Ads that lead to a product that is sold out.',
  module: 'tienda',
  needs: { of: single_ads, days: AD_DAYS, lists: ['ads'], beside: store_products },
  async find({ context, days, counted, beside }) {
    const { currency } = context.org
    const { rows } = await sql<SoldOut>`
      with sold_out as materialized (
        select p.store_connection_id, p.product_id, p.title, ${page_of('p.url')} as page
        from ${of_org('store_products', 'p')}
        join ${of_org('store_variants', 'v')} on v.store_connection_id = p.store_connection_id and v.product_id = p.product_id
        where ${product_is_active} and p.url is not null and ${is_counted(beside, 'p.store_connection_id')}
        group by p.store_connection_id, p.product_id, p.title, p.url
        having ${product_is_out}),
      linked as (
        select x.connection_id, x.account_id, x.ad_id, coalesce(x.final_url, m.link_url) as url
        from ${of_org('ads', 'x')}
        left join ${of_org('meta_ad_creatives', 'm')}
          on (m.connection_id, m.account_id, m.creative_id) = (x.connection_id, x.account_id, x.creative_id)
        where ${is_counted(counted, 'x.connection_id', 'x.account_id')})
      select l.connection_id, l.account_id, l.ad_id, s.store_connection_id, s.product_id, s.title
      from linked l join sold_out s on s.page = ${page_of('l.url')}`.execute(context.db)
    if (rows.length === 0) return []
    const named = {
      columns: { campaign: sql`c.name`, status: sql`x.status` },
      joins: () => sql`
        left join ${of_org('ad_campaigns', 'c')} using (connection_id, account_id, campaign_id)
        left join ${of_org('ads', 'x')} on (x.connection_id, x.account_id, x.ad_id) = (s.connection_id, s.account_id, s.ad_id)`,
    }
    const { lines } = await sum_facts(context, ad_facts, { ...days, counted, by: by_ad, named })
    const yesterday = await sum_facts(context, ad_facts, { from: days.to, to: days.to, counted, by: by_ad })
    const key_of = (key: Record<string, string | null>) => `${key.connection_id}/${key.account_id}/${key.ad_id}`
    // An amount that has no exchange rate is not zero.
    const running = new Set(yesterday.lines.flatMap((line) => (spend_of([line]) === 0n ? [] : key_of(line.key))))
    const by_key = new Map(lines.map((line) => [key_of(line.key), line]))
    const found: Finding[] = []
    for (const [, ads] of Map.groupBy(
      rows,
      (row) => `${row.store_connection_id}/${row.product_id}/${row.connection_id}`,
    )) {
      const of_ads = ads
        .flatMap((ad) => by_key.get(key_of({ ...ad })) ?? [])
        .filter(({ key }) => running.has(key_of(key)))
      const spend = spend_of(of_ads)
      if (spend === 0n) continue
      const [{ store_connection_id, product_id, title, connection_id }] = ads as [SoldOut]
      const { platform, campaign_id, campaign } = of_ads[0]!.key
      const campaigns = new Set(of_ads.map(({ key }) => `${key.account_id}/${key.campaign_id}`))
      const whole = campaigns.size === 1 ? spend_of(of_same_campaign(lines, of_ads[0]!)) : null
      const amount = spend && monthly(spend, AD_DAYS)
      found.push({
        subject: `${connection_id}/${store_connection_id}/${product_id}`,
        name: title,
        connection_id,
        platform: platform!,
        severity: amount === null ? 'warning' : await severity_of_amount(context, amount / MONTH_DAYS),
        title: message('rule.advertised_stock_out.title', { product: quoted(title) }),
        text: message('rule.advertised_stock_out.text', {
          from: days.from,
          to: days.to,
          count: of_ads.length,
          spend: amount_text(spend, currency),
        }),
        evidence: {
          from: days.from,
          to: days.to,
          ads: of_ads.length,
          spend: number_of(spend, 'money', currency),
          campaign: campaigns.size === 1 ? (campaign ?? null) : null,
        },
        ...(amount !== null && { effect: { low: amount, high: amount } }),
        // Pausing the campaign is right where it advertises nothing else.
        ...(whole !== null && whole === spend && pausing({ platform: platform!, campaign_id: campaign_id! })),
      })
    }
    return found
  },
}

type AdLine = Line<keyof typeof ad_facts.money, keyof typeof ad_facts.counts>

/** What these ads cost together. null: an exchange rate is missing. */
const spend_of = (ads: readonly AdLine[]) => sum_whole(ads.map(({ segments }) => whole_amounts(segments.get(0))!.spend))

const of_same_campaign = (lines: readonly AdLine[], { key: of }: AdLine) =>
  lines.filter(
    ({ key }) =>
      key.connection_id === of.connection_id && key.account_id === of.account_id && key.campaign_id === of.campaign_id,
  )
