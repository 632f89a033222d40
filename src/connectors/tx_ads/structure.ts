// Campaigns, ad groups and ads. Deleted ones are read too: their figures stay, so their names must stay.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { is_refusal, type VendorRefusal } from '#engine/vendors/refusal.ts'
import { ad_list, date_of, joined, type SnapshotSource } from '../ads.ts'
import { texts } from '../records.ts'
import { read_list } from './api.ts'
import { covers_of } from './covers.ts'

/** Lists leave out deleted objects unless the level's own status asks for all (FilteringCampaignGet and others, read 2026-11). */
const list_of =
  (path: string, secondary_status: string) =>
  ({ api, account }: SnapshotSource, record: z.ZodObject) =>
    read_list(api, path, record, {
      advertiser_id: account.account_id,
      filtering: JSON.stringify({ secondary_status }),
    })

/** A decimal amount of the account's currency. `budget_mode` says what it covers; a mode without limit has no budget. */
const budget = { budget: z.number().nullish(), budget_mode: z.string().nullish() }
const budget_of = ({ budget: amount, budget_mode }: { budget?: number | null; budget_mode?: string | null }) => {
  const of = (modes: RegExp) => (amount && modes.test(budget_mode ?? '') ? micros(amount) : null)
  return { daily_budget_micros: of(/DAY|DAILY/), lifetime_budget_micros: of(/TOTAL/) }
}

/** Automated campaigns (Smart+) have a list of their own, which few apps may read. `without`: what to do if this one may not. */
export async function* campaigns_with_automated(
  source: SnapshotSource,
  record: z.ZodObject,
  without: (error: VendorRefusal) => void,
) {
  yield* list_of('/campaign/get/', 'CAMPAIGN_STATUS_ALL')(source, record)
  try {
    yield* list_of('/smart_plus/campaign/get/', 'CAMPAIGN_STATUS_ALL')(source, record)
  } catch (error) {
    if (!is_refusal(error, 'denied')) throw error
    without(error)
  }
}

export const campaigns = ad_list('ad_campaigns', {
  // Only names are missing then: a report that names no campaign has the figures of all.
  read: (source, record) => campaigns_with_automated(source, record, () => {}),
  columns: {
    name: 'campaign_name',
    status: 'secondary_status',
    objective: 'objective_type',
    channel_type: 'campaign_automation_type',
    created_on: ['create_time', date_of],
  },
  nested: budget,
  more: budget_of,
})

export const ad_groups = ad_list('ad_groups', {
  read: list_of('/adgroup/get/', 'ADGROUP_STATUS_ALL'),
  columns: {
    ad_group_id: 'adgroup_id',
    name: 'adgroup_name',
    status: 'secondary_status',
    type: 'optimization_goal',
  },
  nested: budget,
  more: (item) => ({ daily_budget_micros: budget_of(item).daily_budget_micros }),
})

const list = z.array(z.string()).nullish()
const texts_and_files = {
  ...texts('ad_text', 'landing_page_url', 'video_id').shape,
  ad_texts: list,
  landing_page_urls: list,
  image_ids: list,
}
type Shown = z.infer<z.ZodObject<typeof texts_and_files>>
const video_of = ({ video_id }: Shown) => video_id || undefined
const image_of = (ad: Shown) => (video_of(ad) ? undefined : ad.image_ids?.[0])

/** The links to the covers of ads. Nobody looks at deleted ads, which can be most of them. */
async function covers(source: SnapshotSource, page: (Shown & { secondary_status?: unknown })[]) {
  const shown = page.filter(({ secondary_status }) => secondary_status !== 'AD_STATUS_DELETE')
  const videos = await covers_of(source, 'video', shown.map(video_of))
  const images = await covers_of(source, 'image', shown.map(image_of))
  return (ad: Shown) => videos.get(video_of(ad) ?? '') ?? images.get(image_of(ad) ?? '')
}

export const ads = ad_list('ads', {
  every: '6h',
  read: list_of('/ad/get/', 'AD_STATUS_ALL'),
  columns: {
    ad_group_id: 'adgroup_id',
    name: 'ad_name',
    status: 'secondary_status',
    type: 'ad_format',
    headline: 'display_name',
  },
  nested: texts_and_files,
  beside: covers,
  more: (item, _, cover_of) => {
    const descriptions = [
      ...new Set([item.ad_text, ...(item.ad_texts ?? [])].filter((text) => typeof text === 'string')),
    ]
    return {
      descriptions,
      description: joined(descriptions),
      final_url: item.landing_page_url || item.landing_page_urls?.[0],
      creative_id: video_of(item) ?? image_of(item),
      thumbnail_url: cover_of(item),
    }
  },
})
