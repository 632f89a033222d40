// Lists with pages by number, which LinkedIn does not always fill.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { canned_api } from '#test/canned_api.ts'
import { all_of } from '../records.ts'
import { read_numbered } from './pages.ts'

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)
const next = (href: string) => [{ rel: 'next', type: 'application/json', href }]

async function starts_of(...pages: object[]) {
  const { api, asked } = canned_api(pages)
  const found = await all_of(read_numbered(api, '/posts?q=author', z.number()))
  return { found, starts: asked.map(({ query }) => query?.start) }
}

test('a page that is not full is followed by the page that its link names, so that no record is passed over', async () => {
  const { found, starts } = await starts_of(
    { elements: numbers(0, 96), paging: { start: 0, count: 100, links: next('/rest/posts?count=100&start=96') } },
    { elements: numbers(96, 150), paging: { start: 96, count: 100, links: [] } },
  )
  assert.deepEqual(found, numbers(0, 150))
  assert.deepEqual(starts, [0, 96])
})

test('a list that has more by its own total is read on without a link', async () => {
  const { found, starts } = await starts_of(
    { elements: numbers(0, 98), paging: { start: 0, count: 100, total: 130, links: [] } },
    { elements: numbers(98, 128), paging: { start: 100, count: 100, total: 130, links: [] } },
  )
  assert.equal(found.length, 128)
  assert.deepEqual(starts, [0, 100])
})

test('a link that names no later place, or none, is followed by the size of a page', async () => {
  for (const href of ['/rest/', '/rest/posts?start=0'])
    assert.deepEqual(
      (await starts_of({ elements: [1], paging: { links: next(href) } }, { elements: [] })).starts,
      [0, 100],
    )
})
