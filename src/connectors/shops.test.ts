import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Api, RowContext } from '#engine/connector.ts'
import { counted, refund_rows } from './shops.ts'

/** An API whose first page has these headers and records. */
const api_of = (headers: Record<string, string>, records: unknown[]) =>
  ({
    async *pages(request: Parameters<Api['pages']>[0]) {
      request.next(undefined as never, { headers } as never)
      yield records
    },
  }) as unknown as Api

test('the number of records is that of the platform, and not that of a page', async () => {
  const request = { path: '/orders', schema: z.unknown(), records: () => [], next: () => null }
  const number = (headers: Record<string, string>, records: unknown[]) =>
    counted(api_of(headers, records), request, 'x-total')
  assert.equal(await number({ 'x-total': '120' }, [1]), 120)
  assert.equal(await number({ 'x-total': '0' }, []), 0)
  assert.equal(await number({}, []), 0)
  assert.equal(await number({}, [1]), undefined)
  assert.equal(await number({ 'x-total': 'many' }, [1]), undefined)
})

test('a refund that the platform names twice is one refund', () => {
  const refund = (refund_id: string, amount_micros: bigint | null) =>
    ({ refund_id, amount_micros }) as Parameters<typeof refund_rows>[0][number]
  const rows = refund_rows([refund('1', 5n), refund('2', 7n), refund('1', 5n)], undefined, {} as RowContext)
  assert.deepEqual(
    rows.map(({ refund_id }) => refund_id),
    ['1', '2'],
  )
})
