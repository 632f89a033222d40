// Each organization's rules are evaluated in the morning of its own clock.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { evaluate_alerts_daily } from '#jobs/evaluate_alerts_daily.ts'
import { orgs_started } from '#test/scheduled.ts'
import { alert_bench } from './alert_bench.ts'

let bench: Awaited<ReturnType<typeof alert_bench>>
before(async () => {
  bench = await alert_bench()
})
after(() => bench.close())

const started = (at: string) => orgs_started(bench, { schedule: evaluate_alerts_daily, starts: 'evaluate_alerts', at })

test('at seven on the clock of the organization, with a rule that is on, and not again in that hour', async () => {
  const [mexico, kathmandu, off] = [await bench.shop(), await bench.shop(), await bench.shop()]
  await bench.shop()
  await bench.owner.query(`update orgs set time_zone = 'Asia/Kathmandu' where org_id = $1`, [kathmandu.org_id])
  for (const shop of [mexico, kathmandu]) await shop.rule({})
  await off.rule({ enabled: false })
  // Mexico City is six hours behind UTC, Kathmandu five hours and three quarters ahead of it.
  assert.deepEqual(await started('2026-11-20T13:00:30Z'), [mexico.org_id])
  assert.deepEqual(await started('2026-11-20T13:15:30Z'), [])
  assert.deepEqual(await started('2026-11-20T01:15:30Z'), [kathmandu.org_id])
  assert.deepEqual(await started('2026-11-20T12:00:30Z'), [])
  await bench.owner.query(`update orgs set ended_at = now() where org_id = $1`, [mexico.org_id])
  assert.deepEqual(await started('2026-11-20T13:00:30Z'), [])
})
