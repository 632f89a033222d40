// Each source says only what the answer does not say for it, and no fact is lost.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'
import { BEGINNING } from '#domain/coverage.ts'
import { healths } from '#domain/health.ts'
import { provenance, provenance_of } from '#figures/sources/provenance.ts'
import type { Source, Sources } from '#figures/sources/sources.ts'
import { whole_sources } from '#test/sources.ts'

interface Known {
  health: (typeof healths)[number]
  last_sync: string | null
  settled_until: string | null
  from: string | null
  until: string | null
}

const source = ({ from, until, ...known }: Known, at: number): Source => ({
  ...known,
  platform: 'mx_ads',
  connection_id: `0199f3a1-5c00-7000-8000-${String(at).padStart(12, '0')}`,
  name: `Casa Lumbre ${at}`,
  reason: null,
  suspect: null,
  part_denied: null,
  former_before: null,
  day_zones: [],
  empty_days: [],
  short_days: [],
  holes: [],
  changed_currencies: [],
  changed_zones: [],
  last_rows_on: null,
  last_rows_at: null,
  brings_rows: true,
  covered: [{ from, until, read_until: until, created_on: null }],
  unknown_facts: [],
  is_left_out: false,
  denied: [],
  refused_beside: [],
  accounts: {},
  counted_elsewhere: new Map(),
  lost: [],
  unchosen: [],
})

const shown = (...groups: Source[][]) =>
  provenance_of(
    groups.map((live) => ({ live }) as unknown as Sources),
    [],
  )

const day = fc.constantFrom('2026-10-01', '2026-11-18', '2026-11-19')
const known: fc.Arbitrary<Known> = fc.record({
  health: fc.constantFrom(...healths),
  last_sync: fc.option(fc.constantFrom('2026-11-20T11:00:00.000Z', '2026-11-20T12:00:00.000Z')),
  settled_until: fc.option(day),
  from: fc.option(fc.oneof(day, fc.constant(BEGINNING))),
  until: fc.option(day),
})

test('the facts of every source can be read back from its answer, whatever the sources share', () => {
  fc.assert(
    fc.property(fc.array(known, { maxLength: 12 }), (all) => {
      const sources = all.map(source)
      const half = Math.ceil(sources.length / 2)
      const answer = z
        .object(provenance)
        .omit({ notes: true })
        .parse(shown(sources.slice(0, half), sources.slice(half)))
      const facts = sources.map(({ platform, connection_id, name }, at) => {
        const { health, last_sync, settled_until, from, until } = all[at]!
        const covered_from = from === BEGINNING ? null : from
        const covered_until = until !== null && covered_from !== null && until < covered_from ? null : until
        return { platform, connection_id, name, health, last_sync, settled_until, covered_from, covered_until }
      })
      const by_id = (list: { connection_id: string }[]) =>
        list.toSorted((a, b) => a.connection_id.localeCompare(b.connection_id))
      assert.deepEqual(by_id(whole_sources(answer)), by_id(facts))
    }),
  )
})

test('a connection of several groups is as bad as its worst part, whatever the order of the groups', () => {
  const orders = { health: 'suspect', last_sync: '2026-11-20T12:00:00.000Z', from: BEGINNING } as const
  const parts: Known[] = [
    { ...orders, settled_until: '2026-05-27', until: '2026-11-18' },
    { ...orders, settled_until: null, until: '2026-11-19', health: 'ok' },
    { ...orders, settled_until: '2026-10-01', until: '2026-11-19', from: '2026-10-01', health: 'ok' },
  ]
  for (const groups of [parts, parts.toReversed()]) {
    const { sources, settled_until, covered_from, covered_until } = shown(...groups.map((part) => [source(part, 0)]))
    assert.deepEqual([sources.length, sources[0]!.health], [1, 'suspect'])
    assert.deepEqual([settled_until, covered_from, covered_until], ['2026-05-27', '2026-10-01', '2026-11-18'])
  }
  const unread = { ...source(parts[0]!, 0), covered: [] }
  assert.equal(shown([source(parts[1]!, 0)], [unread]).covered_until, null)
  assert.equal(shown([source(parts[1]!, 0)], [{ ...unread, is_left_out: true }]).covered_until, '2026-11-19')
})

test('what all sources share stands once: a further source takes its ids and its name', (context) => {
  const usual = { health: 'ok', last_sync: '2026-11-20T12:00:00.000Z', from: BEGINNING, until: '2026-11-19' } as const
  const six = Array.from({ length: 6 }, (_, at) => source({ ...usual, settled_until: null }, at))
  for (const { platform, connection_id, name, ...more } of shown(six).sources)
    assert.deepEqual([platform, connection_id.length, name.length > 0, more], ['mx_ads', 36, true, { health: 'ok' }])
  const tokens = (of: Source[]) => encode(JSON.stringify(shown(of))).length
  const further = (tokens(six) - tokens(six.slice(0, 1))) / 5
  context.diagnostic(`${tokens(six.slice(0, 1))} tokens for one source, ${further} for each further one`)
  assert.ok(further <= 60, `${further} tokens`)
})
