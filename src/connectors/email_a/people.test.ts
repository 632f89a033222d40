// Profiles that Klaviyo has no more: deleted ones, and those that were merged into others.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { rows_of_changes } from '#test/shop_rows.ts'
import { email_a } from './index.ts'

const account: Account = { account_id: 'a', name: 'Shop', time_zone: 'UTC' }
const updated = '2026-11-01T00:00:00+00:00'

/** Klaviyo answers 404 for every profile but this one. */
const with_profile = (id: string): Api => {
  const { api } = canned_api([])
  return {
    ...api,
    async call({ path, schema, if_not_found }) {
      if (path === `/profiles/${id}`)
        return schema.parse({ data: { id, attributes: { updated, location: {}, properties: {}, subscriptions: {} } } })
      return if_not_found!({ status: 404, headers: {}, body: {} })!
    },
  }
}

test('a stored profile that Klaviyo does not list is looked up, and is deleted only if Klaviyo has none of its id', async () => {
  const stream = email_a.streams.contacts!
  assert.ok('since' in stream && stream.recheck?.existing)
  const { api, asked } = canned_api([{ data: [{ id: 'p1' }, { id: 'p2' }], links: { next: null } }])
  const listed: string[] = []
  for await (const page of stream.recheck.existing.read({ api, account, settings: {} })) listed.push(...page)
  assert.deepEqual([listed, asked.map(({ query }) => query?.['fields[profile]'])], [['p1', 'p2'], ['id']])
  const found = (await stream.recheck.read({ api: with_profile('p3'), account, settings: {}, ids: ['p3', 'p4'] })) as ({
    id: string
  } | null)[]
  assert.deepEqual(
    found.map((one) => one?.id ?? one),
    ['p3', null],
  )
})

test('a profile without a time of change, as the document allows, has that of its creation and stops nobody else', async () => {
  const created = '2026-10-05T00:00:00+00:00'
  const attributes = { location: {}, properties: {}, subscriptions: {}, email: 'ana@shop.example' }
  const { tables } = await rows_of_changes(
    email_a.streams.contacts,
    [
      {
        data: [
          { id: 'p1', attributes: { ...attributes, created, updated: null } },
          { id: 'p2', attributes: { ...attributes, created, updated } },
        ],
      },
    ],
    { account },
  )
  assert.deepEqual(
    tables.contacts!.map(({ external_id, created_at, changed_at }) => [external_id, created_at, changed_at]),
    [
      ['p1', created, created],
      ['p2', created, updated],
    ],
  )
})
