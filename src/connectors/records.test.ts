import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { all_of, batches, field_paths, first_page, in_batches, map_of, mapped, one_by_one, or_null } from './records.ts'

/** Three pages, one of which is empty. `asked` counts those that were requested. */
function pages() {
  const asked: number[] = []
  return {
    asked,
    list: (async function* () {
      for (const page of [[1, 2], [], [3]]) {
        asked.push(page.length)
        yield page
      }
    })(),
  }
}

test('parts of a list have all of its items, and no part is empty', () => {
  assert.deepEqual(batches([1, 2, 3, 4, 5], 2), [[1, 2], [3, 4], [5]])
  assert.deepEqual(batches([1, 2], 2), [[1, 2]])
  assert.deepEqual(batches([], 2), [])
})

test('a request can name the fields that a record reads, with those of objects that may be missing', () => {
  const record = z.object({
    id: z.string(),
    own: z.object({ title: z.string().nullish(), more: z.object({ at: z.string() }).partial() }).nullish(),
    free: z.unknown().optional(),
    tags: z.array(z.object({ name: z.string() })).nullish(),
  })
  assert.deepEqual(field_paths(record), ['id', 'own.title', 'own.more.at', 'free', 'tags'])
})

test('a list is read whole, page by page, or only its first page', async () => {
  assert.deepEqual(await all_of(pages().list), [1, 2, 3])
  assert.deepEqual(await Array.fromAsync(mapped(pages().list, (one) => one * 2)), [[2, 4], [], [6]])
  const { asked, list } = pages()
  assert.deepEqual([await first_page(list), asked], [[1, 2], [2]])
})

test('records are looked up one after the other, each in the place of its id', async () => {
  let open = 0
  const found = await one_by_one(['b', 'a'], async (id) => {
    open += 1
    await Promise.resolve()
    assert.equal(open, 1)
    open -= 1
    return id === 'a' ? null : id
  })
  assert.deepEqual(found, ['b', null])
})

test('a record that does not exist is null, and an answer without its fields is an error', () => {
  const { schema, if_not_found, path } = or_null({ path: '/one', schema: z.object({ id: z.string() }) })
  assert.deepEqual([path, if_not_found?.({ status: 404, headers: {}, body: '' })], ['/one', null])
  assert.throws(() => schema.parse({}))
})

test('records are read one after the other, also when each needs time', async () => {
  const running: number[] = []
  const slow = async (record: number) => {
    running.push(record)
    await new Promise((resolve) => setTimeout(resolve))
    assert.equal(running.at(-1), record)
    return record * 2
  }
  assert.deepEqual(await all_of(mapped(pages().list, slow)), [2, 4, 6])
})

test('things are read in parts, and what is found is one list', async () => {
  const asked: number[][] = []
  const found = await in_batches([1, 2, 3], 2, async (some) => {
    asked.push(some)
    return some.map(String)
  })
  assert.deepEqual(
    [asked, found],
    [
      [[1, 2], [3]],
      ['1', '2', '3'],
    ],
  )
})

test('of two records with one key, the last counts', async () => {
  assert.deepEqual(
    [...(await map_of(pages().list, (record) => [record % 2, record]))],
    [
      [1, 3],
      [0, 2],
    ],
  )
})
