// The audit page on a real Tablero: an admin sees the calls of an agency, with the agency and its key.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { scopes } from '#domain/scopes.ts'
import { create_key, set_client } from '#test/access.ts'
import { add_member } from '#test/people.ts'
import { type RealDashboard, shared_real_dashboard } from '#test/real_dashboard.ts'

let dashboard: RealDashboard
before(async () => {
  dashboard = await shared_real_dashboard()
})
after(() => dashboard.close())

test('the audit page shows which agency acted, with which key, and finds calls by their tool', async () => {
  const { db, engine, url } = dashboard
  const org_id = await dashboard.new_org('Casa Lumbre of an agency')
  const agency = await dashboard.new_org('Estudio Pulso', { kind: 'agency' })
  await set_client(db, agency, org_id, true)
  const user_id = await add_member(db, { org_id: agency, role: 'admin' })
  const { key, key_id } = await create_key(db, { org_id: agency, name: 'weekly report', scopes })
  await db.query('update api_keys set user_id = $1 where key_id = $2', [user_id, key_id])
  const { status } = await fetch(`${url}/api/v1/list_connections`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'x-svc-org': org_id },
    body: '{}',
  })
  assert.equal(status, 200)
  await engine.recorder.flush()
  const { page, faults, close } = await dashboard.member({ org_id, role: 'admin', email: 'audit@example.com' })
  await page.goto(`${url}/o/${org_id}/settings/audit`)
  const row = page.getByRole('row').filter({ hasText: 'weekly report' })
  await row.getByText('Estudio Pulso').waitFor()
  await row.getByText('list_connections').waitFor()
  await page.getByLabel('Tool', { exact: true }).fill('no_such_tool')
  await page.getByText('No call matches').waitFor()
  assert.deepEqual(faults, [])
  await close()
})
