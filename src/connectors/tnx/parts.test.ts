// Queries of orders at the limit of the vendor, which no small store reaches.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api, VendorRequest } from '#engine/connector.ts'
import { all_pages } from '#engine/vendors/paging.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { canned_api } from '#test/canned_api.ts'
import { id_only } from './lists.ts'
import { orders_of } from './parts.ts'

/** A vendor that counts as many orders as `count` says for a query, and gives one of them. */
function counting(count: (query: Record<string, unknown>) => number) {
  const asked: string[] = []
  const api = canned_api([]).api
  const exchange = async ({ query = {}, schema }: VendorRequest<unknown>) => {
    const { created_at_min: from = '', created_at_max: to = '' } = query
    asked.push(`${from}..${to}`)
    const total = count(query)
    return { body: schema.parse([{ id: asked.length }]), headers: { 'x-total-count': String(total) } }
  }
  const pages = (request: never) => all_pages(request, exchange as never, 'Canned')
  return { api: { ...api, pages } as unknown as Api, asked }
}

const read = async (api: Api, query: Record<string, string>) => {
  const found: string[] = []
  for await (const page of orders_of(api, id_only, query)) found.push(...page.map(({ id }) => id))
  return found
}
const HALF = '2026-11-05T12:00:00.000Z'
const [from, to] = ['2026-11-05T00:00:00.000Z', '2026-11-06T00:00:00.000Z']

test('a query that counts as many orders as one can have is read in halves, because a count can end there', async () => {
  const { api, asked } = counting(({ created_at_min, created_at_max }) =>
    created_at_min === from && created_at_max === to ? 10_000 : 1,
  )
  await read(api, { created_at_min: from, created_at_max: to })
  assert.deepEqual(asked, [`${from}..${to}`, `${from}..${HALF}`, `${HALF}..${to}`])
})

test('halves of a query without times have no outer ends, so that no order is older or newer than all of them', async () => {
  const { api, asked } = counting(({ created_at_min, created_at_max }) =>
    (created_at_min ?? created_at_max) ? 1 : 10_000,
  )
  await read(api, { updated_at_min: from })
  const [, older, newer] = asked
  assert.equal(asked.length, 3)
  assert.match(older!, /^\.\.2018-/)
  assert.equal(newer, `${older!.slice(2)}..`)
})

test('a refusal for another reason ends the read with it, and an unpaid store is asked once', async () => {
  const refused = (message: string) => ({
    message,
    api: (asked: unknown[]) =>
      ({
        now: () => new Date(to),
        pages() {
          asked.push(1)
          throw new VendorRefusal('refused', message)
        },
      }) as unknown as Api,
  })
  const requests = async ({ api, message }: ReturnType<typeof refused>) => {
    const asked: unknown[] = []
    await assert.rejects(read(api(asked), { created_at_min: from, created_at_max: to }), { message })
    return asked.length
  }
  assert.equal(await requests(refused('Tiendanube refused the request: created_at_max is invalid.')), 6)
  const unpaid = 'the shop or the app has not been paid for, so that its owner has to pay Tiendanube first.'
  assert.equal(await requests(refused(`Tiendanube refused the request: ${unpaid}`)), 1)
})
