// Answers with default limits over realistic rows are small enough for an agent.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { figures_bench, store_order } from '#test/figures.ts'

describe('lists with their default limits', () => {
  let bench: Awaited<ReturnType<typeof figures_bench>>
  before(async () => {
    bench = await figures_bench()
  })
  after(() => bench.close())

  /** Tokens of default answers for rows as long as those of real stores: ids of 13 digits, two visits, four variants, long names. */
  const DEFAULT_TOKENS_MAX = {
    query_orders: 4_000,
    query_products: 4_500,
    query_carts: 3_500,
    // Its rows have our own ids, which begin with the time. Some times need a token more in each row.
    query_contacts: 5_200,
    query_email_campaigns: 4_500,
    list_store_orders: 3_500,
    list_store_products: 2_500,
    list_abandoned_checkouts: 3_500,
  }

  it('default answers are small, and at most ten rows are whole', async (context) => {
    const org = await bench.org()
    const shop = await org.connect('sx', { name: 'Tienda en línea' })
    const mail = await org.connect('email_a', { name: 'Correo' })
    const many = <Row>(count: number, row: (at: number) => Row) => Array.from({ length: count }, (_, at) => row(at))
    const id = (at: number) => String(5_678_901_234_567 + at * 98_717)
    const hex = (at: number) => createHash('md5').update(String(at)).digest('hex')
    const at_time = (at: number) => new Date(Date.parse('2026-11-19T21:14:33Z') - at * 3_917_000).toISOString()
    const visit = (at: number) => ({
      ...{ at: at_time(at), source: 'instagram', medium: 'paid_social', campaign: `buen_fin_2026_coleccion_${at % 7}` },
      landing_page: `https://shop.example/collections/otono-invierno?variant=${id(at)}`,
      referrer: 'https://l.instagram.com/',
    })
    await org.insert(async (db) => {
      const orders = many(80, (at) => ({
        ...store_order(shop, { order_id: id(at), ordered_at: at_time(at), total: `${1_234 + at}.50` }),
        ...{ order_number: `#${10_480 - at}`, financial_status: 'PAID', fulfillment_status: 'FULFILLED' },
        ...{ utm_source: 'instagram', utm_medium: 'paid_social', utm_campaign: `buen_fin_2026_coleccion_${at % 7}` },
        journey: JSON.stringify([visit(at + 40), visit(at)]),
      }))
      await db.insertInto('store_orders').values(orders).execute()
      const products = many(120, (at) => ({
        ...{
          store_connection_id: shop,
          product_id: id(at),
          title: `Blusa de lino manga larga ${at}`,
          status: 'active',
        },
        ...{ vendor: 'Casa Alba', product_type: 'Blusas', url: `https://shop.example/products/blusa-${at}` },
      }))
      await db.insertInto('store_products').values(products).execute()
      const variants = products.flatMap(({ product_id }, at) =>
        many(4, (size) => ({
          ...{ store_connection_id: shop, product_id, variant_id: id(at * 4 + size), sku: `BLU-${at}-${size}` },
          ...{ title: `Talla ${size}`, currency: 'MXN', price_micros: 899_000_000n, stock: BigInt(at + size) },
        })),
      )
      await db.insertInto('store_variants').values(variants).execute()
      const carts = many(80, (at) => ({
        ...{
          connection_id: shop,
          platform: 'sx',
          checkout_id: id(at),
          started_at: at_time(at),
          changed_at: at_time(at),
        },
        ...{ email: `maria.fernandez${at}@example.com`, customer_name: 'María Fernández', currency: 'MXN' },
        ...{
          total_micros: 1_499_000_000n,
          recovery_url: `https://shop.example/checkouts/ac/${hex(at)}/recover?key=${hex(-at)}`,
        },
        lines: JSON.stringify(many(3, () => ({ title: 'Blusa de lino manga larga', quantity: 1, price: 499_000_000 }))),
      }))
      await db.insertInto('checkouts').values(carts).execute()
      const people = many(120, (at) => ({
        ...{ connection_id: mail, platform: 'email_a', external_id: id(at), full_name: `María Fernández ${at}` },
        ...{ email: `maria.fernandez${at}@example.com`, phone: `+52 55 1234 ${1_000 + at}`, city: 'Guadalajara' },
        ...{
          country: 'MX',
          source: 'instagram_form',
          tags: ['vip', 'mayoreo', 'Boletín picante'],
          created_at: at_time(at),
        },
      }))
      await db.insertInto('contacts').values(people).execute()
      const broadcasts = many(80, (at) => ({
        ...{ connection_id: mail, platform: 'email_a', campaign_id: id(at), name: `Buen Fin 2026, envío ${at}` },
        ...{ subject: 'Hasta 40 % de descuento en lino, solo este fin', status: 'sent', currency: 'MXN' },
        ...{ sent_at: at_time(at), recipients: 12_345n, delivered: 12_300n, opens: 4_321n, clicks: 321n },
      }))
      await db.insertInto('email_campaigns').values(broadcasts).execute()
    })
    for (const [tool, tokens_max] of Object.entries(DEFAULT_TOKENS_MAX)) {
      const answer = await org.ask(tool)
      const tokens = encode(JSON.stringify(answer)).length
      context.diagnostic(`${tool}: ${answer.count} rows, ${tokens} tokens`)
      assert.ok(answer.count >= 50 && tokens <= tokens_max, `${tool}: ${answer.count} rows, ${tokens} tokens`)
      assert.match(answer.short_rows, /at most 10 rows has whole rows/)
      const ten = await org.ask(tool, { limit: 10 })
      const [name] = Object.keys(ten).filter((field) => Array.isArray(ten[field]) && ten[field].length === 10)
      assert.equal(ten.short_rows, undefined)
      const [short, whole] = [answer[name!][0], ten[name!][0]].map((row) => Object.keys(row))
      assert.ok(whole!.length > short!.length && short!.every((field) => whole!.includes(field)), tool)
    }
    for (const [tool, name, fields] of [
      ['query_products', 'products', ['product_id', 'title', 'currency', 'price_from', 'price_to', 'stock']],
      ['query_orders', 'orders', ['order_id', 'order_number', 'ordered_at', 'total', 'currency', 'journey']],
    ] as const) {
      const [short] = (await org.ask(tool))[name]
      assert.deepEqual(Object.keys(short), fields)
    }
    // A shorter list has what a long one lacks.
    for (const [tool, name, field] of [
      ['query_carts', 'carts', 'recovery_url'],
      ['list_abandoned_checkouts', 'checkouts', 'recovery_url'],
      ['query_contacts', 'contacts', 'tags'],
    ] as const) {
      const long = await org.ask(tool)
      const shorter = await org.ask(tool, { limit: 25 })
      assert.ok(!(field in long[name][0]) && long.short_rows.includes(field), tool)
      assert.ok(field in shorter[name][0] && !shorter.short_rows.includes(field), tool)
    }
    const { orders } = await org.ask('query_orders')
    const campaign = 'buen_fin_2026_coleccion_0'
    assert.deepEqual(orders[0].journey, [{ source: 'instagram', campaign }])
    assert.equal((await org.ask('query_orders', { limit: 1 })).orders[0].journey.length, 2)
  })
})
