// Accounts that were read and are not read any more: what was read counts, and days that lack them are no whole.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { NOT_CHOSEN, NOT_LISTED } from '#engine/account_choice.ts'
import { type ActiveRows, active_rows } from '#test/active_rows.ts'
import { type AccountValues, campaign_day, figures_bench } from '#test/figures.ts'
import { business, day, TODAY } from '#test/known_days.ts'
import { whole_sources } from '#test/sources.ts'

let bench: Awaited<ReturnType<typeof figures_bench>>
before(async () => {
  bench = await figures_bench()
})
after(() => bench.close())

const notes_of = (result: { notes: string[] }) => result.notes.join('\n')

/** A business with a second ad account that was read until `on` days ago, and then ended. It cost 90 a day until it ended. */
async function with_second(on: number, ended: Omit<AccountValues, 'account_id'>, spend_until = on) {
  const { org, mx } = await business(bench, 90)
  const days = Array.from({ length: 20 }, (_, at) => day(at + spend_until + 1))
  const second = { account_id: 'a2', campaign_id: 'c2', spend: 90_000_000n }
  await org.insert((db) =>
    db
      .insertInto('campaign_daily')
      .values(days.map((date) => campaign_day(mx, { date, ...second })))
      .execute(),
  )
  await org.account(mx, {
    ...{ account_id: 'a2', name: 'Second', state_since: `${day(on)}T12:00:00Z` },
    days: { covered_until: day(on + 1), read_until: day(on) },
    ...ended,
  })
  const ask = (days_back: number) => org.ask('get_kpi_summary', { days_back })
  return { org, mx, ask }
}

const refused = { state: 'skipped', reason: 'No permission.' } as const
const unlisted = { state: 'gone', reason: NOT_LISTED } as const
const closed = { state: 'gone', reason: 'The customer is closed.' } as const

