// Checks the connector and the sandbox against Shopify's published schema.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type GraphQLObjectType, type GraphQLSchema, isEnumType, isInterfaceType, isObjectType, parse } from 'graphql'
import { documents } from '#connectors/sx/documents.ts'
import { sx } from '#connectors/sx/index.ts'
import { create_limits } from '../../sandbox/limits.ts'
import { bucket_max, cost_of, restore_rate } from '../../sandbox/vendors/sx/cost.ts'
import { schema as sandbox_schema } from '../../sandbox/vendors/sx/schema.ts'
import { answer_faults, document_faults, type GraphqlCall, read_schema } from './graphql_schema.ts'
import { without_contracts } from './published.ts'
import { count_of_day, rows_by_table } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const settings = { shop: 'casa-lumbre.myshopify.com' }
const secrets = { access_token: 'shpat_sandbox' }

let published: GraphQLSchema
before(() => {
  if (!skip) published = read_schema()
})

describe('the documents', { skip }, () => {
  for (const [name, text] of Object.entries(documents)) {
    test(`${name} is valid in the published schema, without deprecated names`, () =>
      assert.deepEqual(document_faults(published, text), []))
  }

  test('the validator finds an unknown field and a deprecated one', () => {
    assert.match(document_faults(published, '{ shop { id nickname } }').join(), /Cannot query field "nickname"/)
    assert.match(
      document_faults(published, '{ customers(first: 1) { nodes { email } } }').join(),
      /email is deprecated/,
    )
  })
})

describe("the sandbox's schema", { skip }, () => {
  test('has only published types, fields, arguments and values, with the same types', () => {
    for (const own of Object.values(sandbox_schema.getTypeMap())) {
      if (own.name.startsWith('__')) continue
      const theirs = published.getType(own.name)
      assert.ok(theirs, `${own.name} is published`)
      assert.equal(own.constructor, theirs.constructor, own.name)
      if (isEnumType(own) && isEnumType(theirs) && own.name !== 'CurrencyCode')
        for (const { name } of own.getValues()) assert.ok(theirs.getValue(name), `${own.name}.${name}`)
      if (!(isObjectType(own) || isInterfaceType(own))) continue
      for (const field of Object.values(own.getFields())) {
        const type = theirs as GraphQLObjectType
        assert.equal(String(field.type), String(type.getFields()[field.name]?.type), `${own.name}.${field.name}`)
        for (const { name, type: given } of field.args) {
          const known = type.getFields()[field.name]?.args.find((one) => one.name === name)
          assert.equal(String(given), String(known?.type), `${own.name}.${field.name}(${name})`)
        }
      }
    }
  })
})

