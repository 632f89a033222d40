// The ledger compares stored sums with the platform's own total, finds drift in the same sync, and decides about missing rows.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { DailyTotal } from '#engine/connector.ts'
import { with_connection } from '#engine/sync/connected.ts'
import type { Verdicts } from '#engine/sync/ledger.ts'
import { reconcile_and_print } from '../../src/cli/reconcile.ts'
import { type Answers, type Connection, type Line, open_small, type Small } from './small_platform.ts'

const DAY = '2026-11-18'
const TODAY = '2026-11-20'
const lines: Line[] = [
  { campaign: 'a', date: DAY, spend: 268_400, clicks: 300 },
  { campaign: 'b', date: DAY, spend: 100_000, clicks: 70 },
  { campaign: 'a', date: TODAY, spend: 5, clicks: 1 },
]
const both = ['2026-11-18 a 268400 300', '2026-11-18 b 100000 70', '2026-11-20 a 5 1']
const total = { date: DAY, spend: 368_400, clicks: 370 }
const today_total = { date: TODAY, spend: 99_999, clicks: 9 }

let small: Small
let place: Connection
before(async () => {
  small = await open_small()
})
after(() => small?.close())
beforeEach(async () => {
  small.at(`${TODAY}T18:00:00Z`)
  place = await small.connect('totaled')
})

async function read(answers: Partial<Answers>) {
  small.answers = { lines, ads: [], ...answers }
  const { end, restatements } = await place.sync()
  assert.equal(end, 'succeeded')
  return restatements
}

const ledger = async () => {
  const rows = await place.ask<Record<string, string>>(
    `select date, measure, (platform_total / 10000)::bigint::text as platform, difference::text, tolerance::text, verdict
     from ledger where org_id = $1 order by date, measure desc`,
  )
  return rows.map(({ date, measure, difference, tolerance, verdict }) =>
    [date, measure, difference, Number(tolerance), verdict].join(' '),
  )
}
const state = async () => (await place.state()).state

test('each day that is over gets a verdict for each measure; an estimate that differs is named as such', async () => {
  await read({ totals: [total, today_total] })
  assert.deepEqual(await ledger(), [
    '2026-11-18 spend_micros 0 10000 matches',
    '2026-11-18 impressions 1 0 estimate',
    '2026-11-18 clicks 0 0 matches',
  ])
  assert.equal(await state(), 'ok')
  assert.ok(small.requests.includes('/totals?from=2026-11-11&to=2026-11-19'), 'the days of a read, in one request')
})

test('half of the last digit of each row is rounding, and more is drift', async () => {
  await read({ totals: [{ ...total, spend: 368_401 }] })
  assert.equal((await ledger())[0], '2026-11-18 spend_micros 10000 10000 rounding')
  assert.equal(await state(), 'ok')
  await read({ totals: [{ ...total, spend: 368_402 }] })
  assert.equal((await ledger())[0], '2026-11-18 spend_micros 20000 10000 drift')
  assert.equal(await state(), 'suspect')
  await read({ totals: [{ ...total, clicks: 371 }] })
  assert.equal((await ledger())[2], '2026-11-18 clicks 1 0 drift')
})

test('of a currency without decimals, the last digit is a whole unit', async () => {
  // Each row costs 10.4 and is shown as 10. The account costs 31.2, which is shown as 31.
  const answers = {
    lines: ['a', 'b', 'c'].map((campaign) => ({ campaign, date: DAY, spend: 1_000, clicks: 1 })),
    totals: [{ date: DAY, spend: 3_100, clicks: 3 }],
  }
  await read(answers)
  assert.equal((await ledger())[0], '2026-11-18 spend_micros 1000000 15000 drift')
  place = await small.connect('whole_pesos')
  await read(answers)
  assert.equal((await ledger())[0], '2026-11-18 spend_micros 1000000 1500000 rounding')
  assert.equal(await state(), 'ok')
  await read({ ...answers, totals: [{ date: DAY, spend: 3_200, clicks: 3 }] })
  assert.equal(await state(), 'suspect')
})

test('each ad platform rounds by the currency of its account', () => {
  for (const [platform, digits] of Object.entries({ mx_ads: [10_000n, 1_000_000n], tx_ads: [10_000n, 1_000_000n] })) {
    const { campaign_daily: days } = connectors[platform]!.streams
    const { last_digit } = (days as { total: DailyTotal }).total.measures.spend_micros!
    assert.ok(typeof last_digit === 'function')
    assert.deepEqual([last_digit('MXN'), last_digit('CLP')], digits, platform)
  }
})

