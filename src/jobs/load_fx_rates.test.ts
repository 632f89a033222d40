import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Pool } from '#db/pool.ts'
import type { JobParts } from '#engine/job.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { load_fx_rates } from '#jobs/load_fx_rates.ts'
import { silent_log } from '#lib/log.ts'
import { type TestDatabase, test_database, test_pool } from '#test/database.ts'

let database: TestDatabase
let pool: Pool
before(async () => {
  database = await test_database()
  pool = test_pool(database, { max: 2 })
})
after(async () => {
  await pool.end()
  await database.drop()
})

type Day = [date: string, rates: Record<string, string>]

/** Runs the job on a day, with a rate file of these days. Returns the requested address. */
async function load(
  now: string,
  days: Day[],
  { status = 200, fx_rates_url }: { status?: number; fx_rates_url?: string } = {},
) {
  const cube = ([date, rates]: Day) =>
    `<Cube time="${date}">${Object.entries(rates)
      .map(([currency, rate]) => `<Cube currency="${currency}" rate="${rate}"/>`)
      .join('')}</Cube>`
  const text = `<e:Envelope xmlns:e="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref"><Cube>${days.map(cube).join('')}</Cube></e:Envelope>`
  let asked = ''
  const parts = {
    pool,
    fx_rates_url,
    clock: { now: () => new Date(now) },
    outbound: {
      fetch: async ({ url }: { url: string }) => {
        asked = url
        return { status, text, headers: {} }
      },
    },
  } as unknown as JobParts
  await run_job(parts, load_fx_rates, {}, { log: silent_log(), signal: new AbortController().signal })
  return asked
}

async function stored(currency: string, from: string, to: string): Promise<string[]> {
  const { rows } = await database.owner.query(
    `select date::text, trim_scale(per_eur)::text as per_eur, rate_date::text from fx_rates
     where currency = $1 and date between $2 and $3 order by date`,
    [currency, from, to],
  )
  return rows.map(({ date, per_eur, rate_date }) => `${date} ${per_eur} ${rate_date}`)
}

test('the first load reads the whole history, gives every day a rate and states when it was published', async () => {
  const asked = await load('2026-11-17T03:37:00Z', [
    ['2026-11-17', { USD: '1.16', MXN: '21.05' }],
    ['2026-11-16', { USD: '1.15', MXN: '21' }],
    ['2026-11-13', { USD: '1.14', MXN: '20.9', BGN: '1.9558' }],
  ])
  assert.equal(asked, 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.xml')
  assert.deepEqual(await stored('USD', '2026-11-12', '2026-11-18'), [
    '2026-11-13 1.14 2026-11-13',
    '2026-11-14 1.14 2026-11-13',
    '2026-11-15 1.14 2026-11-13',
    '2026-11-16 1.15 2026-11-16',
    '2026-11-17 1.16 2026-11-17',
    '2026-11-18 1.16 2026-11-17',
  ])
})

test('a rate is valid for seven days after its day and no longer, also for a currency that ended', async () => {
  assert.equal((await stored('USD', '2026-11-18', '2027-01-01')).at(-1), '2026-11-24 1.16 2026-11-17')
  assert.equal((await stored('BGN', '2026-11-13', '2027-01-01')).at(-1), '2026-11-20 1.9558 2026-11-13')
})

test('the euro is 1 on every day, without a gap', async () => {
  assert.deepEqual(await stored('EUR', '2026-11-14', '2026-11-16'), [
    '2026-11-14 1 2026-11-14',
    '2026-11-15 1 2026-11-15',
    '2026-11-16 1 2026-11-16',
  ])
})

test('a later load reads the short file; published rates and corrections replace carried rates, never the reverse', async () => {
  const asked = await load('2026-11-19T17:00:00Z', [
    ['2026-11-19', { USD: '1.18' }],
    ['2026-11-17', { USD: '1.161' }],
    ['2026-11-12', { USD: '1.13' }],
  ])
  assert.match(asked, /eurofxref-hist-90d\.xml$/)
  assert.deepEqual(await stored('USD', '2026-11-12', '2026-11-20'), [
    '2026-11-12 1.13 2026-11-12',
    '2026-11-13 1.14 2026-11-13',
    '2026-11-14 1.14 2026-11-13',
    '2026-11-15 1.14 2026-11-13',
    '2026-11-16 1.15 2026-11-16',
    '2026-11-17 1.161 2026-11-17',
    '2026-11-18 1.161 2026-11-17',
    '2026-11-19 1.18 2026-11-19',
    '2026-11-20 1.18 2026-11-19',
  ])
})

test('rates that serve are asked for again once an hour from the afternoon on, until those of the day are there', async () => {
  for (const now of ['2026-11-20T13:00:00Z', '2026-11-20T17:10:00Z', '2026-11-19T18:00:00Z']) {
    assert.equal(await load(now, []), '', now)
  }
})

test('a table that is too old for the short file gets the whole history again', async () => {
  assert.match(await load('2027-03-01T17:00:00Z', [['2027-03-01', { USD: '1.2' }]]), /eurofxref-hist\.xml$/)
})

test('rates come from the configured folder', async () => {
  const asked = await load('2027-03-02T17:00:00Z', [['2027-03-02', { USD: '1.21' }]], {
    fx_rates_url: 'https://mirror.example/ecb',
  })
  assert.equal(asked, 'https://mirror.example/ecb/eurofxref-hist-90d.xml')
})

test('an error page, an unreadable file and future rates change nothing', async () => {
  const all = async () => (await database.owner.query('select * from fx_rates order by currency, date')).rows
  const stood = await all()
  const now = '2027-03-03T17:00:00Z'
  await assert.rejects(load(now, [['2027-03-03', { USD: '9' }]], { status: 503 }), /status 503/)
  await assert.rejects(load(now, []), /no rates/)
  await assert.rejects(load(now, [['2027-03-03', { USD: '9', MXN: '-1' }]]), /'-1' is no rate/)
  await assert.rejects(load(now, [['2027-04-03', { USD: '9' }]]), /yet to come/)
  assert.deepEqual(await all(), stood)
})
