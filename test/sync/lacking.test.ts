// A platform that gives only a part of a stream's figures: what that read decides about stored rows, and what the next whole read decides.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type Answers, type Connection, type Line, open_small, type Small } from './small_platform.ts'

const DAY = '2026-11-18'
const TODAY = '2026-11-20'
const lines: Line[] = [
  { campaign: 'a', date: DAY, spend: 900, clicks: 30 },
  { campaign: 'b', date: DAY, spend: 50, clicks: 2 },
  { campaign: 'a', date: TODAY, spend: 5, clicks: 1 },
]
const [first, second, today] = ['2026-11-18 a 900 30', '2026-11-18 b 50 2', '2026-11-20 a 5 1']
const lack = { reason: 'Campaigns bought by reservation are missing.' }
const without_b = [lines[0]!, lines[2]!]
const whole = { date: DAY, spend: 950, clicks: 32 }
const narrow = { date: DAY, spend: 900, clicks: 30 }

let small: Small
before(async () => {
  small = await open_small()
})
after(() => small?.close())
beforeEach(() => small.at(`${TODAY}T18:00:00Z`))

async function read(place: Connection, answers: Partial<Answers>) {
  small.answers = { lines, ads: [], ...answers }
  assert.equal((await place.sync()).end, 'succeeded')
}
const reason_of = async (place: Connection) => (await place.state()).reason
const verdicts = async (place: Connection) =>
  (
    await place.ask<{ line: string }>(
      `select measure || ' ' || verdict as line from ledger where org_id = $1 order by 1`,
    )
  ).map(({ line }) => line)

for (const platform of ['totaled', 'plain'] as const)
  test(`rows that a part-read lacks stay and are named, however small they are (${platform})`, async () => {
    const place = await small.connect(platform)
    await read(place, { totals: [whole] })
    const compared = await verdicts(place)
    for (let n = 0; n < 4; n++) {
      small.wait(61)
      // The total has the same scope as the lines, so that it would confirm the loss.
      await read(place, { lines: without_b, totals: [narrow], lack })
      assert.deepEqual(await place.lines(), [first, second, today])
      assert.equal(await reason_of(place), lack.reason)
      assert.deepEqual(await verdicts(place), compared)
      assert.ok(!small.requests.some((path) => path.startsWith('/totals')))
    }
    small.wait(61)
    await read(place, { totals: [whole] })
    assert.deepEqual([await place.lines(), await reason_of(place)], [[first, second, today], null])
  })

test('lines that come beside a missing part are stored, and their day is read', async () => {
  const place = await small.connect('totaled')
  await read(place, { totals: [whole] })
  await read(place, { lines: [{ ...lines[0]!, spend: 901 }, lines[2]!], lack })
  assert.deepEqual(await place.lines(), ['2026-11-18 a 901 30', second, today])
  const [covered] = await place.ask<{ until: string }>(
    'select covered_until::text as until from sync_cursors where org_id = $1',
  )
  assert.equal(covered!.until, '2026-11-19')
})

test('a part of which no row is stored makes figures suspect only if nothing else would show that it is missing', async () => {
  for (const [given, reason] of [
    [lack, null],
    [{ ...lack, is_suspect: true } as const, lack.reason],
  ] as const) {
    const place = await small.connect('plain')
    await read(place, { lines: without_b, lack: given })
    assert.equal(await reason_of(place), reason)
  }
})

test('when the platform gives everything again, further reads and totals decide as before about what is still missing', async () => {
  const [plain, totaled] = [await small.connect('plain'), await small.connect('totaled')]
  for (const place of [plain, totaled]) {
    await read(place, { totals: [whole] })
    small.wait(61)
    await read(place, { lines: without_b, lack })
    small.wait(61)
    await read(place, { lines: without_b, totals: [narrow] })
  }
  assert.deepEqual(await totaled.lines(), [first, today], 'the total confirms the loss')
  assert.deepEqual(await plain.lines(), [first, second, today], 'the first whole read confirms nothing')
  small.wait(61)
  await read(plain, { lines: without_b })
  assert.deepEqual([await plain.lines(), await reason_of(plain)], [[first, today], null])
})

test('days that were read in part, over a week before the platform gives everything again, are read once more', async () => {
  const place = await small.connect('totaled')
  await read(place, { totals: [whole] })
  small.wait(61)
  await read(place, { lines: without_b, lack })
  for (let day = 0; day < 9; day++) {
    small.wait(24 * 60)
    await read(place, { lines: without_b, lack })
    assert.ok(!small.requests.some((path) => path.includes(`from=${DAY}&to=${DAY}`)), 'nothing to find out')
  }
  await read(place, { totals: [whole] })
  small.wait(61)
  await read(place, { totals: [whole] })
  assert.ok(small.requests.includes(`/lines?from=${DAY}&to=${DAY}`))
  assert.deepEqual([await place.lines(), await reason_of(place)], [[first, second, today], null])
})
