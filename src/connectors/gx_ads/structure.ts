// Campaigns, ad groups and ads.
import { z } from 'zod'
import { ad_list, date_of, joined, micros_in, type SnapshotSource } from '../ads.ts'
import { or_in_order } from '../reports.ts'
import { search } from './search.ts'

const list_of =
  (resource: string, where?: string) =>
  ({ api, account }: SnapshotSource, record: z.ZodObject) =>
    search(api, account, resource, record, where)

const IS_SHARED = 'campaign_budget.explicitly_shared'

export const campaigns = ad_list('ad_campaigns', {
  read: list_of('campaign'),
  columns: {
    campaign_id: 'campaign.id',
    name: 'campaign.name',
    status: 'campaign.status',
    objective: 'campaign.bidding_strategy_type',
    channel_type: 'campaign.advertising_channel_type',
    daily_budget_micros: ['campaign_budget.amount_micros', micros_in],
    lifetime_budget_micros: ['campaign_budget.total_amount_micros', micros_in],
    // Date-times since v23 (campaign.proto of v22 to v25, read 2026-11).
    starts_on: ['campaign.start_date_time', date_of],
    ends_on: ['campaign.end_date_time', date_of],
  },
  nested: { [IS_SHARED]: z.boolean().optional() },
  // A budget that campaigns may share is no campaign's own.
  more: (item) => (item[IS_SHARED] ? { daily_budget_micros: null, lifetime_budget_micros: null } : {}),
})

export const ad_groups = ad_list('ad_groups', {
  read: list_of('ad_group'),
  columns: {
    ad_group_id: 'ad_group.id',
    campaign_id: 'campaign.id',
    name: 'ad_group.name',
    status: 'ad_group.status',
    type: 'ad_group.type',
  },
})

const text = z.object({ text: z.string().optional() }).optional()
const AD = 'ad_group_ad.ad'
const several = (name: string) => [name, z.array(text).default([])] as const
const one = (name: string) => [name, text] as const
const plain = (name: string) => [name, z.string().optional()] as const
/** Where each kind of ad has its texts. Ads of shopping and some others have none (Ad, v25, read 2026-11). */
const kinds = {
  responsive_search_ad: [several('headlines'), several('descriptions')],
  expanded_text_ad: ['headline_part1', 'headline_part2', 'headline_part3', 'description', 'description2'].map(plain),
  responsive_display_ad: [several('headlines'), one('long_headline'), several('descriptions')],
  video_responsive_ad: [several('headlines'), several('long_headlines'), several('descriptions')],
  demand_gen_multi_asset_ad: [several('headlines'), several('descriptions')],
  app_ad: [several('headlines'), several('descriptions')],
}
const fields = Object.fromEntries(
  Object.entries(kinds).flatMap(([kind, texts]) => texts.map(([name, read]) => [`${AD}.${kind}.${name}`, read])),
)
type Text = string | z.infer<typeof text>

/** All texts of an ad that are headlines or descriptions, in the order of the fields. */
const texts_of = (item: Record<string, unknown>, kind: 'headline' | 'description') =>
  Object.keys(fields)
    .filter((name) => name.split('.').at(-1)!.includes(kind))
    .flatMap((name) => (item[name] ?? []) as Text | Text[])
    .flatMap((one) => (typeof one === 'string' ? one : one?.text) || [])

const ads_of = (some?: { after: string; most: number }) =>
  list_of('ad_group_ad', some && `${AD}.id > ${some.after} ORDER BY ${AD}.id LIMIT ${some.most}`)

// A page has 10,000 ads whatever a request says, and each text comes with its review: such a page had 423 MB (googleads/google-ads-dotnet issue
// 285, 2021-05). It can also take Google too long (issue 382, 2022-04).
export const ads = ad_list('ads', {
  // Texts rarely change, and those of a large account are hundreds of megabytes.
  every: '6h',
  read: (source, record) => or_in_order(`${AD}.id`, (some) => ads_of(some)(source, record)),
  columns: {
    ad_id: `${AD}.id`,
    ad_group_id: 'ad_group.id',
    campaign_id: 'campaign.id',
    name: `${AD}.name`,
    status: 'ad_group_ad.status',
    type: `${AD}.type`,
  },
  nested: { [`${AD}.final_urls`]: z.array(z.string()).default([]), ...fields } as Record<string, z.ZodType>,
  more: (item) => {
    const texts = { headlines: texts_of(item, 'headline'), descriptions: texts_of(item, 'description') }
    return {
      ...texts,
      headline: joined(texts.headlines),
      description: joined(texts.descriptions),
      final_url: (item[`${AD}.final_urls`] as string[])[0],
    }
  },
})
