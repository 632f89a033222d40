// Every declared sign-in with OAuth 2.0 connects its platform in the sandbox, and says what to do when the platform does not answer as it should.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import { in_org } from '#db/org.ts'
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { load_secrets } from '#engine/vendors/secrets.ts'
import { type Browser, type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
  // The page of Tiendanube takes no return address.
  await tablero.sandbox.app.inject({
    method: 'PUT',
    url: '/control/apps/tnx',
    payload: { return_url: `${tablero.url}/connect/callback/tnx` },
  })
})
after(() => tablero?.close())
// A minute allows fewer links than these tests need.
beforeEach(() => tablero.db.query('delete from rate_windows'))

const allow = (browser: Browser, changes: Record<string, string | string[] | null> = {}) =>
  browser.submit({ decision: 'allow', ...changes })

const DAY_MS = 86_400_000

/** What the person types before, where the platform needs it. */
const asked: Record<string, Record<string, string>> = {
  mpa: { country: 'MX' },
  mpb_ads: { region: 'na' },
  mpb_sp: { region: 'na' },
  store_c: { url: 'https://ajinorte.example' },
  sx: { shop: 'casa-lumbre.myshopify.com' },
}
type Send = ConnectApp['engine']['outbound']['fetch']
/** Amazon asks for one scope, and its answer names none, so what was allowed is not known. */
const ALL_OR_NOTHING = 'mpb_ads'
/** No vendor of the sandbox accepts a code for longer. */
const CODE_MAX_MS = 3_601_000

describe('the link of a platform', () => {
  const by_name = async (platform: string) =>
    JSON.parse((await tablero.post('propose_connect_platform', { platform })).body)
  for (const [key, { platform }] of Object.entries(connectors))
    it(`${key}: is found by what its vendor calls it, unless that means several`, async () => {
      const { vendor, product } = platform
      const same = Object.values(connectors).filter((one) => one.platform.vendor === vendor)
      const { result, error } = await by_name(vendor)
      if (same.length === 1) assert.equal(result?.platform, key, error)
      else assert.match(error, new RegExp(`^'${vendor}' can be .*${key} \\(.*; name one of these keys\\.$`))
      const { error: wrong } = await by_name('hubspot')
      const [, name] = new RegExp(`${key} \\(([^)]*)\\)`).exec(wrong) ?? []
      assert.equal((await by_name(name!)).result.platform, key)
      assert.ok(product.startsWith(name!) || name!.startsWith(vendor), `${name} is no name of ${product}`)
    })
})

describe('each platform with a page of consent', () => {
  const pages = Object.entries(sign_ins).filter(([, { kind }]) => kind !== 'keys')
  assert.ok(pages.length > 10)
  for (const [platform] of pages)
    it(`${platform}: who does not allow the access reads that nothing was connected`, async () => {
      const before = (await tablero.connections()).length
      const browser = await tablero.to_consent(platform, asked[platform])
      assert.match(browser.text, /Tablero wants access/)
      await browser.submit({ decision: 'deny' })
      assert.match(browser.text, /Access was not allowed at .+\. Nothing was connected\./)
      assert.equal((await tablero.connections()).length, before)
    })
})

