// Titles and descriptions of products, and pages: what each shop refuses before anything is sent, and what a change leaves as it was.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { store_c } from '#connectors/store_c/index.ts'
import { sx } from '#connectors/sx/index.ts'
import { tnx } from '#connectors/tnx/index.ts'
import type { Product } from '../../sandbox/world/types.ts'
import { rows_by_table } from '../vendors/rows.ts'
import { open_shop, reason_of } from './rules.ts'

type Shop = Awaited<ReturnType<typeof open_shop>>

const keys = { consumer_key: 'ck_sandbox', consumer_secret: 'cs_sandbox' }
const password = { wp_user: 'editor', wp_application_password: 'abcd EFGH ijkl MNOP qrst UVWX' }

/** What all three shops must show. */
function common(name: string, open: () => Promise<Shop>, product_of: (shop: Shop) => Product) {
  let shop: Shop
  before(async () => {
    shop = await open()
  })
  after(() => shop?.close())

  test(`${name}: a title and a description are changed with one write, and the inverse restores them`, async () => {
    const product_id = product_of(shop).id
    const plan = await shop.plan('change_product_texts', { product_id, title: 'Otro', description: '<p>Nuevo</p>' })
    const before = Object.fromEntries(plan.differences.map(({ field, before }) => [field, before]))
    assert.equal(before.title, product_of(shop).title)
    assert.ok(before.description)
    const writes = shop.writes().length
    const input = { product_id, title: 'Otro', description: '<p>Nuevo</p>' }
    const { settled, inverse } = await shop.change('change_product_texts', input)
    assert.deepEqual(settled, ['done'])
    assert.equal(shop.writes().length - writes, 1)
    assert.equal(inverse!.action, 'change_product_texts')
    assert.deepEqual((await shop.change(inverse!.action, inverse!.input)).settled, ['done'])
    const again = await shop.plan('change_product_texts', input)
    assert.deepEqual(Object.fromEntries(again.differences.map(({ field, before }) => [field, before])), before)
  })

  test(`${name}: an & is the same text, however the shop stores it`, async () => {
    const input = { product_id: product_of(shop).id, title: 'Mesa & sillas', description: '<p>Pan & sal &lt; 5</p>' }
    const { settled, inverse } = await shop.change('change_product_texts', input)
    assert.deepEqual(settled, ['done'])
    assert.match(await shop.refused('change_product_texts', input), /'Mesa & sillas' has these texts already/)
    assert.deepEqual((await shop.change(inverse!.action, inverse!.input)).settled, ['done'])
  })

  test(`${name}: texts without a change, unknown products and changes without a text are refused`, async () => {
    const { id: product_id, title } = product_of(shop)
    assert.match(await shop.refused('change_product_texts', { product_id, title }), /already/)
    assert.match(await shop.refused('change_product_texts', { product_id: '1', title: 'Otro' }), /has no product 1/)
    assert.match(await shop.refused('change_product_texts', { product_id }), /Give a title/)
  })

  test(`${name}: a new page is found by its handle, and the inverse hides or deletes it`, async () => {
    const input = { title: 'Envíos & cambios', body: '<p>En 48 horas.</p>' }
    const plan = await shop.plan('publish_page', input)
    assert.equal(plan.target.id, null)
    assert.equal(plan.differences.find(({ field }) => field === 'handle')!.after, 'envios-cambios')
    const { settled, made, inverse } = await shop.change('publish_page', input)
    assert.deepEqual(settled, ['done'])
    assert.match(made.page_id!, /^\d+$/)
    assert.match(await shop.refused('publish_page', input), /has the address envios-cambios/)
    assert.deepEqual((await shop.change(inverse!.action, inverse!.input)).settled, ['done'])
  })

  test(`${name}: a changed page keeps what was not named, and the inverse restores it`, async () => {
    const first = await shop.plan('update_page', { handle: 'nosotros', body: '<p>Hoy</p>' }).catch(() => undefined)
    const handle = first ? 'nosotros' : 'quienes-somos'
    const { settled, inverse } = await shop.change('update_page', { handle, body: '<p>Hoy</p>' })
    assert.deepEqual(settled, ['done'])
    assert.deepEqual(Object.keys(inverse!.input).sort(), ['body', 'handle'])
    assert.match(await shop.refused('update_page', { handle, body: '<p>Hoy</p>' }), /so already/)
    assert.deepEqual((await shop.change(inverse!.action, inverse!.input)).settled, ['done'])
    assert.match(await shop.refused('update_page', { handle: 'no-existe', body: '' }), /has no page 'no-existe'/)
  })

  test(`${name}: a change that readers see later is not done before`, async () => {
    const product_id = product_of(shop).id
    shop.sandbox.world.writes.next({ delay_s: 30 })
    const { settled } = await shop.change('change_product_texts', { product_id, title: 'Más tarde' })
    assert.deepEqual(settled, ['not_done'])
    shop.sandbox.clock.advance(31_000)
    assert.match(await shop.refused('change_product_texts', { product_id, title: 'Más tarde' }), /already/)
  })

  test(`${name}: text with code is named before anybody says yes`, async () => {
    const given = { product_id: product_of(shop).id, description: '<p onclick="x()">Hola</p><script>x()</script>' }
    const says = name === 'store_c' ? await shop.refused('change_product_texts', given) : undefined
    const found = says ?? shop.warnings(await shop.plan('change_product_texts', given)).join(' ')
    assert.match(found, /onclick, script/)
  })
}

