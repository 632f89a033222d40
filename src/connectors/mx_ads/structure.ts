// Campaigns, ad sets, ads and creatives. Every sync reads all of them.
import { z } from 'zod'
import type { Account } from '#engine/connector.ts'
import { ad_list, date_of, joined, texts } from '../ads.ts'
import { every_status, field_list, read_list } from './graph.ts'

const PAGE = 200
// A creative includes all its texts and pictures. Graph rejects larger pages as too much data.
const CREATIVES_PAGE = 50

// Currencies that Meta counts in whole units instead of hundredths, regardless of ISO 4217
// (https://developers.facebook.com/docs/marketing-api/currencies, read 2026-11).
const whole_units = ['CLP', 'COP', 'CRC', 'HUF', 'ISK', 'IDR', 'JPY', 'KRW', 'PYG', 'TWD', 'VND']

/** A budget in micros. Zero and absent both mean that the budget is set on another level. */
function budget(amount: string | null | undefined, { currency = '' }: Account): bigint | null {
  if (!amount || amount === '0') return null
  return BigInt(amount) * (whole_units.includes(currency) ? 1_000_000n : 10_000n)
}

const edge = (account: Account, name: string) => `/act_${account.account_id}/${name}`
const all_of = (level: keyof typeof every_status) => JSON.stringify(every_status[level])
const named = z.object({ id: z.string(), name: z.string(), effective_status: z.string() })

const campaign = texts('objective', 'buying_type', 'daily_budget', 'lifetime_budget')
  .extend(texts('created_time', 'start_time', 'stop_time').shape)
  .extend(named.shape)

export const campaigns = ad_list('ad_campaigns', {
  read: ({ api, account }) =>
    read_list(api, edge(account, 'campaigns'), campaign, {
      fields: field_list(campaign),
      effective_status: all_of('campaign'),
      limit: PAGE,
    }),
  row: (item, account) => ({
    campaign_id: item.id,
    name: item.name,
    status: item.effective_status,
    objective: item.objective,
    channel_type: item.buying_type,
    daily_budget_micros: budget(item.daily_budget, account),
    lifetime_budget_micros: budget(item.lifetime_budget, account),
    starts_on: date_of(item.start_time),
    ends_on: date_of(item.stop_time),
    created_on: date_of(item.created_time),
  }),
})

const ad_set = texts('optimization_goal', 'daily_budget').extend({ ...named.shape, campaign_id: z.string() })

export const ad_sets = ad_list('ad_groups', {
  read: ({ api, account }) =>
    read_list(api, edge(account, 'adsets'), ad_set, {
      fields: field_list(ad_set),
      effective_status: all_of('adset'),
      limit: PAGE,
    }),
  row: (item, account) => ({
    ad_group_id: item.id,
    campaign_id: item.campaign_id,
    name: item.name,
    status: item.effective_status,
    type: item.optimization_goal,
    daily_budget_micros: budget(item.daily_budget, account),
  }),
})

const action = z.object({ value: texts('link').optional() })
const card = texts('name', 'description', 'link', 'picture', 'video_id')
const link_data = texts('link', 'message', 'name', 'picture').extend({ child_attachments: z.array(card).default([]) })
const text_list = z.array(texts('text')).default([])
const creative = texts('name', 'title', 'body', 'object_type', 'call_to_action_type', 'link_url', 'image_url')
  .extend(texts('thumbnail_url', 'video_id', 'status').shape)
  .extend({
    id: z.string(),
    object_story_spec: z
      .object({
        photo_data: texts('caption', 'url'),
        link_data,
        template_data: link_data,
        video_data: texts('message', 'title', 'image_url', 'video_id').extend({ call_to_action: action.optional() }),
      })
      .partial()
      .default({}),
    // Meta combines these into ads itself (Ad Asset Feed Spec, read 2026-11).
    asset_feed_spec: z
      .object({
        bodies: text_list,
        titles: text_list,
        images: z.array(texts('url')).default([]),
        videos: z.array(texts('video_id', 'thumbnail_url')).default([]),
        link_urls: z.array(texts('website_url')).default([]),
      })
      .optional(),
  })

/** Title, text, picture, video and link: from the creative itself, its story, the cards of a carousel, or an asset feed. */
function content_of({ object_story_spec: story, asset_feed_spec: feed, ...own }: z.infer<typeof creative>) {
  const { video_data: video, photo_data: photo, link_data: link = story.template_data } = story
  const cards = link?.child_attachments ?? []
  const [first] = cards
  const feed_titles = feed?.titles.map(({ text }) => text)
  const titles = [own.title, link?.name, video?.title, joined(cards.map(({ name }) => name)), joined(feed_titles)]
  const bodies = [own.body, link?.message, video?.message, photo?.caption, joined(feed?.bodies.map(({ text }) => text))]
  const links = [own.link_url, link?.link, first?.link, video?.call_to_action?.value?.link]
  const images = [own.image_url, video?.image_url, photo?.url, link?.picture, first?.picture]
  return {
    title: titles.find(Boolean),
    body: bodies.find(Boolean),
    link_url: [...links, feed?.link_urls[0]?.website_url].find(Boolean),
    image_url: [...images, feed?.images[0]?.url].find(Boolean),
    video_id: [own.video_id, video?.video_id, first?.video_id, feed?.videos[0]?.video_id].find(Boolean),
  }
}

export const creatives = ad_list('meta_ad_creatives', {
  every: '1d',
  read: ({ api, account }) =>
    read_list(api, edge(account, 'adcreatives'), creative, { fields: field_list(creative), limit: CREATIVES_PAGE }),
  row: (item) => ({
    creative_id: item.id,
    name: item.name,
    ...content_of(item),
    object_type: item.object_type,
    call_to_action: item.call_to_action_type,
    thumbnail_url: item.thumbnail_url ?? item.asset_feed_spec?.videos[0]?.thumbnail_url,
    status: item.status,
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

export const ads = ad_list('ads', {
  read: ({ api, account }) =>
    read_list(api, edge(account, 'ads'), ad, {
      fields: field_list(ad, { creative }),
      effective_status: all_of('ad'),
      limit: CREATIVES_PAGE,
    }),
  row: (item) => {
    const content = item.creative && content_of(item.creative)
    return {
      ad_id: item.id,
      ad_group_id: item.adset_id,
      campaign_id: item.campaign_id,
      name: item.name,
      status: item.effective_status,
      type: item.creative?.object_type,
      headline: content?.title,
      description: content?.body,
      final_url: content?.link_url,
      creative_id: item.creative?.id,
    }
  },
})
