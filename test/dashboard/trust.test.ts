// How far to trust a figure, from what an answer states about its sources.
import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Provenance, type SourceOfAnswer, trust_of, trust_of_parts } from '../../dashboard/src/lib/trust.ts'

const source = (platform: string, more: Partial<SourceOfAnswer> = {}): SourceOfAnswer => ({
  platform,
  connection_id: platform,
  name: `Shop ${platform}`,
  health: 'ok',
  ...more,
})

const answer = (more: Partial<Provenance> = {}): Provenance => ({
  window: { from: '2026-10-25', to: '2026-11-23', is_partial: false, time_zone: 'America/Mexico_City' },
  sources: [source('mx_ads'), source('sx')],
  as_of: '2026-11-24T13:40:00.000Z',
  settled_until: '2026-11-23',
  covered_from: null,
  covered_until: '2026-11-23',
  notes: [],
  ...more,
})
const partial = {
  ...{ from: '2026-10-25', to: '2026-11-23', is_partial: true, lacks: ['mx_ads'] },
  time_zone: 'America/Mexico_City',
}

suite('a figure with a value', () => {
  test('is settled when the platforms no longer change its days', () => {
    const { is, as_of } = trust_of(1, answer())
    assert.deepEqual([is, as_of], ['settled', '2026-11-24T13:40:00.000Z'])
  })

  test('is settled when its sources promise nothing about changes', () => {
    assert.equal(trust_of(1, answer({ settled_until: null })).is, 'settled')
  })

  test('moves until its last day has been open for as long as the newest final day', () => {
    const trust = trust_of(1, answer({ settled_until: '2026-11-19' }))
    assert.deepEqual(
      [trust.is, trust.is === 'moving' && [trust.final_until, trust.until]],
      ['moving', ['2026-11-19', '2026-11-28']],
    )
  })

  test('moves by its own sources only', () => {
    const of = answer({
      settled_until: null,
      sources: [source('mx_ads', { settled_until: '2026-11-01' }), source('sx')],
    })
    assert.equal(trust_of(1, of, { kinds: ['ads'] }).is, 'moving')
    assert.equal(trust_of(1, of, { kinds: ['store'] }).is, 'settled')
  })

  test('is incomplete where a source ends before the window, and names it with its first missing day', () => {
    const of = answer({ window: partial, sources: [source('mx_ads', { covered_until: '2026-11-20' }), source('sx')] })
    const trust = trust_of(1, of)
    assert.ok(trust.is === 'incomplete')
    assert.deepEqual([trust.source?.platform, trust.since], ['mx_ads', '2026-11-21'])
    assert.equal(trust_of(1, of, { kinds: ['store'] }).is, 'settled')
  })

  test('is incomplete where stored rows are suspect, or were never read', () => {
    for (const health of ['suspect', 'never_synced'] as const)
      assert.equal(trust_of(1, answer({ sources: [source('mx_ads', { health })] })).is, 'incomplete')
  })

  test('is incomplete where a source that the answer does not name lacks something, as the notes say', () => {
    const notes = ['mx_ads (Shop 13): data until 2026-11-20.']
    const of = answer({ window: { ...partial, lacks: ['tx_ads'] }, more_sources: { ok: 3 }, notes })
    for (const kinds of [undefined, ['ads' as const]]) {
      const trust = trust_of(1, of, { kinds })
      assert.deepEqual(trust.is === 'incomplete' && [trust.source, trust.notes], [undefined, notes])
    }
    assert.equal(trust_of(1, of, { kinds: ['store'] }).is, 'settled')
    for (const health of ['suspect', 'never_synced'] as const)
      assert.equal(trust_of(1, answer({ more_sources: { [health]: 1 } })).is, 'incomplete', health)
  })

  test('is incomplete where an account of a healthy source is left out, also with today, and says whose', () => {
    const now = new Date('2026-11-24T13:50:00Z')
    const notes = ['mx_ads (Shop): no data of account 7 since 2026-11-02.']
    for (const window of [partial, { ...partial, to: '2026-11-24' }]) {
      const of = answer({ window, settled_until: null, notes })
      const trust = trust_of(1, of, { kinds: ['ads'], now })
      assert.ok(trust.is === 'incomplete')
      assert.deepEqual([trust.source?.platform, trust.since, trust.notes], ['mx_ads', undefined, notes])
      assert.equal(trust_of(1, of, { kinds: ['store'], now }).is, 'settled')
    }
  })

  test('is incomplete where amounts have no exchange rate, except in a row of one account', () => {
    const now = new Date('2026-11-24T13:50:00Z')
    const window = { ...partial, to: '2026-11-24', lacks: ['exchange_rates'] }
    const of = answer({ window, settled_until: null, notes: ['120.00 USD are left out.'] })
    for (const figure of [{}, { kinds: ['ads' as const] }, { platform: 'mx_ads', is_of_row: true }])
      assert.equal(trust_of(1, of, { ...figure, now }).is, 'incomplete')
    for (const figure of [{ is_of_row: true }, { is_count: true }])
      assert.equal(trust_of(1, of, { kinds: ['ads'], ...figure, now }).is, 'settled')
  })

  test('is incomplete where refunds of older orders are missing, if it has refunds', () => {
    const of = answer({
      window: { ...partial, lacks: ['refunds'] },
      notes: ['sx: refunds of orders since 2026-11-01.'],
    })
    assert.equal(trust_of(1, of, { has_refunds: true }).is, 'incomplete')
    assert.equal(trust_of(1, of).is, 'settled')
    assert.equal(trust_of(1, of, { is_ratio: true }).is, 'settled')
  })

  test('of a window with today is complete when the answer lacks nothing else', () => {
    const { lacks, ...window } = { ...partial, to: '2026-11-24' }
    const now = new Date('2026-11-24T13:50:00Z')
    assert.equal(trust_of(1, answer({ window, settled_until: null }), { now }).is, 'settled')
    assert.equal(trust_of(1, answer({ window, settled_until: null, more_sources: { ok: 3 } }), { now }).is, 'settled')
    const late = answer({ window: { ...window, lacks }, settled_until: null, covered_until: '2026-11-22' })
    const trust = trust_of(1, late, { now })
    assert.deepEqual(trust.is === 'incomplete' && trust.since, '2026-11-23')
  })

  test('names the first missing day by the clock, in the zone of the organization, where the day can be another than in UTC', () => {
    const window = { ...partial, to: '2026-11-23' }
    const as_of = '2026-11-24T02:00:00.000Z'
    const of = answer({ window, as_of, settled_until: null, covered_until: '2026-11-22' })
    const since = (now: string) => {
      const trust = trust_of(1, of, { now: new Date(now) })
      return trust.is === 'incomplete' && trust.since
    }
    // At 20:00 of the 23rd, the source lacks no whole day.
    assert.equal(since(as_of), undefined)
    assert.equal(since('2026-11-24T15:00:00Z'), '2026-11-23')
  })
})

