// Maps real records of a Shopify store to the expected rows.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sx } from '#connectors/sx/index.ts'
import { canned_api } from '#test/canned_api.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { rows_by_table } from './rows.ts'

const skip = without_contracts

type Json = Record<string, unknown>
const sample = (stream: string) => airbyte_records('sx').flatMap((one) => (one.stream === stream ? [one.data] : []))

/** The samples have snake_case names and numbers. The API has camelCase names and decimal strings. */
function as_wired(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(as_wired)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).map(([name, one]): [string, unknown] => {
    const key = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    if (key === 'amount' || key === 'price') return [key, one === null ? null : Number(one).toFixed(2)]
    return [key, key === 'id' ? String(one) : as_wired(one)]
  })
  return Object.fromEntries(entries)
}
const list_of = (nodes: unknown[]) => ({ pageInfo: { hasNextPage: false, endCursor: null }, nodes })
const in_dollars = (amount: unknown) => {
  const money = { amount: String(amount), currencyCode: 'USD' }
  return { shopMoney: money, presentmentMoney: money }
}
const upper = (text: unknown) => (text === null ? null : String(text).toUpperCase())
const account = { account_id: '58033176765', name: 'Sample', time_zone: 'America/Los_Angeles', currency: 'USD' }

describe('real records', { skip }, () => {
  /** A recorded order as the API sends it. */
  const made = (order: Json) => {
    const journeys = sample('customer_journey_summary')
    const refunds = sample('order_refunds')
    const wired = as_wired(order) as Json
    const journey = journeys.find(({ order_id }) => order_id === order.id)
    return {
      ...wired,
      id: order.admin_graphql_api_id,
      displayFinancialStatus: upper(order.financial_status),
      displayFulfillmentStatus: upper(order.fulfillment_status ?? 'unfulfilled'),
      edited: false,
      currentShippingPriceSet: wired.totalShippingPriceSet,
      // The samples hold no payments. These orders were paid when they were placed.
      totalReceivedSet: wired.totalPriceSet,
      totalOutstandingSet: in_dollars(order.total_outstanding),
      customer: null,
      customerJourneySummary: as_wired(journey?.customer_journey_summary ?? null),
      refunds: refunds
        .filter(({ order_id }) => order_id === order.id)
        .map((refund) => {
          const [transaction] = refund.transactions as Json[]
          const shopMoney = { amount: transaction?.amount, currencyCode: transaction?.currency }
          return {
            id: refund.admin_graphql_api_id,
            processedAt: refund.processed_at,
            totalRefundedSet: { shopMoney },
          }
        }),
      lineItems: list_of(
        (order.line_items as Json[]).map((line) => ({
          ...(as_wired(line) as Json),
          id: line.admin_graphql_api_id,
          isGiftCard: line.gift_card,
          currentQuantity: order.financial_status === 'refunded' ? 0 : line.quantity,
          product: line.product_id ? { id: `gid://shopify/Product/${line.product_id}` } : null,
          variant: line.variant_id ? { id: `gid://shopify/ProductVariant/${line.variant_id}` } : null,
          originalUnitPriceSet: as_wired(line.price_set),
          discountAllocations: (line.discount_allocations as Json[]).map((part) => ({
            allocatedAmountSet: as_wired(part.amount_set),
          })),
        })),
      ),
    }
  }

  test('an order with its journey and refund becomes the expected rows', async () => {
    const orders = sample('orders')
    const answer = { data: { orders: list_of(orders.map(made)) } }
    const tables = await rows_by_table(sx.streams.orders, { ...canned_api([answer]), account })
    assert.equal(tables.store_orders?.length, orders.length)
    const found = tables.store_orders?.find(({ order_id }) => order_id === '5010584895677')
    assert.deepEqual(found, {
      order_id: '5010584895677',
      order_number: '#1143',
      ordered_at: '2023-04-13T05:09:44-07:00',
      changed_at: '2023-04-13T05:09:50-07:00',
      cancelled_at: null,
      financial_status: 'paid',
      fulfillment_status: 'fulfilled',
      is_voided: false,
      is_pending: false,
      is_test: false,
      is_edited: false,
      currency: 'USD',
      customer_currency: 'USD',
      customer_total_micros: 102_000_000n,
      total_micros: 102_000_000n,
      subtotal_micros: 102_000_000n,
      shipping_micros: 0n,
      tax_micros: 17_000_000n,
      discount_micros: 0n,
      customer_id: null,
      customer_orders_count: null,
      checkout_token: '4064bfadc2457c9e15f2c7b4ee7ddb7d',
      channel: 'shopify_draft_order',
      imported_from: null,
      utm_source: null,
      utm_medium: null,
      utm_campaign: null,
      utm_content: null,
      utm_term: null,
      landing_page: null,
      referrer: null,
      journey: [],
      is_journey_ready: null,
    })
    assert.deepEqual(tables.store_refunds, [
      {
        order_id: '4554821468349',
        refund_id: '852809646269',
        refunded_at: '2022-06-15T06:25:43-07:00',
        currency: 'USD',
        amount_micros: 57_230_000n,
      },
    ])
    // The current total of this order is 0, because all of it was returned. The sale stays, and the refund has its own row.
    const refunded = tables.store_orders?.find(({ order_id }) => order_id === '4554821468349')
    assert.equal(refunded?.total_micros, 57_230_000n)
    const returned = tables.store_order_lines?.find(({ order_id }) => order_id === '4554821468349')
    assert.deepEqual([returned?.quantity, returned?.total_micros], [0n, 0n])
    const direct = tables.store_orders?.find(({ order_id }) => order_id === '4554821468349')
    assert.deepEqual(direct?.journey, [
      {
        at: '2022-06-15T12:16:14+00:00',
        source: 'direct',
        medium: null,
        campaign: null,
        landing_page: 'https://airbyte-integration-test.myshopify.com/',
        referrer: 'https://airbyte-integration-test.myshopify.com/',
      },
    ])
    const line = tables.store_order_lines?.find(({ order_id }) => order_id === '5010584895677')
    assert.deepEqual(line, {
      order_id: '5010584895677',
      line_id: '12204214845629',
      product_id: '6796229509309',
      variant_id: '40090604011709',
      sku: '',
      title: '8 Ounce Soy Candle',
      quantity: 1n,
      unit_price_micros: 102_000_000n,
      discount_micros: 0n,
      total_micros: 102_000_000n,
      included_tax_micros: 17_000_000n,
      currency: 'USD',
    })
  })

  test('the amounts of every order agree with the arithmetic of its own document', async () => {
    const answer = { data: { orders: list_of(sample('orders').map(made)) } }
    const tables = await rows_by_table(sx.streams.orders, { ...canned_api([answer]), account })
    const micros = (amount: unknown) => BigInt(Math.round(Number(amount) * 100)) * 10_000n
    const sum = (rows: Json[] | undefined, order_id: unknown, column: string) =>
      (rows ?? []).reduce(
        (all, row) => (row.order_id === String(order_id) ? all + BigInt(row[column] as bigint) : all),
        0n,
      )
    for (const order of sample('orders')) {
      const row = tables.store_orders?.find(({ order_id }) => order_id === String(order.id)) as Json
      const refunds = sum(tables.store_refunds, order.id, 'amount_micros')
      assert.equal((row.total_micros as bigint) - refunds, micros(order.current_total_price), `${order.name} remains`)
      assert.equal(sum(tables.store_order_lines, order.id, 'total_micros'), micros(order.current_subtotal_price))
      assert.equal(sum(tables.store_order_lines, order.id, 'included_tax_micros'), micros(order.current_total_tax))
    }
  })

  test('an inventory item has its cost since its own last change, not since that of its variant', async () => {
    const [item] = sample('inventory_items') as [Json]
    const unitCost = { amount: String(item.cost), currencyCode: String(item.currency_code) }
    const inventoryItem = { updatedAt: String(item.updated_at), unitCost }
    const node = { id: 'gid://shopify/ProductVariant/42778150305981', inventoryItem }
    const nodes = [node, { ...node, inventoryItem: { ...inventoryItem, unitCost: null } }]
    const answer = { data: { productVariants: list_of(nodes) } }
    const tables = await rows_by_table(sx.streams.costs, { ...canned_api([answer]), account })
    const cost = { variant_id: '42778150305981', valid_from: '2023-04-14T10:29:27+00:00' }
    assert.deepEqual(tables.store_variant_costs, [
      { ...cost, currency: 'USD', cost_micros: 60_000_000n },
      { ...cost, currency: null, cost_micros: null },
    ])
    const variant = sample('product_variants').find(({ id }) => id === 42778150305981)
    assert.ok(String(variant?.updated_at) > cost.valid_from)
  })

  test('an id beyond the safe integers keeps every digit', () => {
    const [product] = sample('products') as [Json]
    const id = '9007199254740993123'
    const node = { ...(as_wired(product) as Json), id: `gid://shopify/Product/${id}`, variants: list_of([]) }
    const { store_products } = sx.streams.products!.rows({ ...node, currency: 'USD' } as never, { account })
    assert.equal((store_products as Json).product_id, id)
  })

  test('a product with its variants becomes the expected rows', async () => {
    const variants = sample('product_variants')
    const product = sample('products').find(({ id }) => id === 6796217843901) as Json
    const node = {
      ...(as_wired(product) as Json),
      id: product.admin_graphql_api_id,
      tags: [product.tags],
      featuredMedia: null,
      variants: list_of(
        variants.map((variant) => ({
          ...(as_wired(variant) as Json),
          id: variant.admin_graphql_api_id,
          compareAtPrice: variant.compare_at_price,
          inventoryItem: { tracked: variant.inventory_management === 'SHOPIFY' },
        })),
      ),
    }
    const answer = { data: { shop: { currencyCode: 'USD' }, products: list_of([node]) } }
    const tables = await rows_by_table(sx.streams.products, { ...canned_api([answer]), account })
    assert.deepEqual(tables.store_products, [
      {
        product_id: '6796217843901',
        title: 'Lace Detail On Womens Top',
        status: 'archived',
        vendor: 'Hayes, Hettinger and Hauck',
        product_type: 'Beauty',
        tags: ['developer-tools-generator'],
        url: null,
        image_url: null,
        description: "A close-up side view of a woman's off-white shirt shows the design detail in the lace.",
        created_at: '2021-06-23T01:09:26+00:00',
        changed_at: '2023-09-05T14:12:05+00:00',
      },
    ])
    const large = tables.store_variants?.find(({ variant_id }) => variant_id === '42595864019133')
    assert.deepEqual(large, {
      product_id: '6796217843901',
      variant_id: '42595864019133',
      sku: '',
      title: 'Large',
      currency: 'USD',
      price_micros: 15_690_000n,
      compare_at_price_micros: 17_000_000n,
      stock: 34n,
      available_for_sale: null,
    })
  })
})
