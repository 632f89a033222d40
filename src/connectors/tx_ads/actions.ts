// Changes at TikTok: status and daily budget of campaigns (CampaignUpdateBody, CampaignStatusUpdateBody and AdgroupUpdateBody of its SDK, read 2026-11).
// create.ts makes campaigns.
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import type { ActionSource } from '#engine/action.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { type AdActions, ad_actions } from '../ad_actions.ts'
import type { BudgetHolder, CampaignNow } from '../budgets.ts'
import { read_list } from './api.ts'
import { create_campaign } from './create.ts'
import { scopes, unit_micros, visible_within } from './writes.ts'

type Reading = Pick<ActionSource<unknown>, 'api' | 'account'>

const budget = { budget: z.number().nullish(), budget_mode: z.string().nullish() }
const campaign = z.object({
  campaign_id: z.string(),
  campaign_name: z.string(),
  operation_status: z.string(),
  secondary_status: z.string(),
  ...budget,
})
const ad_group = z.object({ adgroup_id: z.string(), adgroup_name: z.string(), ...budget })

const DAILY = /DAY|DAILY/
/** Automated campaigns have endpoints of their own, for reading and for changing. */
const lists = { manual: '', automated: '/smart_plus' }

async function read(source: Reading, campaign_id: string): Promise<CampaignNow | undefined> {
  for (const base of Object.values(lists)) {
    const found = await campaign_in(source, base, campaign_id)
    if (!found) continue
    const { campaign_name: name, operation_status, secondary_status, budget, budget_mode } = found
    const is_daily = Boolean(budget) && DAILY.test(budget_mode ?? '')
    const is_ended = operation_status === 'DELETE' || /_DELETE$|_TERMINATED?$/.test(secondary_status)
    return {
      ...{ id: campaign_id, name, status_word: secondary_status },
      status: is_ended ? 'ended' : operation_status === 'ENABLE' ? 'active' : 'paused',
      holders: is_daily
        ? [{ kind: 'campaign', id: campaign_id, name, daily_budget: text_of(budget!), shared_with: [] }]
        : await group_budgets(source, campaign_id),
      ...(Boolean(budget) &&
        !is_daily && {
          no_daily_budget: `'${name}' has a budget for its whole time. TikTok does not turn it into a daily one.`,
        }),
      extra: { base },
    }
  }
  return undefined
}

const text_of = (amount: number) => decimal(micros(amount))

async function campaign_in({ api, account }: Reading, base: string, campaign_id: string) {
  const query = {
    advertiser_id: account.account_id,
    filtering: JSON.stringify({ campaign_ids: [campaign_id], secondary_status: 'CAMPAIGN_STATUS_ALL' }),
  }
  try {
    for await (const page of read_list(api, `${base}/campaign/get/`, campaign, query)) {
      const found = page.find((one) => one.campaign_id === campaign_id)
      if (found) return found
    }
  } catch (error) {
    // Few apps may read automated campaigns.
    if (base === '' || !is_refusal(error, 'denied')) throw error
  }
  return undefined
}

async function group_budgets({ api, account }: Reading, campaign_id: string): Promise<BudgetHolder[]> {
  const query = { advertiser_id: account.account_id, filtering: JSON.stringify({ campaign_ids: [campaign_id] }) }
  const held: BudgetHolder[] = []
  for await (const page of read_list(api, '/adgroup/get/', ad_group, query))
    for (const { adgroup_id, adgroup_name, budget, budget_mode } of page)
      if (budget && DAILY.test(budget_mode ?? ''))
        held.push({
          ...{ kind: 'ad_group', id: adgroup_id, name: adgroup_name, shared_with: [] },
          daily_budget: text_of(budget),
        })
  return held
}

/** About 50 dollars a campaign and 20 a group; TikTok checks other currencies itself (TRAPS of tx_ads, general knowledge, 2026-11). */
const minimum_usd = { campaign: '50', ad_group: '20' }

const of_tiktok: AdActions = {
  scopes,
  visible_within,
  group_word: 'ad group',
  ads_manager: 'TikTok Ads Manager',
  unit: unit_micros,
  read,
  minimum: async ({ account }, { kind }) =>
    account.currency === 'USD' ? minimum_usd[kind as keyof typeof minimum_usd] : undefined,
  status_request: ({ account }, { id, extra }, wanted) => ({
    path: `${extra?.base}/campaign/status/update/`,
    method: 'POST',
    body: {
      advertiser_id: account.account_id,
      campaign_ids: [id],
      operation_status: wanted === 'active' ? 'ENABLE' : 'DISABLE',
    },
  }),
  budget_request: ({ account }, { extra }, { kind, id }, amount) => ({
    path: kind === 'campaign' ? `${extra?.base}/campaign/update/` : '/adgroup/update/',
    method: 'POST',
    body: {
      advertiser_id: account.account_id,
      ...(kind === 'campaign' ? { campaign_id: id } : { adgroup_id: id }),
      // The API takes a JSON number. Twelve digits and two decimals are exact in it.
      budget: Number(amount),
    },
  }),
}

export const actions = { ...ad_actions(of_tiktok), create_campaign }
