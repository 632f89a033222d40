// Planted causes and decoys about campaigns: four of each for every rule about a campaign or a search.
import { add_days } from '#domain/windows.ts'
import { campaign, type Platform, searched_campaign, type Truth, unit_of } from './world_campaigns.ts'
import { micros } from './world_dice.ts'
import { days_of, HISTORY, ORDER_VALUE, type Shop, TODAY, YESTERDAY } from './world_shop.ts'

type Shops = readonly Shop[]

/** Cost of 30 days that is usual for a number of orders. */
const cost_of = (orders: number, roas: number) => (orders * ORDER_VALUE) / roas

export function losing_campaigns(shops: Shops, sick: { shop: Shop; connection_id: string }) {
  const rule = 'roas_below_one'
  for (const [at, platform] of [
    [0, 'mx_ads'],
    [1, 'mx_ads'],
    [2, 'tx_ads'],
    [3, 'gx_ads'],
  ] as [number, Platform][]) {
    const { dice } = shops[at]!
    const roas = dice.between(0.25, 0.55)
    const truth = { platform, roas, cost: cost_of(dice.between(30, 90), roas), variation: dice.between(0.4, 0.9) }
    shops[at]!.cause(rule, `true ROAS ${roas.toFixed(2)}`, campaign(shops[at]!, 'losing', truth))
  }
  const few = {
    platform: 'mx_ads',
    roas: 1.2,
    cost: cost_of(shops[4]!.dice.between(2, 8), 1.2),
    variation: 1.2,
  } as const
  shops[4]!.decoy(rule, 'true ROAS 1.2 with few orders', campaign(shops[4]!, 'few orders', few))
  const known = { platform: 'mx_ads', roas: 0, cost: 20_000, row: { objective: 'OUTCOME_AWARENESS' } } as const
  shops[5]!.decoy(rule, 'not meant to sell', campaign(shops[5]!, 'be known', known))
  const paused = { platform: 'mx_ads', roas: 0.3, cost: cost_of(50, 0.3), is_paused: true, ended: 12 } as const
  shops[6]!.decoy(rule, 'paused by a person', campaign(shops[6]!, 'paused', paused))
  const { shop, connection_id } = sick
  const doubted = { platform: 'mx_ads', roas: 0.3, cost: cost_of(50, 0.3), connection_id } as const
  shop.decoy(rule, 'the source is sick', campaign(shop, 'doubted', doubted))
}

export function silent_campaigns(shops: Shops) {
  const rule = 'campaign_without_conversions'
  const cost = cost_of(25, 4)
  for (const [at, platform] of [
    [4, 'mx_ads'],
    [5, 'mx_ads'],
    [6, 'gx_ads'],
    [7, 'tx_ads'],
  ] as [number, Platform][]) {
    const subject = campaign(shops[at]!, 'silent', {
      platform,
      roas: 0,
      cost: cost_of(shops[at]!.dice.between(15, 40), 4),
    })
    shops[at]!.cause(rule, 'the cost of many orders a month, and none', subject)
    // Both statements are true of it.
    shops[at]!.also('roas_below_one', subject)
  }
  const decoys: [number, string, Truth][] = [
    [8, 'the cost of one order', { platform: 'mx_ads', roas: 0, cost: cost_of(0.5, 4) }],
    [9, 'not meant to sell', { platform: 'mx_ads', roas: 0, cost: 2 * cost, row: { objective: 'OUTCOME_AWARENESS' } }],
    [10, 'began yesterday', { platform: 'gx_ads', roas: 0, cost: cost_of(60, 4), days: 1 }],
    [11, 'paused by a person', { platform: 'mx_ads', roas: 0, cost: 2 * cost, is_paused: true, ended: 9 }],
  ]
  for (const [at, why, truth] of decoys) shops[at]!.decoy(rule, why, campaign(shops[at]!, 'looks silent', truth))
}

/** Shares of impressions of a search campaign on the last days. */
function share(shop: Shop, campaign_id: string, of: { had: number; budget: number; rank: number; days?: number }) {
  const { dice, ids } = shop
  for (const date of days_of(of.days ?? HISTORY))
    shop.add('campaign_share_daily', {
      ...{ connection_id: ids.search_ads, account_id: 'gx1', campaign_id, date, platform: 'gx_ads' },
      ...{
        impressions: BigInt(1000 + dice.poisson(800)),
        impression_share: (of.had * dice.between(0.9, 1.1)).toFixed(4),
      },
      lost_to_budget_share: (of.budget * dice.between(0.85, 1.15)).toFixed(4),
      lost_to_rank_share: (of.rank * dice.between(0.85, 1.15)).toFixed(4),
    })
}

