// Campaigns, ad sets, ads and creatives. Every sync reads all of them.
import { z } from 'zod'
import type { Account } from '#engine/connector.ts'
import { ad_list, date_of, type SnapshotSource } from '../ads.ts'
import { field_list, read_list } from '../meta.ts'
import { content_of, shown } from './creative.ts'
import { deleted } from './insights.ts'
import { listed_status } from './statuses.ts'
import { minor_micros } from './units.ts'

const PAGE = 200
// A creative includes all its texts and pictures. Graph rejects larger pages as too much data.
const CREATIVES_PAGE = 50

/** A budget in micros. Zero and absent both mean that the budget is set on another level. */
function budget(amount: unknown, { currency = '' }: Account): bigint | null {
  if (!amount || amount === '0') return null
  return BigInt(String(amount)) * minor_micros(currency)
}

/** Of a campaign without ad sets, Meta states the second before 1970 (records of users, 2016 to 2019, read 2026-11). That is no date. */
const start_of = (instant: unknown): string | null => {
  const day = date_of(instant as string)
  return day !== null && day > '1970-01-01' ? day : null
}

/** How the list of a level is read. */
const list_of = (edge: string, level?: keyof typeof listed_status, limit = PAGE, below = {}) =>
  async function* ({ api, account }: SnapshotSource, record: z.ZodObject): AsyncIterable<Record<string, unknown>[]> {
    yield* read_list(api, `/act_${account.account_id}/${edge}`, record, {
      fields: field_list(record, below),
      effective_status: level && JSON.stringify(listed_status[level]),
      limit,
    })
    if (level) yield* deleted(level, { api, account })
  }

export const campaigns = ad_list('ad_campaigns', {
  read: list_of('campaigns', 'campaign'),
  columns: {
    campaign_id: 'id',
    status: 'effective_status',
    objective: 'objective',
    channel_type: 'buying_type',
    daily_budget_micros: ['daily_budget', budget],
    lifetime_budget_micros: ['lifetime_budget', budget],
    starts_on: ['start_time', start_of],
    ends_on: ['stop_time', date_of],
    created_on: ['created_time', date_of],
  },
})

export const ad_sets = ad_list('ad_groups', {
  read: list_of('adsets', 'adset'),
  columns: {
    ad_group_id: 'id',
    status: 'effective_status',
    type: 'optimization_goal',
    daily_budget_micros: ['daily_budget', budget],
  },
})

export const creatives = ad_list('meta_ad_creatives', {
  every: '1d',
  read: list_of('adcreatives', undefined, CREATIVES_PAGE),
  columns: {
    creative_id: 'id',
    object_type: 'object_type',
    call_to_action: 'call_to_action_type',
    thumbnail_url: 'thumbnail_url',
    status: 'status',
  },
  nested: shown.shape,
  more: content_of,
})

const creative = shown.extend({ id: z.string() })

export const ads = ad_list('ads', {
  read: list_of('ads', 'ad', CREATIVES_PAGE, { creative }),
  columns: { ad_id: 'id', ad_group_id: 'adset_id', status: 'effective_status' },
  nested: { creative: creative.optional() },
  more: ({ creative: of }) => {
    if (!of) return {}
    const { title, body, link_url } = content_of(of)
    return { type: of.object_type, headline: title, description: body, final_url: link_url, creative_id: of.id }
  },
})
