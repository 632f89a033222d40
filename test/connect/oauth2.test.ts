// A person connects a platform with OAuth 2.0, over HTTP and with the sandbox's pages of consent.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
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

const allow = (browser: Browser, changes: Record<string, string | string[] | null> = {}) =>
  browser.submit({ decision: 'allow', ...changes })

const secret_texts = async () =>
  JSON.stringify((await tablero.db.query('select * from connections, sign_ins')).rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  )

describe('the link', () => {
  it('names organization and platform, escapes both, and asks to confirm', async () => {
    const browser = await tablero.browser().open(await tablero.link('mpa'))
    assert.equal(browser.status, 200)
    assert.match(browser.text, /Ana & Söhne <b> gives Tablero access to marketplace A \(Mercado Libre\)/)
    assert.ok(!browser.html.includes('Söhne <b>'))
    assert.match(browser.headers.get('content-security-policy') ?? '', /default-src 'none'.*form-action 'self'/)
    assert.equal((await tablero.db.query('select from sign_ins')).rowCount, 0, 'nothing begins before the confirmation')
  })

  it('is read in the language of the browser, and without a known one in that of the organization', async () => {
    const link = await tablero.link('mpa')
    const read = async (asked: string, address = link) =>
      (await fetch(address, { headers: { 'accept-language': asked } })).text()
    assert.match(await read('es-MX,en;q=0.5'), /<html lang="es">.*Continúa solo si esperabas esto para Ana/s)
    assert.match(await read('fr'), /<html lang="en">.*Continue only if you expected this for Ana/s)
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    assert.match(await read('pt-BR', forged), /<html lang="pt">.*Este link não é válido/s)
  })

  it('works once', async () => {
    const link = await tablero.link('mpa')
    const browser = await tablero.browser().open(link)
    await browser.submit()
    assert.match(browser.text, /Tablero wants access/)
    assert.match(
      (await tablero.browser().open(link)).text,
      /This link was used before.*Ask your assistant for a new link/,
    )
  })

  it('is not confirmed by a page of another site, which would skip the question', async () => {
    const begun = async () =>
      (await tablero.db.query('select link_id from spent_links union all select link_id from sign_ins')).rowCount
    const before = await begun()
    const link = await tablero.link('mpa')
    const browser = await tablero.browser().open(link)
    const body = `link=${encodeURIComponent(new URL(link).searchParams.get('link')!)}&country=MX`
    const own = new URL(tablero.url).origin
    const foreign: Record<string, string>[] = [
      { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: own.replace(/\d+$/, '1'), 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      {},
    ]
    for (const of of foreign) {
      const headers = { 'content-type': 'application/x-www-form-urlencoded', ...of }
      const answer = await fetch(`${tablero.url}/connect/begin`, { method: 'POST', headers, body, redirect: 'manual' })
      assert.equal(answer.status, 400, JSON.stringify(of))
      assert.match(await answer.text(), /did not come from a page of Tablero/)
      assert.deepEqual(answer.headers.getSetCookie(), [])
    }
    assert.equal(await begun(), before)
    await browser.submit()
    assert.match(browser.text, /Tablero wants access/)
    await allow(browser)
    assert.match(browser.text, /Which accounts should be read/)
    assert.match(browser.text, /Tablero · Ana & Söhne <b>.*Continue only if you expected this for Ana & Söhne <b>/)
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://evil.example' }
    await browser.open(`${browser.address}/accounts`, { method: 'POST', headers, body: 'which=all' })
    assert.match(browser.text, /did not come from a page of Tablero/)
    assert.equal((await tablero.connections()).length, 0)
  })

  it('that was used causes no request at the platform', async () => {
    const link = await tablero.link('net_d_ads')
    const [first, second] = [await tablero.browser().open(link), await tablero.browser().open(link)]
    await first.submit()
    assert.match(first.text, /Tablero wants access/)
    tablero.sandbox.log.clear()
    await second.submit()
    assert.match(second.text, /This link was used before/)
    assert.deepEqual(tablero.sandbox.log.list(), [])
  })

  it('that two browsers confirm at the same moment begins one sign-in', async () => {
    const link = await tablero.link('net_d_ads')
    const both = [await tablero.browser().open(link), await tablero.browser().open(link)]
    tablero.sandbox.faults.add({ kind: 'slow', platform: 'net_d_ads', path: 'request_token', count: 2, ms: 300 })
    await Promise.all(both.map((browser) => browser.submit()))
    tablero.sandbox.faults.clear()
    assert.deepEqual(
      both.map(({ text }) => /This link was used before/.test(text)).sort(),
      [false, true],
      both.map(({ text }) => text).join('\n'),
    )
  })

  it('is refused when it was forged, is for another platform, or has expired', async () => {
    const link = await tablero.link('mpa')
    const forged = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    assert.match((await tablero.browser().open(forged)).text, /This link is not valid/)
    assert.match(
      (await tablero.browser().open(`${tablero.url}/settings/connections?connect=mpa`)).text,
      /propose_connect/,
    )
    tablero.sandbox.clock.advance(31 * 60_000)
    assert.match((await tablero.browser().open(link)).text, /This link has expired/)
  })
})

describe('a sign-in', () => {
  it('connects the account, starts its first sync, and shows the progress', async () => {
    const browser = await tablero.to_consent('mpa', { country: 'MX' })
    assert.match(browser.address, /auth\.mercadolibre\.com\.mx\/authorization\?.*code_challenge_method=S256/)
    await allow(browser)
    assert.match(browser.text, /Which accounts should be read\? .*CASALUMBRE/i)
    await browser.submit()
    assert.match(browser.text, /is connected .*The first sync waits/)
    const connection = await tablero.newest()
    assert.equal(connection.platform, 'mpa')
    assert.deepEqual(connection.granted_scopes, ['read', 'offline_access', 'write'])
    const { rows } = await tablero.db.query('select state, trigger from sync_runs where connection_id = $1', [
      connection.connection_id,
    ])
    assert.deepEqual(rows, [{ state: 'queued', trigger: 'operator' }])
    const job = await tablero.db.query(`select from graphile_worker.jobs where task_identifier = 'sync_connection'`)
    assert.ok(job.rowCount)
    const log = await tablero.db.query(`select actor, transport from audit_log where tool = 'connect_platform'`)
    assert.match(log.rows[0].actor, /^link:/)
    assert.ok(
      !/sandbox-(access|refresh|secret)/.test(await secret_texts()),
      'secrets are encrypted, also during the sign-in',
    )
  })

  it('is refused with a forged, missing, duplicated, reused or late state', async () => {
    const browser = await tablero.to_consent('mpa')
    await allow(browser)
    const returned = [...tablero.sandbox.log.list('mpa')].at(-1) && browser.address
    assert.ok(returned)
    const again = await tablero.to_consent('mpa')
    const state = new URL(again.address).searchParams.get('state')!
    const callback = `${tablero.url}/connect/callback/mpa`
    const invalid = /did not come from a sign-in that began here/
    assert.match((await again.open(`${callback}?code=x&state=${state.slice(0, -2)}xx`)).text, invalid)
    assert.match((await again.open(`${callback}?code=x`)).text, invalid)
    assert.match((await again.open(`${callback}?code=x&state=${state}&state=${state}`)).text, invalid)
    assert.match((await again.open(`${tablero.url}/connect/callback/gx_ads?code=x&state=${state}`)).text, invalid)
    // The first use fails at the exchange, and still counts.
    assert.match((await again.open(`${callback}?code=x&state=${state}`)).text, /no longer accepts the code/)
    assert.match((await again.open(`${callback}?code=x&state=${state}`)).text, /answered before/)
    const late = await tablero.to_consent('mpa')
    tablero.sandbox.clock.advance(11 * 60_000)
    assert.match((await allow(late)).text, /took longer than 10 minutes|answered before/)
  })

  it('continues only in the browser that began it', async () => {
    const browser = await tablero.to_consent('mpa')
    const before = (await tablero.connections()).length
    browser.cookies.clear()
    assert.match((await allow(browser)).text, /began in another browser/)
    const mine = await tablero.to_consent('mpa')
    await allow(mine)
    assert.match((await tablero.browser().open(mine.address)).text, /expired, it belongs to another browser/)
    assert.equal((await tablero.connections()).length, before)
  })

  it('that the person refuses connects nothing, and says how to continue', async () => {
    const browser = await tablero.to_consent('mpa')
    await browser.submit({ decision: 'deny' })
    assert.equal(browser.status, 400)
    assert.match(browser.text, /Access was not allowed at Mercado Libre\. Nothing was connected\. .*new link/)
  })

  it('that returns without a code says what the platform says', async () => {
    const browser = await tablero.to_consent('mx_ads')
    const state = new URL(browser.address).searchParams.get('state')!
    const error = new URLSearchParams({ error_code: '1349220', error_message: 'Feature Unavailable.', state })
    await browser.open(`${tablero.url}/connect/callback/mx_ads?${error}`)
    assert.equal(browser.status, 400)
    assert.match(browser.text, /Meta did not complete the sign-in: Feature Unavailable\./)
  })

  it('of a user who may not grant access says who can', async () => {
    const browser = await tablero.to_consent('mpa')
    await allow(browser, { person: 'operator' })
    assert.match(browser.text, /may not give access at Mercado Libre\. Sign in there as the administrator/)
  })

  it('with a wrong app secret names the operator of Tablero', async () => {
    const { apps } = tablero.engine
    const right = apps.mpa
    apps.mpa = { ...right, client_secret: 'wrong' }
    const browser = await tablero.to_consent('mpa')
    await allow(browser)
    apps.mpa = right!
    assert.match(browser.text, /does not accept the app of this Tablero/)
    assert.ok(!browser.html.includes('wrong'))
  })

  it('starts the registration of webhooks where the platform has them', async () => {
    const registering = async () => {
      const { rows } = await tablero.db.query<{ key: string }>(
        "select key from graphile_worker.jobs where task_identifier = 'register_webhooks'",
      )
      return rows.map(({ key }) => key.split(':').at(-1))
    }
    await tablero.connected('gx_analytics')
    assert.ok(!(await registering()).includes((await tablero.newest()).connection_id))
    await tablero.sandbox.app.inject({
      method: 'PUT',
      url: '/control/apps/tnx',
      payload: { return_url: `${tablero.url}/connect/callback/tnx` },
    })
    await tablero.connected('tnx')
    assert.ok((await registering()).includes((await tablero.newest()).connection_id))
  })

  it('has a code that works once and for a short time', async () => {
    const browser = await tablero.to_consent('tnx')
    // The answer arrives after the 30 seconds of the code.
    const { exchange } = tablero.sandbox.consents
    tablero.sandbox.consents.exchange = (...given) => {
      tablero.sandbox.clock.advance(31_000)
      return exchange(...given)
    }
    await allow(browser)
    tablero.sandbox.consents.exchange = exchange
    assert.match(browser.text, /Tiendanube no longer accepts the code/)
    await tablero.connected('tnx')
    const { platform, settings } = await tablero.newest()
    assert.equal(platform, 'tnx')
    assert.deepEqual(settings, { store_id: '4021977', contact: 'ops@tablero.example' })
  })
})

describe('permissions', () => {
  it('that the person did not grant are named with the streams that stay empty', async () => {
    const browser = await tablero.to_consent('net_c_ads')
    await allow(browser, { scope: ['r_ads'] })
    assert.match(browser.text, /not granted: r_ads_reporting\. So these data stay empty: campaign_daily/)
    await browser.submit({ which: 'all' })
    assert.match(browser.text, /not granted: r_ads_reporting/)
    assert.deepEqual((await tablero.newest()).granted_scopes, ['r_ads'])
  })
})
