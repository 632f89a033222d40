// A recommendation from the first evidence to its end: renewed, resolved, put off, dismissed or applied.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { set_module } from '#test/access.ts'
import { until } from '#test/until.ts'
import { type RecommendationBench, recommendation_bench } from './recommendation_bench.ts'

let bench: RecommendationBench
before(async () => {
  bench = await recommendation_bench()
})
after(() => bench?.close())

const morning = (day: number) => `2026-11-${day}T18:00:00Z`

/** An organization with a losing campaign, which its rule has found once. */
async function advised() {
  const org = await bench.advertiser()
  await org.campaign('c1', { roas: 0.3 })
  await org.found(morning(20))
  const [row] = await org.stored()
  assert.ok(row, 'the rule found nothing')
  return { org, id: row.recommendation_id }
}

const statuses = (rows: { status: string }[]) => rows.map(({ status }) => status)

test('is reported once, and renewed with its figures while the evidence is there', async () => {
  const { org, id } = await advised()
  const { recommendations, total } = await org.ask('list_recommendations')
  assert.deepEqual([total, recommendations[0].rule, recommendations[0].subject], [1, 'roas_below_one', 'Campaign c1'])
  assert.deepEqual(recommendations[0].next, {
    tool: 'propose_pause_campaign',
    input: { platform: 'mx', campaign_id: 'c1', reason: recommendations[0].text },
  })
  assert.deepEqual([await org.count('notifications'), await org.count('events')], [1, 1])
  const before = (await org.stored())[0]!
  await org.campaign('c1', { roas: 0.2 })
  await org.found('2026-11-20T20:00:00Z')
  const rows = await org.stored()
  assert.deepEqual(
    rows.map(({ recommendation_id, status, evidence }) => [recommendation_id, status, evidence.roas]),
    [[id, 'new', 0.2]],
  )
  assert.ok(rows[0]!.found_at > before.found_at)
  assert.deepEqual([await org.count('notifications'), await org.count('events')], [1, 1])
})

test('is not asked for again within an hour', async () => {
  const { org } = await advised()
  await org.campaign('c1', { roas: 3 })
  await org.found('2026-11-20T18:59:00Z')
  assert.deepEqual(statuses(await org.stored()), ['new'])
  await org.found('2026-11-20T19:01:00Z')
  assert.deepEqual(statuses(await org.stored()), ['resolved'])
})

test('is announced by the next run when the process was killed before it could be', async () => {
  const { org, id } = await advised()
  await bench.owner.query('delete from notifications where org_id = $1', [org.org_id])
  await bench.owner.query('update recommendations set is_announced = false where recommendation_id = $1', [id])
  // All rules were evaluated within the hour, so this run finds nothing itself.
  await org.found('2026-11-20T18:10:00Z')
  assert.equal(await org.count('notifications'), 1)
  await org.found('2026-11-20T18:20:00Z')
  assert.equal(await org.count('notifications'), 1)
})

suite('ends', () => {
  test('as resolved when the evidence ended, and comes as a new one when it returns', async () => {
    const { org } = await advised()
    await org.campaign('c1', { roas: 3 })
    await org.found('2026-11-20T20:00:00Z')
    assert.deepEqual(statuses(await org.stored()), ['resolved'])
    assert.equal((await org.ask('list_recommendations')).total, 0)
    await org.campaign('c1', { roas: 0.3 })
    await org.found('2026-11-20T22:00:00Z')
    assert.deepEqual(statuses(await org.stored()), ['resolved', 'new'])
  })

  test('as resolved when its connection was disconnected', async () => {
    const { org } = await advised()
    await bench.owner.query(`update connections set status = 'revoked', revoked_at = now() where connection_id = $1`, [
      org.connection_id,
    ])
    await org.found('2026-11-20T20:00:00Z')
    assert.deepEqual(statuses(await org.stored()), ['resolved'])
  })

  test('not while its source cannot be trusted, which the list says', async () => {
    const { org } = await advised()
    await org.campaign('c1', { roas: 3 })
    await org.cover(org.connection_id, { suspect_reason: 'empty' })
    await org.found('2026-11-20T20:00:00Z')
    assert.deepEqual(statuses(await org.stored()), ['new'])
    const { notes } = await org.ask('list_recommendations')
    assert.match(JSON.stringify(notes), /could not be evaluated.*Ads/)
  })
})

test('nothing is recommended from a source that cannot be trusted', async () => {
  const org = await bench.advertiser()
  await org.campaign('c1', { roas: 0.3 })
  await org.cover(org.connection_id, { covered_until: '2026-11-10' })
  await org.found(morning(20))
  assert.deepEqual(await org.stored(), [])
})

test('a dismissed one stays silent permanently, and the same answer comes again', async () => {
  const { org, id } = await advised()
  const answer = await org.ask('dismiss_recommendation', { recommendation_id: id, reason: 'It builds the brand.' })
  assert.equal(answer.status, 'dismissed')
  assert.deepEqual(await org.ask('dismiss_recommendation', { recommendation_id: id }), answer)
  for (const hour of [20, 22]) await org.found(`2026-11-20T${hour}:00:00Z`)
  assert.deepEqual(statuses(await org.stored()), ['dismissed'])
  assert.match(
    await org.refused('apply_recommendation', { recommendation_id: id }),
    /was dismissed by .* which is final/,
  )
  assert.match(await org.refused('snooze_recommendation', { recommendation_id: id }), /which is final/)
})

