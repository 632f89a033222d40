// Rules that ran within the hour are asked again when their amounts are of another currency, or when what they lacked was read.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { set_org } from '#test/access.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { until } from '#test/until.ts'
import { type RecommendationBench, recommendation_bench } from './recommendation_bench.ts'

let bench: RecommendationBench
before(async () => {
  bench = await recommendation_bench()
  const days = Array.from({ length: 50 }, (_, at) => new Date(Date.parse('2026-11-21') - at * 86_400_000))
  await bench.rate(
    days.flatMap((at) => {
      const date = at.toISOString().slice(0, 10)
      return [
        { currency: 'MXN', date, per_eur: '20' },
        { currency: 'USD', date, per_eur: '1' },
        { currency: 'EUR', date, per_eur: '1' },
      ]
    }),
  )
})
after(() => bench?.close())

type Org = Awaited<ReturnType<RecommendationBench['advertiser']>>

async function waits(org: Org): Promise<boolean> {
  const { rowCount } = await bench.owner.query('select from graphile_worker.jobs where key = $1', [
    `${org.org_id}:find_recommendations:find_recommendations`,
  ])
  return rowCount === 1
}

/** An organization with a certain loss, and a smaller one that can be chance. */
async function losing() {
  const org = await bench.advertiser()
  await org.campaign('c1', { roas: 0.3 })
  await org.campaign('c2', { roas: 0.95 })
  await org.found('2026-11-20T17:30:00Z')
  return org
}

async function to_usd(org: Org) {
  const admin = { org_id: org.org_id, role: 'admin' } as const
  result_of(await call_as_member(bench.engine, 'update_org_settings', { currency: 'USD' }, admin))
  assert.ok(await until(async () => (await org.ask('list_recommendations')).currency === 'USD'))
}

test('amounts of an earlier currency name it, are not ranked as missing, and are stated again immediately', async () => {
  const org = await losing()
  const [before] = (await org.ask('list_recommendations')).recommendations
  assert.equal('currency' in before, false)
  await to_usd(org)
  assert.ok(await waits(org), 'the rules are asked')
  const { recommendations, notes } = await org.ask('list_recommendations')
  assert.deepEqual(
    [recommendations[0].currency, recommendations[0].evidence.spend, recommendations[0].effect_low],
    ['MXN', before.evidence.spend, null],
  )
  assert.match(JSON.stringify(notes), /1 recommendation still has amounts in MXN/)
  const report = await org.ask('preparar_reporte', { days_back: 7 })
  assert.equal(report.recommendations[0].currency, 'MXN')
  assert.match(JSON.stringify(report.notes), /still has amounts in MXN/)
  const { wins } = await org.ask('quick_wins')
  assert.deepEqual(
    wins.map((win: { kind: string; currency?: string }) => [win.kind, win.currency]),
    [
      ['recommendation', 'MXN'],
      ['campaign', undefined],
    ],
  )
  // Within the hour in which the rules have run.
  await org.found('2026-11-20T17:40:00Z')
  const after = await org.ask('list_recommendations')
  assert.equal('currency' in after.recommendations[0], false)
  assert.equal(after.recommendations[0].evidence.spend, before.evidence.spend / 20)
  assert.ok(after.recommendations[0].effect_low > 0)
  assert.doesNotMatch(JSON.stringify(after.notes), /MXN/)
})

test('amounts are of the currency that the organization has, whatever a cache still says', async () => {
  const org = await losing()
  const { directory } = bench.engine
  const stale = (await directory.org(org.org_id))!
  await set_org(bench.owner, org.org_id, { currency: 'USD' })
  await org.found('2026-11-20T17:40:00Z', { directory: { ...directory, org: async () => stale } })
  const { rows } = await bench.owner.query('select distinct currency from recommendations where org_id = $1', [
    org.org_id,
  ])
  assert.deepEqual(rows, [{ currency: 'USD' }])
})

/** An organization whose ads are read for the first time while the rules run. */
async function first_read() {
  const org = await bench.advertiser()
  await org.campaign('c1', { roas: 0.3 })
  await org.cover(org.connection_id, { covered_until: '2026-11-01' })
  await org.found('2026-11-20T17:00:00Z')
  assert.deepEqual(await org.stored(), [])
  const { notes } = await org.ask('list_recommendations')
  assert.match(JSON.stringify(notes), /When they ran on 2026-11-20 11:00, \d+ rules could not be evaluated, .*Ads/)
  await org.cover(org.connection_id, { covered_until: '2026-11-19' })
  return org
}

const statuses = async (org: Org) => (await org.stored()).map(({ status }) => status)

test('rules that lacked a source are asked again after its sync, also within the hour', async () => {
  const org = await first_read()
  await org.found('2026-11-20T17:10:00Z')
  assert.deepEqual(await statuses(org), [], 'nothing was read since')
  await bench.owner.query('update connections set last_sync_at = $1 where connection_id = $2', [
    '2026-11-20T17:15:00Z',
    org.connection_id,
  ])
  await org.found('2026-11-20T17:16:00Z')
  assert.deepEqual(await statuses(org), ['new'])
  assert.doesNotMatch(JSON.stringify((await org.ask('list_recommendations')).notes), /could not be evaluated/)
})

test('rules that lacked a source are asked again after its older days are read', async () => {
  const org = await first_read()
  await org.found('2026-11-20T17:10:00Z', {}, { connection_id: org.connection_id })
  assert.deepEqual(await statuses(org), ['new'])
})

test('rules that had no source are asked again when there is one', async () => {
  const org = await first_read()
  await org.found('2026-11-20T17:20:00Z')
  const state = async () =>
    (
      await bench.owner.query(`select state from rule_verdicts where org_id = $1 and rule = 'carts_rising'`, [
        org.org_id,
      ])
    ).rows[0].state
  assert.equal(await state(), 'no_source')
  await org.connect('sx', { created_at: '2026-11-20T17:21:00Z', last_sync_at: '2026-11-20T17:25:00Z' })
  await org.found('2026-11-20T17:26:00Z')
  assert.equal(await state(), 'evaluated')
})