describe('an account that was read and is not read any more', () => {
  for (const ended of [refused, unlisted])
    it(`is missing in the days since it is ${ended.state}, and a note names it with the day and the reason`, async () => {
      const { ask } = await with_second(5, ended)
      const result = await ask(10)
      assert.deepEqual([result.ad_spend, result.previous.ad_spend], [100 + 5 * 90, 100 + 10 * 90])
      assert.deepEqual([result.store_roas, result.blended_ad_roas, result.window.is_partial], [null, null, true])
      assert.notEqual(result.previous.store_roas, null)
      const [platform] = result.platforms
      assert.deepEqual([platform.spend, platform.roas, platform.previous.roas === null], [550, null, false])
      assert.ok(
        notes_of(result).includes(
          `mx_ads (Main) no longer reads account Second, so figures lack it since ${day(5)}: ${ended.reason}`,
        ),
      )
      const after_it = await ask(3)
      assert.deepEqual([after_it.ad_spend, after_it.store_roas, after_it.window.is_partial], [30, null, true])
      assert.equal(whole_sources(result)[0]!.health, 'suspect')
    })

  for (const [ended, health] of [
    [closed, 'ok'],
    [refused, 'suspect'],
  ] as const)
    it(`leaves its connection ${health} after reads that lacked rows, when it is ${ended.state}`, async () => {
      const reason = 'The last read did not bring all rows.'
      const covered = { covered_until: day(6), read_until: day(5) }
      const days = { ...covered, state: 'suspect', reason, suspect_reason: reason }
      const { org, mx, ask } = await with_second(5, { ...ended, days })
      assert.equal(whole_sources(await ask(3))[0]!.health, health)
      const { connections } = await org.ask('list_connections_detail')
      assert.equal(connections.find((one: { connection_id: string }) => one.connection_id === mx).health, health)
    })

  it('leaves the ratios of its days, weeks and months unknown in lists, and those of campaigns and other days known', async () => {
    const { org } = await with_second(5, refused)
    const list = async (metric: string, dimension: string, from: number) => {
      const asked = { metric: `social_ads.${metric}`, dimensions: [dimension], date_from: day(from), date_to: day(1) }
      const { rows, total_value } = await org.ask('query_data', asked)
      assert.equal(total_value === null, metric === 'roas', metric)
      return rows.map((row: Record<string, unknown>) => [row[dimension], row.value])
    }
    assert.deepEqual(await list('roas', 'date', 7), [
      [day(7), 0.3],
      [day(6), 0.3],
      ...[5, 4, 3, 2, 1].map((back) => [day(back), null]),
    ])
    assert.deepEqual(await list('spend', 'date', 6), [[day(6), 100], ...[5, 4, 3, 2, 1].map((back) => [day(back), 10])])
    assert.deepEqual(await list('roas', 'week', 20), [
      ['2026-10-26', 0.3],
      ['2026-11-02', 0.3],
      ['2026-11-09', null],
      ['2026-11-16', null],
    ])
    assert.deepEqual(await list('roas', 'month', 20), [
      ['2026-10-01', 0.3],
      ['2026-11-01', null],
    ])
    assert.deepEqual(await list('roas', 'campaign_id', 7), [
      ['c1', 3],
      ['c2', 0],
    ])
  })

  it('is not missing while another connection reads it, although this one has more accounts', async () => {
    const read_at = `{"finished_at": "${day(0)}T16:00:00.000Z"}`
    const { org, mx, ask } = await with_second(5, { ...refused, days: { covered_until: day(6), cursor: read_at } })
    await org.insert((db) =>
      db
        .updateTable('sync_cursors')
        .set({ account_id: 'a1', cursor: read_at })
        .where('account_id', '=', '')
        .where('connection_id', '=', mx)
        .execute(),
    )
    const own = await org.connect('mx_ads', { name: 'Own' })
    await org.insert(async (db) => {
      await db
        .updateTable('sync_cursors')
        .set({ account_id: 'a2', cursor: read_at })
        .where('connection_id', '=', own)
        .execute()
      const days = Array.from({ length: 30 }, (_, at) => day(at + 1))
      await db
        .insertInto('campaign_daily')
        .values(
          days.map((date) => campaign_day(own, { date, account_id: 'a2', campaign_id: 'c2', spend: 90_000_000n })),
        )
        .execute()
    })
    const result = await ask(10)
    assert.deepEqual([result.ad_spend, result.store_roas, result.window.is_partial], [1000, 0.5, false])
  })

  it('is missing without an end while the platform refuses it', async () => {
    const { ask } = await with_second(60, refused)
    const result = await ask(10)
    assert.deepEqual([result.store_roas, result.window.is_partial], [null, true])
  })

  it('leaves no change of what lacks it in one period only, and changes of everything else', async () => {
    const { org, ask } = await with_second(5, refused)
    for (const days_back of [3, 10]) {
      const { change_percent, previous, orders } = await ask(days_back)
      assert.deepEqual([change_percent.ad_spend, change_percent.orders], [null, 0], String(days_back))
      assert.ok(previous.ad_spend > 0 && orders > 0)
    }
    const { summary, ...found } = await org.ask('diagnosticar_cambio', {
      ...{ metric: 'spend', days_back: 10 },
    })
    assert.deepEqual([found.current, found.previous, found.change, found.change_percent], [550, 1000, null, null])
    assert.deepEqual([found.channels.length, found.channels[0].effect], [1, null])
    assert.match(summary, /^The change of ad spend is not known: the figures of the periods cannot be compared/)
  })

  it('leaves the changes between periods that both lack it', async () => {
    const { ask } = await with_second(60, refused)
    assert.equal((await ask(10)).change_percent.ad_spend, 0)
  })

  it('counts as closed 30 days after it was not listed any more', async () => {
    const { ask } = await with_second(45, unlisted)
    const result = await ask(10)
    assert.deepEqual([result.ad_spend, result.store_roas, result.window.is_partial], [100, 5, false])
    assert.equal(whole_sources(result)[0]!.health, 'ok')
    assert.equal((await ask(20)).store_roas, null, 'the first days are within the 30 days')
  })

  /** Figures of two accounts until `on` days ago. Since then, the platform lists only the first one. */
  async function not_listed_any_more(platform: string, rows: ActiveRows, on: number) {
    const org = await bench.org()
    const id = await org.connect(platform)
    const days = Array.from({ length: 20 }, (_, at) => day(at + on + 1))
    await org.insert(async (db) => {
      await db.deleteFrom('sync_cursors').where('connection_id', '=', id).execute()
      await rows(db, id, days)
    })
    await org.account(id, { account_id: 'first' })
    const covered = { covered_until: day(on + 1), read_until: day(on) }
    await org.account(id, { account_id: 'second', ...unlisted, state_since: `${day(on)}T12:00:00Z`, days: covered })
    return org
  }

  for (const [platform, { metric, rows }] of Object.entries(active_rows))
    it(`is missing after the platform does not list it any more, where it had figures shortly before (${platform})`, async () => {
      const lacks = async (on: number, of: ActiveRows) => {
        const org = await not_listed_any_more(platform, of, on)
        const days = { date_from: day(3), date_to: day(1) }
        const { window, sources, notes } = await org.ask('query_data', { metric, ...days })
        return [window.lacks, sources[0].health, /no longer reads account second/.test(notes.join())]
      }
      assert.deepEqual(await lacks(5, rows), [[platform], 'suspect', true])
      assert.deepEqual(await lacks(45, rows), [undefined, 'ok', false])
      assert.deepEqual(await lacks(5, async () => {}), [undefined, 'ok', false])
    })

  it('counts as closed immediately when the platform says so, or when it had no spend in 30 days', async () => {
    for (const { ask } of [await with_second(5, closed), await with_second(5, unlisted, 37)]) {
      const result = await ask(4)
      assert.deepEqual([result.ad_spend, result.store_roas, result.window.is_partial], [40, 5, false])
      assert.deepEqual([result.previous.store_roas, whole_sources(result)[0]!.health], [null, 'ok'])
      assert.equal((await ask(5)).window.is_partial, true)
    }
  })

  it('leaves days before its last whole day as they are', async () => {
    const { org } = await with_second(5, refused)
    const dates = { date_from: day(15), date_to: day(6) }
    const result = await org.ask('get_kpi_summary', dates)
    assert.deepEqual([result.ad_spend, result.window.is_partial], [1000, false])
    assert.notEqual(result.store_roas, null)
    assert.doesNotMatch(notes_of(result), /Second/)
  })

  it('is missing from the first day that no read finished, when that is earlier', async () => {
    const { org, ask } = await with_second(5, { ...refused, days: { covered_until: day(9), read_until: day(9) } })
    assert.match(notes_of(await ask(10)), new RegExp(`since ${day(8)}`))
    const dates = { date_from: day(10), date_to: day(6) }
    assert.equal((await org.ask('get_kpi_summary', dates)).window.is_partial, true)
  })

  it('is no zero where it is the only account', async () => {
    const org = await bench.org()
    const mx = await org.connect('mx_ads')
    await org.insert((db) => db.deleteFrom('sync_cursors').where('connection_id', '=', mx).execute())
    await org.insert((db) =>
      db
        .insertInto('campaign_daily')
        .values(campaign_day(mx, { date: day(8), spend: 7_000_000n }))
        .execute(),
    )
    await org.account(mx, {
      ...{ account_id: 'a1', ...refused, state_since: `${day(5)}T12:00:00Z` },
      days: { covered_until: day(6), read_until: day(5) },
    })
    const ask = (days_back: number) => org.ask('get_kpi_summary', { days_back })
    const [later, both] = [await ask(3), await ask(10)]
    assert.deepEqual([later.ad_spend, later.window.is_partial], [null, true])
    assert.deepEqual([both.ad_spend, both.window.is_partial], [7, true])
    assert.equal(whole_sources(both)[0]!.covered_until, day(6))
  })

  it('makes the connection unhealthy in every list, while figures of today lack it', async () => {
    for (const [ended, health] of [
      [refused, 'suspect'],
      [unlisted, 'suspect'],
      [closed, 'ok'],
    ] as const) {
      const { org } = await with_second(5, ended)
      const of = ({ connections }: { connections: { platform: string; health: string; health_reason: string }[] }) =>
        connections.find(({ platform }) => platform === 'mx_ads')!
      for (const tool of ['list_connections', 'list_connections_detail', 'estado_conexiones'])
        assert.equal(of(await org.ask(tool)).health, health, tool)
      const { tracking } = await org.ask('get_organization_info')
      assert.deepEqual(tracking.map((one: { health: string }) => one.health).sort(), [health, 'ok'].sort())
      const [detail] = (await org.ask('list_connections_detail')).connections
      assert.deepEqual(detail.accounts_left_out, [{ account_id: 'a2', name: 'Second', reason: ended.reason }])
      if (health === 'suspect')
        assert.match(of(await org.ask('list_connections')).health_reason, /^An account that was read/)
    }
  })

  it('that a person no longer chooses counts nowhere', async () => {
    const { org, ask } = await with_second(5, { state: 'skipped', reason: NOT_CHOSEN })
    const result = await ask(10)
    assert.deepEqual([result.ad_spend, result.previous.ad_spend, result.store_roas], [100, 100, 5])
    assert.deepEqual([result.window.is_partial, whole_sources(result)[0]!.health], [false, 'ok'])
    assert.doesNotMatch(notes_of(result), /Second/)
    const dates = { date_from: day(30), date_to: TODAY }
    const { total_value } = await org.ask('query_data', { metric: 'social_ads.spend', ...dates })
    assert.equal(total_value, 310)
  })
})
