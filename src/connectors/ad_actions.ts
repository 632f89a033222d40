// The changes that all ad platforms have in common: pause and resume a campaign, and set its daily budget. A platform's own file holds
// its requests, its words and its rules. It also holds how a campaign is created, which no two platforms do alike.
import { z } from 'zod'
import { decimal, is_currency, micros } from '#domain/money.ts'
import {
  type Action,
  type ActionPlan,
  type ActionRefused,
  type ActionSource,
  action,
  type Difference,
  type Found,
  type StepSource,
  type WriteRequest,
} from '#engine/action.ts'
import { is_refusal, VendorRefusal } from '#engine/vendors/refusal.ts'
import { and_list, type Message, message, quoted } from '#messages/message.ts'
import { type BudgetHolder, budgets_of, type CampaignNow, is_of_group, spend_again, spend_warning } from './budgets.ts'

type Reading = Pick<ActionSource<unknown>, 'api' | 'account' | 'settings'>

export interface AdActions {
  scopes: readonly string[]
  visible_within: Action['visible_within']
  /** What the platform calls the things between campaigns and ads, in English sentences. */
  group_word: string
  /** Where people change what no proposal changes. */
  ads_manager: string
  /** The smallest step of an amount in a currency, in micros. */
  unit: (currency: string) => bigint
  /** The platform changes no budget of a group alone, so that a change could lose other settings. */
  replaces_groups?: true
  /** The lowest daily budget, as decimal text, where the platform says it. */
  minimum?: (source: Reading, campaign: CampaignNow) => Promise<string | undefined>
  /** Undefined: the account has no such campaign. Deleted ones are found too, where the platform shows them. */
  read: (source: Reading, campaign_id: string) => Promise<CampaignNow | undefined>
  status_request: (source: Reading, campaign: CampaignNow, wanted: 'active' | 'paused') => WriteRequest
  budget_request: (source: Reading, campaign: CampaignNow, holder: BudgetHolder, amount: string) => WriteRequest
  /** Lets the platform check a request without carrying it out, where it can. A refusal is thrown. */
  validate?: (source: Reading, request: WriteRequest) => Promise<void>
}

/**
 * Waits for the platform's check of a request that changes nothing. Where it denies the change, the account was read a moment before: so the
 * person who connected may look at it, and not change it. `right`: what this person lacks, and where it is given.
 */
export async function checked(check: Promise<unknown>, right: string): Promise<void> {
  await check.catch((error) => {
    if (!is_refusal(error, 'denied')) throw error
    const fix = `The person who connected can see this account and not change it. ${right} Or connect again as a person who may.`
    throw new VendorRefusal('denied', `${error.message} ${fix}`)
  })
}

/** A larger amount is a mistake. */
const AMOUNT_MAX = 1_000_000_000
export const amount_text = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,6})?$/, 'must be a decimal amount, such as 350.50')
  .refine((amount) => Number(amount) <= AMOUNT_MAX, `must be at most ${AMOUNT_MAX}`)
  .describe("Decimal amount of the account's currency.")

const refused = (sentence: string, cause?: 'already_so'): ActionRefused => ({
  refused: sentence,
  ...(cause && { cause }),
})

/** A sentence when an amount does not fit the account: currency, smallest step, zero. */
export function amount_fault(
  { account }: Pick<Reading, 'account'>,
  unit: AdActions['unit'],
  amount: string,
  currency: string | undefined,
): string | undefined {
  const own = account.currency
  if (own === undefined)
    return `The currency of the account ${account.name} is not known, so no amount can be checked. trigger_sync reads it.`
  if (currency !== undefined && currency !== own)
    return `The account's currency is ${own}, not ${currency}. Amounts are never converted: name the amount in ${own}.`
  const step = unit(own)
  if (micros(amount) === 0n) return 'A budget must be more than zero. To stop a campaign, pause it.'
  if (micros(amount) % step !== 0n)
    return `${amount} ${own} is too precise: amounts are multiples of ${decimal(step)} ${own}.`
  return undefined
}

const ids = { campaign_id: z.string().regex(/^\d{1,30}$/, 'must be the id of a campaign') }
const target_of = ({ account_id }: { account_id: string }, { id, name }: CampaignNow) => ({
  kind: 'campaign',
  id,
  name,
  account_id,
})

