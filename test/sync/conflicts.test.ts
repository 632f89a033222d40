// Lines with different figures for one row of a read: only one is stored, so the stream says that figures can be too small.
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
const other = (line: Line): Line => ({ ...line, spend: 100, clicks: 3 })

let small: Small
before(async () => {
  small = await open_small()
})
after(() => small?.close())
beforeEach(() => small.at(`${TODAY}T18:00:00Z`))

async function read(place: Connection, answers: Partial<Answers>): Promise<string | null> {
  small.wait(61)
  small.answers = { lines, ads: [], ...answers }
  assert.equal((await place.sync()).end, 'succeeded')
  return (await place.state()).reason
}

test('two different lines of one row make the figures of their day suspect, until a read brings one line', async () => {
  const place = await small.connect('plain')
  const said = await read(place, { lines: [...lines, other(lines[0]!)] })
  assert.match(said ?? '', /several lines with different figures for a row of 2026-11-18, and only one is stored\./)
  assert.equal((await place.state()).state, 'suspect')
  assert.deepEqual(await place.lines(), ['2026-11-18 a 100 3', '2026-11-18 b 50 2', '2026-11-20 a 5 1'])
  const both = lines.slice(0, 2).map(other)
  const older = { campaign: 'a', date: '2026-11-17', spend: 7, clicks: 1 }
  assert.match((await read(place, { lines: [...lines, ...both, older, other(older)] })) ?? '', /So it is with 1 more\./)
  assert.equal(await read(place, { lines: [...lines, older] }), null)
  assert.deepEqual((await place.lines()).slice(0, 2), ['2026-11-17 a 7 1', '2026-11-18 a 900 30'])
})

test('a line that comes twice is stored once, and a figure of today may change between two pages', async () => {
  const place = await small.connect('plain')
  assert.equal(await read(place, { lines: [...lines, lines[0]!, other(lines[2]!)] }), null)
  assert.deepEqual(await place.lines(), ['2026-11-18 a 900 30', '2026-11-18 b 50 2', '2026-11-20 a 100 3'])
})

test("where the platform's own total says how much a day has, it decides instead", async () => {
  const place = await small.connect('totaled')
  const total = { date: DAY, spend: 150, clicks: 5 }
  assert.equal(await read(place, { lines: [...lines, other(lines[0]!)], totals: [total] }), null)
  const whole = { date: DAY, spend: 1_050, clicks: 35 }
  assert.match((await read(place, { lines: [...lines, other(lines[0]!)], totals: [whole] })) ?? '', /own total/)
})
