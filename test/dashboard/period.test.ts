// The period of a page: what its address means, and which part of an answer is its comparison.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { count_days } from '../../dashboard/src/lib/days.ts'
import {
  comparisons,
  DEFAULT_PERIOD,
  days_back_of,
  presets,
  read_period,
  side_of,
  windows_of,
  written_period,
} from '../../dashboard/src/lib/period.ts'

const TODAY = '2026-11-24'
const windows = (address: Parameters<typeof read_period>[0], today = TODAY) =>
  windows_of(read_period(address, today), today)

suite('the period of an address', () => {
  test('an address without words means thirty whole days and the thirty before', () => {
    assert.deepEqual(windows({}), {
      current: { from: '2026-10-25', to: '2026-11-23' },
      before: { from: '2026-09-25', to: '2026-10-24' },
    })
  })

  test('whatever is written is read as the same again', () => {
    const custom = { from: '2026-02-01', to: '2026-02-28' }
    for (const period of [...presets, custom])
      for (const compare of [...comparisons, { from: '2025-02-01' }]) {
        const { broken, ...read } = read_period(written_period({ period, compare }), TODAY)
        assert.deepEqual([read, broken], [{ period, compare }, []])
      }
  })

  test('words that nobody can read become the default, and the page can say so', () => {
    const broken = [
      ...['', '31d', '2026-02-30..2026-03-01', '2026-03-02..2026-03-01', '2026-11-20..2026-11-25', '..', 'x..y'],
      ...['2026-01-01', '2026-01-01..2026-01-02..2026-01-03', '1990-01-01..2026-01-01', 'constructor', '__proto__'],
    ]
    for (const period of broken)
      assert.deepEqual(read_period({ period }, TODAY), { ...DEFAULT_PERIOD, broken: ['period'] }, period)
    for (const compare of ['', 'yesterday', '2026-02-30', TODAY, 'toString'])
      assert.deepEqual(read_period({ period: '7d', compare }, TODAY), {
        period: '7d',
        compare: 'previous',
        broken: ['compare'],
      })
  })

  test('a link of a later version is not guessed at', () => {
    assert.deepEqual(read_period({ period: '7d', v: '2' }, TODAY), { ...DEFAULT_PERIOD, broken: ['period'] })
    assert.deepEqual(read_period({ period: '7d', v: '1' }, TODAY).broken, [])
  })

  test('days end yesterday, and periods to date end today', () => {
    const from_to = (period: string, today = TODAY) => Object.values(windows({ period }, today).current)
    assert.deepEqual(from_to('7d'), ['2026-11-17', '2026-11-23'])
    assert.deepEqual(from_to('month'), ['2026-11-01', '2026-11-24'])
    assert.deepEqual(from_to('last_month'), ['2026-10-01', '2026-10-31'])
    assert.deepEqual(from_to('last_month', '2026-03-31'), ['2026-02-01', '2026-02-28'])
    assert.deepEqual(from_to('quarter'), ['2026-10-01', '2026-11-24'])
    assert.deepEqual(from_to('quarter', '2026-03-31'), ['2026-01-01', '2026-03-31'])
    assert.deepEqual(from_to('year'), ['2026-01-01', '2026-11-24'])
  })
})

suite('comparisons', () => {
  test('a comparison has as many days as the period, and ends before it or at the same point a year before', () => {
    for (const period of presets)
      for (const compare of comparisons) {
        const { current, before } = windows({ period, compare })
        if (compare === 'none') assert.equal(before, null)
        else {
          assert.equal(count_days(before!), count_days(current))
          assert.ok(compare === 'year' || before!.to < current.from, `${period} ${compare}`)
        }
      }
  })

  test('the same weekdays begin on the same weekday, as late as they can', () => {
    const { current, before } = windows({ period: '30d', compare: 'weekdays' })
    assert.equal(new Date(before!.from).getUTCDay(), new Date(current.from).getUTCDay())
    assert.deepEqual(before, { from: '2026-09-20', to: '2026-10-19' })
    assert.deepEqual(windows({ period: '7d', compare: 'weekdays' }), windows({ period: '7d', compare: 'previous' }))
  })

  test('last year is the same weekdays as in the tools, 364 days before', () => {
    assert.deepEqual(windows({ compare: 'year' }).before, { from: '2025-10-26', to: '2025-11-24' })
  })
})

suite('what tools answer', () => {
  const answer = {
    window: { from: '2026-10-25', to: '2026-11-23' },
    previous_window: { from: '2026-09-25', to: '2026-10-24' },
    year_before_window: { from: '2025-10-26', to: '2025-11-24' },
  }

  test('a side of an answer is the comparison of the page only if it has the same days', () => {
    assert.equal(side_of(answer, windows({})), 'previous')
    assert.equal(side_of(answer, windows({ compare: 'year' })), 'year_before')
    for (const compare of ['weekdays', 'none', '2026-01-01'])
      assert.equal(side_of(answer, windows({ compare })), undefined)
    assert.equal(side_of(answer, windows({ period: '7d' })), undefined)
    assert.equal(side_of({ window: answer.window }, windows({})), undefined)
  })

  test('a tool of whole days up to yesterday is asked for no other days', () => {
    assert.equal(days_back_of(windows({}).current, TODAY), 30)
    assert.equal(days_back_of(windows({ period: 'month' }).current, TODAY), undefined)
    assert.equal(days_back_of(windows({ period: 'last_month' }).current, TODAY), undefined)
  })
})
