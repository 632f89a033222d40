import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canned_api } from '#test/canned_api.ts'
import { by_token } from './by_token.ts'
import { all_of } from './records.ts'

const list = { path: '/list', list: ['data', z.array(z.number())], token: ['next', 'cursor'] } as const
const pages = [
  { data: [1, 2], next: 'a' },
  { data: [], next: 'b' },
  { data: [3], next: null },
]

test('each page is requested by the token of the page before, and the last one names none', async () => {
  const { api, asked } = canned_api(pages)
  assert.deepEqual(await all_of(api.pages(by_token({ ...list, query: { size: 2 } }))), [1, 2, 3])
  assert.deepEqual(
    asked.map(({ query }) => query),
    [{ size: 2 }, { size: 2, cursor: 'a' }, { size: 2, cursor: 'b' }],
  )
})

test('a request with a body has the token there', async () => {
  const { api, asked } = canned_api(pages)
  await all_of(api.pages(by_token({ ...list, body: { size: 2 } })))
  assert.deepEqual(
    asked.map(({ body, query }) => [body, query]),
    [
      [{ size: 2 }, undefined],
      [{ size: 2, cursor: 'a' }, undefined],
      [{ size: 2, cursor: 'b' }, undefined],
    ],
  )
})

test('a page without its list is an error, and not the end', () =>
  assert.rejects(all_of(canned_api([{ next: 'a' }]).api.pages(by_token(list))), /data/))
