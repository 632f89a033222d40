// Checks connector and sandbox against Mercado Libre's documents: there is no contract, so their examples and field names decide.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import {
  costs_answer,
  error_answer,
  items_answer,
  me_answer,
  order,
  orders_answer,
  questions_answer,
  visits_answer,
} from '#connectors/mpa/answers.ts'
import { mpa } from '#connectors/mpa/index.ts'
import type { Account } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { contract_file, documented_examples, without_contracts } from './published.ts'
import { count_of_day, rows_by_table, type Tables } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { streams } = mpa
const seller: Account = { account_id: '419059118', name: 'Shop', currency: 'BRL', time_zone: 'America/Sao_Paulo' }

/** The text of all documents. */
function documents(folder = contract_file('mpa', 'docs')): string {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
}

function names_in(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(names_in)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) => [name, ...names_in(one)])
}

describe('requests and answers', { skip }, () => {
  let wired: Awaited<ReturnType<typeof wire>>
  const tables: Record<string, Tables> = {}
  before(async () => {
    const secrets = {
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      refresh_token: 'sandbox-refresh-mpa',
    }
    wired = await wire({ connector: mpa, platform: 'mpa', secrets })
    const [account] = await wired.accounts()
    const source = { api: wired.api, account: account!, since: '2026-10-01T00:00:00Z' }
    for (const [name, stream] of Object.entries(streams)) tables[name] = await rows_by_table(stream, source)
    assert.ok((await count_of_day(streams.orders, source))! > 0)
  })
  after(() => wired?.close())

  test('every request has a documented path, and every parameter is documented', () => {
    const text = documents()
    const all = wired.exchanges().filter(({ url }) => !url.endsWith('/oauth/token'))
    const paths = new Set(all.map(({ url }) => new URL(url).pathname.replace(/\/(MLM)?\d+/g, '/$$ID')))
    assert.deepEqual([...paths].sort(), [
      '/items',
      '/items/$ID/visits/time_window',
      '/orders/search',
      '/questions/search',
      '/shipments/$ID/costs',
      '/users/$ID/items/search',
      '/users/me',
    ])
    for (const path of paths) assert.ok(text.includes(path.split('/$ID').at(-1)!), path)
    assert.ok(text.includes('/shipments/$SHIPMENT_ID/costs'))
    const names = new Set(all.flatMap(({ url }) => [...new URL(url).searchParams.keys()]))
    // SOURCE.md names the filter by change; the pages name only that by creation.
    const undocumented = [...names].filter((name) => !text.includes(name.replace('date_last_updated', 'date_created')))
    assert.deepEqual(undocumented, [])
  })

  /** Fields that no document names. */
  function invented_fields(answers: unknown[]): string[] {
    const known = new Set([...documents().matchAll(/["`*]{1,2}(\w+)["`*]{1,2}/g)].map(([, name]) => name))
    // A sentence of the page "Ítems y Búsquedas" names this field without marks.
    known.add('scroll_id')
    return [...new Set(answers.flatMap(names_in))].filter((name) => !known.has(name))
  }

  test('the sandbox has no field that the documents do not have', () => {
    const answers = wired.exchanges().map(({ answer }) => answer)
    assert.deepEqual(invented_fields(answers), [])
  })

  test('a stand-in that invents a field fails', () => {
    const [{ answer } = { answer: {} }] = wired.exchanges()
    assert.deepEqual(invented_fields([{ ...(answer as object), invented_total: 1 }]), ['invented_total'])
  })

  test('every stream brings rows, and orders of all states', () => {
    for (const [name, found] of Object.entries(tables)) assert.ok(Object.values(found)[0]!.length > 10, name)
    const states = new Set(tables.orders!.marketplace_orders!.map(({ status }) => status))
    assert.deepEqual([...states].sort(), ['cancelled', 'paid', 'payment_in_process', 'split', 'unfulfilled'])
  })

  test('the list of orders ends at offset 1,000, and a scan after five minutes', async () => {
    const get = async (path: string) => {
      const { sandbox } = wired
      const { access_token } = sandbox.tokens.issue('mpa')
      return sandbox.app.inject({
        url: `/api.mercadolibre.com${path}`,
        headers: { authorization: `Bearer ${access_token}` },
      })
    }
    const [account] = await wired.accounts()
    const id = account!.account_id
    assert.equal((await get(`/orders/search?seller=${id}&offset=1001`)).statusCode, 400)
    const scan = `/users/${id}/items/search?search_type=scan&limit=50`
    const { scroll_id } = (await get(scan)).json() as { scroll_id: string }
    assert.equal((await get(`${scan}&scroll_id=${scroll_id}`)).statusCode, 200)
    wired.sandbox.clock.advance(6 * 60_000)
    assert.equal((await get(`${scan}&scroll_id=${scroll_id}`)).statusCode, 400)
    assert.equal((await get('/orders/search?seller=1')).statusCode, 403)
  })
})

describe('documented examples', { skip }, () => {
  const found = (page: string, request: RegExp) =>
    documented_examples('mpa', page).filter(({ request_above }) => request.test(request_above ?? ''))

  test('of the costs of a shipment have what the seller pays', () => {
    const page = readFileSync(contract_file('mpa', 'docs/15-sales-orders/envios.md'), 'utf8')
    const [, example] = /\/shipments\/\$SHIPMENT_ID\/costs\n(\{[^`]*\})\n/.exec(page)!
    const { senders } = costs_answer.parse(JSON.parse(example!))
    assert.deepEqual(senders, [{ user_id: '81387353', cost: 8.19, compensation: 0 }])
  })

  test('become rows', async () => {
    const [listed] = found('06-orders-feedback__pedidos-y-opiniones', /orders\/search/)
    const no_cancelled = { paging: { total: 0, offset: 0 }, results: [] }
    const { api } = canned_api([listed!.body, no_cancelled])
    const source = { api, account: seller, since: '2016-01-01T00:00:00Z' }
    const { marketplace_orders: rows } = await rows_by_table(streams.orders, source)
    const { order_id, changed_at, total_micros, fee_micros, refunded_micros, is_sold } = rows![0]!
    assert.deepEqual(
      { order_id, changed_at, total_micros, fee_micros, refunded_micros, is_sold },
      {
        order_id: '1068825849',
        changed_at: '2016-02-25T15:55:44.973Z',
        total_micros: 10_000_000n,
        fee_micros: 1_050_000n,
        // The payment of this old example does not say what was given back.
        refunded_micros: null,
        is_sold: true,
      },
    )
    const [questions] = found('05-questions__gestiona-preguntas-respuestas', /seller_id=/)
    // The example counts more questions than it shows.
    const shown = questions!.body as { questions: unknown[] }
    const whole = { ...shown, total: shown.questions.length }
    const asked = await rows_by_table(streams.questions, { ...source, api: canned_api([whole]).api })
    assert.deepEqual(
      asked.marketplace_questions!.map(({ question_id, status, question, answer }) => [
        question_id,
        status,
        question,
        answer,
      ]),
      [
        ['11764931832', 'answered', 'Texto de la pregunta.', ''],
        ['11764926522', 'banned', '', null],
      ],
    )
  })

  test('all fit the schemas', () => {
    const [single] = found('15-sales-orders__gestiona-ventas', /orders\/\d+/)
    assert.equal(order.parse(single!.body).id, '2000003508419013')
    for (const { body } of found('06-orders-feedback__pedidos-y-opiniones', /./)) orders_answer.parse(body)
    for (const { body } of found('02-users__producto-consulta-usuarios', /users\/me/)) me_answer.parse(body)
    for (const { body } of found('05-questions__gestiona-preguntas-respuestas', /questions\/search/))
      questions_answer.parse(body)
    for (const { body } of found('19-metrics__recurso-de-visitas', /items\/\w+\/visits\/time_window/))
      visits_answer.parse(body)
    const error = { error_description: '…', error: 'invalid_grant', status: 400, cause: [] }
    assert.equal(error_answer.parse(error).error, 'invalid_grant')
  })

  test('an example of items with fields left out by the page fits, once the left-out status is there', () => {
    const [multiget] = found('04-items__items-y-busquedas', /\/items\?ids=/)
    const answers = (multiget!.body as { body: object }[]).map((one) => ({
      ...one,
      body: { status: 'active', ...one.body },
    }))
    assert.equal(items_answer.parse(answers).length, 2)
  })
})
