// Campaigns, ad sets, ads and creatives. Every sync reads all of them.
import { z } from 'zod'
import type { Account } from '#engine/connector.ts'
import { snapshot_stream } from '#engine/connector.ts'
import { field_list, read_list } from './graph.ts'

const PAGE = 200
// A creative includes its whole `object_story_spec`. Graph rejects larger pages as too much data.
const CREATIVES_PAGE = 50

// Graph leaves out archived and deleted records without this filter, and their figures would have no name (api_specs, read 2026-11).
const every_status = JSON.stringify([
  'ACTIVE',
  'PAUSED',
  'ARCHIVED',
  'DELETED',
  'IN_PROCESS',
  'WITH_ISSUES',
  'CAMPAIGN_PAUSED',
  'ADSET_PAUSED',
  'DISAPPROVED',
  'PENDING_REVIEW',
  'PENDING_BILLING_INFO',
  'PREAPPROVED',
])

// Currencies that Meta counts in whole units instead of hundredths, regardless of ISO 4217
// (https://developers.facebook.com/docs/marketing-api/currencies, read 2026-11).
const whole_units = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']

/** A budget in micros. Zero and absent both mean that the budget is set on another level. */
function budget(amount: string | undefined, currency: string): bigint | null {
  if (amount === undefined || amount === '0') return null
  return BigInt(amount) * (whole_units.includes(currency) ? 1_000_000n : 10_000n)
}

/** Graph writes instants in the account's time zone, so the first ten characters are the account's date. */
const date_of = (instant: string | undefined): string | null => instant?.slice(0, 10) ?? null

const below = (account: Account, edge: string): string => `/act_${account.account_id}/${edge}`

const campaign = z.object({
  id: z.string(),
  name: z.string(),
  effective_status: z.string(),
  objective: z.string().optional(),
  buying_type: z.string().optional(),
  daily_budget: z.string().optional(),
  lifetime_budget: z.string().optional(),
  created_time: z.string().optional(),
  start_time: z.string().optional(),
  stop_time: z.string().optional(),
})

export const campaigns = snapshot_stream({
  into: ['ad_campaigns'],
  every: '1h',
  read: ({ api, account }) =>
    read_list(api, below(account, 'campaigns'), campaign, {
      fields: field_list(campaign),
      effective_status: every_status,
      limit: PAGE,
    }),
  rows: (item, { account }) => ({
    ad_campaigns: {
      account_id: account.account_id,
      campaign_id: item.id,
      name: item.name,
      status: item.effective_status,
      objective: item.objective,
      channel_type: item.buying_type,
      daily_budget_micros: budget(item.daily_budget, account.currency ?? ''),
      lifetime_budget_micros: budget(item.lifetime_budget, account.currency ?? ''),
      currency: account.currency ?? '',
      starts_on: date_of(item.start_time),
      ends_on: date_of(item.stop_time),
      created_on: date_of(item.created_time),
    },
  }),
})

const ad_set = z.object({
  id: z.string(),
  name: z.string(),
  campaign_id: z.string(),
  effective_status: z.string(),
  optimization_goal: z.string().optional(),
  daily_budget: z.string().optional(),
})

export const ad_sets = snapshot_stream({
  into: ['ad_groups'],
  every: '1h',
  read: ({ api, account }) =>
    read_list(api, below(account, 'adsets'), ad_set, {
      fields: field_list(ad_set),
      effective_status: every_status,
      limit: PAGE,
    }),
  rows: (item, { account }) => ({
    ad_groups: {
      account_id: account.account_id,
      ad_group_id: item.id,
      campaign_id: item.campaign_id,
      name: item.name,
      status: item.effective_status,
      type: item.optimization_goal,
      daily_budget_micros: budget(item.daily_budget, account.currency ?? ''),
    },
  }),
})

const link = z.object({ value: z.object({ link: z.string().optional() }).optional() })
const story = z.object({
  photo_data: z.object({ caption: z.string().optional(), url: z.string().optional() }).optional(),
  link_data: z
    .object({ link: z.string().optional(), message: z.string().optional(), name: z.string().optional() })
    .optional(),
  video_data: z
    .object({
      call_to_action: link.optional(),
      message: z.string().optional(),
      title: z.string().optional(),
      image_url: z.string().optional(),
    })
    .optional(),
})

const creative = z.object({
  id: z.string(),
  name: z.string().optional(),
  title: z.string().optional(),
  body: z.string().optional(),
  object_type: z.string().optional(),
  call_to_action_type: z.string().optional(),
  link_url: z.string().optional(),
  image_url: z.string().optional(),
  thumbnail_url: z.string().optional(),
  video_id: z.string().optional(),
  status: z.string().optional(),
  object_story_spec: story.optional(),
})
type Creative = z.infer<typeof creative>

/** Title, text, picture and link, from the creative or from its `object_story_spec`. */
function content_of({ title, body, link_url, image_url, object_story_spec }: Creative) {
  const { link_data, video_data, photo_data } = object_story_spec ?? {}
  return {
    title: title ?? link_data?.name ?? video_data?.title,
    body: body ?? link_data?.message ?? video_data?.message ?? photo_data?.caption,
    link_url: link_url ?? link_data?.link ?? video_data?.call_to_action?.value?.link,
    image_url: image_url ?? video_data?.image_url ?? photo_data?.url,
  }
}

export const creatives = snapshot_stream({
  into: ['meta_ad_creatives'],
  every: '1d',
  read: ({ api, account }) => {
    const fields = field_list(creative)
    return read_list(api, below(account, 'adcreatives'), creative, { fields, limit: CREATIVES_PAGE })
  },
  rows: (item, { account }) => ({
    meta_ad_creatives: {
      account_id: account.account_id,
      creative_id: item.id,
      name: item.name,
      ...content_of(item),
      object_type: item.object_type,
      call_to_action: item.call_to_action_type,
      thumbnail_url: item.thumbnail_url,
      video_id: item.video_id,
      status: item.status,
    },
  }),
})

const ad = z.object({
  id: z.string(),
  name: z.string().optional(),
  adset_id: z.string(),
  campaign_id: z.string(),
  effective_status: z.string(),
  creative: creative.optional(),
})

export const ads = snapshot_stream({
  into: ['ads'],
  every: '1h',
  read: ({ api, account }) =>
    read_list(api, below(account, 'ads'), ad, {
      fields: field_list(ad, { creative }),
      effective_status: every_status,
      limit: CREATIVES_PAGE,
    }),
  rows: (item, { account }) => {
    const shown: ReturnType<typeof content_of> | undefined = item.creative && content_of(item.creative)
    return {
      ads: {
        account_id: account.account_id,
        ad_id: item.id,
        ad_group_id: item.adset_id,
        campaign_id: item.campaign_id,
        name: item.name,
        status: item.effective_status,
        type: item.creative?.object_type,
        headline: shown?.title,
        description: shown?.body,
        final_url: shown?.link_url,
        creative_id: item.creative?.id,
      },
    }
  },
})
