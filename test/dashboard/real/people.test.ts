// People on a real Tablero: pages, server, database and emails together, as a person goes through them.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { CHANGE_FELT_MS } from '#test/app.ts'
import { PASSWORD } from '#test/browser.ts'
import { link_in, type RealDashboard, shared_real_dashboard } from '#test/real_dashboard.ts'

/** Controls that a person passes at most before the wanted one. */
const TABS_MAX = 60

let dashboard: RealDashboard
before(async () => {
  dashboard = await shared_real_dashboard()
})
after(() => dashboard.close())

/** Moves the focus by the tabulator alone, as a person without a mouse does. */
async function tab_to(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let n = 0; n < TABS_MAX; n++) {
    if (await target.evaluate((element) => element === element.ownerDocument.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`the tabulator does not reach ${target}`)
}

async function type_into(page: Page, label: string, text: string): Promise<void> {
  await tab_to(page, page.getByLabel(label, { exact: true }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

async function press(page: Page, name: string): Promise<void> {
  await tab_to(page, page.getByRole('button', { name, exact: true }))
  await page.keyboard.press('Enter')
}

const call_by_key = (key: string, tool: string) =>
  fetch(`${dashboard.url}/api/v1/${tool}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{}',
  })

test('a person signs up, confirms the address and makes an organization, by keyboard alone', async () => {
  const { page, faults, close } = await dashboard.visitor()
  await page.goto(`${dashboard.url}/sign-up`)
  await type_into(page, 'Your name', 'Ana Torres')
  await type_into(page, 'Email', 'Ana@CasaLumbre.example')
  await type_into(page, 'Password', PASSWORD)
  await press(page, 'Create the account')
  await page.getByText('We sent a message to').waitFor()
  await page.goto(link_in(await dashboard.email_to('ana@casalumbre.example', /Confirm/)))
  await tab_to(page, page.getByRole('link', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await type_into(page, 'Name', 'Casa Lumbre')
  await press(page, 'Create the organization')
  await page.waitForURL(/\/o\/[\da-f-]{36}$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const { rows } = await dashboard.db.query(
    `select o.name, m.role, m.email from members m join orgs o using (org_id) where m.email = 'ana@casalumbre.example'`,
  )
  assert.deepEqual(rows, [{ name: 'Casa Lumbre', role: 'admin', email: 'ana@casalumbre.example' }])
  assert.deepEqual(faults, [])
  await close()
})

test('an invited viewer accepts, sees the organization, and learns why a write is refused', async () => {
  const org_id = await dashboard.new_org('Tienda Sur')
  const admin = await dashboard.member({ org_id, role: 'admin', email: 'admin@sur.example' })
  await admin.page.goto(`${dashboard.url}/o/${org_id}/settings/members`)
  await press(admin.page, 'Invite')
  const dialog = admin.page.getByRole('dialog')
  await dialog.getByLabel('Email').waitFor()
  await type_into(admin.page, 'Email', 'eva@sur.example')
  await tab_to(admin.page, dialog.getByRole('radio', { checked: true }))
  await admin.page.keyboard.press('ArrowUp')
  await assert.doesNotReject(dialog.getByRole('radio', { name: 'Viewer', checked: true }).waitFor())
  await tab_to(admin.page, dialog.getByRole('button', { name: 'Invite', exact: true }))
  await admin.page.keyboard.press('Enter')
  await dialog.getByText('The invitation is on its way').waitFor()

  const eva = await dashboard.visitor()
  await eva.page.goto(link_in(await dashboard.email_to('eva@sur.example', /invites you/)))
  await tab_to(eva.page, eva.page.getByRole('link', { name: 'Create an account' }))
  await eva.page.keyboard.press('Enter')
  await type_into(eva.page, 'Your name', 'Eva Ruiz')
  await type_into(eva.page, 'Email', 'eva@sur.example')
  await type_into(eva.page, 'Password', PASSWORD)
  await press(eva.page, 'Create the account')
  await eva.page.getByText('We sent a message to').waitFor()
  await eva.page.goto(link_in(await dashboard.email_to('eva@sur.example', /Confirm/)))
  await tab_to(eva.page, eva.page.getByRole('link', { name: 'To the invitation' }))
  await eva.page.keyboard.press('Enter')
  await press(eva.page, 'Accept')
  await eva.page.waitForURL(`**/o/${org_id}`)
  await eva.page.getByRole('heading', { level: 1 }).waitFor()

  const write = await eva.context.request.post(`${dashboard.url}/api/v1/update_org_settings`, {
    headers: { origin: dashboard.url, 'x-svc-org': org_id },
    data: { name: 'Taken over' },
  })
  assert.equal(write.status(), 403)
  assert.match((await write.json()).error, /admin:\*.*viewer.*admin of the organization/s)
  await eva.page.goto(`${dashboard.url}/o/${org_id}/settings/organization`)
  await eva.page.getByText('Admins change these settings.').waitFor()
  assert.deepEqual([...admin.faults, ...eva.faults], [])
  await admin.close()
  await eva.close()
})

test('a key of the dashboard works with the shown command, and is refused within a second after it was revoked', async () => {
  const org_id = await dashboard.new_org('Keys & Co')
  const { page, faults, close } = await dashboard.member({ org_id, role: 'admin', email: 'keys@example.com' })
  await page.goto(`${dashboard.url}/o/${org_id}/settings/keys`)
  await press(page, 'Create a key')
  await type_into(page, 'Name', 'report of the week')
  await press(page, 'Create the key')
  const key = await page.getByRole('textbox', { name: 'Your new key' }).inputValue()
  const shown = await page.getByRole('dialog').locator('pre').textContent()
  assert.ok(shown!.includes(`curl -s ${dashboard.url}/api/v1/`) && shown!.includes(`Bearer ${key}`))
  assert.equal((await call_by_key(key, 'list_connections')).status, 200)
  await press(page, 'Done')
  await press(page, 'Actions for report of the week')
  await page.getByRole('menuitem', { name: 'Revoke' }).waitFor()
  for (let n = 0; n < 5; n++) {
    const focused = await page.evaluate('document.activeElement.textContent')
    if (focused === 'Revoke') break
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tab_to(page, dialog.getByRole('button', { name: 'Revoke' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const revoked_at = performance.now()
  for (;;) {
    const asked_after_ms = performance.now() - revoked_at
    const { status } = await call_by_key(key, 'list_connections')
    if (status === 401) break
    assert.ok(asked_after_ms < CHANGE_FELT_MS, 'the revoked key still works after a second')
  }
  assert.deepEqual(faults, [])
  await close()
})

test('a session that ends while a form is filled in asks to sign in again, and sends what was typed', async () => {
  const org_id = await dashboard.new_org('Before')
  const { page, close } = await dashboard.member({ org_id, role: 'admin', email: 'forms@example.com' })
  await page.goto(`${dashboard.url}/o/${org_id}/settings/organization`)
  await type_into(page, 'Name', 'After the session ended')
  await dashboard.db.query(
    `delete from auth.sessions s using auth.users u where u.id = s.user_id and u.email = 'forms@example.com'`,
  )
  await dashboard.db.query(`select pg_notify('tablero_directory', '')`)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Sign in again' })
  await dialog.getByLabel('Password', { exact: true }).waitFor()
  await type_into(page, 'Password', PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  const name_of = async () =>
    (await dashboard.db.query('select name from orgs where org_id = $1', [org_id])).rows[0].name
  const deadline = performance.now() + 5_000
  while ((await name_of()) !== 'After the session ended' && performance.now() < deadline)
    await new Promise((done) => setTimeout(done, 50))
  assert.equal(await name_of(), 'After the session ended')
  await close()
})
