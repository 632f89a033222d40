// Advice against campaigns whose true ROAS is known, of all sizes. CAMPAIGNS=10000: as many campaigns are drawn.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Sales, value_bounds } from '#domain/bounds.ts'
import { figures_bench } from '#test/figures.ts'
import { find, rate } from './world.ts'
import { campaign as put_campaign, usual_campaigns } from './world_campaigns.ts'
import { type Dice, dice_of } from './world_dice.ts'
import { ORDER_VALUE, type Shop, shop_of } from './world_shop.ts'

const CAMPAIGNS = Number(process.env.CAMPAIGNS ?? 2000)
/** Least and largest orders of a month by class of size. */
const sizes = [
  [0.5, 2],
  [2, 10],
  [10, 50],
  [50, 300],
  [300, 2000],
] as const
/** Campaigns that the job evaluates. */
const JOB_CAMPAIGNS = 150
const SALES_DAYS = 45
const WRONG_PART_MAX = 0.02
const FOUND_PART_MIN = 0.9

/** Of orders that search ads share between campaigns, the part that is shared, and the mean part that one of the campaigns gets. */
const SHARED = { part: 0.3, mean: 0.6 }

interface Drawn {
  orders: number
  order_value: number
  variation: number
  is_shared: boolean
}

/** Sales of a month, in which the orders of a shared campaign may be fractions. */
function sales(dice: Dice, { orders: expected, order_value, variation, is_shared }: Drawn): Sales {
  let [orders, value] = [0, 0]
  for (let left = dice.poisson(expected); left > 0; left--) {
    const part = is_shared && dice.uniform() < SHARED.part ? dice.between(0.2, 1) : 1
    orders += part
    value += part * dice.log_normal(order_value, variation)
  }
  return { orders, value }
}

const variation = (dice: Dice) => dice.between(0.3, 1.2)
/** A number whose logarithm is anywhere between those of two others. */
const scaled = (dice: Dice, least: number, most: number) => least * (most / least) ** dice.uniform()

/** A campaign in an account, alone or with others, whose orders may be of another value. */
function campaign(dice: Dice, [least, most]: readonly [number, number], roas: number) {
  const truth = { orders: scaled(dice, least, most), order_value: 1, variation: variation(dice) }
  const is_shared = dice.uniform() < 0.5
  const own = sales(dice, { ...truth, is_shared })
  const others = dice.uniform() < 0.3 ? 0 : scaled(dice, 2, 1000)
  const order_value = scaled(dice, 0.5, 2)
  const beside = sales(dice, { orders: others, order_value, variation: variation(dice), is_shared: false })
  const all = { orders: own.orders + beside.orders, value: own.value + beside.value }
  const cost = (truth.orders * (is_shared ? 1 - SHARED.part * (1 - SHARED.mean) : 1)) / roas
  const bounds = value_bounds(own, all)
  return { is_advised: bounds !== null && bounds.upper < cost, is_below: own.value > 0 && own.value < cost }
}

const part_of = <T>(all: readonly T[], is: (one: T) => boolean) => all.filter(is).length / all.length
const percent = (part: number) => `${(part * 100).toFixed(1)} %`

test('at most 2 % of campaigns of a true ROAS of 1.2 are advised against, at every size', (context) => {
  const dice = dice_of(12)
  const by_size = sizes.map((size) => ({
    size,
    campaigns: Array.from({ length: Math.round(CAMPAIGNS / sizes.length) }, () => campaign(dice, size, 1.2)),
  }))
  for (const { size, campaigns } of by_size) {
    const advised = percent(part_of(campaigns, ({ is_advised }) => is_advised))
    const below = percent(part_of(campaigns, ({ is_below }) => is_below))
    context.diagnostic(`${size.join(' to ')} orders: ${advised} advised against; a bare threshold: ${below}`)
  }
  for (const { size, campaigns } of by_size)
    assert.ok(part_of(campaigns, ({ is_advised }) => is_advised) <= WRONG_PART_MAX, size.join(' to '))
})

test('at least 90 % of campaigns of a true ROAS of 0.4 with ten orders a month or more are found', (context) => {
  const dice = dice_of(4)
  const by_size = (
    [
      [10, 20],
      [20, 100],
      [100, 2000],
    ] as const
  ).map((size) => {
    const campaigns = Array.from({ length: Math.round(CAMPAIGNS / 3) }, () => campaign(dice, size, 0.4))
    const found = part_of(campaigns, ({ is_advised }) => is_advised)
    context.diagnostic(`${size.join(' to ')} orders: ${percent(found)} found`)
    return campaigns
  })
  assert.ok(part_of(by_size.flat(), ({ is_advised }) => is_advised) >= FOUND_PART_MIN)
})

/** Campaigns of a shop, evaluated by the job. Returns which part of those with a name is advised against. */
async function evaluated(put: (shop: Shop) => void) {
  const bench = await figures_bench()
  try {
    await rate(bench)
    const shop = await shop_of(bench, 2, 7)
    usual_campaigns(shop)
    put(shop)
    await shop.insert()
    await find(bench, shop.org.org_id)
    const { rows } = await bench.owner.query<{ name: string; is_advised: boolean }>(
      `select c.name, exists (select from recommendations r where r.org_id = c.org_id and r.subject_name = c.name
         and r.rule in ('roas_below_one', 'campaign_without_conversions')) as is_advised
       from ad_campaigns c where org_id = $1`,
      [shop.org.org_id],
    )
    return (name: string) =>
      part_of(
        rows.filter((row) => row.name.startsWith(name)),
        ({ is_advised }) => is_advised,
      )
  } finally {
    await bench.close()
  }
}

function put_campaigns(
  shop: Shop,
  name: string,
  count: number,
  roas: number,
  [least, most]: readonly [number, number],
) {
  for (let at = 0; at < count; at++) {
    const cost = (scaled(shop.dice, least, most) * ORDER_VALUE) / roas
    const platform = (['mx_ads', 'gx_ads', 'tx_ads'] as const)[at % 3]!
    put_campaign(shop, `${name} ${at}`, { platform, roas, cost, variation: variation(shop.dice), days: SALES_DAYS })
  }
}

test('the job advises against campaigns of a true ROAS of 0.4, and of 1.2 against at most 2 %', async (context) => {
  const advised = await evaluated((shop) => {
    put_campaigns(shop, 'winning', JOB_CAMPAIGNS, 1.2, [0.5, 2000])
    put_campaigns(shop, 'losing', 12, 0.4, [20, 200])
  })
  context.diagnostic(`${percent(advised('winning'))} of winning ones, ${percent(advised('losing'))} of losing ones`)
  assert.ok(advised('winning') <= WRONG_PART_MAX && advised('losing') >= FOUND_PART_MIN)
})

test('small campaigns of a true ROAS of 1.2 are left alone beside others that earn much more', async (context) => {
  const advised = await evaluated((shop) => {
    put_campaigns(shop, 'winning', JOB_CAMPAIGNS / 2, 1.2, [1, 5])
    put_campaigns(shop, 'strong', 6, 8, [300, 500])
  })
  context.diagnostic(`${percent(advised('winning'))} of winning ones`)
  assert.ok(advised('winning') <= WRONG_PART_MAX)
})
