// What ads report against what the site and the shop counted.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { upper_count } from '#domain/bounds.ts'
import { exact, exact_ratio, money_number, ONE, sum_whole, to_number } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import { number_of, whole } from '#figures/figure.ts'
import { ad_money, ads, gross_sales, web_by_source } from '#figures/groups.ts'
import { withholds } from '#figures/sources/quality.ts'
import { sum_facts } from '#figures/sums/facts.ts'
import { leaves_out } from '#figures/sums/unknown_rows.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { as_money, message, quoted } from '#messages/message.ts'
import { as_float, campaigns_of, SALES_DAYS, seeks_visits, valued_days } from './campaigns.ts'
import { amount_text, type Finding, type Rule, type RuleInput } from './rule.ts'

const VISIT_DAYS = 14
/** Clicks from which sessions must have come. */
const CLICKS_MIN = 300n
/** Percent of the clicks that become a session at least, even with consent banners, browsers that block, and clicks on the ad itself. */
const SESSIONS_PERCENT_MIN = 5

/** How web analytics name the traffic of a platform's ads. */
const sources_of: Record<string, string> = {
  mx_ads: '(facebook|instagram|meta|^fb$|^ig$)',
  gx_ads: '(google|^adwords)',
  tx_ads: '(tiktok)',
  net_c_ads: '(linkedin|lnkd)',
  net_d_ads: '(twitter|^t\\.co$|^x(\\.com)?$)',
}
/** What web analytics call visits whose source they do not give. */
const NO_SOURCE = '^(\\(other\\)|\\(not set\\)|\\(data not available\\)|)$'
/** Platforms that also bring visits without ads. */
const PAID_ONLY: Record<string, string> = { gx_ads: '(cpc|ppc|paid|display|cross-network|shopping|video)' }

export const spend_without_sessions: Rule = {
  about: 'Ads that people click, while web analytics count almost no visit of them.',
  module: 'ads',
  needs: {
    of: { ...ads, platforms: Object.keys(sources_of) },
    days: VISIT_DAYS,
    lists: ['ad_campaigns'],
    beside: { ...web_by_source, tables: ['web_source_daily', 'web_daily'] },
  },
  async find(asked) {
    const { context, days, trusted } = asked
    const { currency } = context.org
    const campaigns = (await campaigns_of(asked, days)).filter(seeks_visits)
    const found: Finding[] = []
    for (const { connection_id, platform, name } of trusted) {
      const own = campaigns.filter((one) => one.connection_id === connection_id)
      const clicks = own.reduce((sum, one) => sum + one.clicks, 0n)
      if (clicks < CLICKS_MIN * ONE) continue
      const { sessions, unnamed, all } = await sessions_of(asked, platform)
      const at_most = upper_count(as_float(sessions)) + as_float(unnamed)
      // A site without any session has another problem.
      if (all === 0n || at_most * 100 >= as_float(clicks) * SESSIONS_PERCENT_MIN) continue
      const spend = sum_whole(own.map((one) => one.spend))
      found.push({
        subject: connection_id,
        name,
        connection_id,
        platform,
        severity: 'warning',
        title: message('rule.spend_without_sessions.title', { name: quoted(name) }),
        text: message('rule.spend_without_sessions.text', {
          from: days.from,
          to: days.to,
          clicks: to_number(clicks, 0),
          sessions: to_number(sessions, 0),
          spend: amount_text(spend, currency),
        }),
        evidence: {
          from: days.from,
          to: days.to,
          clicks: to_number(clicks, 0),
          sessions: to_number(sessions, 0),
          spend: number_of(spend, 'money', currency),
        },
      })
    }
    return found
  },
}

/** The visits of a platform's ads, those whose source web analytics withhold, and all. */
async function sessions_of({ context: { db }, days: { from, to }, beside }: RuleInput, platform: string) {
  const rows_of = (table: 'web_source_daily' | 'web_daily') =>
    sql`${of_org(table, 'f')} where f.date between ${from}::date and ${to}::date and ${is_counted(beside, 'f.connection_id', 'f.property_id')}`
  const { rows } = await sql<Record<'sessions' | 'unnamed' | 'all' | 'of_site', string>>`
    select coalesce(sum(f.sessions) filter (where lower(f.source) ~ ${sources_of[platform]!}
        and lower(f.medium) ~ ${PAID_ONLY[platform] ?? ''}), 0)::text as sessions,
      coalesce(sum(f.sessions) filter (where lower(f.source) ~ ${NO_SOURCE}), 0)::text as unnamed,
      coalesce(sum(f.sessions), 0)::text as all,
      (select coalesce(sum(f.sessions), 0)::text from ${rows_of('web_daily')}) as of_site
    from ${rows_of('web_source_daily')}`.execute(db)
  const { sessions, unnamed, all, of_site } = rows[0]!
  const is_withheld = await withholds(db, sql`(select * from ${rows_of('web_source_daily')}) f`)
  const missing = is_withheld ? exact(of_site) - exact(all) : 0n
  return { sessions: exact(sessions), unnamed: exact(unnamed) + (missing > 0n ? missing : 0n), all: exact(all) }
}

/** Percent by which claims must exceed all sales. Days of different time zones explain less. */
const BEYOND_PERCENT = 110n

/**
 * Platforms that also claim sales in places that Tablero may not read. Rows do not say where a claimed sale was made. `mpb_ads` claims sales of
 * a brand on the marketplace, also of other sellers. `tx_ads` adds sales in its own shop and in apps.
 */
const CLAIMS_ELSEWHERE: readonly string[] = ['mpb_ads', 'tx_ads']
const comparable_claims = {
  ...ad_money,
  platforms: ad_money.platforms.filter((platform) => !CLAIMS_ELSEWHERE.includes(platform)),
}

export const claims_beyond_sales: Rule = {
  about:
    'Ad platforms that together claim more sales than the shops made. Claims of `mpb_ads` and `tx_ads` are left out, because they can be of sales elsewhere.',
  module: 'ads',
  needs: { of: comparable_claims, days: SALES_DAYS, together: true, beside: gross_sales },
  async find({ context, days, counted, beside }) {
    const { currency } = context.org
    const valued = valued_days(days)
    const claims = await sum_facts(context, comparable_claims.facts, { ...valued, counted })
    // Sales of a shop on the day before the first click day cannot be claimed, those on late days can.
    const sold_days = { from: valued.from, to: add_days(valued.to, 1) }
    const sold = await sum_facts(context, gross_sales.facts, { ...sold_days, counted: beside })
    const claimed = whole(claims.lines[0]?.segments.get(0), 'conversion_value')
    const sums = sold.lines[0]?.segments.get(0)
    // Orders without a price yet are sales too.
    const revenue = sums && !leaves_out(sums, ['revenue']) ? sums.revenue : null
    if (!claimed || !revenue || claimed * 100n <= revenue * BEYOND_PERCENT) return []
    return [
      {
        subject: 'organization',
        name: context.org.name,
        severity: 'warning',
        title: message('rule.claims_beyond_sales.title'),
        text: message('rule.claims_beyond_sales.text', {
          ...valued,
          sold_to: sold_days.to,
          claimed: as_money(money_number(claimed, currency), currency),
          revenue: as_money(money_number(revenue, currency), currency),
        }),
        evidence: {
          ...valued,
          sold_to: sold_days.to,
          claimed_revenue: money_number(claimed, currency),
          store_revenue: money_number(revenue, currency),
          ratio: to_number(exact_ratio(claimed, revenue)!, 2),
        },
        call: { tool: 'analizar_performance', input: {} },
      },
    ]
  },
}
