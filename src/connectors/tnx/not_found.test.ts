// What Tiendanube says of single records, and what a gateway before it says.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Api } from '#engine/connector.ts'
import { tnx } from './index.ts'

test('only a 404 with words of the vendor says that an order does not exist', async () => {
  const { orders } = tnx.streams
  assert.ok(orders && 'since' in orders && orders.recheck)
  const said = async (body: unknown) => {
    const api = {
      call: async ({ if_not_found }: { if_not_found: (answer: object) => unknown }) =>
        if_not_found({ status: 404, headers: {}, body }),
    } as unknown as Api
    return orders.recheck!.read({
      api,
      account: { account_id: '1', name: 'Mate Sur', time_zone: 'UTC' },
      settings: {},
      ids: ['1'],
    })
  }
  assert.deepEqual(await said({ code: 404, message: 'Not Found', description: 'Order not found' }), [null])
  for (const body of [{}, { message: 'no Route matched with those values' }, 'Not Found'])
    assert.deepEqual(await said(body), [undefined])
})
