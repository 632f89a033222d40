// What quick_wins says of campaigns and carts is of known days, and it names these days.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { type CoveredDays, campaign_day, figures_bench } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'

interface Win {
  kind: string
  text: string
  effect_high: number | null
}

/** Statements that sum carts. Connections keep the method that they have when they open. */
const carts_summed: string[] = []
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...given: [{ text?: string }]) {
  const { text } = given[0]
  if (text?.includes('checkouts') && text.includes('sum(')) carts_summed.push(text)
  return query.apply(this, given)
} as never

describe('quick_wins', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => {
    Object.assign(pg.Client.prototype, { query })
    return bench.close()
  })

  /**
   * The wins of a campaign that costs 10 a day and claims 6, and of a cart. The figures of `covered` are stored. `status`: the platform's word;
   * null: the platform does not list the campaign.
   */
  async function wins_of(covered: CoveredDays, status: string | null = 'ACTIVE'): Promise<Win[]> {
    const org = await bench.org()
    const [mx, sx] = [await org.connect('mx_ads'), await org.connect('sx')]
    for (const connection_id of [mx, sx]) await org.cover(connection_id, covered)
    const first = covered.covered_from === '-infinity' ? day(30) : covered.covered_from!
    const days = Array.from({ length: 30 }, (_, back) => day(back + 1)).filter((date) => date >= first)
    const cart = { connection_id: sx, platform: 'sx', checkout_id: '1', currency: 'MXN', total_micros: 12_000_000n }
    const account = { connection_id: mx, account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
    await org.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({ ...account, name: 'Account', time_zone: 'UTC' })
        .execute()
      if (status !== null)
        await db
          .insertInto('ad_campaigns')
          .values({ ...account, campaign_id: 'c1', name: 'Campaign', status })
          .execute()
      await db
        .insertInto('campaign_daily')
        .values(days.map((date) => campaign_day(mx, { date, spend: 10_000_000n, value: 6_000_000n })))
        .execute()
      await db
        .insertInto('checkouts')
        .values({ ...cart, started_at: `${day(9)}T16:00:00Z`, changed_at: `${day(9)}T16:00:00Z` })
        .execute()
    })
    return (await org.ask('quick_wins')).wins
  }
  const WHOLE = { covered_from: '-infinity', covered_until: day(1), read_until: TODAY }

  it('names the days of the window when all are known', async () => {
    const [campaign, carts] = await wins_of(WHOLE)
    assert.deepEqual([campaign!.kind, campaign!.effect_high, carts!.kind], ['campaign', 120, 'carts'])
    assert.match(campaign!.text, new RegExp(`From ${day(30)} to ${day(1)} it cost 300\\.00 MXN .* 180\\.00 MXN`))
    assert.match(carts!.text, new RegExp(`From ${day(30)} to ${day(1)} 1 carts worth 12\\.00 MXN`))
  })

  it('ends with the last known day, and its effect is that of 30 days all the same', async () => {
    const [campaign, carts] = await wins_of({ ...WHOLE, covered_until: day(6), read_until: day(5) })
    assert.match(campaign!.text, new RegExp(`From ${day(30)} to ${day(6)} it cost 250\\.00 MXN .* 150\\.00 MXN`))
    assert.equal(campaign!.effect_high, 120)
    assert.match(carts!.text, new RegExp(`From ${day(30)} to ${day(6)} 1 carts`))
  })

  it('says nothing of campaigns whose first days are not stored, and counts carts of the days that are', async () => {
    const wins = await wins_of({ ...WHOLE, covered_from: day(10) })
    assert.deepEqual(
      wins.map(({ kind, effect_high }) => [kind, effect_high]),
      [['carts', 12]],
    )
    assert.match(wins[0]!.text, new RegExp(`From ${day(10)} to ${day(1)} 1 carts worth 12\\.00 MXN .* are not stored`))
    // Its cart is older than the stored days.
    assert.deepEqual(await wins_of({ ...WHOLE, covered_from: day(5) }), [])
  })

  it('sums carts once, also where the first days are not stored', async () => {
    carts_summed.length = 0
    await wins_of({ ...WHOLE, covered_from: day(10) })
    assert.equal(carts_summed.length, 1, carts_summed.join('\n'))
  })

  it('says that nothing stands out only where rules have evaluated figures', async () => {
    const summaries = {
      en: [
        /^Nothing can be said, because no platform is connected/,
        /^Nothing can be said yet/,
        /^Nothing stands out now/,
      ],
      es: [/^No se puede decir nada, porque no hay/, /^Todavía no se puede decir nada/, /^Ahora nada destaca/],
      pt: [/^Não se pode dizer nada, porque nenhuma/, /^Ainda não se pode dizer nada/, /^Agora nada se destaca/],
    }
    for (const [language, [unconnected, unknown, none]] of Object.entries(summaries)) {
      const org = await bench.org({ language: language as 'en' })
      const summary = async () => (await org.ask('quick_wins')).summary
      assert.match(await summary(), unconnected!)
      await org.connect('sx')
      assert.match(await summary(), unknown!, 'no rule has run')
      const verdict = { evaluated_at: `${TODAY}T12:00:00Z`, found: 0, kept: 0, untrusted: [] }
      const evaluated = (rule: string, state: string) =>
        org.insert((db) =>
          db
            .insertInto('rule_verdicts')
            .values({ ...verdict, rule, state })
            .execute(),
        )
      await evaluated('carts_rising', 'unknown')
      await evaluated('sick_connection', 'evaluated')
      assert.match(await summary(), unknown!, 'a rule without figures has run')
      await evaluated('advertised_stock_out', 'in_part')
      assert.match(await summary(), none!)
    }
  })

  it('ranks the largest possible loss first, and leaves out the smallest when there are too many', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await org.cover(mx, WHOLE)
    const account = { connection_id: mx, account_id: 'a1', platform: 'mx_ads', currency: 'MXN' }
    // The ids are in the order of the losses, the smallest one first.
    const ids = Array.from({ length: 21 }, (_, at) => `c${at + 10}`)
    await org.insert(async (db) => {
      await db
        .insertInto('ad_accounts')
        .values({ ...account, name: 'Account', time_zone: 'UTC' })
        .execute()
      await db
        .insertInto('ad_campaigns')
        .values(ids.map((campaign_id) => ({ ...account, campaign_id, name: campaign_id, status: 'ACTIVE' })))
        .execute()
      const spend = (at: number) => BigInt(at + 1) * 10_000_000n
      await db
        .insertInto('campaign_daily')
        .values(
          ids.map((campaign_id, at) =>
            campaign_day(mx, { campaign_id, date: day(1), spend: spend(at), value: 1_000_000n }),
          ),
        )
        .execute()
    })
    const { wins, total } = await org.ask('quick_wins')
    assert.deepEqual(
      wins.map(({ id }: { id: string }) => id),
      ids.slice(1).reverse(),
    )
    assert.equal(total, 21)
  })

  it('names no campaign that does not run any more', async () => {
    for (const status of ['PAUSED', 'ARCHIVED', 'CAMPAIGN_STATUS_DISABLE', null]) {
      const kinds = (await wins_of(WHOLE, status)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['carts'], `${status}`)
    }
    for (const status of ['ENABLED', 'CAMPAIGN_STATUS_ENABLE'])
      assert.equal((await wins_of(WHOLE, status))[0]!.kind, 'campaign', status)
  })
})
