// Campaign groups, campaigns and creatives, which are campaigns, ad groups and ads here. Archived and removed ones are read too.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { ad_list, type SnapshotSource, text, with_campaigns } from '../ads.ts'
import { day_in, id_in, path_of, read_list } from '../linkedin.ts'
import { map_of } from '../records.ts'
import { content, contents_of, shown_in } from './creative.ts'

const PAGE = 1_000
const CREATIVES_PAGE = 100

// Every status of each level (Create and Manage Campaign Groups, and Campaigns, read 2026-11). Deleted drafts alone leave the lists.
const ended = ['ARCHIVED', 'CANCELED', 'DRAFT', 'PENDING_DELETION', 'REMOVED']
const every_status = {
  adCampaignGroups: ['ACTIVE', 'PAUSED', ...ended],
  adCampaigns: ['ACTIVE', 'PAUSED', 'COMPLETED', ...ended],
}

export const list_of =
  (level: keyof typeof every_status) =>
  <Item>({ api, account }: Pick<SnapshotSource, 'api' | 'account'>, record: z.ZodType<Item>) => {
    const query = { q: 'search', search: { status: { values: every_status[level] } }, pageSize: PAGE }
    return read_list(api, path_of(`/adAccounts/${account.account_id}/${level}`, query), record)
  }

const amount = z.object({ amount: z.string() }).nullish()
const micros_in = (budget: z.infer<typeof amount>) => (budget ? micros(budget.amount) : null)
const instant = z.number().nullish()

export const campaigns = ad_list('ad_campaigns', {
  read: list_of('adCampaignGroups'),
  columns: { campaign_id: 'id', objective: 'objectiveType' },
  nested: {
    dailyBudget: amount,
    totalBudget: amount,
    runSchedule: z.object({ start: instant, end: instant }).nullish(),
    changeAuditStamps: z.object({ created: z.object({ time: instant }) }).nullish(),
  },
  more: ({ dailyBudget, totalBudget, runSchedule, changeAuditStamps }) => ({
    daily_budget_micros: micros_in(dailyBudget),
    lifetime_budget_micros: micros_in(totalBudget),
    starts_on: day_in(runSchedule?.start),
    ends_on: day_in(runSchedule?.end),
    created_on: day_in(changeAuditStamps?.created.time),
  }),
})

export const ad_groups = ad_list('ad_groups', {
  read: list_of('adCampaigns'),
  columns: { ad_group_id: 'id', campaign_id: ['campaignGroup', id_in], type: 'objectiveType' },
  nested: { dailyBudget: amount },
  more: ({ dailyBudget }) => ({ daily_budget_micros: micros_in(dailyBudget) }),
})

const campaign = z.object({ id: text, campaignGroup: z.string() })

async function* creatives({ api, account }: SnapshotSource, record: z.ZodObject) {
  const path = path_of(`/adAccounts/${account.account_id}/creatives`, { q: 'criteria', pageSize: CREATIVES_PAGE })
  for await (const page of read_list(api, path, record.omit({ campaignGroup: true, contents: true }))) {
    const contents = await contents_of(api, page)
    yield page.map((creative) => ({ ...creative, contents }))
  }
}

/** A creative names its campaign, but not the group of the campaign. */
const every_creative = (source: SnapshotSource, record: z.ZodObject) =>
  with_campaigns(creatives(source, record), {
    field: 'campaignGroup',
    group_of: ({ campaign }) => id_in(campaign),
    campaigns: () => map_of(list_of('adCampaigns')(source, campaign), (one) => [one.id, one.campaignGroup]),
  })

export const ads = ad_list('ads', {
  // A page of creatives costs up to five requests, and texts rarely change.
  every: '6h',
  read: every_creative,
  columns: {
    ad_id: ['id', id_in],
    ad_group_id: ['campaign', id_in],
    campaign_id: ['campaignGroup', id_in],
    status: 'intendedStatus',
  },
  nested: { content: content.nullish(), contents: z.custom<Awaited<ReturnType<typeof contents_of>>>() },
  more: ({ content: of, contents }, { unreadable }) => shown_in(of ?? {}, contents, unreadable),
})
