// A person with a browser: the app opens an address, the person signs in, chooses and allows, and the app is called back.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type Browser, chromium } from 'playwright-core'
import { type TestApp, test_app } from '#test/app.ts'
import { join_org, new_person, PASSWORD } from '#test/browser.ts'
import { BROWSER } from '#test/chromium.ts'
import { OAuthApp, register } from '#test/oauth_app.ts'

const CALLED_BACK_MS = 20_000

let app: TestApp
let browser: Browser
before(async () => {
  app = await test_app()
  const ana = await new_person(app, 'ana@example.com')
  for (const { org_id } of [app.acme, app.globex]) await join_org(app, ana, { org_id, role: 'member' })
  browser = await chromium.launch({ executablePath: BROWSER, chromiumSandbox: false })
})
after(async () => {
  await browser.close()
  await app.close()
})

/** The app's own address, which waits for the answer of the person. */
async function waiting_app() {
  const called = Promise.withResolvers<URLSearchParams>()
  setTimeout(() => called.reject(new Error('the app was not called back')), CALLED_BACK_MS).unref()
  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (url.pathname === '/callback') called.resolve(url.searchParams)
    answer.end('You can close this page.')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const redirect_uri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`
  return { redirect_uri, called: called.promise, close: () => server.close() }
}

test('a person signs in on the way, chooses the organization, and allows less than the app asked for', async () => {
  const { redirect_uri, called, close } = await waiting_app()
  const { body } = await register(app, { redirect_uris: [redirect_uri], client_name: 'Agent' })
  const agent = new OAuthApp(app, body.client_id)
  const page = await browser.newPage({ locale: 'en' })
  const faults: string[] = []
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()))
  try {
    await page.goto(app.url + agent.authorize_url({ redirect_uri, scope: 'ads:read connections:read ads:write' }))
    await page.getByLabel('Email').fill('ana@example.com')
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Agent wants to act for you' }).waitFor()
    await page.getByText(new URL(redirect_uri).host, { exact: true }).waitFor()
    await page.getByRole('combobox', { name: 'Organization' }).click()
    await page.getByRole('option', { name: 'globex' }).click()
    await page.getByRole('checkbox', { name: 'Ads: change' }).uncheck()
    await page.getByRole('button', { name: 'Allow', exact: true }).click()
    const answer = await called
    assert.equal(answer.get('iss'), `${app.engine.base_url}/api/auth`)
    const { status, body: tokens } = await agent.exchange(answer.get('code')!, { redirect_uri })
    assert.equal(status, 200, JSON.stringify(tokens))
    assert.deepEqual(tokens.scope.split(' ').sort(), ['ads:read', 'connections:read', 'offline_access'])
    const key = tokens.access_token
    assert.equal((await app.rest('list_connections', {}, { key, org_id: app.globex.org_id })).status, 200)
    assert.equal((await app.rest('list_connections', {}, { key, org_id: app.acme.org_id })).status, 403)

    await page.goto(`${app.url}/o/${app.globex.org_id}/settings/apps`)
    await page.getByRole('button', { name: 'Disconnect Agent' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
    await page.getByText('No apps yet').waitFor()
    await app.settled(async () => (await app.rest('list_connections', {}, { key })).status === 401, 1_000)
    // The browser reports the answer 401 of somebody who is not signed in yet.
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('401')),
      [],
    )
  } finally {
    close()
    await page.close()
  }
})