export function starved_campaigns(shops: Shops) {
  const rule = 'budget_lost'
  const platform = 'gx_ads'
  for (const at of [0, 1, 8, 9]) {
    const shop = shops[at]!
    const roas = shop.dice.between(2.5, 6)
    const budget = shop.dice.between(0.2, 0.5)
    const cost = cost_of(shop.dice.between(60, 150), roas)
    share(shop, 'starved', { had: 0.9 - budget, budget, rank: 0.1 })
    const truth = { platform, roas, cost, row: { daily_budget_micros: micros(cost / 30) } } as const
    const why = `true ROAS ${roas.toFixed(1)}, and ${Math.round(budget * 100)} % lost to the budget`
    shop.cause(rule, why, campaign(shop, 'starved', truth))
  }
  const decoys: [number, string, Truth, Parameters<typeof share>[2]][] = [
    [2, 'lost to its rank', { platform, roas: 4, cost: 20_000 }, { had: 0.4, budget: 0.004, rank: 0.55 }],
    [3, 'true ROAS 0.9', { platform, roas: 0.9, cost: cost_of(60, 0.9) }, { had: 0.45, budget: 0.38, rank: 0.15 }],
    [10, 'two orders a month', { platform, roas: 1.2, cost: cost_of(2, 1.2) }, { had: 0.45, budget: 0.38, rank: 0.15 }],
  ]
  for (const [at, why, truth, lost] of decoys) {
    share(shops[at]!, 'not starved', lost)
    shops[at]!.decoy(rule, why, campaign(shops[at]!, 'not starved', truth))
  }
  const paused = { platform, roas: 4, cost: 20_000, is_paused: true, ended: 12 } as const
  share(shops[11]!, 'paused', { had: 0.45, budget: 0.38, rank: 0.15 })
  shops[11]!.decoy(rule, 'paused by a person', campaign(shops[11]!, 'paused', paused))
}

export function slow_budgets(shops: Shops) {
  const rule = 'pacing'
  /** `spent`: part of the budget that it will have spent at its end, at its pace. */
  function planned(
    at: number,
    platform: Platform,
    of: { spent: number; begun: number; left: number | null },
    more = {},
  ) {
    const shop = shops[at]!
    const cost = 18_000
    const whole_time = of.begun + (of.left ?? 30)
    const budget = ((cost / 30) * whole_time) / of.spent
    const row = {
      ...{ daily_budget_micros: null, lifetime_budget_micros: micros(budget * unit_of(shop, platform).units) },
      ...{ starts_on: add_days(TODAY, -of.begun), created_on: add_days(TODAY, -of.begun) },
      ends_on: of.left === null ? null : add_days(YESTERDAY, of.left),
    }
    return campaign(shop, 'planned', { platform, roas: 3.5, cost, days: of.begun, row, ...more })
  }
  const late = { spent: 0.35, begun: 30, left: 20 }
  const draw = (at: number) => shops[at]!.dice.between(0.3, 0.6)
  for (const [at, platform] of [
    [2, 'mx_ads'],
    [3, 'mx_ads'],
    [6, 'tx_ads'],
    [9, 'mx_ads'],
  ] as const)
    shops[at]!.cause(rule, 'a large part will be left over', planned(at, platform, { ...late, spent: draw(at) }))
  shops[0]!.decoy(
    rule,
    'it spends as planned',
    planned(0, 'mx_ads', { ...late, spent: shops[0]!.dice.between(0.92, 1.05) }),
  )
  shops[1]!.decoy(rule, 'it has no end', planned(1, 'mx_ads', { spent: 0.35, begun: 30, left: null }))
  shops[4]!.decoy(rule, 'paused by a person', planned(4, 'mx_ads', late, { is_paused: true, ended: 9, days: 21 }))
  shops[5]!.decoy(rule, 'it began yesterday', planned(5, 'mx_ads', { spent: 0.35, begun: 1, left: 40 }))
}

export function wasted_searches(shops: Shops) {
  const rule = 'search_terms'
  const good = { term: 'sofa beds', clicks: 12, rate: 0.05 }
  const rest = { term: '(hidden)', clicks: 6, rate: 0.04 }
  const wasted = { term: 'sofa bed plans pdf', clicks: 7, rate: 0 }
  const of = (campaign_id: string, term: string) => `${campaign_id}/${term}`
  for (const at of [1, 4, 7, 10])
    shops[at]!.cause(
      ...([rule, 'people who do not want to buy'] as const),
      of(
        searched_campaign(shops[at]!, 'searches', [good, rest, { ...wasted, clicks: shops[at]!.dice.between(6, 12) }]),
        wasted.term,
      ),
    )
  const rare = { term: 'sofa bed for a hut', clicks: 0.25, rate: 0 }
  shops[0]!.decoy(rule, 'few clicks', of(searched_campaign(shops[0]!, 'searches', [good, rest, rare]), rare.term))
  const poor = { term: 'cheap sofa beds', clicks: 7, rate: 0.025 }
  shops[2]!.decoy(
    rule,
    'it sells less often',
    of(searched_campaign(shops[2]!, 'searches', [good, rest, poor]), poor.term),
  )
  const dear = [
    { term: 'sofa landscapes', clicks: 14, rate: 0.008 },
    { term: 'corner sofas', clicks: 1.2, rate: 0 },
  ]
  shops[5]!.decoy(rule, 'nothing sells often there', of(searched_campaign(shops[5]!, 'searches', dear), 'corner sofas'))
  const paused = searched_campaign(shops[8]!, 'searches', [good, rest, wasted], true)
  shops[8]!.decoy(rule, 'its campaign is paused', of(paused, wasted.term))
}
