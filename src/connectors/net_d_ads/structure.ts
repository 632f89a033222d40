// Campaigns, line items and promoted posts, which are campaigns, ad groups and ads here.
import { z } from 'zod'
import type { Api } from '#engine/connector.ts'
import { ad_list, joined, local_day, micros_in, type SnapshotSource } from '../ads.ts'
import { all_of, in_batches, mapped, texts } from '../records.ts'
import { IDS_MAX, read_list } from './api.ts'

/** Records have a mark of their deletion beside their status. */
const deleted = z.boolean().default(false)
const list_of =
  (name: string, query = {}) =>
  ({ api, account }: SnapshotSource, record: z.ZodObject): AsyncIterable<Record<string, unknown>[]> =>
    mapped(
      read_list(api, `/accounts/${account.account_id}/${name}`, record.extend({ deleted }), query),
      ({ deleted: is_deleted, ...one }) => (is_deleted ? { ...one, entity_status: 'DELETED' } : one),
    )

export const campaigns = ad_list('ad_campaigns', {
  read: list_of('campaigns', { with_draft: true }),
  columns: {
    campaign_id: 'id',
    status: 'entity_status',
    created_on: ['created_at', local_day],
    // The budget can sit on the line items instead (`budget_optimization`). Amounts are micros.
    daily_budget_micros: ['daily_budget_amount_local_micro', micros_in],
    lifetime_budget_micros: ['total_budget_amount_local_micro', micros_in],
  },
})

const line_items = {
  read: list_of('line_items', { with_draft: true }),
  columns: {
    ad_group_id: 'id',
    name: ['name', (name) => name || 'Line item'],
    status: 'entity_status',
    type: 'objective',
    daily_budget_micros: ['daily_budget_amount_local_micro', micros_in],
  },
} satisfies Parameters<typeof ad_list<'ad_groups'>>[1]

export const ad_groups = ad_list('ad_groups', { ...line_items, nested: { name: z.string().nullish() } })

// ---- ads -----------------------------------------------------------------------------------------------------------------

const media = texts('media_url_https')
const tweet = texts('name', 'full_text', 'card_uri').extend({
  tweet_id: z.string(),
  entities: z.object({ urls: z.array(texts('expanded_url')).default([]), media: z.array(media).default([]) }).nullish(),
})
/** What a card shows, part by part. Cards of before 2020 have fields of their own instead (Creatives reference, read 2026-11). */
const component = texts('title').extend({ destination: texts('url').nullish() })
const card = texts('card_uri', 'title', 'name', 'website_dest_url', 'website_url')
  .extend(texts('image', 'media_url', 'video_poster_url').shape)
  .extend({ components: z.array(component).default([]), slides: z.array(z.array(component)).default([]) })
type Shown = z.infer<typeof tweet> & { card?: z.infer<typeof card> }

const cards_of = async (api: Api, own: string, uris: string[]) => {
  const query = { card_uris: uris.join(), with_deleted: true }
  const schema = z.object({ data: z.array(card) })
  return uris.length === 0 ? [] : (await api.call({ path: `${own}/cards/all`, query, schema })).data
}

/** Posts with their cards, by id. */
async function posts_of({ api, account }: SnapshotSource, ids: string[]): Promise<Map<string, Shown>> {
  const own = `/accounts/${account.account_id}`
  const found = await in_batches(ids, IDS_MAX, async (some) => {
    const query = { tweet_ids: some.join(), tweet_type: 'PUBLISHED', timeline_type: 'ALL', trim_user: true }
    const tweets = await all_of(read_list(api, `${own}/tweets`, tweet, { ...query, with_deleted: undefined }))
    const cards = await cards_of(api, own, [...new Set(tweets.flatMap(({ card_uri }) => card_uri ?? []))])
    return tweets.map((one) => ({ ...one, card: cards.find(({ card_uri }) => card_uri === one.card_uri) }))
  })
  return new Map(found.map((one) => [one.tweet_id, one]))
}

export const ads = ad_list('ads', {
  // Posts cannot be changed, so their texts and pictures are read less often.
  every: '6h',
  read: list_of('promoted_tweets'),
  columns: { ad_id: 'id', ad_group_id: 'line_item_id', status: 'entity_status', creative_id: 'tweet_id' },
  groups: line_items,
  beside: (source, page) => posts_of(source, [...new Set(page.map(({ tweet_id }) => String(tweet_id)))]),
  // Texts are in the post, title and link often in its card.
  more: ({ tweet_id }, { unreadable }, posts) => {
    const shown = posts.get(String(tweet_id))
    if (!shown) unreadable?.('texts of ads')
    const { card: own, entities } = shown ?? {}
    const link = entities?.urls[0]?.expanded_url
    const parts = [...(own?.components ?? []), ...(own?.slides.flat() ?? [])]
    return {
      name: shown?.name,
      type: own ? 'card' : entities?.media.length ? 'media' : 'text',
      headline: own?.title ?? joined(parts.map(({ title }) => title)) ?? own?.name,
      description: shown?.full_text,
      final_url: [own?.website_dest_url, own?.website_url, ...parts.map((one) => one.destination?.url), link].find(
        Boolean,
      ),
      thumbnail_url: own?.image ?? own?.media_url ?? own?.video_poster_url ?? entities?.media[0]?.media_url_https,
    }
  },
})
