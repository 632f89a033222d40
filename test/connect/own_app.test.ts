// An app of an organization, where the operator has none.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

let tablero: ConnectApp
before(async () => {
  tablero = await connect_app()
})
after(() => tablero?.close())

describe('an organization’s own app', () => {
  it('is typed when the operator has none, and is used again later', async () => {
    const { apps } = tablero.engine
    const { mpa } = apps
    delete apps.mpa
    const link = await tablero.link('mpa')
    const browser = await tablero.browser().open(link)
    assert.match(browser.text, /has no app at Mercado Libre/)
    assert.match(browser.text, /In the DevCenter of Mercado Libre/, 'how to get one')
    assert.ok(browser.text.includes(`(redirect URL): ${tablero.engine.base_url}/connect/callback/mpa`))
    await browser.submit({ client_id: 'sandbox-client', client_secret: '' })
    assert.match(browser.text, /Type a value for 'Secret of the app'\./)
    assert.match(browser.html, /value="sandbox-client"/)
    await browser.submit({ client_id: 'sandbox-client', client_secret: 'sandbox-secret' })
    await browser.submit({ decision: 'allow' })
    await browser.submit()
    assert.match(browser.text, /is connected/)
    const { connection_id } = await tablero.newest()
    const again = await tablero.to_consent('mpa', {
      action: `again ${connection_id}`,
      client_id: '',
      client_secret: '',
    })
    assert.match(again.text, /Tablero wants access/)
    await again.submit({ decision: 'allow' })
    await again.submit()
    assert.match(again.text, /is connected/)
    assert.equal((await tablero.newest()).connection_id, connection_id)
    apps.mpa = mpa!
  })
})
