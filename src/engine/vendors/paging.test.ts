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
