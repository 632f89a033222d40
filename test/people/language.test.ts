// The language of sentences in answers: a person who is signed in gets their own, programs get the one of the organization.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensure_account } from '#accounts/ensure_account.ts'
import type { Language } from '#messages/message.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { Browser, join_org, PASSWORD } from '#test/browser.ts'

const SUMMARY = { days_back: 7 }
const words: Record<Language, RegExp> = { en: /ad spend/, es: /gasto en anuncios/, pt: /gasto em anúncios/ }

let app: TestApp
let ana: Browser
before(async () => {
  app = await test_app()
  const account = { email: 'ana@example.com', name: 'Ana', password: PASSWORD, verified: true }
  await ensure_account(app.engine.pool, account)
  ana = new Browser(app)
  await ana.sign_in(account.email)
  await join_org(app, ana, { org_id: app.acme.org_id, role: 'viewer' })
})
after(() => app.close())

const summary = async (asked: string) => {
  const headers = { 'x-svc-org': app.acme.org_id, 'accept-language': asked }
  const { status, body } = await ana.send('POST', '/api/v1/get_kpi_summary', SUMMARY, headers)
  assert.equal(status, 200, JSON.stringify(body))
  return body.result.summary as string
}

test('without a choice, it is the first language of the browser that Tablero has, else that of the organization', async () => {
  assert.match(await summary('es-MX,es;q=0.9,en;q=0.8'), words.es)
  assert.match(await summary('fr-CA,pt;q=0.8,es;q=0.7'), words.pt)
  assert.match(await summary('fr,ja'), words.en)
  await app.db.query(`update orgs set language = 'pt' where org_id = $1`, [app.acme.org_id])
  await app.db.query(`select pg_notify('tablero_directory', '')`)
  await app.settled(async () => words.pt.test(await summary('fr,ja')), CHANGE_FELT_MS)
  assert.match(await summary('en'), words.en)
})

test('the choice of the person counts more than the browser', async () => {
  assert.equal((await ana.auth('/update-user', { language: 'es' })).status, 200)
  await app.settled(async () => words.es.test(await summary('en')), CHANGE_FELT_MS)
})

test('a program gets the language of the organization, whatever language it asks for', async () => {
  const answer = await app.app.server.inject({
    method: 'POST',
    url: '/api/v1/get_kpi_summary',
    headers: { authorization: `Bearer ${app.keys.acme}`, 'accept-language': 'es' },
    payload: SUMMARY,
  })
  assert.match(answer.json().result.summary, words.pt)
})
