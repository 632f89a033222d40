// Campaigns, ad groups and ads. Deleted ones are read too: their figures stay, so their names must stay.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { ad_list, date_of, joined, type SnapshotSource, texts } from '../ads.ts'
import { read_list } from './api.ts'

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

export async function* every_campaign(source: SnapshotSource, record: z.ZodObject) {
  yield* list_of('/campaign/get/', 'CAMPAIGN_STATUS_ALL')(source, record)
  try {
    // Automated campaigns have a list of their own. Few apps may read it, and their figures are in the reports all the same.
    yield* list_of('/smart_plus/campaign/get/', 'CAMPAIGN_STATUS_ALL')(source, record)
  } catch (error) {
    if (!(error instanceof VendorRefusal && error.kind === 'denied')) throw error
  }
}

export const campaigns = ad_list('ad_campaigns', {
  read: every_campaign,
  columns: {
    campaign_id: 'campaign_id',
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
    campaign_id: 'campaign_id',
    name: 'adgroup_name',
    status: 'secondary_status',
    type: 'optimization_goal',
  },
  nested: budget,
  more: (item) => ({ daily_budget_micros: budget_of(item).daily_budget_micros }),
})

const list = z.array(z.string()).nullish()

export const ads = ad_list('ads', {
  read: list_of('/ad/get/', 'AD_STATUS_ALL'),
  columns: {
    ad_id: 'ad_id',
    ad_group_id: 'adgroup_id',
    campaign_id: 'campaign_id',
    name: 'ad_name',
    status: 'secondary_status',
    type: 'ad_format',
    headline: 'display_name',
  },
  nested: {
    ...texts('ad_text', 'landing_page_url', 'video_id').shape,
    ad_texts: list,
    landing_page_urls: list,
    image_ids: list,
  },
  more: (item) => ({
    description: joined([item.ad_text, ...(item.ad_texts ?? [])]),
    final_url: item.landing_page_url || item.landing_page_urls?.[0],
    // The video or picture. Links to their thumbnails expire within hours, so none is stored.
    creative_id: item.video_id || item.image_ids?.[0],
  }),
})
