// The simulated business: the same on every run, without events after its clock, and with consistent figures on all platforms.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { add_days, day_ms, days_from, hour_ms, start_of } from '../../sandbox/world/calendar.ts'
import type { AdPlatform, Day, World } from '../../sandbox/world/types.ts'
import { create_world } from '../../sandbox/world/world.ts'

const now = Date.parse('2026-11-20T18:10:00Z')
const world_at = (at: number, seed = 1) => create_world({ seed, now: () => at })
const world = world_at(now)

const sum = <T>(items: readonly T[], figure: (item: T) => number) =>
  items.reduce((total, item) => total + figure(item), 0)
const facts_of = (platform: AdPlatform, day: Day) => platform.ads.flatMap((ad) => platform.facts(ad, day) ?? [])
const week = (of: World) => ({
  orders: of.store.orders().slice(0, 200),
  ads: [of.ads.mx, of.ads.gx].map((platform) => facts_of(platform, '2026-03-10')),
  web: of.web.sessions('2026-03-10'),
  seo: of.seo.facts('2026-03-10'),
  mail: of.mail.campaigns().slice(0, 20).map(of.mail.results),
  fx: of.fx.rates('2026-03-10'),
})

describe('the same on every run', () => {
  test('the same seed and date give the same business', () => assert.deepEqual(week(world_at(now)), week(world)))
  test('a start on another day gives the same history', () => {
    const later = world_at(now + 30 * day_ms)
    assert.equal(later.first_day, world.first_day)
    assert.deepEqual(facts_of(later.ads.mx, '2026-03-10'), facts_of(world.ads.mx, '2026-03-10'))
    assert.deepEqual(later.web.sessions('2026-03-10'), world.web.sessions('2026-03-10'))
    const ids = (of: World) =>
      of.store
        .orders()
        .slice(0, 5000)
        .map(({ id, total_cents, created_at }) => [id, total_cents, created_at])
    assert.deepEqual(ids(later), ids(world))
  })
  test('another seed gives another business', () => {
    assert.notDeepEqual(week(world_at(now, 2)).orders, week(world).orders)
  })
})

describe('no events after the clock', () => {
  test('no answer contains events after now', () => {
    const orders = world.store.orders()
    for (const { created_at, updated_at, cancelled_at, refunds } of orders) {
      assert.ok(created_at <= now && updated_at <= now && (cancelled_at ?? 0) <= now)
      assert.ok(refunds.every((refund) => refund.created_at <= now))
    }
    assert.ok(world.store.checkouts().every((checkout) => checkout.updated_at <= now))
    const tomorrow = add_days(world.today(), 1)
    assert.deepEqual(
      [facts_of(world.ads.mx, tomorrow), world.web.sessions(tomorrow), world.seo.facts(tomorrow)],
      [[], [], []],
    )
    assert.equal(world.fx.rates(tomorrow), null)
  })
  test('the last hours have orders and visits', () => {
    assert.ok(world.store.orders().some(({ created_at }) => created_at > now - 6 * hour_ms))
    assert.ok(sum(world.web.sessions(world.today()), ({ sessions }) => sessions) > 100)
  })
  test('figures of today grow during the day, those of yesterday do not', () => {
    const [early, late] = [
      world_at(start_of('2026-11-19') + 9 * hour_ms),
      world_at(start_of('2026-11-19') + 20 * hour_ms),
    ]
    const spend = (of: World, day: Day) => sum(facts_of(of.ads.gx, day), ({ spend_cents }) => spend_cents)
    assert.ok(spend(early, '2026-11-19') < spend(late, '2026-11-19'))
    assert.equal(spend(early, '2026-11-18'), spend(late, '2026-11-18'))
  })
})

describe('platforms restate', () => {
  const day = '2026-10-12'
  const claims = (platform: 'mx' | 'gx', days_later: number) => {
    const of = world_at(start_of(day) + days_later * day_ms)
    return sum(facts_of(of.ads[platform], day), ({ conversions }) => conversions)
  }
  for (const [platform, settled_days] of [
    ['mx', 28],
    ['gx', 8],
  ] as const) {
    test(`claims of ${platform} grow for days and then stay the same`, () => {
      const known = [1, 3, settled_days, settled_days + 20].map((later) => claims(platform, later))
      assert.ok(known[0]! < known[1]! && known[1]! < known[2]!, known.join())
      assert.equal(known[2], known[3])
    })
  }
  test('history that the control API changed is reported from then on', () => {
    const of = world_at(now)
    const before = sum(facts_of(of.ads.mx, day), ({ spend_cents }) => spend_cents)
    of.changes.set_factor('mx_ads', day, 2)
    assert.ok(Math.abs(sum(facts_of(of.ads.mx, day), ({ spend_cents }) => spend_cents) - 2 * before) < 100)
    of.changes.clear()
    assert.equal(
      sum(facts_of(of.ads.mx, day), ({ spend_cents }) => spend_cents),
      before,
    )
  })
  test('an order edited by hand shows its new total, whose parts still add up', () => {
    const of = world_at(now)
    const { id, total_cents } = of.store.orders()[100]!
    of.changes.set_order(id, { total_cents: total_cents - 5_000, updated_at: now })
    const edited = of.store.orders()[100]!
    assert.equal(edited.total_cents, total_cents - 5_000)
    assert.equal(edited.subtotal_cents - edited.discount_cents + edited.shipping_cents, edited.total_cents)
    assert.equal(edited.updated_at, now)
  })
})