async function campaign_of(of: AdActions, source: ActionSource<{ campaign_id: string }>) {
  const { campaign_id } = source.input
  const campaign = await of.read(source, campaign_id)
  if (!campaign)
    return refused(
      `The account ${source.account.name} has no campaign ${campaign_id} that this connection can see. Check its id.`,
    )
  if (campaign.status === 'ended')
    return refused(`'${campaign.name}' is ${campaign.status_word}, and such a campaign cannot be changed any more.`)
  return campaign
}
/** A campaign that was there and cannot be seen any more says nothing about a change. The engine reads again later. */
async function read_again(of: AdActions, source: Reading, { id, name }: CampaignNow): Promise<CampaignNow> {
  const campaign = await of.read(source, id)
  if (!campaign) throw new VendorRefusal('denied', `The campaign '${name}' cannot be seen any more.`)
  return campaign
}
const is_campaign = (read: CampaignNow | ActionRefused): read is CampaignNow => 'id' in read

function status_action(of: AdActions, wanted: 'active' | 'paused', inverse: string): Action {
  return action({
    about: wanted === 'paused' ? 'Pauses a campaign, so that it stops spending.' : 'Resumes a paused campaign.',
    input: z.object(ids),
    scopes: of.scopes,
    visible_within: of.visible_within,
    async preflight(source): Promise<ActionRefused | ActionPlan<CampaignNow>> {
      const campaign = await campaign_of(of, source)
      if (!is_campaign(campaign)) return campaign
      if (campaign.status === wanted) return refused(`'${campaign.name}' is ${wanted} already.`, 'already_so')
      await of.validate?.(source, of.status_request(source, campaign, wanted))
      return {
        target: target_of(source.account, campaign),
        differences: [{ field: 'status', before: campaign.status, after: wanted }],
        ...(wanted === 'active' && { warnings: [spend_warning(source.account, campaign)] }),
        seen: campaign,
      }
    },
    steps: [
      {
        name: 'status',
        request: (source) => of.status_request(source, source.seen, wanted),
        look: async (source) => {
          const campaign = await read_again(of, source, source.seen)
          return { values: { status: campaign.status } }
        },
      },
    ],
    ...(wanted === 'active' && { spend: spend_again, stands_on: budgets_of }),
    inverse: ({ input }) => ({ action: inverse, input }),
  })
}

const budget_input = z.object({
  ...ids,
  daily_budget: amount_text,
  currency: z.string().refine(is_currency, 'must be a currency of ISO 4217').optional(),
  group_id: z
    .string()
    .regex(/^\d{1,30}$/, 'must be the id of a group')
    .optional()
    .describe('The ad set or ad group whose budget changes, where the campaign itself has none.'),
  changes_others: z.boolean().default(false).describe('True: a budget that other campaigns share may change too.'),
})
type BudgetInput = z.output<typeof budget_input>
interface BudgetSeen {
  campaign: CampaignNow
  holder: BudgetHolder
  /** False: the budget of before has an amount that no change can set, so that nothing brings it back. */
  can_be_restored?: boolean
}

/** The holder of the budget that is meant, or why there is none. */
function holder_of(
  { group_word, ads_manager, replaces_groups }: AdActions,
  campaign: CampaignNow,
  { group_id, changes_others }: BudgetInput,
  currency = '',
): BudgetHolder | ActionRefused {
  const { name, holders, no_daily_budget } = campaign
  if (no_daily_budget) return refused(no_daily_budget)
  const listed = holders.map((one) => `${one.name} (${one.id}): ${one.daily_budget} ${currency}`).join('; ')
  const of_groups = holders.every(is_of_group)
  if (of_groups && (group_id === undefined || replaces_groups))
    return refused(
      `'${name}' has no budget of its own. Its ${group_word}s have: ${listed || 'none with a daily budget'}. A proposal changes only a campaign's own budget. Change that of the ${group_word} in ${ads_manager}.`,
    )
  if (!of_groups && group_id !== undefined)
    return refused(`The campaign '${name}' holds the budget, not its ${group_word}s. Leave out group_id.`)
  const holder = of_groups ? holders.find(({ id }) => id === group_id) : holders[0]
  if (!holder)
    return refused(`'${name}' has no ${group_word} ${group_id} with a daily budget. There are: ${listed || 'none'}.`)
  if (holder.shared_with.length > 0 && !changes_others)
    return refused(
      `The budget of '${name}', '${holder.name}' (${holder.id}) of ${holder.daily_budget} ${currency}, is shared with ${holder.shared_with.join(', ')}. Changing it changes them too, and a proposal changes only a campaign's own budget. Change it in ${ads_manager}, or give '${name}' a budget of its own there and propose again.`,
    )
  return holder
}
const is_holder = (found: BudgetHolder | ActionRefused): found is BudgetHolder => 'daily_budget' in found

