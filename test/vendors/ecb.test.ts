import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read_reference_rates } from '#domain/reference_rates.ts'
import { create_sandbox } from '../../sandbox/server.ts'

const sandbox = await create_sandbox({ frozen: true, now: '2026-04-08T20:00:00Z' })

async function rates_of(file: string) {
  const { statusCode, body } = await sandbox.app.inject(`/www.ecb.europa.eu/stats/eurofxref/${file}.xml`)
  assert.equal(statusCode, 200)
  const rates = read_reference_rates(body)
  return { rates, days: [...new Set(rates.map(({ date }) => date))] }
}

test('the three files contain the rates of the world, newest day first', async () => {
  const { fx } = sandbox.world
  const history = await rates_of('eurofxref-hist')
  assert.deepEqual(history.days, fx.days().toReversed())
  assert.deepEqual(
    history.rates,
    history.days.flatMap((date) =>
      Object.entries(fx.rates(date)!).map(([currency, per_eur]) => ({ currency, date, per_eur })),
    ),
  )
  const recent = await rates_of('eurofxref-hist-90d')
  assert.deepEqual(
    recent.rates,
    history.rates.filter(({ date }) => date >= '2026-01-08'),
  )
  assert.deepEqual(
    (await rates_of('eurofxref-daily')).rates,
    history.rates.filter(({ date }) => date === '2026-04-08'),
  )
})

test('there are no rates at weekends, at Easter and before the afternoon', async () => {
  const { days } = await rates_of('eurofxref-hist-90d')
  assert.deepEqual(days.slice(0, 5), ['2026-04-08', '2026-04-07', '2026-04-02', '2026-04-01', '2026-03-31'])
  sandbox.clock.set(Date.parse('2026-04-08T13:30:00Z'))
  assert.equal((await rates_of('eurofxref-daily')).days[0], '2026-04-07')
})

test('a currency that was replaced by the euro has rates until then', async () => {
  const { rates } = await rates_of('eurofxref-hist')
  const of = (code: string) => rates.filter(({ currency }) => currency === code).map(({ date }) => date)
  assert.equal(of('HRK')[0], '2022-12-30')
  assert.equal(of('BGN')[0], '2025-12-31')
  assert.equal(of('USD')[0], '2026-04-07')
})
