// Pictures of answers (MCP Apps): which clients learn about them, what a page may do, and how a page communicates with its host.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, suite, test } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { pictures } from '#engine/picture.ts'
import { VERSION } from '#lib/version.ts'
import { set_org } from '#test/access.ts'
import { CHANGE_FELT_MS, headers_of, type TestApp, test_app } from '#test/app.ts'
import { answer_of, type Message, opened, page_of, result_of } from '#test/picture_page.ts'
import { areas } from '#tools/index.ts'

const PAGE_BYTES_MAX = 20 * 1024
const EXTENSION = 'io.modelcontextprotocol/ui'
const PAGE_TYPE = 'text/html;profile=mcp-app'

let app: TestApp
before(async () => {
  app = await test_app({ areas })
})
after(() => app?.close())

async function client(declared: object, { query = '', pin }: { query?: string; pin?: string } = {}) {
  const made = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: pin ? { pin } : 'legacy' }, capabilities: { extensions: declared } as never },
  )
  const requestInit = { headers: headers_of({ key: app.keys.acme }) }
  await made.connect(new StreamableHTTPClientTransport(new URL(`/mcp${query}`, app.url), { requestInit }))
  return made
}
const shows_pages = { [EXTENSION]: { mimeTypes: [PAGE_TYPE] } }

suite('pictures are listed for', () => {
  const shown = async (of: Client) => {
    const { tools } = await of.listTools()
    const { resources } = await of.listResources()
    const linked = tools.flatMap(({ name, _meta }) => (_meta?.ui ? [[name, (_meta.ui as Message).resourceUri]] : []))
    await of.close()
    return { linked, resources: resources.map(({ uri }) => uri).filter((uri) => uri.startsWith('ui:')) }
  }
  const all = {
    linked: [
      ['analizar_performance', 'ui://tablero/lines'],
      ['diagnosticar_cambio', 'ui://tablero/waterfall'],
      ['get_kpi_summary', 'ui://tablero/tiles'],
    ],
    resources: pictures.map((picture) => `ui://tablero/${picture}`),
  }
  const none = { linked: [], resources: [] }

  test('a client of 2026-07-28 that declares the extension in its request, and no other', async () => {
    assert.deepEqual(await shown(await client(shows_pages, { pin: '2026-07-28' })), all)
    assert.deepEqual(await shown(await client({}, { pin: '2026-07-28' })), none)
    const other_pages = { [EXTENSION]: { mimeTypes: ['text/html+other'] } }
    assert.deepEqual(await shown(await client(other_pages, { pin: '2026-07-28' })), none)
  })

  test('a client of 2025-11-25, whose requests cannot declare the extension, if the address does', async () => {
    assert.deepEqual(await shown(await client(shows_pages)), none)
    assert.deepEqual(await shown(await client({}, { query: '?pictures=1' })), all)
    const some = await shown(await client({}, { query: '?pictures=1&toolsets=query' }))
    assert.deepEqual(some, none)
  })

  test('a page has its MIME type, the language of the organization and a policy that allows no external host; an unknown page is not found', async () => {
    const reader = await client(shows_pages, { pin: '2026-07-28' })
    for (const { uri } of (await reader.listResources()).resources.filter(({ uri }) => uri.startsWith('ui:'))) {
      const [content] = (await reader.readResource({ uri })).contents as Message[]
      assert.equal(content.mimeType, PAGE_TYPE)
      assert.match(content.text, /^<!doctype html>/)
      assert.deepEqual(Object.values(content._meta.ui.csp), [[], [], [], []])
    }
    const { org_id } = app.acme
    await set_org(app.db, org_id, { language: 'pt' })
    await app.settled(async () => {
      // A new client, because a client may keep a page for a minute.
      const fresh = await client(shows_pages, { pin: '2026-07-28' })
      const [page] = (await fresh.readResource({ uri: 'ui://tablero/tiles' })).contents as Message[]
      await fresh.close()
      return page.text.includes('<html lang="pt-BR">')
    }, CHANGE_FELT_MS)
    await set_org(app.db, org_id, { language: 'en' })
    await assert.rejects(reader.readResource({ uri: 'ui://tablero/pie' }), { code: -32602 })
    await reader.close()
    const elsewhere = await client(shows_pages, { pin: '2026-07-28', query: '?toolsets=query' })
    await assert.rejects(elsewhere.readResource({ uri: 'ui://tablero/tiles' }), { code: -32602 })
    await elsewhere.close()
  })
})

