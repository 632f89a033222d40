// Changes at TikTok: status and daily budget of campaigns (CampaignUpdateBody and CampaignStatusUpdateBody of its SDK, read 2026-11).
// create.ts makes campaigns.
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import type { ActionSource } from '#engine/action.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { type AdActions, ad_actions } from '../ad_actions.ts'
import type { BudgetHolder, CampaignNow } from '../budgets.ts'
import { read_list } from './api.ts'
import { minimum_of, unit_micros } from './budgets.ts'
import { create_campaign } from './create.ts'
import { scopes, visible_within } from './writes.ts'

type Reading = Pick<ActionSource<unknown>, 'api' | 'account'>

const budget = { budget: z.number().nullish(), budget_mode: z.string().nullish() }
const campaign = z.object({
  campaign_id: z.string(),
  campaign_name: z.string(),
  operation_status: z.string(),
  secondary_status: z.string(),
  campaign_automation_type: z.string().nullish(),
  campaign_product_source: z.string().nullish(),
  ...budget,
})
const ad_group = z.object({ adgroup_id: z.string(), adgroup_name: z.string(), ...budget })

const DAILY = /DAY|DAILY/
/** Campaigns of this kind are changed at endpoints of their own. The list of all campaigns has them too (page 'Get campaigns', read 2026-11). */
const AUTOMATED = 'UPGRADED_SMART_PLUS'
const lists = { all: '', automated: '/smart_plus' }

async function read(source: Reading, campaign_id: string): Promise<CampaignNow | undefined> {
  const { account } = source
  for (const base of Object.values(lists)) {
    const found = await campaign_in(source, base, campaign_id)
    if (!found) continue
    const { campaign_name: name, operation_status, secondary_status, budget, budget_mode } = found
    const is_automated = base === lists.automated || found.campaign_automation_type === AUTOMATED
    const is_daily = Boolean(budget) && DAILY.test(budget_mode ?? '')
    const is_ended = operation_status === 'DELETE' || /_DELETE$|_TERMINATED?$/.test(secondary_status)
    return {
      id: campaign_id,
      name,
      status_word: secondary_status,
      status: is_ended ? 'ended' : operation_status === 'ENABLE' ? 'active' : 'paused',
      holders: is_daily
        ? [{ kind: 'campaign', id: campaign_id, name, daily_budget: text_of(budget!), shared_with: [] }]
        : await group_budgets(source, campaign_id),
      ...(Boolean(budget) &&
        !is_daily && {
          no_daily_budget: `'${name}' has a budget for its whole time. TikTok does not turn it into a daily one.`,
        }),
      extra: {
        base: is_automated ? lists.automated : lists.all,
        minimum: minimum_of(account.currency, found.campaign_product_source === 'STORE' ? 'of_shop' : 'ordinary') ?? '',
      },
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
          kind: 'ad_group',
          id: adgroup_id,
          name: adgroup_name,
          shared_with: [],
          daily_budget: text_of(budget),
        })
  return held
}

const of_tiktok: AdActions = {
  scopes,
  visible_within,
  group_word: 'ad group',
  ads_manager: 'TikTok Ads Manager',
  unit: unit_micros,
  read,
  // An update of a group takes all of its fields, and one with fewer can lose the others (page 'Update an ad group', read 2026-11).
  replaces_groups: true,
  minimum: async (_, { extra }) => extra?.minimum || undefined,
  status_request: ({ account }, { id, extra }, wanted) => ({
    path: `${extra?.base}/campaign/status/update/`,
    method: 'POST',
    body: {
      advertiser_id: account.account_id,
      campaign_ids: [id],
      operation_status: wanted === 'active' ? 'ENABLE' : 'DISABLE',
    },
  }),
  budget_request: ({ account }, { extra }, { id }, amount) => ({
    path: `${extra?.base}/campaign/update/`,
    method: 'POST',
    body: {
      advertiser_id: account.account_id,
      campaign_id: id,
      // The API takes a JSON number. Twelve digits and two decimals are exact in it.
      budget: Number(amount),
    },
  }),
}

export const actions = { ...ad_actions(of_tiktok), create_campaign }
