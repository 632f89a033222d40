// The campaigns that rules evaluate: their sums of some days, what they are for, and whether they run.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import type { Sales } from '#domain/bounds.ts'
import { type Exact, to_number } from '#domain/exact.ts'
import { add_days } from '#domain/windows.ts'
import { type Facts, sum_facts } from '#figures/sums/facts.ts'
import { leaves_out } from '#figures/sums/unknown_rows.ts'
import { ads_facts, by_campaign } from '#figures/sums/warehouse.ts'
import type { Call, Days, Finding, RuleInput } from './rule.ts'

/** Days after a click in which its sales still arrive. Before, a campaign looks worse than it is. */
const LATE_DAYS = 7
const VALUED_DAYS = 30
/** Whole days that a rule about sales of campaigns needs. */
export const SALES_DAYS = VALUED_DAYS + LATE_DAYS

/** The days whose sales have arrived. */
export const valued_days = ({ to }: Days): Days => ({
  from: add_days(to, 1 - SALES_DAYS),
  to: add_days(to, -LATE_DAYS),
})

/** Platforms for which a change can be proposed, by the names that the tools use. */
const proposable: Record<string, string> = { mx_ads: 'mx', gx_ads: 'gx', tx_ads: 'tx' }

const RUNS = /^(active|enabled?|running|campaign_status_enable|campaign_status_delivery_ok)$/i
/** `status`: the platform's word. A campaign that the platform does not list does not run. */
export const is_running = (status: string | null | undefined) => RUNS.test(status ?? '')
/** Words of objectives that are not sales at the advertiser's own site or shop. */
const NO_SALES = /aware|reach|view|engage|lead|messag|traffic|visit|app|follow|like|job|talent/i
/** Objectives whose clicks do not lead to the advertiser's site. */
const NO_VISITS = /aware|reach|view|engage|lead|messag|app|follow|like|job|talent/i

export interface Campaign {
  platform: string
  connection_id: string
  account_id: string
  campaign_id: string
  name: string
  objective: string | null
  runs: boolean
  /** Micros of the account's currency. null: the budget stands elsewhere, several campaigns may share it, or it is none of a day. */
  daily_budget_micros: bigint | null
  lifetime_budget_micros: bigint | null
  starts_on: string | null
  ends_on: string | null
  currency: string
  /** Without exchange rates, in `currency`, to compare with a budget. null: not known. */
  own_spend: Exact | null
  /** null: an exchange rate is missing. */
  spend: Exact | null
  value: Exact | null
  conversions: Exact
  clicks: Exact
}

const columns = {
  name: sql`c.name`,
  status: sql`c.status`,
  objective: sql`c.objective`,
  daily_budget: sql`c.daily_budget_micros::text`,
  lifetime_budget: sql`c.lifetime_budget_micros::text`,
  starts_on: sql`c.starts_on::text`,
  ends_on: sql`c.ends_on::text`,
  currency: sql`c.currency`,
}
const facts = {
  ...ads_facts,
  counts: { ...ads_facts.counts, own_spend_micros: sql.ref('f.spend_micros') },
} satisfies Facts
const MICROS = 1_000_000n
const joins = () => sql`left join ${of_org('ad_campaigns', 'c')} using (connection_id, account_id, campaign_id)`

/**
 * Sums of ads. Their amounts are null if some of them have no exchange rate, or if the platform does not state what a line brought, because
 * what is beside them is of all lines.
 */
export function whole_amounts<Of extends Record<string, Exact | null> | undefined>(sums: Of): Of {
  return sums && leaves_out(sums, Object.keys(ads_facts.counts))
    ? ({ ...sums, spend: null, conversion_value: null } as Of)
    : sums
}

