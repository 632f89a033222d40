// Rules about campaigns: what they cost, what they certainly bring, and what their budget keeps from them.
import { sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { upper_count, value_bounds } from '#domain/bounds.ts'
import { divide, type Exact, exact, exact_micros, exact_ratio, money_number, ONE, to_number } from '#domain/exact.ts'
import { decimal, minor_digits, round_decimal } from '#domain/money.ts'
import { add_days, days_between } from '#domain/windows.ts'
import { ads } from '#figures/groups.ts'
import { severity_of_amount } from '#figures/subjects/severity.ts'
import { converting } from '#figures/sums/convert_amount.ts'
import { is_counted } from '#figures/sums/warehouse.ts'
import { as_money, as_percent, as_ratio, message, quoted } from '#messages/message.ts'
import {
  as_float,
  budgeting,
  type Campaign,
  campaigns_of,
  has_changed_currency,
  of_same_account,
  pausing,
  SALES_DAYS,
  sales_of,
  seeks_sales,
  subject_of,
  together,
  valued_days,
} from './campaigns.ts'
import { type Finding, MONTH_DAYS, monthly, type Rule, type RuleInput } from './rule.ts'

const RATIO_DIGITS = 2

const from_float = (value: number): Exact => exact(value.toFixed(6))

/** Running campaigns that seek sales, with the sales that their account has. */
async function selling(asked: RuleInput) {
  const days = valued_days(asked.days)
  const all = await campaigns_of(asked, days)
  return { days, all, campaigns: all.filter((one) => one.runs && seeks_sales(one) && (one.spend ?? 0n) > 0n) }
}

export const roas_below_one: Rule = {
  about: 'A campaign whose sales cost more than they bring, even at the upper bound of what they can stand for.',
  module: 'ads',
  needs: { of: ads, days: SALES_DAYS, lists: ['ad_campaigns'] },
  async find(asked) {
    const { context } = asked
    const { currency } = context.org
    const { days, all, campaigns } = await selling(asked)
    const found: Finding[] = []
    for (const campaign of campaigns) {
      const bounds = value_bounds(sales_of(campaign), together(of_same_account(all, campaign)))
      const spend = campaign.spend!
      if (bounds === null || from_float(bounds.upper) >= spend) continue
      const low = monthly(spend - from_float(bounds.upper), days_between(days.from, days.to))
      const high = monthly(spend - from_float(bounds.lower), days_between(days.from, days.to))
      const roas = to_number(exact_ratio(campaign.value, spend)!, RATIO_DIGITS)
      const roas_at_most = to_number(exact_ratio(from_float(bounds.upper), spend)!, RATIO_DIGITS)
      found.push({
        ...subject_of(campaign),
        ...pausing(campaign),
        severity: await severity_of_amount(context, low / MONTH_DAYS),
        title: message('rule.roas_below_one.title', { name: quoted(campaign.name) }),
        text: message('rule.roas_below_one.text', {
          ...days,
          spend: as_money(money_number(spend, currency), currency),
          revenue: as_money(money_number(campaign.value!, currency), currency),
          most: as_ratio(roas_at_most),
        }),
        evidence: {
          ...days,
          spend: money_number(spend, currency),
          claimed_revenue: money_number(campaign.value!, currency),
          conversions: to_number(campaign.conversions, RATIO_DIGITS),
          roas,
          roas_at_most,
        },
        effect: { low, high },
      })
    }
    return found
  },
}

/** Conversions of the account's other campaigns from which their cost is known well enough to compare with. */
const OTHER_CONVERSIONS_MIN = 10
/** A campaign is worth a word when each of its conversions certainly costs this multiple of that of the others. */
const TIMES = 2

export const campaign_without_conversions: Rule = {
  about: 'A campaign that spends, and has no conversion where others of its account would have had many.',
  module: 'ads',
  needs: { of: ads, days: SALES_DAYS, lists: ['ad_campaigns'] },
  async find(asked) {
    const { context } = asked
    const { currency } = context.org
    const { days, all, campaigns } = await selling(asked)
    const found: Finding[] = []
    for (const campaign of campaigns.filter(({ conversions }) => conversions === 0n)) {
      const others = of_same_account(all, campaign).filter((one) => one !== campaign && one.spend !== null)
      const conversions = others.reduce((sum, one) => sum + as_float(one.conversions), 0)
      const spent = others.reduce((sum, one) => sum + as_float(one.spend!), 0)
      if (conversions < OTHER_CONVERSIONS_MIN || spent <= 0) continue
      const spend = campaign.spend!
      const expected = (as_float(spend) * conversions) / spent
      // Where the others earn much, a campaign can cost a multiple of theirs and still earn more than it costs.
      const worth = others.reduce((sum, one) => sum + as_float(one.value ?? 0n), 0) / conversions
      if (expected < TIMES * upper_count(0) || as_float(spend) < worth * upper_count(0)) continue
      const length = days_between(days.from, days.to)
      const low = monthly(from_float(as_float(spend) * (1 - upper_count(0) / expected)), length)
      found.push({
        ...subject_of(campaign),
        ...pausing(campaign),
        severity: await severity_of_amount(context, low / MONTH_DAYS),
        title: message('rule.campaign_without_conversions.title', { name: quoted(campaign.name) }),
        text: message('rule.campaign_without_conversions.text', {
          ...days,
          spend: as_money(money_number(spend, currency), currency),
          expected: as_ratio(Math.round(expected)),
        }),
        evidence: {
          ...days,
          spend: money_number(spend, currency),
          conversions: 0,
          conversions_expected: Math.round(expected),
        },
        effect: { low, high: monthly(spend, length) },
      })
    }
    return found
  },
}

/** Days whose lost impressions count. */
const SHARE_DAYS = 14
/** Percent of the possible impressions from which a budget is too small. */
const LOST_PERCENT_MIN = 10n
/** A proposed budget is at most this multiple of the present one, whatever is lost: larger steps disturb what the platform has learned. */
const BUDGET_TIMES_MAX = 1.5
/** Part of the added spend that earns as much as the present spend, at least. Impressions that are added are worth less than those before. */
const ADDED_WORTH_LEAST = 0.5

interface LostRow {
  connection_id: string
  account_id: string
  campaign_id: string
  /** Parts of the possible impressions, in units. */
  lost: string | null
  had: string | null
}

export const budget_lost: Rule = {
  about: 'A campaign that certainly earns more than it costs, and whose own budget ends before the demand does.',
  module: 'ads',
  needs: {
    of: { ...ads, platforms: ['gx_ads'], tables: ['campaign_daily', 'campaign_share_daily'] },
    days: SALES_DAYS,
    lists: ['ad_campaigns'],
  },
  async find(asked) {
    const { context, counted, days } = asked
    const { currency } = context.org
    const { days: valued, all, campaigns } = await selling(asked)
    const since = add_days(days.to, 1 - SHARE_DAYS)
    const { rows } = await sql<LostRow>`
      select connection_id, account_id, campaign_id,
        sum(impressions / impression_share * lost_to_budget_share) / sum(impressions / impression_share) as lost,
        sum(impressions) / sum(impressions / impression_share) as had
      from ${of_org('campaign_share_daily')}
      where date between ${since}::date and ${days.to}::date and impression_share > 0 and impressions > 0
        and lost_to_budget_share is not null and ${is_counted(counted, 'connection_id', 'account_id')}
      group by 1, 2, 3`.execute(context.db)
    const lost_of = new Map(rows.map((row) => [`${row.connection_id}/${row.account_id}/${row.campaign_id}`, row]))
    const found: Finding[] = []
    for (const campaign of campaigns) {
      const lost = lost_of.get(subject_of(campaign).subject)
      if (lost?.lost == null || lost.had == null || exact(lost.had) === 0n) continue
      if (exact(lost.lost) * 100n < LOST_PERCENT_MIN * ONE || campaign.daily_budget_micros === null) continue
      const bounds = value_bounds(sales_of(campaign), together(of_same_account(all, campaign)))
      const spend = as_float(campaign.spend!)
      if (bounds === null || bounds.lower <= spend) continue
      const times = Math.min(BUDGET_TIMES_MAX, 1 + Number(lost.lost) / Number(lost.had))
      const added = spend * (times - 1)
      const length = days_between(valued.from, valued.to)
      const budget = Number(
        round_decimal(
          decimal(divide(campaign.daily_budget_micros * BigInt(Math.round(times * 100)), 100n)),
          minor_digits(campaign.currency),
        ),
      )
      const low = monthly(from_float(added * (bounds.lower / spend - 1) * ADDED_WORTH_LEAST), length)
      found.push({
        ...subject_of(campaign),
        ...budgeting(campaign, budget),
        severity: 'info',
        title: message('rule.budget_lost.title', { name: quoted(campaign.name) }),
        text: message('rule.budget_lost.text', {
          from: since,
          to: days.to,
          valued_from: valued.from,
          valued_to: valued.to,
          spend: as_money(money_number(campaign.spend!, currency), currency),
          lost: as_percent(to_number(exact(lost.lost) * 100n, RATIO_DIGITS)),
          least: as_ratio(to_number(from_float(bounds.lower / spend), RATIO_DIGITS)),
        }),
        evidence: {
          from: since,
          to: days.to,
          lost_to_budget_percent: to_number(exact(lost.lost) * 100n, RATIO_DIGITS),
          // Sales need days to arrive, so amounts are of other days than the impressions.
          valued_from: valued.from,
          valued_to: valued.to,
          roas: to_number(exact_ratio(campaign.value, campaign.spend)!, RATIO_DIGITS),
          roas_at_least: to_number(from_float(bounds.lower / spend), RATIO_DIGITS),
          spend: money_number(campaign.spend!, currency),
        },
        effect: { low, high: monthly(from_float(added * (bounds.upper / spend - 1)), length) },
      })
    }
    return found
  },
}

/** The longest campaign whose pace is evaluated. */
const PACING_DAYS = 90
/** Days of the present pace. */
const PACE_DAYS = 7
/** Units of an exact amount in a millionth. */
const EXACT_MICRO = exact_micros(1n)
/** Percent of a budget that has to be left over. */
const LEFT_PERCENT_MIN = 20n

export const pacing: Rule = {
  about: 'A campaign that at its present pace ends long before its budget is spent.',
  module: 'ads',
  needs: { of: ads, days: PACING_DAYS, lists: ['ad_campaigns'] },
  async find(asked) {
    const { context, days } = asked
    const { currency } = context.org
    const of_pace = new Map(
      (await campaigns_of(asked, { from: add_days(days.to, 1 - PACE_DAYS), to: days.to })).map((one) => [
        subject_of(one).subject,
        one,
      ]),
    )
    const convert = converting(context)
    const found: Finding[] = []
    for (const campaign of (await campaigns_of(asked, days)).filter(is_paced(days.from, context.today))) {
      if (has_changed_currency(asked, campaign)) continue
      const { own_spend: spend, lifetime_budget_micros, ends_on } = campaign
      const recent = of_pace.get(subject_of(campaign).subject)?.own_spend ?? null
      if (spend === null || recent === null) continue
      // In the account's currency, because a budget at the rate of today cannot be compared with spend at the rates of its days.
      const budget = exact_micros(lifetime_budget_micros!)
      const left_days = BigInt(days_between(context.today, ends_on!))
      const at_end = spend + (recent * left_days) / BigInt(PACE_DAYS)
      const left = budget - at_end
      if (left * 100n < budget * LEFT_PERCENT_MIN) continue
      const amounts = await Promise.all(
        [budget, spend, at_end].map((of) => convert(of / EXACT_MICRO, campaign.currency)),
      )
      if (!amounts.every((of) => of !== null)) continue
      const [shown_budget, shown_spend, shown_end] = amounts.map((of) => money_number(exact_micros(of), currency))
      found.push({
        ...subject_of(campaign),
        severity: 'info',
        title: message('rule.pacing.title', { name: quoted(campaign.name) }),
        text: message('rule.pacing.text', {
          end: ends_on!,
          budget: as_money(shown_budget!, currency),
          spent: as_money(shown_end!, currency),
        }),
        evidence: {
          from: campaign.starts_on,
          to: days.to,
          ends_on: ends_on!,
          budget: shown_budget!,
          spend: shown_spend!,
          spend_at_end: shown_end!,
        },
      })
    }
    return found
  },
}

/** Campaigns with a budget for their whole time, all of whose days are known. */
const is_paced =
  (first_day: string, today: string) =>
  ({ runs, lifetime_budget_micros, starts_on, ends_on }: Campaign) =>
    runs &&
    lifetime_budget_micros !== null &&
    lifetime_budget_micros > 0n &&
    starts_on !== null &&
    starts_on >= first_day &&
    days_between(starts_on, today) > PACE_DAYS &&
    ends_on !== null &&
    ends_on > today