async function plan_budget(
  of: AdActions,
  source: ActionSource<BudgetInput>,
): Promise<ActionRefused | ActionPlan<BudgetSeen>> {
  const { account, input } = source
  const campaign = await campaign_of(of, source)
  if (!is_campaign(campaign)) return campaign
  const fault = amount_fault(source, of.unit, input.daily_budget, input.currency)
  if (fault) return refused(fault)
  const holder = holder_of(of, campaign, input, account.currency)
  if (!is_holder(holder)) return holder
  const after = decimal(micros(input.daily_budget))
  if (holder.daily_budget === after)
    return refused(`The daily budget of '${holder.name}' is ${after} ${account.currency} already.`, 'already_so')
  const minimum = await of.minimum?.(source, campaign)
  if (minimum !== undefined && micros(after) < micros(minimum))
    return refused(
      `${after} ${account.currency} is below the platform's minimum of ${minimum} ${account.currency} a day.`,
    )
  await of.validate?.(source, of.budget_request(source, campaign, holder, after))
  const { daily_budget: before } = holder
  const difference: Difference = { field: 'daily_budget', before, after, currency: account.currency }
  return {
    target: is_of_group(holder)
      ? { kind: holder.kind, id: holder.id, name: holder.name, account_id: account.account_id }
      : target_of(account, campaign),
    differences: [difference],
    warnings: warnings_of(holder),
    seen: { campaign, holder, can_be_restored: amount_fault(source, of.unit, before, undefined) === undefined },
  }
}

function warnings_of({ shared_with }: BudgetHolder): Message[] {
  if (shared_with.length === 0) return []
  return [message('action.budget_shared', { campaigns: and_list(shared_with.map((name) => quoted(name))) })]
}

async function budget_now(of: AdActions, source: StepSource<BudgetInput, BudgetSeen>): Promise<Found> {
  const { campaign, holder } = source.seen
  const now = await read_again(of, source, campaign)
  const found = now.holders.find(({ kind, id }) => kind === holder.kind && id === holder.id)
  return { values: { daily_budget: found?.daily_budget ?? null } }
}

/** The three changes of existing campaigns. */
export const ad_actions = (of: AdActions): Record<string, Action> => ({
  pause_campaign: status_action(of, 'paused', 'resume_campaign'),
  resume_campaign: status_action(of, 'active', 'pause_campaign'),
  set_daily_budget: action({
    about: 'Sets the daily budget of a campaign, or of the group that holds it.',
    input: budget_input,
    scopes: of.scopes,
    visible_within: of.visible_within,
    preflight: (source) => plan_budget(of, source),
    steps: [
      {
        name: 'budget',
        request: (source) =>
          of.budget_request(
            source,
            source.seen.campaign,
            source.seen.holder,
            decimal(micros(source.input.daily_budget)),
          ),
        look: (source) => budget_now(of, source),
      },
    ],
    stands_on: ({ holder: { kind, id, shared_with } }) => ({
      budget: `${kind} ${id}`,
      shared_with: shared_with.toSorted(),
    }),
    inverse: ({ input, seen }) =>
      seen.can_be_restored === false
        ? undefined
        : { action: 'set_daily_budget', input: { ...input, daily_budget: seen.holder.daily_budget } },
  }),
})

/** The name of a thing that Tablero makes. The mark finds it again when the platform's answer is lost. */
export const marked = (name: string, mark: string): string => `${name} [${mark}]`
