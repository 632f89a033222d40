import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { columns } from './columns.ts'

const count = z.string().default('0').transform(BigInt)
const stats = columns({
  place: ['where', z.string()],
  active: ['stats.active', count],
  pending: ['stats.pending', count],
})

test('a record is read by our names, also from fields below others', () => {
  assert.deepEqual(stats.schema.parse({ where: 'MX', stats: { active: '7' }, more: 1 }), {
    place: 'MX',
    active: 7n,
    pending: 0n,
  })
  assert.deepEqual(stats.schema.parse({ where: 'MX' }), { place: 'MX', active: 0n, pending: 0n })
})

test("an error names the vendor's field", () => {
  const { error } = stats.schema.safeParse({ stats: { active: 7 } })
  assert.deepEqual(
    error?.issues.map(({ path }) => path.join('.')),
    ['where', 'stats.active'],
  )
})

test('a value without fields where there should be some is an error', () => {
  for (const stats_of of ['none', null, []])
    assert.match(stats.schema.safeParse({ where: 'MX', stats: stats_of }).error!.message, /is no object/)
})

test("the vendor's fields come in the order of their declaration", () => {
  assert.deepEqual(stats.fields, ['where', 'stats.active', 'stats.pending'])
  const flat = columns({ b: ['a', z.string()], a: ['b', z.number()] })
  assert.deepEqual(flat.named(flat.record.parse({ a: 'x', b: 1 })), { b: 'x', a: 1 })
})
