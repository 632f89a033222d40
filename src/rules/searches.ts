// Searches that cost and certainly do not sell.
import { sql } from 'kysely'
import { EXPECTED_MIN } from '#domain/bounds.ts'
import { money_number, to_number } from '#domain/exact.ts'
import { days_between } from '#domain/windows.ts'
import { ads } from '#figures/groups.ts'
import { severity_of_amount } from '#figures/subjects/severity.ts'
import { ranked_facts } from '#figures/sums/facts.ts'
import { ads_facts, by_campaign, daily } from '#figures/sums/warehouse.ts'
import { cut_text } from '#lib/text.ts'
import { as_money, message, quoted } from '#messages/message.ts'
import {
  as_float,
  type Campaign,
  campaigns_of,
  SALES_DAYS,
  seeks_sales,
  subject_of,
  valued_days,
  whole_amounts,
} from './campaigns.ts'
import { type Finding, MONTH_DAYS, monthly, type Rule } from './rule.ts'

const search_facts = { ...ads_facts, from: daily('search_term_daily', 'account_id') }
/** The most expensive searches without a conversion that are looked at. */
const SEARCHES_MAX = 500

export const search_terms: Rule = {
  about: 'A search whose clicks cost, and never sold where the campaign’s other clicks would have.',
  module: 'ads',
  needs: {
    of: { ...ads, platforms: ['gx_ads'], tables: ['campaign_daily', 'search_term_daily'] },
    days: SALES_DAYS,
    lists: ['ad_campaigns'],
  },
  async find(asked) {
    const { context, counted } = asked
    const { currency } = context.org
    const days = valued_days(asked.days)
    const campaigns = new Map((await campaigns_of(asked, days)).map((one) => [subject_of(one).subject, one]))
    const { rows } = await ranked_facts(
      context,
      search_facts,
      { ...days, counted, by: { ...by_campaign, search_term: sql`f.search_term` } },
      {
        having: sql`s.conversions = 0 and s.spend > 0`,
        order: sql`s.spend desc, s.search_term`,
        limit: SEARCHES_MAX,
      },
    )
    const found: Finding[] = []
    for (const { key, figures } of rows) {
      const campaign = campaigns.get(`${key.connection_id}/${key.account_id}/${key.campaign_id}`)
      const { clicks } = figures
      const spend = whole_amounts(figures)?.spend
      if (!campaign?.runs || !seeks_sales(campaign) || !spend || !clicks) continue
      if (expected_of(campaign, as_float(clicks)) < EXPECTED_MIN) continue
      const amount = monthly(spend, days_between(days.from, days.to))
      const shown = money_number(spend, currency)
      found.push({
        ...subject_of(campaign),
        subject: cut_text(`${subject_of(campaign).subject}/${String(key.search_term)}`, SUBJECT_CHARS_MAX),
        name: String(key.search_term),
        severity: await severity_of_amount(context, amount / MONTH_DAYS),
        title: message('rule.search_terms.title', { term: quoted(String(key.search_term)) }),
        text: message('rule.search_terms.text', {
          ...days,
          campaign: quoted(campaign.name),
          count: to_number(clicks, 0),
          spend: as_money(shown, currency),
        }),
        evidence: { ...days, campaign: campaign.name, spend: shown, clicks: to_number(clicks, 0), conversions: 0 },
        effect: { low: amount, high: amount },
      })
    }
    return found
  },
}

const SUBJECT_CHARS_MAX = 600

/** The conversions that this number of clicks of the campaign have on average. */
function expected_of({ conversions, clicks }: Campaign, of: number): number {
  const all = as_float(clicks)
  return all > 0 ? (of * as_float(conversions)) / all : 0
}