for (const picture of pictures) {
  test(`the page of ${picture} is small, names no other address and runs nothing but its own script`, (context) => {
    const page = page_of(picture)
    context.diagnostic(`${Buffer.byteLength(page)} bytes`)
    assert.ok(Buffer.byteLength(page) <= PAGE_BYTES_MAX, `${Buffer.byteLength(page)} bytes`)
    assert.doesNotMatch(page.replace('http://www.w3.org/2000/svg', ''), /https?:|\/\/\w|url\(|@import|src=/)
    assert.doesNotMatch(page, /^import |^export |innerHTML|insertAdjacent|document\.write|eval\(/m)
    const policy = /Content-Security-Policy" content="([^"]+)"/.exec(page)![1]!
    assert.ok(policy.startsWith("default-src 'none'; "), policy)
    for (const tag of ['script', 'style']) {
      const text = new RegExp(`<${tag}>([\\s\\S]*)</${tag}>`).exec(page)![1]!
      assert.ok(policy.includes(createHash('sha256').update(text).digest('base64')), tag)
    }
  })
}

suite('how a page talks with its host', () => {
  test('it introduces itself, uses theme and styles of the host, and reports that it is ready and its height', async () => {
    const page = await opened('tiles')
    await page.say({ method: 'ui/notifications/tool-input', params: { arguments: {} } })
    const [first] = page.said
    assert.equal(first.method, 'ui/initialize')
    assert.deepEqual(Object.keys(first.params).sort(), ['appCapabilities', 'appInfo', 'protocolVersion'])
    assert.deepEqual({ ...first.params.appInfo }, { name: 'tablero', version: VERSION })
    const methods = page.said.map(({ method }) => method)
    assert.ok(methods.includes('ui/notifications/initialized'))
    assert.equal(page.root.style.colorScheme, 'dark')
    assert.equal(page.root.style['--font-sans'], 'Fancy')
    assert.match(page.view.text, /Waiting for the figures/)
    assert.equal(page.view.attributes.get('aria-busy'), 'true')
    await page.say(result_of(await answer_of(app, 'tiles')))
    assert.equal(page.view.attributes.get('aria-busy'), 'false')
    const sizes = page.said.filter(({ method }) => method === 'ui/notifications/size-changed')
    assert.ok(sizes.length >= 2 && sizes.at(-1).params.height > sizes[0].params.height, JSON.stringify(sizes))
    await page.say({ method: 'ui/notifications/host-context-changed', params: { theme: 'light' } })
    assert.equal(page.root.style.colorScheme, 'light')
  })

  test('its texts are in the language of the organization; numbers are as the host writes that language', async () => {
    const answer = await answer_of(app, 'tiles')
    Object.assign(answer, { currency: 'MXN', ad_spend: 1234.5 })
    const locale = (locale: string) => ({ hostContext: { locale } })
    for (const [host, number] of [
      ['en-US', '1,234.50'], // of an organization in Mexico
      ['es-ES', '1234,50'],
    ] as const) {
      const page = await opened('tiles', locale(host), undefined, 'es')
      await page.say(result_of(answer))
      assert.match(page.view.text, /Cifras clave.*Gasto en anuncios/)
      assert.ok(page.view.text.includes(number), `${host}: ${page.view.text}`)
    }
    assert.match(page_of('tiles', 'pt'), /<html lang="pt-BR">.*Receita da loja/s)
  })

  test('it answers requests of the host, and ignores all other senders', async () => {
    const page = await opened('waterfall')
    await page.say({ id: 'a', method: 'ui/resource-teardown', params: {} })
    await page.say({ id: 'b', method: 'ui/who-knows', params: {} })
    assert.equal(JSON.stringify(page.said.find(({ id }) => id === 'a')?.result), '{}')
    assert.equal(page.said.find(({ id }) => id === 'b')?.error.code, -32601)
    const before = page.said.length
    await page.say({ id: 'c', method: 'ping' }, {})
    await page.say(result_of(await answer_of(app, 'waterfall')), {})
    assert.equal(page.said.length, before)
    assert.match(page.view.text, /Waiting for the figures/)
  })

  test('a failed and a cancelled call are shown as text', async () => {
    const page = await opened('lines')
    const error = 'analizar_performance needs the scope ads:read, which this key does not have.'
    const content = [{ type: 'text', text: JSON.stringify({ ok: false, error }) }]
    await page.say({ method: 'ui/notifications/tool-result', params: { isError: true, content } })
    assert.ok(page.view.text.includes(error))
    assert.ok(page.view.all().some(({ attributes }) => attributes.get('role') === 'alert'))
    await page.say({ method: 'ui/notifications/tool-cancelled', params: {} })
    assert.match(page.view.text, /cancelled/)
  })
})

test('default colors of a page are readable in light and dark themes', () => {
  const style = /<style>(.*)<\/style>/s.exec(page_of('tiles'))![1]!
  const colours = new Map(
    [...style.matchAll(/--(\w+):[^;]*light-dark\((#\w{6}),\s*(#\w{6})\)/g)].map(([, name, ...pair]) => [name!, pair]),
  )
  const channel = (hex: string) => {
    const value = Number.parseInt(hex, 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  const light_of = (hex: string) =>
    0.2126 * channel(hex.slice(1, 3)) + 0.7152 * channel(hex.slice(3, 5)) + 0.0722 * channel(hex.slice(5, 7))
  const contrast = (one: string, other: string) => {
    const [dark, light] = [light_of(one), light_of(other)].sort((a, b) => a - b)
    return (light! + 0.05) / (dark! + 0.05)
  }
  for (const ink of ['ink', 'quiet', 'good', 'bad', 'open', 'line'])
    for (const paper of ['paper', 'card'])
      for (const theme of [0, 1]) {
        const found = contrast(colours.get(ink)![theme]!, colours.get(paper)![theme]!)
        assert.ok(found >= 4.5, `${ink} on ${paper}: ${found.toFixed(2)}`)
      }
})
