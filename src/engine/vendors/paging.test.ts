// Lists whose platform counts their records.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canned_api } from '#test/canned_api.ts'

const schema = z.object({ list: z.array(z.number()), total: z.number().optional(), next: z.boolean().default(false) })

async function read(...answers: z.input<typeof schema>[]) {
  const found: number[] = []
  const pages = canned_api(answers).api.pages({
    path: '/list',
    schema,
    records: ({ list }) => list,
    total: ({ total }) => total,
    next: ({ next }, { records }) => (next ? { query: { offset: records } } : null),
  })
  for await (const page of pages) found.push(...page)
  return found
}

test('a list that ends with fewer records than its platform counts is an error, and not the whole', async () => {
  await assert.rejects(
    read({ list: [1, 2], total: 5, next: true }, { list: [3, 4], total: 5 }),
    /^VendorRefusal: Canned does not answer properly: it counts 5 records of a list, and sent 4\.$/,
  )
})

test('a list with as many records as counted, with more of them, or without a count, is whole', async () => {
  assert.deepEqual(await read({ list: [1, 2], total: 3, next: true }, { list: [3], total: 3 }), [1, 2, 3])
  // A record that a new one moved to the next page comes twice.
  assert.deepEqual(await read({ list: [1, 2], total: 2, next: true }, { list: [2], total: 2 }), [1, 2, 2])
  // A record that was deleted while the list was read is not counted any more.
  assert.deepEqual(await read({ list: [1, 2], total: 4, next: true }, { list: [4], total: 3 }), [1, 2, 4])
  assert.deepEqual(await read({ list: [1] }), [1])
})

test('a list whose pages come again ends with an error, however long the circle is', async () => {
  const circle = (pages: number) => Array.from({ length: 40 * pages }, (_, at) => ({ list: [at % pages], next: true }))
  for (const pages of [1, 2, 3, 7]) await assert.rejects(read(...circle(pages)), /it sent a page of a list again\.$/)
  // Nothing can follow an empty page that names itself as the next one.
  await assert.rejects(read(...Array(4).fill({ list: [], next: true })), /it sent a page of a list again\.$/)
})

test('pages that differ are no circle, even if each was asked for by the same request', async () => {
  const schema_of_scroll = z.object({ list: z.array(z.number()), scroll: z.string() })
  const answers = [1, 2, 3, 4, 5].map((one) => ({ list: [one], scroll: 'same' }))
  const pages = canned_api([...answers, { list: [], scroll: 'same' }]).api.pages({
    path: '/list',
    schema: schema_of_scroll,
    records: ({ list }) => list,
    next: ({ list, scroll }) => (list.length > 0 ? { query: { scroll } } : null),
  })
  const found: number[] = []
  for await (const page of pages) found.push(...page)
  assert.deepEqual(found, [1, 2, 3, 4, 5])
})