suite('a figure without a value', () => {
  const reason = (of: Provenance, kinds?: 'ads'[], is_ratio = false) => {
    const trust = trust_of(null, of, { ...(kinds && { kinds }), is_ratio })
    assert.ok(trust.is === 'none')
    return trust.reason
  }

  test('has no connected platform as its reason, before all others', () => {
    assert.deepEqual(reason(answer({ sources: [source('sx')] }), ['ads']), { is: 'not_connected' })
  })

  test('names the source that cannot be read', () => {
    const found = reason(answer({ sources: [source('mx_ads', { health: 'needs_reconnection' })] }))
    assert.ok(found.is === 'not_read' && found.source.platform === 'mx_ads')
  })

  test('names the source that begins later', () => {
    const found = reason(answer({ sources: [source('sx', { covered_from: '2026-11-01' })] }))
    assert.ok(found.is === 'starts_later')
    assert.deepEqual([found.source.platform, found.from], ['sx', '2026-11-01'])
  })

  test('has nothing to divide by only where nothing else explains it', () => {
    assert.deepEqual(reason(answer(), ['ads'], true), { is: 'no_division' })
    const notes = ['A rate is missing.']
    assert.deepEqual(reason(answer({ notes })), { is: 'notes', notes })
    // A ratio of which something is left out.
    const in_part = answer({ window: partial, notes })
    assert.deepEqual(reason(in_part, ['ads'], true), { is: 'notes', notes })
  })

  test('of a ratio may lack a part where the answer has notes, so the reason has them too', () => {
    const now = new Date('2026-11-24T13:50:00Z')
    const notes = ['A rate is missing.']
    const { lacks: _, ...window } = { ...partial, to: '2026-11-24' }
    const with_today = answer({ window, settled_until: null, notes })
    for (const given of [with_today, answer({ notes })]) {
      const trust = trust_of(null, given, { is_ratio: true, now })
      assert.deepEqual(trust.is === 'none' && trust.reason, { is: 'no_division', unless: notes })
    }
  })

  test('of a ratio of a row says that a part may not be known, without notes about other rows', () => {
    const of_row = (of: Provenance) => {
      const trust = trust_of(null, of, { is_ratio: true, is_of_row: true })
      return trust.is === 'none' && trust.reason
    }
    const notes = ['A rate is missing.']
    assert.deepEqual(of_row(answer({ window: partial, notes })), { is: 'no_division', unless: [] })
    assert.deepEqual(of_row(answer()), { is: 'no_division' })
  })
})

suite('a figure of several parts', () => {
  const window = { from: '2026-11-01', to: '2026-11-07', is_partial: false, time_zone: 'UTC' }
  const until = (settled_until: string) =>
    answer({ window, as_of: '2026-11-10T12:00:00Z', settled_until, sources: [source('sx', { settled_until })] })

  test('that still change is open as long as the part that changes longest, in each order', () => {
    const parts = [until('2026-11-05'), until('2026-10-20')]
    const ends = [parts, parts.toReversed()].map((all) => {
      const trust = trust_of_parts(1, all)
      return trust.is === 'moving' && trust.until
    })
    assert.equal(ends[0], ends[1])
    assert.equal(ends[0], '2026-11-28')
  })
})
