import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { all_of } from './records.ts'
import { built_for, built_report } from './reports.ts'

test('each built report comes with what it was ordered for', async () => {
  const report_of = (name: string) =>
    built_report({
      order: { path: `/${name}`, schema: z.object({ id: z.string() }) },
      id_of: ({ id }) => id,
      status: (id) => ({ path: id, schema: z.object({ url: z.string() }) }),
      is_built: ({ url }) => url !== '',
      failure: () => undefined,
      every_s: 1,
      for_s: 10,
    })
  const asked: string[] = []
  const api = {
    async *built(reports: readonly { order: { path: string } }[]) {
      for (const { order } of reports) {
        asked.push(order.path)
        yield { id: order.path, status: { url: `file of ${order.path}` } as never }
      }
    },
  }
  const found = await all_of(
    (async function* () {
      for await (const one of built_for(api, ['a', 'b'], report_of)) yield [one]
    })(),
  )
  assert.deepEqual(found, [
    { of: 'a', status: { url: 'file of /a' } },
    { of: 'b', status: { url: 'file of /b' } },
  ])
  assert.deepEqual(asked, ['/a', '/b'])
})
