// Campaigns, ad groups and ads. Removed ones are read too: their figures stay, so their names must stay.
import { z } from 'zod'
import { snapshot_stream } from '#engine/connector.ts'
import { id, search } from './search.ts'

// start_date and end_date became date-times in v23 (campaign.proto of v22 to v25, read 2026-11). They are days of the account's time
// zone.
const date_of = (date_time: string | undefined): string | null => date_time?.slice(0, 10) ?? null

const campaign = z.object({
  campaign: z.object({
    id,
    name: z.string(),
    status: z.string(),
    advertisingChannelType: z.string().optional(),
    biddingStrategyType: z.string().optional(),
    startDateTime: z.string().optional(),
    endDateTime: z.string().optional(),
  }),
  campaignBudget: z
    .object({ amountMicros: id.optional(), totalAmountMicros: id.optional(), period: z.string().optional() })
    .default({}),
})

const campaigns_query = `
  SELECT campaign.id, campaign.name, campaign.status, campaign.advertising_channel_type, campaign.bidding_strategy_type,
    campaign.start_date_time, campaign.end_date_time,
    campaign_budget.amount_micros, campaign_budget.total_amount_micros, campaign_budget.period
  FROM campaign`

const budget = (micros: string | undefined): bigint | null => (micros === undefined ? null : BigInt(micros))

export const campaigns = snapshot_stream({
  into: ['ad_campaigns'],
  every: '1h',
  read: ({ api, account }) => search(api, account, campaign, campaigns_query),
  rows: ({ campaign: item, campaignBudget }, { account }) => ({
    ad_campaigns: {
      account_id: account.account_id,
      campaign_id: item.id,
      name: item.name,
      status: item.status,
      objective: item.biddingStrategyType,
      channel_type: item.advertisingChannelType,
      daily_budget_micros: budget(campaignBudget.amountMicros),
      lifetime_budget_micros: budget(campaignBudget.totalAmountMicros),
      currency: account.currency ?? '',
      starts_on: date_of(item.startDateTime),
      ends_on: date_of(item.endDateTime),
    },
  }),
})

const ad_group = z.object({
  campaign: z.object({ id }),
  adGroup: z.object({ id, name: z.string(), status: z.string(), type: z.string().optional() }),
})

export const ad_groups = snapshot_stream({
  into: ['ad_groups'],
  every: '1h',
  read: ({ api, account }) =>
    search(
      api,
      account,
      ad_group,
      'SELECT campaign.id, ad_group.id, ad_group.name, ad_group.status, ad_group.type FROM ad_group',
    ),
  rows: ({ campaign: { id: campaign_id }, adGroup: item }, { account }) => ({
    ad_groups: {
      account_id: account.account_id,
      ad_group_id: item.id,
      campaign_id,
      name: item.name,
      status: item.status,
      type: item.type,
    },
  }),
})

const texts = z.array(z.object({ text: z.string().optional() })).default([])
const ad = z.object({
  campaign: z.object({ id }),
  adGroup: z.object({ id }),
  adGroupAd: z.object({
    status: z.string(),
    ad: z.object({
      id,
      name: z.string().optional(),
      type: z.string().optional(),
      finalUrls: z.array(z.string()).default([]),
      responsiveSearchAd: z.object({ headlines: texts, descriptions: texts }).optional(),
    }),
  }),
})

const ads_query = `
  SELECT campaign.id, ad_group.id, ad_group_ad.status, ad_group_ad.ad.id, ad_group_ad.ad.name, ad_group_ad.ad.type,
    ad_group_ad.ad.final_urls, ad_group_ad.ad.responsive_search_ad.headlines,
    ad_group_ad.ad.responsive_search_ad.descriptions
  FROM ad_group_ad`

const joined = (parts: z.infer<typeof texts> | undefined): string | null =>
  parts?.flatMap(({ text }) => text ?? []).join(' | ') || null

export const ads = snapshot_stream({
  into: ['ads'],
  every: '1h',
  read: ({ api, account }) => search(api, account, ad, ads_query),
  rows: ({ campaign: { id: campaign_id }, adGroup, adGroupAd }, { account }) => ({
    ads: {
      account_id: account.account_id,
      ad_id: adGroupAd.ad.id,
      ad_group_id: adGroup.id,
      campaign_id,
      name: adGroupAd.ad.name,
      status: adGroupAd.status,
      type: adGroupAd.ad.type,
      headline: joined(adGroupAd.ad.responsiveSearchAd?.headlines),
      description: joined(adGroupAd.ad.responsiveSearchAd?.descriptions),
      final_url: adGroupAd.ad.finalUrls[0],
    },
  }),
})