describe('sx', () => {
  let shop: Shop
  const open = async () => {
    shop = await open_shop(sx, 'sx')
    return shop
  }
  common('sx', open, ({ sandbox }) => sandbox.world.store.products()[3]!)

  test('a later sync brings the changed texts', async () => {
    const [product] = shop.sandbox.world.store.products()
    await shop.change('change_product_texts', {
      product_id: product!.id,
      title: 'Para el sync',
      description: '<b>Sí</b>',
    })
    const since = new Date(shop.sandbox.clock.now() - 60_000).toISOString()
    const { store_products } = await rows_by_table(sx.streams.products, { api: shop.api, account: shop.account, since })
    const row = store_products!.find(({ product_id }) => product_id === product!.id)
    assert.equal(row!.title, 'Para el sync')
    assert.equal(row!.description, 'Sí')
  })

  test('userErrors with status 200 are refusals', async () => {
    const { access } = shop.sandbox.world.store
    const body = { query: 'mutation { pageDelete(id: "gid://shopify/Page/1") { userErrors { message } } }' }
    const answer = await shop.write({ path: '/graphql.json', method: 'POST', body }, async () => {})
    assert.deepEqual([answer.is, reason_of(answer)], ['refused', 'Page does not exist'])
    access.scopes.delete('write_products')
    const product_id = shop.sandbox.world.store.products()[5]!.id
    const { written } = await shop.change('change_product_texts', { product_id, title: 'No' }, { looks: false })
    assert.match(String(reason_of(written[0])), /Access denied for productUpdate/)
    access.scopes.add('write_products')
  })

  test('an app without the permission, and a title that is too long, are refused', async () => {
    const account = { ...shop.account, extra: { scopes: 'read_products' } }
    const { preflight } = sx.actions!.change_product_texts!
    const product_id = shop.sandbox.world.store.products()[5]!.id
    const source = { api: shop.api, account, settings: {}, mark: 'm', input: { product_id, title: 'x' } }
    const found = await preflight(source as never)
    assert.match((found as { refused: string }).refused, /lacks the permission write_products/)
    assert.match(await shop.refused('change_product_texts', { product_id, title: 'x'.repeat(256) }), /at most 255/)
  })
})

describe('tnx', () => {
  let shop: Shop
  const open = async () => {
    shop = await open_shop(tnx, 'tnx')
    return shop
  }
  common('tnx', open, ({ sandbox }) => sandbox.world.shops.tnx.products()[3]!)

  test('only the named language changes', async () => {
    const product_id = shop.sandbox.world.shops.tnx.products()[7]!.id
    const read = async () => {
      const { access_token } = shop.sandbox.tokens.issue('tnx')
      const headers = { authentication: `bearer ${access_token}`, 'user-agent': 'test (test@tablero.example)' }
      const url = `/api.tiendanube.com/2025-03/4021977/products/${product_id}`
      return (await shop.sandbox.app.inject({ url, headers })).json() as Record<string, Record<string, string>>
    }
    const was = await read()
    await shop.change('change_product_texts', { product_id, title: 'Cuia nova', language: 'pt' })
    const is = await read()
    assert.deepEqual(is.name, { ...was.name, pt: 'Cuia nova' })
    assert.deepEqual(is.description, was.description)
    assert.match(await shop.refused('change_product_texts', { product_id, title: 'x', language: 'en' }), /es, pt/)
  })

  test('a page keeps its other language and its address', async () => {
    await shop.change('update_page', { handle: 'quienes-somos', title: 'Quem somos nós', language: 'pt' })
    const seen = (await shop.plan('update_page', { handle: 'quienes-somos', title: 'Otra' })).seen as {
      page: { own: { name: object; handle: object; seo_title: object } }
    }
    assert.deepEqual(seen.page.own.name, { es: 'Quiénes somos', pt: 'Quem somos nós' })
    assert.deepEqual(seen.page.own.handle, { es: 'quienes-somos', pt: 'quem-somos' })
    assert.deepEqual(seen.page.own.seo_title, { es: 'Quiénes somos', pt: 'Quem somos' })
  })

  test('a page gets a language that it did not have, with a title', async () => {
    const input = { title: 'Ayuda', body: '<p>Hola</p>', language: 'es' }
    await shop.change('publish_page', input)
    const page = { handle: 'ayuda', language: 'pt', body: '<p>Olá</p>' }
    assert.match(await shop.refused('update_page', page), /has no title in this language/)
    const { settled, inverse } = await shop.change('update_page', { ...page, title: 'Ajuda' })
    assert.deepEqual([settled, inverse], [['done'], undefined])
    const { seen } = await shop.plan('update_page', { handle: 'ayuda', title: 'Otra' })
    const { name, content } = (seen as { page: { own: Record<string, object> } }).page.own
    assert.deepEqual(
      [name, content],
      [
        { es: 'Ayuda', pt: 'Ajuda' },
        { es: '<p>Hola</p>', pt: '<p>Olá</p>' },
      ],
    )
  })

  test('a missing permission is a refusal that names it', async () => {
    const { access } = shop.sandbox.world.shops.tnx
    access.scopes.delete('write_products')
    const product_id = shop.sandbox.world.shops.tnx.products()[2]!.id
    const { written } = await shop.change('change_product_texts', { product_id, title: 'No' }, { looks: false })
    assert.equal(written[0]!.is, 'refused')
    assert.match(String(reason_of(written[0])), /write_products/)
    access.scopes.add('write_products')
  })
})

