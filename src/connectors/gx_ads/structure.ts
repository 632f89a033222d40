// Campaigns, ad groups and ads.
import { z } from 'zod'
import { ad_list, date_of, joined, type SnapshotSource } from '../ads.ts'
import { search } from './search.ts'

const list_of =
  (resource: string) =>
  ({ api, account }: SnapshotSource, record: z.ZodObject) =>
    search(api, account, resource, record)

const micros = (value: unknown) => (value ? BigInt(String(value)) : null)

export const campaigns = ad_list('ad_campaigns', {
  read: list_of('campaign'),
  columns: {
    campaign_id: 'campaign.id',
    name: 'campaign.name',
    status: 'campaign.status',
    objective: 'campaign.bidding_strategy_type',
    channel_type: 'campaign.advertising_channel_type',
    daily_budget_micros: ['campaign_budget.amount_micros', micros],
    lifetime_budget_micros: ['campaign_budget.total_amount_micros', micros],
    // Date-times since v23 (campaign.proto of v22 to v25, read 2026-11).
    starts_on: ['campaign.start_date_time', date_of],
    ends_on: ['campaign.end_date_time', date_of],
  },
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

const texts = z.array(z.object({ text: z.string().optional() })).default([])
const shown = (parts: z.infer<typeof texts>) => joined(parts.map(({ text }) => text))

export const ads = ad_list('ads', {
  read: list_of('ad_group_ad'),
  columns: {
    ad_id: 'ad_group_ad.ad.id',
    ad_group_id: 'ad_group.id',
    campaign_id: 'campaign.id',
    name: 'ad_group_ad.ad.name',
    status: 'ad_group_ad.status',
    type: 'ad_group_ad.ad.type',
  },
  nested: {
    'ad_group_ad.ad.final_urls': z.array(z.string()).default([]),
    'ad_group_ad.ad.responsive_search_ad.headlines': texts,
    'ad_group_ad.ad.responsive_search_ad.descriptions': texts,
  },
  more: (item) => ({
    headline: shown(item['ad_group_ad.ad.responsive_search_ad.headlines']),
    description: shown(item['ad_group_ad.ad.responsive_search_ad.descriptions']),
    final_url: item['ad_group_ad.ad.final_urls'][0],
  }),
})