test('drift is found by the sync that stores it, is named with both figures and counted, and clears itself', async () => {
  const counted: Verdicts[] = []
  const observe = ({ verdicts }: { verdicts?: Verdicts }) => verdicts && counted.push(verdicts)
  small.engine.sync_observers.push(observe)
  await read({ lines: lines.slice(1), totals: [total] })
  const { state: found, reason } = await place.state()
  assert.equal(found, 'suspect')
  assert.match(
    reason!,
    /total of 2026-11-18 differs from the stored rows: spend 3684 USD at the platform, 1000 USD stored/,
  )
  await read({ totals: [total] })
  small.engine.sync_observers.splice(small.engine.sync_observers.indexOf(observe), 1)
  assert.deepEqual(await place.state(), {
    state: 'ok',
    reason: null,
    state_since: small.engine.clock.now().toISOString(),
  })
  assert.deepEqual(counted, [
    { drift: 2, estimate: 1 },
    { matches: 2, estimate: 1 },
  ])
})

test('days that drift are read again, once a day, also when they are older than the days that are read each time', async () => {
  small.at('2026-11-18T18:00:00Z')
  await read({ totals: [] })
  const old = { campaign: 'a', date: '2026-11-05', spend: 700, clicks: 7 }
  const old_total = { date: old.date, spend: 700, clicks: 7 }
  const reread = () => small.requests.filter((path) => path.includes('from=2026-11-05&to=2026-11-05'))
  small.answers.totals = [old_total]
  const found = await place.reconcile({ from: old.date, to: old.date })
  assert.deepEqual(Array.isArray(found) && found.map(({ verdict }) => verdict), ['drift', 'estimate', 'drift'])
  assert.equal(await state(), 'suspect')
  small.wait(15)
  await place.reconcile({ from: old.date, to: old.date })
  small.wait(15)
  await read({ totals: [old_total] })
  assert.deepEqual(reread(), ['/lines?from=2026-11-05&to=2026-11-05', '/totals?from=2026-11-05&to=2026-11-05'])
  assert.equal(await state(), 'suspect')
  await read({ totals: [old_total] })
  assert.deepEqual(reread(), [], 'once')
  await place.ask(`update ledger set read_again_at = null where org_id = $1`)
  await read({ lines: [...lines, old], totals: [old_total] })
  assert.deepEqual([await state(), (await place.lines())[0]], ['ok', '2026-11-05 a 700 7'])
})

test('a day that still drifts is read again once a day for a week, because the platform may have answered wrongly for a while', async () => {
  small.at('2026-11-18T18:00:00Z')
  await read({ totals: [] })
  const old = { campaign: 'a', date: '2026-11-05', spend: 700, clicks: 7 }
  const totals = [{ date: old.date, spend: 700, clicks: 7 }]
  small.answers.totals = totals
  await place.reconcile({ from: old.date, to: old.date })
  const days: number[] = []
  for (let day = 0; day < 12; day++) {
    small.wait(24 * 60)
    await read({ totals })
    if (small.requests.some((path) => path.startsWith('/lines?from=2026-11-05'))) days.push(day)
  }
  assert.deepEqual(days, [0, 1, 2, 3, 4, 5, 6])
  assert.equal(await state(), 'suspect')
})

test('rows that the platform no longer lists and no longer counts are deleted by the same sync, with their restatement', async () => {
  await read({ totals: [total] })
  assert.equal(await read({ lines: [lines[0]!, lines[2]!], totals: [{ ...total, spend: 268_400, clicks: 300 }] }), 5)
  assert.deepEqual(await place.lines(), [both[0], both[2]])
  assert.deepEqual((await ledger()).filter((row) => row.endsWith('matches')).length, 2)
  assert.equal(await state(), 'ok')
})

test('a day that comes empty is deleted when the platform says that its total is zero, and not when it leaves the day out', async () => {
  await read({ totals: [total] })
  for (let n = 0; n < 3; n++) {
    small.wait(61)
    await read({ lines: [lines[2]!], totals: [] })
  }
  assert.deepEqual([await place.lines(), await state()], [both, 'suspect'])
  await read({ lines: [lines[2]!], totals: [{ date: DAY, spend: 0, clicks: 0 }] })
  assert.deepEqual([await place.lines(), await state()], [[both[2]], 'ok'])
})

test('rows that the platform no longer lists and still counts stay, however often it leaves them out', async () => {
  await read({ totals: [total] })
  for (let n = 0; n < 3; n++) {
    small.wait(61)
    await read({ lines: [lines[0]!, lines[2]!], totals: [total] })
    assert.deepEqual([await place.lines(), await state()], [both, 'ok'])
  }
  small.wait(61)
  await read({ lines: [lines[0]!, lines[2]!], totals: undefined })
  assert.deepEqual(await place.lines(), both, 'the last known total still contains them')
})

test('a total from before further rows were missing does not speak for these', async () => {
  await read({ totals: [total] })
  small.wait(61)
  await read({ lines: [lines[0]!, lines[2]!], totals: [total] })
  assert.equal(await state(), 'ok')
  small.wait(61)
  await read({ lines: [lines[2]!], totals: [] })
  assert.deepEqual([await place.lines(), await state()], [both, 'suspect'])
})

