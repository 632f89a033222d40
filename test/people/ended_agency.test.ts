// An agency that an admin ended gives its people no client, and hides no access through another agency.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { set_client } from '#test/access.ts'
import { CHANGE_FELT_MS, type TestApp, test_app } from '#test/app.ts'
import { type Browser, join_org, new_person } from '#test/browser.ts'
import { new_agency, new_team } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

let app: TestApp
let browser: Browser
before(async () => {
  app = await test_app({ seeded: false, areas: unlimited(areas) })
  browser = await new_person(app, 'admin@example.com')
})
after(() => app.close())

const reaches = async (org_id: string) => (await browser.tool('get_org_settings', {}, org_id)).status === 200

async function new_agency_of(client_org_ids: string[]): Promise<string> {
  const { org_id } = await new_agency(app)
  for (const client_org_id of client_org_ids) await set_client(app.engine.pool, org_id, client_org_id, true)
  await join_org(app, browser, { org_id, role: 'admin' })
  return org_id
}

/** By organization, the agency through which the person acts. */
async function listed(): Promise<Map<string, string | null>> {
  const { organizations } = (await browser.tool('get_me')).body.result
  return new Map(
    organizations.map((one: { org_id: string; agency_org_id: string | null }) => [one.org_id, one.agency_org_id]),
  )
}

test('an ended agency lists no clients, hides no access through another agency, and has them again when it is taken back', async () => {
  const [shared, lone] = [(await new_team(app)).org_id, (await new_team(app)).org_id]
  const first = await new_agency_of([shared, lone])
  const second = await new_agency_of([shared])
  await app.settled(async () => (await reaches(shared)) && (await reaches(lone)), CHANGE_FELT_MS)
  assert.equal((await listed()).get(shared), first)

  const name = (await app.db.query('select name from orgs where org_id = $1', [first])).rows[0].name
  assert.equal((await browser.tool('end_org', { name }, first)).status, 200)
  await app.settled(async () => !(await reaches(lone)), CHANGE_FELT_MS)
  const left = await listed()
  assert.deepEqual([left.has(lone), left.get(shared), left.has(first)], [false, second, true])
  assert.ok(await reaches(shared))

  assert.equal((await browser.tool('restore_org', {}, first)).status, 200)
  await app.settled(() => reaches(lone), CHANGE_FELT_MS)
  assert.equal((await listed()).get(lone), first)
})
