// The list of tools for the session of a browser: what the page that tries tools reads.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, test_app } from '#test/app.ts'
import { Browser, new_person } from '#test/browser.ts'

let app: TestApp
let ana: Browser
let org_id: string
before(async () => {
  app = await test_app({ seeded: false })
  ana = await new_person(app, 'ana@example.com')
  const made = await ana.tool('create_org', { name: 'Casa Lumbre', currency: 'MXN', time_zone: 'America/Mexico_City' })
  org_id = made.body.result.org_id
  await app.settled(async () => (await list(ana)).status === 200)
})
after(() => app.close())

const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
const list = (browser: Browser, headers: Record<string, string> = { ...OWN_PAGE, 'x-svc-org': org_id }) =>
  browser.send('GET', '/api/v1/tools', undefined, headers)

test('a session gets the published tools of its organization, never an internal one', async () => {
  const { status, body } = await list(ana)
  assert.equal(status, 200)
  const names = body.tools.map(({ name }: { name: string }) => name)
  const published = [...app.engine.catalog.values()].filter(({ internal }) => !internal).map(({ name }) => name)
  assert.deepEqual(names.sort(), published.sort())
  assert.ok(!names.includes('create_api_key') && names.includes('list_members'))
})

test('every tool of the list has a schema and an example in the document', async () => {
  const { body } = await list(ana)
  const { body: document } = await ana.send('GET', '/api/openapi.json')
  for (const { name } of body.tools) {
    const { schema, example } = document.paths[`/api/v1/${name}`].post.requestBody.content['application/json']
    assert.ok(document.components.schemas[schema.$ref.split('/').at(-1)], name)
    assert.equal(typeof example, 'object', name)
  }
})

test('a module that is off takes its tools out of the list', async () => {
  type Listed = { name: string; module: string | null }
  const { body: before } = await list(ana)
  const { name, module } = before.tools.find((tool: Listed) => tool.module !== null)
  await app.db.query('insert into org_modules (org_id, module, enabled) values ($1, $2, false)', [org_id, module])
  await app.db.query(`select pg_notify('tablero_directory', '')`)
  await app.settled(async () => {
    const { body } = await list(ana)
    return !body.tools.some((tool: Listed) => tool.name === name)
  })
})

test('another organization, no organization, another site and no session get no list', async () => {
  const { status: foreign } = await list(ana, { ...OWN_PAGE, 'x-svc-org': app.acme.org_id })
  const { status: unnamed } = await list(ana, OWN_PAGE)
  const { status: cross_site } = await list(ana, { ...OWN_PAGE, 'sec-fetch-site': 'cross-site', 'x-svc-org': org_id })
  const { status: by_address } = await list(ana, { 'x-svc-org': org_id })
  const { status: nobody } = await list(new Browser(app))
  assert.deepEqual([foreign, unnamed, cross_site, by_address, nobody], [403, 403, 401, 401, 401])
})
