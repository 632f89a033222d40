import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canned_api } from '#test/canned_api.ts'
import { by_offset } from './by_offset.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const list = () =>
  by_offset({
    path: '/list',
    query: { limit: 50 },
    page_size: 'limit',
    schema: z.object({ list: z.array(z.number()).default([]), total: z.number().optional() }),
    list: (body) => body.list,
    id: String,
    total: ({ total }) => total,
  })

async function read(answers: unknown[]) {
  const { api, asked } = canned_api(answers)
  const found: number[] = []
  for await (const page of api.pages(list())) found.push(...page)
  return { found, offsets: asked.map(({ query }) => query?.offset) }
}

test('records that move up while the pages are read are not missed, and each comes once', async () => {
  // Ten of the first fifty records were deleted after the first page.
  const { found, offsets } = await read([
    { list: numbers(1, 50), total: 90 },
    { list: numbers(41, 90), total: 80 },
  ])
  assert.deepEqual(found, numbers(1, 90))
  assert.deepEqual(offsets, [undefined, 40])
})

test('a record that a page has twice comes once', async () => {
  assert.deepEqual((await read([{ list: [1, 2, 1], total: 2 }])).found, [2, 1].toSorted())
})

test('an empty page before the end is an error, and not the end', async () => {
  const first = { list: numbers(1, 50), total: 90 }
  await assert.rejects(read([first, { list: [], total: 90 }]), /does not answer properly/)
  await assert.rejects(read([{ list: [], total: 3 }]), /does not answer properly/)
  assert.deepEqual((await read([{ list: [], total: 0 }])).found, [])
})

test('a list without a number of all records ends with an empty page', async () => {
  const { found, offsets } = await read([{ list: [1, 2, 3] }, { list: [4] }, {}])
  assert.deepEqual(found, [1, 2, 3, 4])
  assert.deepEqual(offsets, [undefined, 3, 4])
})
