// Daily figures (/adAnalytics, read 2026-11). A report has no pages. It contains deleted objects, because it asks for the account.
// What may not be read is left out of it, so an empty report can mean that there is no access.
import { z } from 'zod'
import { is_too_much } from '#engine/vendors/refusal.ts'
import { type AdDay, type AdLevel, ad_days, type Days, sum_of } from '../ad_days.ts'
import { text } from '../ads.ts'
import { id_in, path_of, read_list } from '../linkedin.ts'
import { all_of, mapped } from '../records.ts'
import { in_parts } from '../reports.ts'
import { list_of } from './structure.ts'

// LinkedIn's campaign groups are campaigns here, its campaigns are ad groups, and its creatives are ads.
const pivots = {
  account: ['ACCOUNT'],
  campaign: ['CAMPAIGN_GROUP'],
  ad_group: ['CAMPAIGN_GROUP', 'CAMPAIGN'],
  ad: ['CAMPAIGN_GROUP', 'CAMPAIGN', 'CREATIVE'],
} satisfies Record<AdLevel | 'account', string[]>

/** Amounts have up to eighteen decimals, and tiny ones an exponent, such as -2E-18. */
const amount = z
  .string()
  .regex(/^-?\d+(\.\d+)?(E[+-]?\d+)?$/i)
  .transform((text) => (/e/i.test(text) ? Number(text).toFixed(6) : text))
const count = z.number().transform(String)
const date = z.object({ year: z.number(), month: z.number(), day: z.number() })
// Only requested fields come. One that is missing is an error, not a zero.
const line = z.object({
  dateRange: z.object({ start: date }),
  pivotValues: z.array(z.string()),
  costInLocalCurrency: amount,
  impressions: count,
  clicks: count,
  externalWebsiteConversions: count,
  oneClickLeads: count,
  conversionValueInLocalCurrency: amount.nullish(),
  // Estimated, and only for lines of deliveries to members.
  approximateMemberReach: count.nullish(),
})

const two = (number: number) => String(number).padStart(2, '0')
const date_in = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return { year, month, day: date }
}

type Level = keyof typeof pivots

/** What a report is of: an account, or some of its campaigns. */
type Facet = { accounts: string[] } | { campaigns: string[] }

function report(level: Level, { api, from, to }: Days, facet: Facet): AsyncIterable<AdDay[]> {
  const query = {
    q: 'statistics',
    pivots: pivots[level],
    timeGranularity: 'DAILY',
    dateRange: { start: date_in(from), end: date_in(to) },
    ...facet,
  }
  return mapped(read_list(api, path_of('/adAnalytics', query, Object.keys(line.shape)), line), day_of)
}

/** Campaigns of a request, whose address must stay below 4 kB. */
const CAMPAIGNS_MAX = 50

async function* read_parts(level: Level, days: Days): AsyncIterable<AdDay[]> {
  const listed = await all_of(list_of('adCampaigns')(days, z.object({ id: text })))
  const urns = listed.map(({ id }) => `urn:li:sponsoredCampaign:${id}`)
  yield* in_parts(urns, CAMPAIGNS_MAX, (campaigns) => report(level, days, { campaigns }))
}

/** The engine reads fewer days when a report is too much. A day of which each line belongs to one campaign is read by campaigns. */
async function* read(level: Level, days: Days): AsyncIterable<AdDay[]> {
  const { api, account, from, to } = days
  let is_empty = true
  try {
    for await (const page of report(level, days, { accounts: [`urn:li:sponsoredAccount:${account.account_id}`] })) {
      is_empty &&= page.length === 0
      yield page
    }
  } catch (error) {
    if (!is_too_much(error) || from < to || !pivots[level].some((pivot) => pivot === 'CAMPAIGN')) throw error
    return yield* read_parts(level, days)
  }
  // The account itself is refused when its reports may not be read.
  if (is_empty) await api.call({ path: `/adAccounts/${account.account_id}`, schema: z.object({ id: text }) })
}

function day_of({ dateRange: { start }, pivotValues, ...line_of }: z.infer<typeof line>): AdDay {
  const id_of = (kind: string) => {
    const urn = pivotValues.find((value) => value.includes(`:${kind}:`))
    return urn && id_in(urn)
  }
  return {
    date: `${start.year}-${two(start.month)}-${two(start.day)}`,
    campaign_id: id_of('sponsoredCampaignGroup') ?? '',
    ad_group_id: id_of('sponsoredCampaign'),
    ad_id: id_of('sponsoredCreative'),
    spend: line_of.costInLocalCurrency,
    impressions: line_of.impressions,
    clicks: line_of.clicks,
    // The claims that count: conversions on the site, and forms of LinkedIn that people sent. They are different, so they are added.
    conversions: sum_of([line_of.externalWebsiteConversions, line_of.oneClickLeads]),
    // Most advertisers give their conversions no value. Then the field is absent, and their value is not known. Without a conversion on
    // the site nothing is claimed, and forms have no value.
    conversion_value:
      line_of.conversionValueInLocalCurrency ?? (Number(line_of.externalWebsiteConversions) === 0 ? '0' : null),
    reach: line_of.approximateMemberReach,
  }
}

export const days = ad_days({
  window: {
    history_days: 3_650,
    history_source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting, Retention: figures of ten years (2026-06, read 2026-11)',
    // Days are revised for weeks. 30 days is what a third-party connector reads again (databricks, read 2026-11).
    overlap_days: 30,
    reading: { version: 2, why: 'A value of conversions that LinkedIn does not state was stored as a zero.' },
  },
  read,
  total: { levels: ['campaign', 'ad_group', 'ad'], last_digit: 1n, read: (of) => read('account', of) },
  // Figures by country are approximate, so they do not add up (Marketing API FAQ, read 2026-11). By device: unverified, so not read.
  parts: [],
})