describe('consistent figures on all platforms', () => {
  const orders = world.store.orders()
  const days = days_from('2025-11-01', '2026-10-31')

  test('an order is the sum of its parts, to the cent', () => {
    for (const order of orders) {
      assert.equal(
        sum(order.lines, (line) => line.unit_price_cents * line.quantity),
        order.subtotal_cents,
      )
      assert.equal(
        sum(order.lines, (line) => line.discount_cents),
        order.discount_cents,
      )
      assert.equal(order.subtotal_cents - order.discount_cents + order.shipping_cents, order.total_cents)
      assert.ok(sum(order.refunds, (refund) => refund.amount_cents) <= order.total_cents)
    }
    assert.equal(new Set(orders.map(({ id }) => id)).size, orders.length)
  })
  test('a year is plausible: orders a day, cancelled, refunded, returning, several currencies', () => {
    const year = orders.filter(
      ({ created_at }) => created_at >= start_of(days[0]!) && created_at < start_of('2026-11-01'),
    )
    const share = (wanted: (order: (typeof year)[number]) => boolean) => year.filter(wanted).length / year.length
    const within = (value: number, low: number, high: number) =>
      assert.ok(value >= low && value <= high, `${value} not in ${low}..${high}`)
    within(year.length / days.length, 22, 36)
    within(
      share((order) => order.cancelled_at !== null),
      0.02,
      0.04,
    )
    within(
      share((order) => order.refunds.length > 0),
      0.03,
      0.05,
    )
    within(
      share((order) => order.presentment.currency === 'USD'),
      0.03,
      0.15,
    )
    within(
      share((order) => order.customer!.orders_count > 1),
      0.2,
      0.5,
    )
    within(year.filter(({ test }) => test).length, 5, 60)
  })
  test('Buen Fin is far busier than an ordinary week, January is quieter', () => {
    const daily = (from: Day, to: Day) => {
      const [start, end] = [start_of(from), start_of(add_days(to, 1))]
      return (
        orders.filter(({ created_at }) => created_at >= start && created_at < end).length / days_from(from, to).length
      )
    }
    assert.ok(daily('2025-11-14', '2025-11-17') > 1.5 * daily('2025-10-06', '2025-10-12'))
    assert.ok(daily('2026-01-06', '2026-01-31') < 0.9 * daily('2026-04-06', '2026-04-30'))
  })
  test('analytics sees most of the orders, never more', () => {
    for (const day of days.filter((_, at) => at % 30 === 0)) {
      const [start, end] = [start_of(day), start_of(add_days(day, 1))]
      const placed = orders.filter((order) => !order.test && order.created_at >= start && order.created_at < end).length
      const seen = sum(world.web.sessions(day), ({ purchases }) => purchases)
      assert.ok(seen <= placed && seen >= placed * 0.7, `${day}: ${seen} of ${placed}`)
    }
  })
  test('together the ad platforms claim more than the ads caused', () => {
    const claimed = sum(days, (day) =>
      sum([...facts_of(world.ads.mx, day), ...facts_of(world.ads.gx, day)], ({ conversions }) => conversions),
    )
    const [start, end] = [start_of(days[0]!), start_of('2026-11-01')]
    const brought = orders.filter(({ created_at, journey }) => {
      const medium = journey?.last_visit?.utm?.medium ?? ''
      return created_at >= start && created_at < end && ['cpc', 'paid_social'].includes(medium)
    }).length
    assert.ok(claimed > 1.5 * brought, `${claimed} claimed, ${brought} brought`)
  })
  test('ads tire: the older an ad, the fewer of its viewers click', () => {
    const rate = (ad: (typeof world.ads.mx.ads)[number], from: number) => {
      const run = Array.from({ length: 10 }, (_, at) =>
        world.ads.mx.facts(ad, add_days(ad.start_day, from + at)),
      ).filter((fact) => fact !== null)
      return sum(run, ({ link_clicks }) => link_clicks) / sum(run, ({ impressions }) => impressions)
    }
    const old = world.ads.mx.ads.filter(
      (ad) => add_days(ad.start_day, 75) < world.today() && world.ads.mx.facts(ad, add_days(ad.start_day, 69)),
    )
    assert.ok(old.length > 10)
    assert.ok(sum(old, (ad) => rate(ad, 0)) > 1.3 * sum(old, (ad) => rate(ad, 60)))
  })
  test('exchange rates are published on business days only', () => {
    const published = world.fx.days()
    assert.ok(published.length > 2600 && published.at(-1)! <= world.today())
    for (const day of published.slice(-30)) assert.ok(Number(world.fx.rates(day)?.MXN) > 10)
    assert.equal(world.fx.rates('2026-11-15'), null)
  })
})
