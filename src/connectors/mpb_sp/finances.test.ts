// Financial events of all marketplaces of a seller come together.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Lack } from '#engine/connector.ts'
import { canned_api, rows_of_days } from '#test/canned_api.ts'
import { mpb_sp } from './index.ts'

const { charges } = mpb_sp.streams
const settings = { seller_id: 'A2SELLER', region: 'na' }
const participation = (id: string, name: string) => ({
  marketplace: { id, name, countryCode: 'MX', defaultCurrencyCode: 'MXN', domainName: `www.${name}` },
  participation: { isParticipating: true, hasSuspendedListings: false },
  storeName: 'Shop',
})
const amount = (CurrencyAmount: number) => ({ CurrencyCode: 'MXN', CurrencyAmount })

async function accounts_of(account_ids?: string[]): Promise<Account[]> {
  const payload = [
    participation('A2ZV50J4W1RKNI', 'SI MX Prod Marketplace'),
    participation('A1AM78C64UM0Y8', 'Amazon.com.mx'),
    participation('ATVPDKIKX0DER', 'Amazon.com'),
  ]
  return mpb_sp.accounts.read({ api: canned_api([{ payload }]).api, settings: { ...settings, account_ids } })
}

test('an event that names no marketplace of the seller is stored once, and counted, also without an order', async () => {
  const items = [{ OrderItemId: '5', ItemFeeList: [{ FeeType: 'Commission', FeeAmount: amount(-15) }] }]
  const shipment = (AmazonOrderId: string | undefined, MarketplaceName: string | undefined) => ({
    ...{ AmazonOrderId, MarketplaceName, PostedDate: '2026-11-05T11:00:00Z', ShipmentItemList: items },
  })
  const ShipmentEventList = [
    shipment('702-1', undefined),
    shipment('702-2', 'SI MX Prod Marketplace'),
    shipment('702-3', 'Amazon.com'),
    shipment(undefined, 'Amazon.com.mx'),
  ]
  const read = async (of: Account | undefined) => {
    assert.ok(of)
    const { api } = canned_api([{ payload: { FinancialEvents: { ShipmentEventList } } }])
    assert.ok(charges && 'window' in charges)
    const counted: string[] = []
    const rows: { order_id: string }[] = []
    const context = { account: of, unreadable: (what: string) => counted.push(what) }
    for await (const page of charges.read({ api, account: of, settings, from: '2026-11-05', to: '2026-11-05' }))
      for (const one of page) rows.push(...(charges.rows(one, context).marketplace_charges as unknown as typeof rows))
    return { ids: rows.map(({ order_id }) => order_id), counted }
  }
  const places = Array.from({ length: 2 }, () => 'marketplaces of financial events')
  const [technical, first, other] = await accounts_of()
  assert.ok(technical?.unreadable)
  assert.deepEqual(await read(first), {
    ids: ['702-1', '702-2', ''],
    counted: [...places, 'orders of financial events'],
  })
  assert.deepEqual(await read(other), { ids: ['702-3'], counted: [] })
  // Where a person chose one marketplace, it is the first of those that are read.
  const [, , chosen] = await accounts_of(['A2SELLER/ATVPDKIKX0DER'])
  assert.deepEqual(await read(chosen), { ids: ['702-1', '702-2', '702-3'], counted: places })
})

test('events without items are named as missing, unless they are about a whole shipment', async () => {
  const [account] = (await accounts_of()).filter(({ unreadable }) => !unreadable)
  const lacks_of = async (...events: object[]) => {
    const ShipmentEventList = events.map((one) => ({
      PostedDate: '2026-11-05T11:00:00Z',
      AmazonOrderId: '702-1',
      ...one,
    }))
    const { api } = canned_api([{ payload: { FinancialEvents: { ShipmentEventList } } }])
    const lacks: Lack[] = []
    await rows_of_days(charges, {
      api,
      account: account!,
      from: '2026-11-05',
      to: '2026-11-05',
      lacks: (one) => lacks.push(one),
    })
    return lacks
  }
  const items = [{ OrderItemId: '5', ItemFeeList: [{ FeeType: 'Commission', FeeAmount: amount(-15) }] }]
  // An item that costs nothing is an item.
  assert.deepEqual(await lacks_of({ ShipmentItemList: items }, { ShipmentItemList: [{ OrderItemId: '6' }] }), [])
  assert.deepEqual(
    await lacks_of({ ShipmentFeeList: [{ FeeType: 'FBAPerUnitFulfillmentFee', FeeAmount: amount(-9) }] }),
    [],
  )
  const reason =
    'Amazon gives financial events without the items that they are about, so their refunds and fees are missing.'
  assert.deepEqual(await lacks_of({ ShipmentItemList: items }, { ShipmentItemList: [] }), [
    { reason, is_suspect: true },
  ])
  assert.deepEqual(await lacks_of({}), [{ reason, is_suspect: true }])
})

test('an answer without events is an error, and one with empty lists is a time without any', async () => {
  const [account] = (await accounts_of()).filter(({ unreadable }) => !unreadable)
  const days = (payload: object) =>
    rows_of_days(charges, {
      ...{ api: canned_api([{ payload }]).api, account: account! },
      ...{ from: '2026-11-05', to: '2026-11-05' },
    })
  await assert.rejects(days({}), /FinancialEvents/)
  assert.deepEqual(await days({ FinancialEvents: { ShipmentEventList: [], RefundEventList: [] } }), [])
})

test('fees of orders that Amazon releases after their delivery are read, and an event of both lists counts once', async () => {
  const [account] = (await accounts_of()).filter(({ unreadable }) => !unreadable)
  const shipment = (AmazonOrderId: string) => ({
    ...{ AmazonOrderId, MarketplaceName: 'Amazon.com.mx', PostedDate: '2026-11-05T11:00:00Z' },
    ShipmentItemList: [{ OrderItemId: '5', ItemFeeList: [{ FeeType: 'Commission', FeeAmount: amount(-15) }] }],
  })
  const FinancialEvents = {
    ShipmentEventList: [shipment('702-1')],
    ShipmentSettleEventList: [shipment('702-1'), shipment('702-2')],
  }
  const { api } = canned_api([{ payload: { FinancialEvents } }])
  const days = await rows_of_days(charges, { api, account: account!, from: '2026-11-05', to: '2026-11-05' })
  const fees = days.map(({ charge_id, fee_micros }) => [charge_id, fee_micros])
  assert.deepEqual(
    [...new Map(fees as [string, bigint][])],
    [
      ['shipment/702-1/5/2026-11-05T11:00:00Z', 15_000_000n],
      ['shipment/702-2/5/2026-11-05T11:00:00Z', 15_000_000n],
    ],
  )
})
