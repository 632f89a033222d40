// Daily figures (/adAnalytics, read 2026-11). A report has no pages. It contains deleted objects, because it asks for the account.
// What may not be read is left out of it, so an empty report can mean that there is no access.
import { z } from 'zod'
import { without_exponent } from '#domain/money.ts'
import { type AdDay, type AdLevel, ad_days, type Days, sum_of } from '../ad_days.ts'
import { text } from '../ads.ts'
import { columns } from '../columns.ts'
import { day_of_parts, parts_of_day } from '../day_parts.ts'
import { id_in, path_of, read_list } from '../linkedin.ts'
import { all_of, mapped } from '../records.ts'
import { in_parts, or_otherwise } from '../reports.ts'
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
  .transform(without_exponent)
const count = z.number().transform(String)
/** The names of the objects of a line. */
const named_in = (urns: readonly string[]) => {
  const id_of = (kind: string) => {
    const urn = urns.find((value) => value.includes(`:${kind}:`))
    return urn && id_in(urn)
  }
  return {
    campaign_id: id_of('sponsoredCampaignGroup') ?? '',
    ad_group_id: id_of('sponsoredCampaign'),
    ad_id: id_of('sponsoredCreative'),
  }
}
// Only requested fields come. One that is missing is an error, not a zero.
const line = columns({
  date: ['dateRange', z.object({ start: day_of_parts }).transform(({ start }) => start)],
  ids: ['pivotValues', z.array(z.string()).transform(named_in)],
  spend: ['costInLocalCurrency', amount],
  impressions: ['impressions', count],
  clicks: ['clicks', count],
  site_conversions: ['externalWebsiteConversions', count],
  leads: ['oneClickLeads', count],
  site_value: ['conversionValueInLocalCurrency', amount.nullish()],
  // Estimated, and only for lines of deliveries to members.
  reach: ['approximateMemberReach', count.nullish()],
})

type Level = keyof typeof pivots

/** What a report is of: an account, or some of its campaigns. */
type Facet = { accounts: string[] } | { campaigns: string[] }

function report(level: Level, { api, from, to }: Days, facet: Facet): AsyncIterable<AdDay[]> {
  const query = {
    q: 'statistics',
    pivots: pivots[level],
    timeGranularity: 'DAILY',
    dateRange: { start: parts_of_day(from), end: parts_of_day(to) },
    ...facet,
  }
  return mapped(read_list(api, path_of('/adAnalytics', query, line.fields), line.schema), day_of)
}

/** Campaigns of a request, whose address must stay below 4 kB. */
const CAMPAIGNS_MAX = 50

async function* read_parts(level: Level, days: Days): AsyncIterable<AdDay[]> {
  const listed = await all_of(list_of('adCampaigns')(days, z.object({ id: text })))
  const urns = listed.map(({ id }) => `urn:li:sponsoredCampaign:${id}`)
  yield* in_parts(urns, CAMPAIGNS_MAX, (campaigns) => report(level, days, { campaigns }))
}

/** The engine reads fewer days when a report is too much. A day of which each line belongs to one campaign is read by campaigns. */
function read(level: Level, days: Days): AsyncIterable<AdDay[]> {
  const { api, account, from, to } = days
  return or_otherwise(report(level, days, { accounts: [`urn:li:sponsoredAccount:${account.account_id}`] }), {
    read: () => read_parts(level, days),
    is_refused: from < to || !pivots[level].some((pivot) => pivot === 'CAMPAIGN'),
    // The account itself is refused when its reports may not be read.
    async if_empty() {
      await api.call({ path: `/adAccounts/${account.account_id}`, schema: z.object({ id: text }) })
      return false
    },
  })
}

const day_of = ({ ids, site_conversions, leads, site_value, ...day }: z.infer<typeof line.schema>): AdDay => ({
  ...day,
  ...ids,
  // The claims that count: conversions on the site, and forms of LinkedIn that people sent. They are different, so they are added.
  conversions: sum_of([site_conversions, leads]),
  // Most advertisers give their conversions no value. Then the field is absent, and their value is not known. Without a conversion on
  // the site nothing is claimed, and forms have no value.
  conversion_value: site_value ?? (Number(site_conversions) === 0 ? '0' : null),
})

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
