// Changes at Meta: status and daily budget of campaigns (Campaign and AdSet, api_specs, read 2026-11). create.ts makes campaigns.
import { z } from 'zod'
import { decimal } from '#domain/money.ts'
import type { ActionSource } from '#engine/action.ts'
import { is_refusal } from '#engine/vendors/refusal.ts'
import { type AdActions, ad_actions } from '../ad_actions.ts'
import type { BudgetHolder, CampaignNow } from '../budgets.ts'
import { field_list, read_list } from '../meta.ts'
import { create_campaign } from './create.ts'
import { listed_status } from './statuses.ts'
import { minor_micros, minor_of } from './units.ts'
import { scopes, validate, visible_within } from './writes.ts'

type Reading = Pick<ActionSource<unknown>, 'api' | 'account'>

const text = z.string().nullish()
const campaign = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string().default(''),
  status: z.string(),
  effective_status: z.string(),
  daily_budget: text,
  lifetime_budget: text,
})
const ad_set = z.object({ id: z.string(), name: z.string().default(''), campaign_id: z.string(), daily_budget: text })
const limits = z.object({ min_daily_budget: z.number().nullish() })

const PAGE = 200
const has = (amount: string | null | undefined): amount is string => Boolean(amount) && amount !== '0'

/** Amounts are whole minor units (AdAccount, min_daily_budget, read 2026-11). */
const amount_of = (minor: string | number, currency = ''): string => decimal(BigInt(minor) * minor_micros(currency))

async function read(source: Reading, campaign_id: string): Promise<CampaignNow | undefined> {
  const { api, account } = source
  const query = { fields: field_list(campaign) }
  // Graph gives one answer for an object that does not exist and for one that the person may not see.
  const found = await api.call({ path: `/${campaign_id}`, query, schema: campaign }).catch((error) => {
    if (is_refusal(error, 'denied')) return undefined
    throw error
  })
  if (found?.account_id !== account.account_id) return undefined
  const { id, name, effective_status, status, daily_budget, lifetime_budget } = found
  const ended = ['DELETED', 'ARCHIVED'].includes(effective_status)
  return {
    id,
    name,
    // The campaign's own switch. The effective status also says what stops it from outside.
    status: ended ? 'ended' : status === 'ACTIVE' ? 'active' : 'paused',
    status_word: effective_status,
    holders: has(daily_budget)
      ? [{ kind: 'campaign', id, name, daily_budget: amount_of(daily_budget, account.currency), shared_with: [] }]
      : await ad_set_budgets(source, id),
    ...(has(lifetime_budget) && {
      no_daily_budget: `'${name}' has a budget for its lifetime. Meta does not turn it into a daily one: make a new campaign.`,
    }),
  }
}

async function ad_set_budgets({ api, account }: Reading, campaign_id: string): Promise<BudgetHolder[]> {
  const held: BudgetHolder[] = []
  const query = {
    fields: field_list(ad_set),
    effective_status: JSON.stringify(listed_status.adset.filter((one) => one !== 'ARCHIVED')),
    limit: PAGE,
  }
  for await (const page of read_list(api, `/${campaign_id}/adsets`, ad_set, query))
    for (const { id, name, daily_budget } of page)
      if (has(daily_budget))
        held.push({
          kind: 'ad_set',
          id,
          name,
          daily_budget: amount_of(daily_budget, account.currency),
          shared_with: [],
        })
  return held
}

const of_meta: AdActions = {
  scopes,
  visible_within,
  group_word: 'ad set',
  ads_manager: 'Meta Ads Manager',
  unit: minor_micros,
  read,
  async minimum({ api, account }) {
    const path = `/act_${account.account_id}`
    const { min_daily_budget } = await api.call({ path, query: { fields: field_list(limits) }, schema: limits })
    return min_daily_budget ? amount_of(min_daily_budget, account.currency) : undefined
  },
  status_request: (_, { id }, wanted) => ({
    path: `/${id}`,
    method: 'POST',
    body: { status: wanted === 'active' ? 'ACTIVE' : 'PAUSED' },
  }),
  budget_request: ({ account }, _, holder, amount) => ({
    path: `/${holder.id}`,
    method: 'POST',
    body: { daily_budget: minor_of(amount, account.currency) },
  }),
  validate,
}

export const actions = { ...ad_actions(of_meta), create_campaign }