describe('requests and answers', { skip }, () => {
  let wired: Awaited<ReturnType<typeof wire>>
  before(async () => {
    wired = await wire({ connector: sx, platform: 'sx', secrets, settings })
  })
  after(() => wired?.close())

  test('every request is one of the documents, and every answer conforms to the schema', async () => {
    const [account] = await wired.accounts()
    assert.ok(account)
    const source = { api: wired.api, account }
    const orders = await rows_by_table(sx.streams.orders, { ...source, since: '2026-11-01T00:00:00Z' })
    const products = await rows_by_table(sx.streams.products, source)
    const costs = await rows_by_table(sx.streams.costs, source)
    const checkouts = await rows_by_table(sx.streams.checkouts, { ...source, since: '2026-11-01T00:00:00Z' })
    assert.ok((await count_of_day(sx.streams.orders, source))! > 0)
    for (const [table, rows] of Object.entries({ ...orders, ...products, ...costs, ...checkouts }))
      assert.ok(rows.length > 0, `${table} has rows`)
    assert.ok(
      checkouts.checkouts?.every(({ token }) => token),
      'the recovery link holds the token',
    )

    const { changes, store } = wired.sandbox.world
    const [order, product] = [store.orders().at(-1)!, store.products()[0]!]
    changes.delete_record({ kind: 'order', id: store.orders()[0]!.id, at: wired.sandbox.clock.now() })
    for (const [stream, id] of [
      [sx.streams.orders!, order.id],
      [sx.streams.products!, product.id],
    ] as const) {
      assert.ok('since' in stream && stream.recheck)
      const { read, deleted, existing } = stream.recheck
      const whole = { ...source, settings }
      assert.equal((await read({ ...whole, ids: [id, '1'] }))[1], null)
      const deletions = await Array.fromAsync(deleted!({ ...whole, since: '2026-11-01T00:00:00Z' }))
      assert.equal(deletions.flat().length, stream === sx.streams.orders ? 1 : 0)
      const all = (await Array.fromAsync(existing!.read(whole))).flat()
      assert.equal(all.length, (stream === sx.streams.orders ? store.orders() : store.products()).length)
    }

    const exchanges = wired.exchanges()
    assert.ok(exchanges.length > 10)
    for (const { url, body, answer } of exchanges) {
      const call = body as GraphqlCall
      assert.equal(url, `https://${settings.shop}/admin/api/2026-07/graphql.json`)
      assert.ok(Object.values(documents).includes(call.query), call.query)
      assert.deepEqual(await answer_faults(published, call, answer), [])
    }
  })

  test('the validator finds a null, a wrong type and an additional field', async () => {
    const { data } = wired.exchanges()[0]!.answer as { data: { shop: Record<string, unknown> } }
    const faults = (change: object) =>
      answer_faults(
        published,
        { query: documents.shop_document },
        { data: { ...data, shop: { ...data.shop, ...change } } },
      )
    assert.match((await faults({ name: null })).join(), /non-nullable field Shop\.name/)
    assert.match((await faults({ currencyCode: 'peso' })).join(), /CurrencyCode/)
    assert.match((await faults({ nickname: 'Lumbre' })).join(), /more than was asked/)
  })

  const ask = async (
    query: string,
    headers: Record<string, string> = { 'x-shopify-access-token': 'shpat_sandbox' },
  ) => {
    const url = `/${settings.shop}/admin/api/2026-07/graphql.json`
    const answer = await wired.sandbox.app.inject({ method: 'POST', url, headers, payload: { query } })
    return { status: answer.statusCode, body: answer.json() }
  }

  // Recorded costs of real queries (shop on the standard plan, read 2026-11).
  for (const [query, cost] of [
    ['{ validations(first: 100) { nodes { id } } cartTransforms(first: 100) { nodes { id } } }', 22],
    ['{ shopifyFunctions(first: 100) { nodes { id app { id } } } }', 20],
    ['{ shopifyFunctions(first: 50) { nodes { id app { id } } } }', 16],
    [
      '{ order(id: "1") { lineItems(first: 50) { nodes { variant { id } originalUnitPriceSet { shopMoney { amount } } } } } }',
      17,
    ],
    ['{ products(first: 250) { nodes { id } pageInfo { hasNextPage } } }', 13],
  ] as const) {
    test(`a query costs ${cost} points, as recorded: ${query.slice(0, 50)}`, () =>
      assert.equal(cost_of(published, parse(query), {}), cost))
  }

  test('a page of orders costs less than four seconds of the bucket', () =>
    assert.ok(cost_of(published, parse(documents.orders_document), {}) < 400))

  // docs/platforms.md states this time as the reason for reading pages.
  test('20,000 orders take at most 4.2 minutes of the bucket of the standard plan', () => {
    const points = cost_of(published, parse(documents.orders_document), {})
    let now = 0
    const { take } = create_limits(() => now)
    const bucket = { key: 'cost', of: 'shop', most: bucket_max, per_second: restore_rate, costs: points }
    for (let page = 0; page < 20_000 / 250; page++) while (!take('sx', [bucket])[0]!.is_allowed) now += 100
    assert.ok(now / 60_000 <= 4.2 && now / 60_000 > 3, `${now / 60_000} minutes`)
  })

  for (const [what, query, code] of [
    ['more than 250 at a time', '{ orders(first: 251) { nodes { id } } }', 'MAX_PAGE_SIZE_EXCEEDED'],
    ['a list without a size', '{ orders { nodes { id } } }', 'BAD_REQUEST'],
    [
      'a query that costs too much',
      '{ orders(first: 250) { nodes { lineItems(first: 250) { nodes { product { variants(first: 250) { nodes { id } } } } } } } }',
      'MAX_COST_EXCEEDED',
    ],
  ] as const) {
    test(`the sandbox rejects ${what}`, async () => {
      wired.sandbox.clock.advance(20_000)
      const { status, body } = await ask(query)
      assert.equal(status, 200)
      assert.equal(body.errors[0].extensions.code, code)
    })
  }

  test('an empty bucket answers THROTTLED with status 200, and fills again with time', async () => {
    const heavy = '{ orders(first: 250) { nodes { lineItems(first: 250) { nodes { variant { id } } } } } }'
    let answer = await ask(heavy)
    for (let n = 0; n < 500 && !answer.body.errors; n++) answer = await ask(heavy)
    assert.equal(answer.status, 200)
    assert.equal(answer.body.errors[0].extensions.code, 'THROTTLED')
    const { requestedQueryCost, throttleStatus } = answer.body.extensions.cost
    assert.ok(requestedQueryCost > throttleStatus.currentlyAvailable)
    wired.sandbox.clock.advance(30_000)
    assert.equal((await ask(heavy)).body.errors, undefined)
  })

  test('a wrong token gets 401', async () => {
    assert.equal((await ask('{ shop { id } }', { 'x-shopify-access-token': 'shpat_else' })).status, 401)
  })
})
