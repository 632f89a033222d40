// Campaign groups, campaigns and creatives, which are campaigns, ad groups and ads here. Archived and removed ones are read too.
import { z } from 'zod'
import { micros } from '#domain/money.ts'
import { ad_list, type SnapshotSource } from '../ads.ts'
import { day_in, id_in, path_of, read_list } from '../linkedin.ts'
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

const groups = {
  read: list_of('adCampaigns'),
  columns: { ad_group_id: 'id', campaign_id: ['campaignGroup', id_in], type: 'objectiveType' },
} as const

export const ad_groups = ad_list('ad_groups', {
  ...groups,
  nested: { dailyBudget: amount },
  more: ({ dailyBudget }) => ({ daily_budget_micros: micros_in(dailyBudget) }),
})

export const ads = ad_list('ads', {
  // A page of creatives costs up to five requests, and texts rarely change.
  every: '6h',
  read: ({ api, account }, record) =>
    read_list(
      api,
      path_of(`/adAccounts/${account.account_id}/creatives`, { q: 'criteria', pageSize: CREATIVES_PAGE }),
      record,
    ),
  columns: { ad_id: ['id', id_in], ad_group_id: ['campaign', id_in], status: 'intendedStatus' },
  // A creative names its campaign, but not the group of the campaign.
  groups,
  nested: { content: content.nullish() },
  beside: ({ api }, page) => contents_of(api, page),
  more: ({ content: of }, { unreadable }, contents) => shown_in(of ?? {}, contents, unreadable),
})