test('one that was put off is new again on the minute, without any job', async () => {
  const { org, id } = await advised()
  const { snoozed_until } = await org.ask('snooze_recommendation', { recommendation_id: id, hours: 2 })
  // The bench's clock of calls stands at 18:00.
  assert.equal(new Date(snoozed_until).toISOString(), '2026-11-20T20:00:00.000Z')
  assert.equal((await org.ask('list_recommendations')).total, 0)
  assert.equal((await org.ask('list_recommendations', { status: 'snoozed' })).total, 1)
  await org.found('2026-11-20T19:30:00Z')
  assert.deepEqual(statuses(await org.stored()), ['snoozed'])
  await bench.owner.query('update recommendations set snoozed_until = $1 where recommendation_id = $2', [
    '2026-11-20T18:00:00Z',
    id,
  ])
  assert.deepEqual((await org.ask('list_recommendations')).recommendations[0].recommendation_id, id)
})

suite('what a person decided about is not named by quick_wins either', () => {
  const ads_wins = async (org: Awaited<ReturnType<typeof advised>>['org']) =>
    (await org.ask('quick_wins')).wins.map(({ kind, id }: { kind: string; id: string }) => [kind, id])
  /** As if the days since the decision had passed. */
  const set = (id: string, column: 'snoozed_until' | 'changed_at', at: string) =>
    bench.owner.query(`update recommendations set ${column} = $1 where recommendation_id = $2`, [at, id])

  test('after it was dismissed', async () => {
    const { org, id } = await advised()
    assert.deepEqual(await ads_wins(org), [['recommendation', id]])
    await org.ask('dismiss_recommendation', { recommendation_id: id })
    assert.deepEqual(await ads_wins(org), [])
  })

  test('while it is put off', async () => {
    const { org, id } = await advised()
    await org.ask('snooze_recommendation', { recommendation_id: id, hours: 2 })
    assert.deepEqual(await ads_wins(org), [])
    await set(id, 'snoozed_until', '2026-11-20T18:00:00Z')
    assert.deepEqual(await ads_wins(org), [['recommendation', id]])
  })

  test('for thirty days after it was applied', async () => {
    const { org, id } = await advised()
    await org.ask('apply_recommendation', { recommendation_id: id })
    assert.deepEqual(await ads_wins(org), [])
    await set(id, 'changed_at', '2026-10-20T00:00:00Z')
    assert.deepEqual(await ads_wins(org), [['campaign', 'c1']])
  })

  test('but what was dismissed for another cause is', async () => {
    const { org, id } = await advised()
    await org.ask('dismiss_recommendation', { recommendation_id: id })
    await bench.owner.query(`update recommendations set rule = 'pacing' where recommendation_id = $1`, [id])
    assert.deepEqual(await ads_wins(org), [['campaign', 'c1']])
  })
})

test('an applied one changes nothing outside, and its subject is left alone for thirty days', async () => {
  const { org, id } = await advised()
  const answer = await org.ask('apply_recommendation', { recommendation_id: id })
  assert.deepEqual([answer.status, answer.next.tool], ['applied', 'propose_pause_campaign'])
  assert.deepEqual(await org.ask('apply_recommendation', { recommendation_id: id }), answer)
  const found_after = async (applied_at: string, at: string) => {
    await bench.owner.query('update recommendations set changed_at = $1 where recommendation_id = $2', [applied_at, id])
    await org.found(at)
    return statuses(await org.stored())
  }
  assert.deepEqual(await found_after('2026-10-21T22:00:00Z', '2026-11-20T20:00:00Z'), ['applied'])
  assert.deepEqual(await found_after('2026-10-21T21:00:00Z', '2026-11-20T22:00:00Z'), ['applied', 'new'])
})

test('what is open stays open however many others are found, and the list says how many there are', async () => {
  const { org, id } = await advised()
  for (let at = 2; at <= 25; at++) await org.campaign(`c${at}`, { roas: 0.1 })
  await org.found('2026-11-20T20:00:00Z')
  const rows = await org.stored()
  assert.equal(rows.length, 20)
  assert.equal(rows.find(({ recommendation_id }) => recommendation_id === id)?.status, 'new')
  const { notes, total } = await org.ask('list_recommendations')
  assert.equal(total, 20)
  assert.match(JSON.stringify(notes), /\b5\b/)
})

test('the next call is null where its tool does not exist for the organization, and there again with the module', async () => {
  const { org, id } = await advised()
  await bench.owner.query('update recommendations set call = $1 where recommendation_id = $2', [
    JSON.stringify({ tool: 'list_mpa_questions', input: { status: 'unanswered' } }),
    id,
  ])
  const calls = async () => {
    const { recommendations } = await org.ask('list_recommendations')
    const report = await org.ask('preparar_reporte', { days_back: 7 })
    const { wins } = await org.ask('quick_wins')
    return [recommendations, report.recommendations, wins].map(([of]) => of.next?.tool ?? null)
  }
  const mpa = Array(3).fill('list_mpa_questions')
  assert.deepEqual(await calls(), mpa)
  const switch_module = async (enabled: boolean) => {
    await set_module(bench.owner, org.org_id, 'module_mpa', enabled)
    assert.ok(await until(async () => (await org.answer('list_mpa_questions')).ok === enabled))
  }
  await switch_module(false)
  assert.deepEqual(await calls(), [null, null, null])
  assert.equal((await org.ask('apply_recommendation', { recommendation_id: id })).next, null)
  await switch_module(true)
  assert.equal((await org.ask('apply_recommendation', { recommendation_id: id })).next.tool, mpa[0])
})

test('another organization’s recommendation is unknown, in the words for any unknown one', async () => {
  const [{ id }, other] = [await advised(), await bench.advertiser()]
  const unknown = '01980000-0000-7000-8000-000000000000'
  for (const tool of ['apply_recommendation', 'dismiss_recommendation', 'snooze_recommendation']) {
    const foreign = await other.refused(tool, { recommendation_id: id })
    assert.equal(foreign.replace(id, unknown), await other.refused(tool, { recommendation_id: unknown }))
  }
})
