import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { load_config } from '#config'
import type { Pool } from '#db/pool.ts'
import type { JobParts } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { load_fx_rates } from '#jobs/load_fx_rates.ts'
import { load_fx_rates_daily } from '#jobs/load_fx_rates_daily.ts'
import { silent_log } from '#lib/log.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'
import { create_sandbox } from '../../sandbox/server.ts'

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await test_database()
  pool = test_pool(database, { max: 2 })
})
beforeEach(() => database.owner.query('truncate fx_rates'))
after(async () => {
  await pool.end()
  await database.drop()
})

/** Files by day. A day without a file is missing at the source. */
type Files = Record<string, Record<string, number>>
const others = Object.fromEntries(Intl.supportedValuesOf('currency').map((code) => [code.toLowerCase(), 2.5]))

async function load(now: string, files: Files, { url, status = 200 }: { url?: string; status?: number } = {}) {
  const asked: string[] = []
  const parts = {
    pool,
    fx_daily_rates_url: url,
    clock: { now: () => new Date(now) },
    outbound: {
      fetch: async ({ url }: { url: string }) => {
        asked.push(url)
        const date = /\d{4}-\d\d-\d\d/.exec(url)![0]
        const rates = files[date]
        return rates
          ? { status, text: JSON.stringify({ date, eur: { ...others, ...rates } }), headers: {} }
          : { status: status === 200 ? 404 : status, text: '', headers: {} }
      },
    },
  } as unknown as JobParts
  await run_job(parts, load_fx_rates_daily, {}, { log: silent_log(), signal: new AbortController().signal })
  return asked
}

async function stored(currency: string, from: string, to: string): Promise<string[]> {
  const { rows } = await database.owner.query(
    `select date::text, trim_scale(per_eur)::text as per_eur, rate_date::text, source from fx_rates
     where currency = $1 and date between $2 and $3 order by date`,
    [currency, from, to],
  )
  return rows.map(({ date, per_eur, rate_date, source }) => `${date} ${per_eur} ${rate_date} ${source}`)
}

const days_of = (asked: string[]) => asked.map((url) => /@(\d{4}-\d\d-\d\d)/.exec(url)?.[1])

test('the newest days are read first; a day that the source left out has the rates of the day before', async () => {
  const files: Files = { '2026-11-18': { ars: 1700 }, '2026-11-20': { ars: 1720.5 } }
  const asked = await load('2026-11-20T06:05:00Z', files)
  assert.deepEqual(days_of(asked).slice(0, 3), ['2026-11-20', '2026-11-19', '2026-11-18'])
  assert.deepEqual(await stored('ARS', '2026-11-17', '2026-11-21'), [
    '2026-11-18 1700 2026-11-18 currency-api',
    '2026-11-19 1700 2026-11-18 currency-api',
    '2026-11-20 1720.5 2026-11-20 currency-api',
    '2026-11-21 1720.5 2026-11-20 currency-api',
  ])
})

test('later runs read older days, and stored days are not read again', async () => {
  const every: Files = {}
  for (let at = 0; at < 100; at++)
    every[new Date(Date.parse('2026-11-20') - at * 86_400_000).toISOString().slice(0, 10)] = { ars: 1700 + at }
  delete every['2026-11-10']
  const first = days_of(await load('2026-11-20T06:05:00Z', every))
  const second = days_of(await load('2026-11-20T06:15:00Z', every))
  assert.equal(first.length, 70)
  assert.deepEqual(
    second.filter((day) => first.includes(day)),
    [],
  )
  assert.equal(second[0], '2026-09-11')
})

test('days of an interruption are read afterwards, although carried rates exist', async () => {
  await load('2026-11-10T06:05:00Z', { '2026-11-10': { ars: 1 } })
  const asked = days_of(await load('2026-11-15T06:05:00Z', { '2026-11-12': { ars: 3 }, '2026-11-15': { ars: 4 } }))
  for (const day of ['2026-11-11', '2026-11-12', '2026-11-13']) assert.ok(asked.includes(day), day)
  assert.deepEqual(
    (await stored('ARS', '2026-11-11', '2026-11-13')).map((line) => line.slice(11, 12)),
    ['1', '3', '3'],
  )
})

test('a rate of the European Central Bank takes precedence, whichever source comes first', async () => {
  const ecb = (source: string) =>
    database.owner.query(
      `insert into fx_rates (currency, date, per_eur, rate_date, source) values ('USD', '2026-11-19', 1.16, '2026-11-19', $1)`,
      [source],
    )
  await ecb('ecb')
  await load('2026-11-19T06:05:00Z', { '2026-11-19': { usd: 9, ars: 1700 } })
  assert.equal((await stored('USD', '2026-11-19', '2026-11-19'))[0], '2026-11-19 1.16 2026-11-19 ecb')
  const xml = `<e:Envelope xmlns:e="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube><Cube time="2026-11-20"><Cube currency="JPY" rate="180"/></Cube></Cube></e:Envelope>`
  await load('2026-11-20T06:05:00Z', { '2026-11-20': { jpy: 170, ars: 1700 } })
  assert.match((await stored('JPY', '2026-11-20', '2026-11-20'))[0]!, /170 .* currency-api/)
  const parts = {
    pool,
    clock: { now: () => new Date('2026-12-20T14:05:00Z') },
    outbound: { fetch: async () => ({ status: 200, text: xml, headers: {} }) },
  } as unknown as JobParts
  await run_job(parts, load_fx_rates, {}, { log: silent_log(), signal: new AbortController().signal })
  assert.match((await stored('JPY', '2026-11-20', '2026-11-20'))[0]!, /180 .* ecb/)
})

test('the fallback is asked when the first address fails, and an address of the configuration replaces both', async () => {
  await assert.rejects(load('2026-11-20T06:05:00Z', {}, { status: 503 }), /pages\.dev.* status 503/)
  const asked = await load('2026-11-20T06:05:00Z', {}, { url: 'https://mirror.example/@{date}.json' })
  assert.equal(asked[0], 'https://mirror.example/@2026-11-20.json')
  assert.throws(() => load_config({ FX_DAILY_RATES_URL: 'https://mirror.example/rates.json' }), /contains \{date\}/)
})

test('the sandbox has a file for each day, with currencies that the bank lacks, and leaves out some days', async () => {
  const sandbox = await create_sandbox({ frozen: true, now: '2026-11-20T18:00:00Z' })
  const { fx } = sandbox.world
  const days = Array.from({ length: 200 }, (_, at) =>
    new Date(Date.parse('2026-11-20') - at * 86_400_000).toISOString().slice(0, 10),
  )
  const left_out = days.filter((day) => fx.daily(day) === null)
  assert.ok(left_out.length > 0 && left_out.length < 20)
  const get = (day: string) =>
    sandbox.app.inject(`/cdn.jsdelivr.net/npm/@fawazahmed0/currency-api@${day}/v1/currencies/eur.min.json`)
  assert.equal((await get(left_out[0]!)).statusCode, 404)
  const day = days.find((one) => fx.daily(one) !== null)!
  const { statusCode, body } = await get(day)
  assert.equal(statusCode, 200)
  const rates = (await import('#domain/daily_rates.ts')).read_daily_rates(body, day)
  for (const currency of ['ARS', 'CLP', 'COP', 'PEN', 'UYU', 'USD'])
    assert.equal(Number(rates.find((rate) => rate.currency === currency)?.per_eur), Number(fx.daily(day)![currency]))
})
