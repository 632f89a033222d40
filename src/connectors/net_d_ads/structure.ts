// Campaigns, line items and promoted posts, which are campaigns, ad groups and ads here.
import { z } from 'zod'
import { ad_list, joined, local_day, type SnapshotSource } from '../ads.ts'
import { all_of, batches, texts } from '../records.ts'
import { IDS_MAX, read_list } from './api.ts'

const list_of =
  (name: string, query = {}) =>
  ({ api, account }: SnapshotSource, record: z.ZodObject) =>
    read_list(api, `/accounts/${account.account_id}/${name}`, record, query)

const micros_in = (amount: unknown) => (amount ? BigInt(amount as string | number) : null)
const state = { deleted: z.boolean().default(false), entity_status: z.string() }
const state_of = ({ deleted, entity_status }: { deleted: boolean; entity_status: string }) => ({
  status: deleted ? 'DELETED' : entity_status,
})

export const campaigns = ad_list('ad_campaigns', {
  read: list_of('campaigns', { with_draft: true }),
  columns: {
    campaign_id: 'id',
    name: 'name',
    status: 'entity_status',
    created_on: ['created_at', local_day],
    // The budget can sit on the line items instead (`budget_optimization`). Amounts are micros.
    daily_budget_micros: ['daily_budget_amount_local_micro', micros_in],
    lifetime_budget_micros: ['total_budget_amount_local_micro', micros_in],
  },
  nested: state,
  more: state_of,
})

export const ad_groups = ad_list('ad_groups', {
  read: list_of('line_items', { with_draft: true }),
  columns: {
    ad_group_id: 'id',
    campaign_id: 'campaign_id',
    name: ['name', (name) => name || 'Line item'],
    status: 'entity_status',
    type: 'objective',
    daily_budget_micros: ['daily_budget_amount_local_micro', micros_in],
  },
  nested: { ...state, name: z.string().nullish() },
  more: state_of,
})

// ---- ads -----------------------------------------------------------------------------------------------------------------

const line_item = z.object({ id: z.string(), campaign_id: z.string() })
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

async function cards_of(api: SnapshotSource['api'], own: string, uris: string[]) {
  if (uris.length === 0) return []
  const schema = z.object({ data: z.array(card) })
  return (await api.call({ path: `${own}/cards/all`, query: { card_uris: uris.join(), with_deleted: true }, schema }))
    .data
}

/** A promoted post names its line item, and the post. Texts are in the post, title and link often in its card. */
async function* every_ad(source: SnapshotSource, record: z.ZodObject) {
  const { api, account } = source
  const own = `/accounts/${account.account_id}`
  const line_items = await all_of(list_of('line_items', { with_draft: true })(source, line_item))
  const campaign_of = new Map(line_items.map(({ id, campaign_id }) => [id, campaign_id]))
  const listed = record.omit({ campaign_id: true, shown: true })
  for await (const page of list_of('promoted_tweets')(source, listed)) {
    const shown = new Map<string, Shown>()
    for (const ids of batches([...new Set(page.map(({ tweet_id }) => String(tweet_id)))], IDS_MAX)) {
      const query = { tweet_ids: ids.join(), tweet_type: 'PUBLISHED', timeline_type: 'ALL', trim_user: true }
      const tweets = await all_of(read_list(api, `${own}/tweets`, tweet, { ...query, with_deleted: undefined }))
      const uris = [...new Set(tweets.flatMap(({ card_uri }) => card_uri ?? []))]
      const cards = await cards_of(api, own, uris)
      for (const one of tweets)
        shown.set(one.tweet_id, { ...one, card: cards.find(({ card_uri }) => card_uri === one.card_uri) })
    }
    yield page.flatMap((ad) => {
      const campaign_id = campaign_of.get(String(ad.line_item_id))
      return campaign_id ? [{ ...ad, campaign_id, shown: shown.get(String(ad.tweet_id)) }] : []
    })
  }
}

export const ads = ad_list('ads', {
  // Posts cannot be changed, so their texts and pictures are read less often.
  every: '6h',
  read: every_ad,
  columns: {
    ad_id: 'id',
    ad_group_id: 'line_item_id',
    campaign_id: 'campaign_id',
    status: 'entity_status',
    creative_id: 'tweet_id',
  },
  nested: { ...state, shown: z.custom<Shown | undefined>() },
  more: ({ shown, ...of }, { unreadable }) => {
    if (!shown) unreadable?.('texts of ads')
    const { card: own, entities } = shown ?? {}
    const link = entities?.urls[0]?.expanded_url
    const parts = [...(own?.components ?? []), ...(own?.slides.flat() ?? [])]
    return {
      ...state_of(of),
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
