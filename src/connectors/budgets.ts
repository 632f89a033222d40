// The daily budgets of campaigns: who holds them, and what a campaign may spend when it is resumed.
import { decimal, micros } from '#domain/money.ts'
import type { Spend } from '#engine/action.ts'
import type { Account } from '#engine/connector.ts'
import { and_list, as_money, listed_by, type Message, message, quoted } from '#messages/message.ts'

/** Who holds a budget: the campaign itself, one of its ad sets or groups, or a budget that several campaigns share. */
export interface BudgetHolder {
  kind: string
  id: string
  name: string
  /** Decimal text of the account's currency. */
  daily_budget: string
  /** Names of other campaigns that spend from the same budget. */
  shared_with: string[]
}

/** A campaign as the platform shows it now. */
export interface CampaignNow {
  id: string
  name: string
  status: 'active' | 'paused' | 'ended'
  /** The platform's own word for the status. */
  status_word: string
  holders: BudgetHolder[]
  /** A sentence, when the campaign has no daily budget that can be changed. */
  no_daily_budget?: string
  /** Other values that the platform's own requests need. */
  extra?: Record<string, string>
}

/** What a resumed campaign spends a day. Not known of groups, of a budget that others share, and of one for the whole time. */
export function spend_again({ account, seen }: { account: Account; seen: CampaignNow }): Spend | null {
  const [holder, ...more] = seen.holders
  if (!holder || more.length > 0 || seen.no_daily_budget || !account.currency) return null
  const is_whole = !is_of_group(holder) && holder.shared_with.length === 0
  return is_whole ? { amount: holder.daily_budget, currency: account.currency } : null
}
/** What a person who resumes the campaign agrees to spend, or that it is not known. */
export function spend_warning({ currency }: Account, { holders, no_daily_budget }: CampaignNow): Message {
  const [holder, ...more] = holders
  if (!holder || no_daily_budget || !currency) return message('action.resume_unknown')
  const amount_of = ({ daily_budget }: Pick<BudgetHolder, 'daily_budget'>) =>
    as_money(Number(daily_budget), currency, { is_exact: true })
  if (more.length > 0 || is_of_group(holder))
    return message('action.resume_groups', {
      // First, because a long list is shortened.
      amount: amount_of({ daily_budget: decimal(holders.reduce((sum, one) => sum + micros(one.daily_budget), 0n)) }),
      budgets: listed_by(
        ', ',
        holders.map((one) => message('action.group_budget', { group: quoted(one.name), amount: amount_of(one) })),
      ),
    })
  const amount = amount_of(holder)
  if (holder.shared_with.length === 0) return message('action.resume_spends', { amount })
  return message('action.resume_shares', {
    amount,
    campaigns: and_list(holder.shared_with.map((name) => quoted(name))),
  })
}
export const is_of_group = ({ kind }: BudgetHolder) => kind !== 'campaign' && kind !== 'budget'

/** A yes to spend again stands on the budgets that were shown. */
export const budgets_of = ({ holders, no_daily_budget }: CampaignNow) => ({
  budgets: holders
    .map(({ kind, id, daily_budget, shared_with }) => `${kind} ${id} ${daily_budget} ${shared_with.toSorted().join()}`)
    .toSorted(),
  no_daily_budget: no_daily_budget ?? null,
})