test('a day that the platform leaves out of its totals loses the total from before, which contained its missing rows', async () => {
  const other = { campaign: 'a', date: '2026-11-17', spend: 500, clicks: 5 }
  const other_total = { date: other.date, spend: 500, clicks: 5 }
  await read({ lines: [other, ...lines], totals: [other_total, total] })
  small.wait(61)
  await read({ lines: [other, lines[2]!], totals: [other_total, total] })
  assert.equal(await state(), 'ok')
  small.wait(61)
  await read({ lines: [other, lines[2]!], totals: [other_total] })
  assert.deepEqual([(await place.lines()).slice(1), await state()], [both, 'suspect'])
})

test('a drift stays while the platform leaves its day out of its totals', async () => {
  await read({ lines: lines.slice(1), totals: [total] })
  await read({ lines: lines.slice(1), totals: [{ date: '2026-11-17', spend: 0, clicks: 0 }] })
  assert.equal(await state(), 'suspect')
})

test('a total that the platform refuses ends nothing, and the second read confirms instead', async () => {
  await read({ totals: undefined })
  assert.deepEqual([await place.lines(), await ledger(), await state()], [both, [], 'ok'])
  await read({ lines: [lines[0]!, lines[2]!], totals: undefined })
  assert.equal(await state(), 'suspect')
  small.wait(61)
  assert.equal(await read({ lines: [lines[0]!, lines[2]!], totals: undefined }), 5)
  assert.deepEqual([await place.lines(), await state()], [[both[0], both[2]], 'ok'])
})

test('when the platform does not answer with its total, no row is stored that nothing was compared with', async () => {
  for (const totals_fail_with of [503, 429]) {
    small.answers = { lines, totals: [total], ads: [], totals_fail_with }
    assert.equal((await place.sync()).end, 'failed')
    assert.deepEqual([await place.lines(), await ledger()], [[], []])
    small.wait(60)
  }
  await read({ totals: [total] })
  assert.deepEqual(await place.lines(), both)
})

test('the command prints each compared figure, and reports drift to its caller', async (context) => {
  await read({ totals: [total] })
  const print = async (answers: Partial<Answers>, json = false) => {
    small.answers = { ...small.answers, ...answers }
    const log = context.mock.method(console, 'log', () => undefined)
    const wanted = { connection: place.connection_id, from: DAY, to: TODAY }
    const drifts = await reconcile_and_print(small.engine, place.org_id, wanted, json)
    const printed = log.mock.calls.map(({ arguments: [line] }) => String(line))
    log.mock.restore()
    return { drifts, printed }
  }
  assert.equal((await print({})).drifts, false)
  const { drifts, printed } = await print({ totals: [{ ...total, spend: 368_500, clicks: 369 }] })
  assert.equal(drifts, true)
  assert.deepEqual(
    printed.map((line) => line.split(/ {2,}/)),
    [
      ['PLATFORM', 'ACCOUNT', 'STREAM', 'DAY', 'MEASURE', "PLATFORM'S TOTAL", 'STORED', 'DIFFERENCE', 'VERDICT'],
      ['totaled', 'Shop', 'days', DAY, 'clicks', '369', '370', '-1', 'drift'],
      ['totaled', 'Shop', 'days', DAY, 'impressions', '1', '0', '1', 'estimate'],
      ['totaled', 'Shop', 'days', DAY, 'spend', '3685 USD', '3684 USD', '1 USD', 'drift'],
    ],
  )
  const [first] = JSON.parse((await print({}, true)).printed[0]!)
  assert.deepEqual([first.measure, first.difference, first.verdict], ['clicks', '-1', 'drift'])
  await assert.rejects(
    reconcile_and_print(small.engine, place.org_id, { connection: 'other' }, false),
    /none with this id/,
  )
})

test('a connection that must be connected again, and a stream that is refused, are named and not passed over', async (context) => {
  await read({ totals: [total] })
  const print = async () => {
    const notes = context.mock.method(console, 'error', () => undefined)
    context.mock.method(console, 'log', () => undefined)
    const is_incomplete = await reconcile_and_print(small.engine, place.org_id, { from: DAY, to: DAY }, false)
    const lines = notes.mock.calls.map(({ arguments: [line] }) => String(line))
    context.mock.restoreAll()
    return { is_incomplete, lines }
  }
  assert.deepEqual(await print(), { is_incomplete: false, lines: [] })
  small.answers = { lines, ads: [] } // no totals
  const refused = await print()
  assert.equal(refused.is_incomplete, true)
  assert.match(refused.lines.join(), /^totaled: days of Shop could not be compared: /)
  small.answers = { lines, ads: [], totals: [total] }
  await place.ask('update connections set needs_reconnection = true where org_id = $1')
  const ended = await print()
  assert.equal(ended.is_incomplete, true)
  assert.match(ended.lines.join(), /^totaled could not be compared: it must be connected again/)
  assert.match(ended.lines.join(), new RegExp(place.connection_id))
})

test('a reconciliation does not run during a sync of the connection', async () => {
  small.answers = { lines, ads: [], totals: [total] }
  const found = await with_connection(small.engine, place, () => place.reconcile())
  assert.equal(found, 'busy')
})
