// Dates that make no window are refused by each tool with a sentence that says how to fix them. A new tool is in by itself.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DAYS_BACK_MAX } from '#domain/windows.ts'
import { type FiguresOrg, figures_bench } from '#test/figures.ts'
import { day, TODAY } from '#test/known_days.ts'
import { example_of, reading } from '#test/read_tools.ts'

const with_dates = reading.filter(({ input }) => 'date_from' in input && 'date_to' in input)
const with_days = reading.filter(({ input }) => 'days_back' in input)

const FAULTS: [string, object, RegExp][] = [
  ['reversed', { date_from: day(1), date_to: day(3) }, /^date_from .* lies after date_to .*\. Exchange them\.$/],
  ['a future end', { date_from: day(3), date_to: day(-1) }, new RegExp(`lies in the future. Today is ${TODAY}`)],
  ['a future start', { date_from: day(-3) }, new RegExp(`lies in the future. Today is ${TODAY}`)],
  ['too early', { date_from: '1980-01-01', date_to: '1980-01-02' }, /too far back. The earliest date is 1990-01-01/],
  ['too many days', { date_from: '2001-01-01', date_to: TODAY }, /days are too many. Ask for at most/],
  ['no such day', { date_from: '2026-02-30' }, /date_from.*calendar date written YYYY-MM-DD/],
  ['no date', { date_to: 'yesterday' }, /date_to.*calendar date written YYYY-MM-DD/],
]

describe('dates that make no window', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  let org: FiguresOrg
  before(async () => {
    bench = await figures_bench()
    org = await bench.org()
  })
  after(() => bench.close())

  for (const [what, dates, sentence] of FAULTS)
    it(`are refused by each tool with dates: ${what}`, async () => {
      assert.ok(with_dates.length > 10)
      for (const tool of with_dates) {
        const { days_back: _, ...example } = example_of(tool)
        assert.match(await org.refused(tool.name, { ...example, ...dates }), sentence, tool.name)
      }
    })

  it('are refused by each tool with days_back: none, and more than there can be', async () => {
    assert.ok(with_days.length > 5)
    for (const tool of with_days)
      for (const [days_back, sentence] of [
        [0, /days_back.*at least 1/],
        [DAYS_BACK_MAX + 1, /days_back.*at most \d+/],
      ] as const)
        assert.match(await org.refused(tool.name, { ...example_of(tool), days_back }), sentence, tool.name)
  })
})