describe('each platform with OAuth 2.0', () => {
  for (const [platform, sign_in] of Object.entries(sign_ins).filter(([, { kind }]) => kind === 'oauth2')) {
    const { second, granted, scopes } = sign_in as OAuth2SignIn
    const typed = asked[platform]

    const ends_of_codes: [string, (send: Send) => Send][] = [
      ['was sent twice', (send) => (request) => send(request).then(() => send(request))],
      [
        'has expired',
        (send) => (request) => {
          tablero.sandbox.clock.advance(CODE_MAX_MS)
          return send(request)
        },
      ],
    ]
    for (const [end, through] of ends_of_codes)
      it(`${platform}: what the vendor answers to a code that ${end} is understood`, async () => {
        const { outbound } = tablero.engine
        const browser = await tablero.to_consent(platform, typed)
        let answers = 0
        const send = through(outbound.fetch)
        tablero.engine.outbound = {
          ...outbound,
          fetch(request) {
            answers += 1
            return send(request)
          },
        }
        await allow(browser)
        tablero.engine.outbound = outbound
        assert.equal(answers, 1, 'after this answer, nothing else is asked')
        assert.match(browser.text, /no longer accepts the code/)
      })

    for (const scope of Object.keys(scopes).filter((name) => scopes[name]!.length > 0))
      it(`${platform} names the streams that stay empty without ${scope}`, async () => {
        await tablero.db.query('delete from connections where platform = $1', [platform])
        const { access } = tablero.sandbox.world.shops.tnx
        const browser = await tablero.to_consent(platform, typed)
        // Who may write products may read them.
        const left = Object.keys(scopes).filter((name) => ![scope, scope.replace('read_', 'write_')].includes(name))
        // The page of Tiendanube shows the scopes of the app, and a shop answers with those that it has.
        const had = [...access.scopes]
        if (platform === 'tnx') for (const one of had) if (!left.includes(one)) access.scopes.delete(one)
        await allow(browser, { scope: left })
        for (const one of had) access.scopes.add(one)
        const empty = scopes[scope] === 'all' ? Object.keys(connectors[platform]!.streams) : scopes[scope]!
        const [, named, streams = ''] =
          /not granted: (.*?)\. So these data stay empty: (.*?)\. To change/.exec(browser.text) ?? []
        if (platform === ALL_OR_NOTHING) return assert.equal(named, undefined)
        const { product } = connectors[platform]!.platform
        assert.equal(named, scope.replace(/^https:.*\/(.*)/, `${product} ($1)`), browser.text)
        assert.deepEqual(streams.split(/,? and |, /).toSorted(), [...empty].toSorted())
      })

    it(`${platform} is connected, and its accounts can be listed`, async () => {
      await tablero.db.query('delete from connections where platform = $1', [platform])
      const browser = await tablero.connected(platform, typed)
      assert.match(browser.text, /is connected/)
      const { platform: stored, granted_scopes, connection_id } = await tablero.newest()
      assert.equal(stored, platform)
      for (const scope of granted_scopes ? Object.keys(scopes) : []) assert.ok(granted_scopes.includes(scope), scope)
      if (!second) return
      const { org_id, engine } = tablero
      const { expires_at } = await in_org(engine.pool.worker, { org_id }, (db) =>
        load_secrets(db, engine, { org_id, connection_id }),
      )
      const days = (Date.parse(expires_at!) - engine.clock.now().getTime()) / DAY_MS
      assert.ok(days > 20, `the token of the second exchange lives longer than ${days} days`)
    })

    it(`${platform} connects nothing when an answer cannot be read`, async () => {
      const { outbound } = tablero.engine
      const exchanges = 1 + Number(second !== undefined) + Number(granted !== undefined)
      for (let unread = 1; unread <= exchanges; unread++)
        for (const text of ['<html>Error</html>', '{"code":"0","user_id":{},"data":7}', '[]']) {
          const browser = await tablero.to_consent(platform, typed)
          let sent = 0
          tablero.engine.outbound = {
            ...outbound,
            fetch: (request) =>
              ++sent === unread ? Promise.resolve({ status: 200, headers: {}, text }) : outbound.fetch(request),
          }
          await allow(browser)
          tablero.engine.outbound = outbound
          assert.equal(sent, unread)
          assert.equal(browser.status, 400)
          assert.match(browser.text, /did not complete the sign-in: the answer/, text)
        }
    })
  }

  it('what an operator states of an app changes the consent', async () => {
    const { apps } = tablero.engine
    const before = { ...apps }
    Object.assign(apps, {
      mx_ads: { ...apps.mx_ads, config_id: '4711' },
      mpb_sp: { ...apps.mpb_sp, draft: 'yes' },
      sx: { ...apps.sx, without_scopes: 'read_all_orders, write_content' },
    })
    const consent = async (platform: string) =>
      Object.fromEntries(new URL((await tablero.to_consent(platform, asked[platform])).address).searchParams)
    const [meta, amazon, shopify] = [await consent('mx_ads'), await consent('mpb_sp'), await consent('sx')]
    Object.assign(apps, before)
    assert.deepEqual([meta.config_id, meta.scope, meta.auth_type], ['4711', undefined, undefined])
    assert.equal(amazon.version, 'beta')
    assert.equal(shopify.scope, 'read_orders,read_products,read_customers,write_products')
    assert.equal((await consent('mx_ads')).scope, 'ads_read,ads_management')
    assert.equal((await consent('mpb_sp')).version, undefined)
  })

  it('a seller of Amazon finds the page of the country in which it registered', async () => {
    const pages = [
      ['na', 'others', 'sellercentral.amazon.com'],
      ['na', 'MX', 'sellercentral.amazon.com.mx'],
      ['na', 'BR', 'sellercentral.amazon.com.br'],
      ['eu', 'others', 'sellercentral-europe.amazon.com'],
      ['eu', 'IN', 'sellercentral.amazon.in'],
      ['fe', 'AU', 'sellercentral.amazon.com.au'],
      ['fe', 'SG', 'sellercentral.amazon.sg'],
      ['eu', 'AU', 'sellercentral-europe.amazon.com'],
    ]
    for (const [region = '', country = '', host] of pages) {
      const { address, text } = await tablero.to_consent('mpb_sp', { region, country })
      assert.ok(address.includes(`/${host}/apps/authorize/consent?`), address)
      assert.match(text, /Tablero wants access/)
    }
  })

  it('a seller of every country finds the page of consent, and a code counts once', async () => {
    const { asks_once } = sign_ins.mpa!
    const countries = (asks_once!.shape.country as unknown as { options: string[] }).options
    assert.equal(countries.length, 14)
    for (const country of countries)
      assert.match((await tablero.to_consent('mpa', { country })).text, /Tablero wants access/, country)
    const first = await tablero.to_consent('mpa')
    const answer = await fetch(first.address, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'decision=allow&scope=read',
    })
    const back = new URL(answer.headers.get('location')!)
    assert.match((await first.open(back.href)).text, /Which accounts should be read/)
    const second = await tablero.to_consent('mpa')
    back.searchParams.set('state', new URL(second.address).searchParams.get('state')!)
    assert.match((await second.open(back.href)).text, /no longer accepts the code/)
  })

  it('another seller who signs in again for a connection is asked about', async () => {
    await tablero.db.query(`delete from connections where platform = 'mpa'`)
    await tablero.connected('mpa')
    const { connection_id } = await tablero.newest()
    await tablero.read_before(connection_id, { account_id: '1', name: 'CASALUMBRE' })
    const browser = await tablero.to_consent('mpa', { action: `again ${connection_id}` })
    await allow(browser, { person: 'other' })
    assert.match(browser.text, /OTRA_TIENDA/)
    await browser.submit()
    assert.match(
      browser.text,
      /shows other accounts than .* had\. .* has CASALUMBRE\. The new sign-in shows OTRA_TIENDA/,
    )
    assert.match(browser.text, /Should .* read the other accounts from now on\?/)
    await browser.submit()
    assert.match(browser.text, /is connected/)
  })

  it('short names stand for platforms', async () => {
    for (const [short, platform] of Object.entries({
      mx: 'mx_ads',
      gx: 'gx_ads',
      tx: 'tx_ads',
      gx4: 'gx_analytics',
      mpb: 'mpb_sp',
    }))
      assert.equal((await tablero.call('propose_connect_platform', { platform: short })).platform, platform)
  })

  it('a shop’s answer with a wrong signature, or of another shop, is refused', async () => {
    for (const [name, value] of [
      ['hmac', '00'.repeat(32)],
      ['shop', 'other.myshopify.com'],
    ] as const) {
      const browser = await tablero.to_consent('sx', { shop: 'casa-lumbre.myshopify.com' })
      const { exchange } = tablero.sandbox.consents
      tablero.sandbox.consents.exchange = () => assert.fail('no code is sent')
      const answer = await fetch(browser.address, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: 'decision=allow&scope=read_orders',
      })
      const back = new URL(answer.headers.get('location')!)
      back.searchParams.set(name, value)
      await browser.open(back.href)
      tablero.sandbox.consents.exchange = exchange
      assert.match(browser.text, /Shopify did not complete the sign-in/)
    }
  })

  it('whose access ends says when', async () => {
    const rows = await tablero.connections()
    const ends = (platform: string) => rows.find((row) => row.platform === platform)?.access_ends_at
    assert.equal(ends('gx_ads'), null)
    for (const platform of ['net_c_ads', 'mpb_sp']) {
      const days = (Date.parse(String(ends(platform))) - tablero.sandbox.clock.now()) / DAY_MS
      assert.ok(days > 364 && days <= 365, `${platform}: ${days} days`)
    }
  })
})
