import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canned_api } from '#test/canned_api.ts'
import { by_offset } from './by_offset.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
const list = (is_exact = true) =>
  by_offset({
    path: '/list',
    query: { limit: 50 },
    page_size: 'limit',
    list: ['list', z.array(z.number()).default([])],
    id: String,
    ...(is_exact ? { total: 'total' } : { count: 'total' }),
  })

async function read(answers: unknown[], is_exact = true) {
  const { api, asked } = canned_api(answers)
  const found: number[] = []
  for await (const page of api.pages(list(is_exact))) found.push(...page)
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

test('a record that a page lacks and the platform counts is an error, and not the whole', async () => {
  const first = [...numbers(1, 20), ...numbers(22, 50)]
  const pages = [first, numbers(40, 89), numbers(80, 90)].map((list) => ({ list, total: 90 }))
  await assert.rejects(read(pages), /counts 90 records of a list, and sent 89/)
})

test('records that are new since the first page are no lost ones, wherever they are in the list', async () => {
  const first = { list: numbers(1, 50), total: 90 }
  // A new record 0 moves the others down.
  const moved = [first, { list: numbers(40, 89), total: 91 }, { list: numbers(80, 90), total: 91 }]
  assert.deepEqual((await read(moved)).found, numbers(1, 90))
  const at_the_end = [first, { list: numbers(41, 90), total: 91 }, { list: numbers(81, 91), total: 91 }]
  assert.deepEqual((await read(at_the_end)).found, numbers(1, 91))
})

test('where the number of records can mean something else, only a short page that reaches it, or an empty one, is the end', async () => {
  const offsets = async (...answers: unknown[]) => (await read(answers, false)).offsets
  const first = { list: numbers(1, 50) }
  const rest = { list: numbers(41, 55) }
  assert.deepEqual(await offsets({ ...first, total: 55 }, { ...rest, total: 55 }), [undefined, 40])
  // The number of the page.
  assert.deepEqual(await offsets({ ...first, total: 50 }, { ...rest, total: 15 }), [undefined, 40])
  // The number of all records, of which the request wants some.
  assert.deepEqual(await offsets({ ...first, total: 900 }, { ...rest, total: 900 }, { total: 900 }), [
    undefined,
    40,
    55,
  ])
  assert.deepEqual(await offsets({ total: 900 }), [undefined])
  assert.deepEqual(await offsets({ list: [1, 2, 3] }, { list: [4] }, {}), [undefined, 3, 4])
})
