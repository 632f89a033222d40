// Changes at Google Ads: status and daily budget of campaigns (Campaign and CampaignBudget, v25, read 2026-11). create.ts makes campaigns.
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import type { ActionSource } from '#engine/action.ts'
import { type AdActions, ad_actions } from '../ad_actions.ts'
import type { CampaignNow } from '../budgets.ts'
import { create_campaign } from './create.ts'
import { search } from './search.ts'
import { manager_header, scopes, unit_micros, validate, visible_within } from './writes.ts'

type Reading = Pick<ActionSource<unknown>, 'api' | 'account'>

const campaign = z.object({
  'campaign.id': z.string(),
  'campaign.name': z.string(),
  'campaign.status': z.string(),
  'campaign.campaign_budget': z.string().optional(),
  'campaign_budget.id': z.string().optional(),
  'campaign_budget.name': z.string().optional(),
  'campaign_budget.amount_micros': z.string().optional(),
  'campaign_budget.total_amount_micros': z.string().optional(),
  'campaign_budget.explicitly_shared': z.boolean().optional(),
})
const sharing = z.object({ 'campaign.id': z.string(), 'campaign.name': z.string() })

const statuses: Record<string, CampaignNow['status']> = { ENABLED: 'active', PAUSED: 'paused' }
/** Campaigns that are named when they share a budget. */
const NAMED_MAX = 50

async function read({ api, account }: Reading, campaign_id: string): Promise<CampaignNow | undefined> {
  for await (const [found] of search(api, account, 'campaign', campaign, `campaign.id = ${campaign_id}`)) {
    if (!found) continue
    const name = found['campaign.name']
    const status = found['campaign.status']
    const amount = found['campaign_budget.amount_micros']
    const budget = found['campaign.campaign_budget'] ?? ''
    const holder = {
      kind: 'budget',
      id: found['campaign_budget.id'] ?? '',
      name: found['campaign_budget.name'] ?? name,
      daily_budget: decimal(BigInt(amount ?? 0)),
      shared_with: found['campaign_budget.explicitly_shared'] ? await others_of(api, account, budget, campaign_id) : [],
    }
    return {
      id: campaign_id,
      name,
      status: statuses[status] ?? 'ended',
      status_word: status,
      holders: amount ? [holder] : [],
      ...(!amount && {
        no_daily_budget: `'${name}' has a budget for its whole time, not for a day. Google Ads does not turn it into a daily one.`,
      }),
      extra: { budget },
    }
  }
  return undefined
}

/** Other campaigns of a shared budget that are not removed. */
async function others_of(api: Reading['api'], account: Reading['account'], budget: string, campaign_id: string) {
  const names: string[] = []
  const where = `campaign.campaign_budget = '${budget}' AND campaign.status != 'REMOVED' AND campaign.id != ${campaign_id}`
  for await (const page of search(api, account, 'campaign', sharing, where))
    names.push(...page.map((one) => one['campaign.name']))
  const more = names.length - NAMED_MAX
  return more > 0 ? [...names.slice(0, NAMED_MAX), `${more} more`] : names
}

const mutate = (
  { account }: Pick<Reading, 'account'>,
  service: string,
  update: Record<string, unknown>,
  mask: string,
) => ({
  path: `/customers/${account.account_id}/${service}:mutate`,
  method: 'POST' as const,
  headers: manager_header(account),
  body: { operations: [{ update, updateMask: mask }] },
})

const of_google: AdActions = {
  scopes,
  visible_within,
  group_word: 'ad group',
  ads_manager: 'Google Ads',
  unit: unit_micros,
  read,
  status_request: (source, { id }, wanted) => {
    const resourceName = `customers/${source.account.account_id}/campaigns/${id}`
    return mutate(source, 'campaigns', { resourceName, status: wanted === 'active' ? 'ENABLED' : 'PAUSED' }, 'status')
  },
  budget_request: (source, { extra }, _, amount) =>
    mutate(
      source,
      'campaignBudgets',
      { resourceName: extra!.budget, amountMicros: String(micros(amount)) },
      'amount_micros',
    ),
  validate,
}

export const actions = { ...ad_actions(of_google), create_campaign }