describe('store_c', () => {
  let shop: Shop
  const open = async () => {
    shop = await open_shop(store_c, 'store_c', { secrets: { ...keys, ...password } })
    return shop
  }
  common('store_c', open, ({ sandbox }) => sandbox.world.shops.store_c.products()[3]!)

  test('a key that may only read is refused, and stays a valid key', async () => {
    const { access } = shop.sandbox.world.shops.store_c
    access.key_permissions = 'read'
    const product_id = shop.sandbox.world.shops.store_c.products()[2]!.id
    const { written } = await shop.change('change_product_texts', { product_id, title: 'No' }, { looks: false })
    assert.deepEqual([written[0]!.is, String(reason_of(written[0])).includes('Read/Write')], ['refused', true])
    delete access.key_permissions
  })

  test('pages need an application password of a person who may publish', async () => {
    const input = { title: 'Ayuda', body: '<p>Hola</p>' }
    const without = await open_shop(store_c, 'store_c', { secrets: keys })
    assert.match(await without.refused('publish_page', input), /no valid application password/)
    await without.close()
    const wrong = await open_shop(store_c, 'store_c', {
      secrets: { ...keys, ...password, wp_application_password: 'zzzz' },
    })
    assert.match(await wrong.refused('publish_page', input), /no valid application password/)
    await wrong.close()
    const { access } = shop.sandbox.world.shops.store_c
    access.may_edit_pages = false
    assert.match(await shop.refused('publish_page', input), /may not publish pages/)
    access.may_edit_pages = true
    access.filters_html = true
    assert.match(await shop.refused('publish_page', { ...input, body: '<iframe src="x"></iframe>' }), /iframe/)
    access.filters_html = false
  })

  test('texts that WordPress writes in its own way are those that were approved', async () => {
    const html = '<p style="color: red; margin: 0;">Uno & dos<br/>tres</p>'
    const product_id = shop.sandbox.world.shops.store_c.products()[2]!.id
    assert.deepEqual((await shop.change('change_product_texts', { product_id, description: html })).settled, ['done'])
    const { access } = shop.sandbox.world.shops.store_c
    access.filters_html = true
    const page = { handle: 'nosotros', title: 'Uno & dos', body: html }
    const { settled, found } = await shop.change('update_page', page)
    assert.deepEqual([settled, found[0]!.values.body], [['done'], html])
    const other = { title: 'Tres & más', body: html, handle: 'tres' }
    assert.deepEqual((await shop.change('publish_page', other)).settled, ['done'])
    access.filters_html = false
  })

  test('the text of a page that Elementor shows otherwise is refused, and its title is not', async () => {
    const { writes } = shop.sandbox.world
    writes.change('store_c', '42', { built: '<div data-elementor-type="wp-page">Hola</div>' })
    const of_text = await shop.refused('update_page', { handle: 'nosotros', body: '<p>Hoy</p>' })
    assert.match(of_text, /made with Elementor, which shows its own content/)
    assert.deepEqual((await shop.change('update_page', { handle: 'nosotros', title: 'Hoy' })).settled, ['done'])
    writes.change('store_c', '42', { built: undefined })
  })

  test('a page can be hidden and shown', async () => {
    assert.deepEqual((await shop.change('update_page', { handle: 'nosotros', published: false })).settled, ['done'])
    assert.match(await shop.refused('update_page', { handle: 'nosotros', published: false }), /so already/)
    assert.deepEqual((await shop.change('update_page', { handle: 'nosotros', published: true })).settled, ['done'])
  })
})
