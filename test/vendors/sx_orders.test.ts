// Real orders in the sandbox's store, read through the connector, against sums that another program computes from the same files.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sx } from '#connectors/sx/index.ts'
import { answer_faults, type GraphqlCall, read_schema } from './graphql_schema.ts'
import { without_contracts } from './published.ts'
import { rows_by_table, type Tables } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const real_orders = join(import.meta.dirname, '../../../shared/vendors/data')
const settings = { shop: 'casa-lumbre.myshopify.com' }
const secrets = { access_token: 'shpat_sandbox' }
const sao_paulo = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })

describe('ten thousand real orders', { skip }, () => {
  let wired: Awaited<ReturnType<typeof wire>>
  let tables: Tables
  before(async () => {
    wired = await wire({ connector: sx, platform: 'sx', secrets, settings, sandbox: { orders: real_orders } })
    const [account] = await wired.accounts()
    tables = await rows_by_table(sx.streams.orders, { api: wired.api, account: account! })
  })
  after(() => wired?.close())

  test('leave the connector with the sums of the CSV files, for every month', () => {
    const script = join(import.meta.dirname, '../data/olist_sums.mjs')
    const expected = JSON.parse(execFileSync(process.execPath, [script, real_orders], { encoding: 'utf8' }))
    const months: Record<string, { orders: number; micros: bigint }> = {}
    for (const { ordered_at, total_micros, is_voided, currency } of tables.store_orders ?? []) {
      assert.equal(currency, 'BRL')
      if (is_voided) continue
      const month = sao_paulo.format(new Date(String(ordered_at))).slice(0, 7)
      months[month] ??= { orders: 0, micros: 0n }
      months[month].orders += 1
      months[month].micros += total_micros as bigint
    }
    const shown = Object.entries(months).map(([month, { orders, micros }]) => {
      assert.equal(micros % 10_000n, 0n, 'whole cents')
      const cents = String(micros / 10_000n)
      return [month, { orders, BRL: `${cents.slice(0, -2)}.${cents.slice(-2)}` }]
    })
    assert.deepEqual(Object.fromEntries(shown), expected.months)
    assert.equal(tables.store_orders?.length, 10_000)
  })

  test('with all their lines, also where the lines of an order fill more than a page', () => {
    const lines = new Map<unknown, bigint>()
    const count = new Map<unknown, number>()
    for (const { order_id, total_micros } of tables.store_order_lines ?? []) {
      lines.set(order_id, (lines.get(order_id) ?? 0n) + (total_micros as bigint))
      count.set(order_id, (count.get(order_id) ?? 0) + 1)
    }
    assert.equal(Math.max(...count.values()), 15)
    for (const { order_id, subtotal_micros } of tables.store_orders ?? [])
      assert.equal(lines.get(order_id) ?? 0n, subtotal_micros, String(order_id))
    const rest = wired.exchanges().filter(({ body }) => JSON.stringify(body).includes('rest_of_lineItems'))
    assert.equal(rest.length, [...count.values()].filter((n) => n > 10).length)
  })

  test('the further pages conform to the schema too', async () => {
    const found = wired.exchanges().find(({ body }) => JSON.stringify(body).includes('rest_of_lineItems'))
    assert.ok(found)
    assert.deepEqual(await answer_faults(read_schema(), found.body as GraphqlCall, found.answer), [])
  })
})