export async function campaigns_of({ context, counted }: RuleInput, days: Days): Promise<Campaign[]> {
  const by_name = { columns, joins }
  const { lines } = await sum_facts(context, facts, { ...days, counted, by: by_campaign, named: by_name })
  return lines.flatMap(({ key, segments }) => {
    const sums = whole_amounts(segments.get(0))
    // A campaign whose results are not known proves nothing.
    if (!sums || sums.conversions === null || sums.clicks === null) return []
    return {
      platform: key.platform!,
      connection_id: key.connection_id!,
      account_id: key.account_id!,
      campaign_id: key.campaign_id!,
      name: key.name ?? key.campaign_id!,
      objective: key.objective ?? null,
      runs: is_running(key.status),
      daily_budget_micros: key.daily_budget == null ? null : BigInt(key.daily_budget),
      lifetime_budget_micros: key.lifetime_budget == null ? null : BigInt(key.lifetime_budget),
      starts_on: key.starts_on ?? null,
      ends_on: key.ends_on ?? null,
      currency: key.currency ?? context.org.currency,
      own_spend: sums.own_spend_micros === null ? null : sums.own_spend_micros / MICROS,
      spend: sums.spend,
      value: sums.conversion_value,
      conversions: sums.conversions,
      clicks: sums.clicks,
    }
  })
}

export const seeks_sales = ({ objective }: Campaign) => objective === null || !NO_SALES.test(objective)
export const seeks_visits = ({ objective }: Pick<Campaign, 'objective'>) =>
  objective === null || !NO_VISITS.test(objective)

/** Decimals of counts and amounts in statistics. */
const DIGITS = 6
export const as_float = (value: Exact): number => to_number(value, DIGITS)

export const sales_of = ({ conversions, value }: Campaign): Sales => ({
  orders: as_float(conversions),
  value: as_float(value ?? 0n),
})

/** Campaigns of the same account that seek sales. They are what a campaign is compared with. */
export const of_same_account = (all: readonly Campaign[], { connection_id, account_id }: Campaign): Campaign[] =>
  all.filter((one) => one.connection_id === connection_id && one.account_id === account_id && seeks_sales(one))

/** The sales of campaigns. Orders of a campaign whose value is not known would lower the mean value of an order. */
export const together = (campaigns: readonly Campaign[]) =>
  campaigns
    .filter(({ value }) => value !== null)
    .map(sales_of)
    .reduce((sum, of) => ({ orders: sum.orders + of.orders, value: sum.value + of.value }), { orders: 0, value: 0 })

export const subject_of = (of: Pick<Campaign, 'connection_id' | 'account_id' | 'campaign_id' | 'platform' | 'name'>) =>
  ({
    subject: `${of.connection_id}/${of.account_id}/${of.campaign_id}`,
    name: of.name,
    connection_id: of.connection_id,
    platform: of.platform,
  }) satisfies Partial<Finding>

/** The call that proposes to pause it, where the platform has one, and the change that carries the recommendation out. */
export function pausing({ platform, campaign_id }: Pick<Campaign, 'platform' | 'campaign_id'>) {
  const of = proposable[platform]
  if (of === undefined) return {}
  const call: Call = { tool: 'propose_pause_campaign', input: { platform: of, campaign_id } }
  return { call, change: { action_type: 'pause_campaign', target: campaign_id } }
}

export function budgeting({ platform, campaign_id, currency }: Campaign, new_daily_budget: number) {
  const of = proposable[platform]
  if (of === undefined) return {}
  const call: Call = { tool: 'propose_update_budget', input: { platform: of, campaign_id, new_daily_budget, currency } }
  return { call, change: { action_type: 'set_daily_budget', target: campaign_id } }
}

/** True if the account of a campaign had another currency after its first day, so that its spend is no sum in one currency. */
export const has_changed_currency = ({ trusted }: RuleInput, { connection_id, account_id, starts_on }: Campaign) =>
  trusted
    .filter((source) => source.connection_id === connection_id)
    .flatMap(({ changed_currencies }) => changed_currencies)
    .some((changed) => changed.account_id === account_id && changed.on > starts_on!)
