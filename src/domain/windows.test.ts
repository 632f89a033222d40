import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  add_days,
  days_between,
  explicit_window,
  last_days,
  previous,
  RANGE_DAYS_MAX,
  start_of,
  today_in,
} from '#domain/windows.ts'

const date = fc
  .date({ min: new Date('1995-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))
const zone = fc.constantFrom('UTC', 'America/Mexico_City', 'America/Sao_Paulo', 'Pacific/Auckland', 'Asia/Kolkata')

describe('windows', () => {
  it('complete days end yesterday, and the period before touches them without a gap', () => {
    fc.assert(
      fc.property(date, fc.integer({ min: 1, max: 1_100 }), (today, days) => {
        const window = last_days(days, today)
        const before = previous(window)
        assert.equal(add_days(window.to, 1), today)
        assert.equal(add_days(before.to, 1), window.from)
        for (const either of [window, before]) assert.equal(days_between(either.from, either.to), days)
        assert.equal(window.is_partial, false)
      }),
    )
  })

  it('explicit dates are inclusive, and a window is partial only with today', () => {
    fc.assert(
      fc.property(date, fc.nat(RANGE_DAYS_MAX - 1), fc.nat(400), (today, length, ago) => {
        const date_to = add_days(today, -ago)
        const date_from = add_days(date_to, -length)
        if (date_from < '1990-01-01') return
        const window = explicit_window({ date_from, date_to }, today)
        assert.deepEqual(window, { from: date_from, to: date_to, days: length + 1, is_partial: ago === 0 })
      }),
    )
    const today = '2026-11-20'
    assert.deepEqual(explicit_window({}, today), { from: '2026-10-21', to: today, days: 31, is_partial: true })
    assert.deepEqual(explicit_window({ date_from: '2026-11-19' }, today).to, today)
    assert.deepEqual(explicit_window({ date_to: '2026-11-01' }, today).from, '2026-10-02')
    assert.equal(explicit_window({ date_from: '2016-09-01', date_to: '2018-10-31' }, today).days, 791)
  })

  it('a day begins where the zone’s day begins, across daylight saving too', () => {
    fc.assert(
      fc.property(date, zone, (day, time_zone) => {
        const start = new Date(start_of(day, time_zone))
        assert.equal(today_in(time_zone, start), day)
        assert.equal(today_in(time_zone, new Date(start.getTime() - 1)), add_days(day, -1))
      }),
    )
    assert.equal(start_of('2018-11-04', 'America/Sao_Paulo'), '2018-11-04T03:00:00Z') // midnight did not exist on that day
  })
})
