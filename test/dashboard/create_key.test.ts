// Making a key: what it may do, until when, and the ways to use it, shown once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopes_of_role } from '#domain/roles.ts'
import { type Answers, assert_well_made, ok, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { me_as, ORG, states } from '#test/dashboard_answers.ts'

const KEY = 'svc_0123456789abcdef'
const PATH = `/o/${ORG}/settings/keys`
const NOW = Date.parse('2026-06-28T12:00:00Z')
const DAY_MS = 86_400_000
const created = ok({ key_id: 'x', key: KEY, prefix: 'svc_0123', scopes: ['ads:read'], expires_at: null })

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

async function open_dialog(answers: Answers = {}, width = 1440) {
  const opened = await dashboard.open(PATH, { width, answers: { ...states.data, create_api_key: created, ...answers } })
  await opened.page.getByRole('button', { name: 'Create a key' }).click()
  await opened.page.getByRole('dialog').getByLabel('Name').fill('Claude on my laptop')
  return opened
}

const form = async (page: Page, name: string) => {
  await page.getByRole('radiogroup', { name: 'Use it from' }).getByText(name, { exact: true }).click()
  return (await page.getByRole('dialog').locator('pre').textContent())!
}

test('a viewer is offered the scopes of a viewer alone, each in words, and reads are chosen first', async () => {
  const opened = await open_dialog({ get_me: ok(me_as('viewer')) })
  const { page, sent } = opened
  const boxes = page.getByRole('dialog').getByRole('checkbox')
  assert.equal(await boxes.count(), scopes_of_role.viewer.length)
  await page.getByRole('checkbox', { name: 'Store: Read' }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: /: (Change|Manage)$/ }).count(), 0)
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByLabel('Your new key').last().waitFor()
  const { body } = sent.find(({ name }) => name === 'create_api_key')!
  assert.deepEqual((body as { scopes: string[] }).scopes, scopes_of_role.viewer)
  await opened.close()
})

test('a key ends after 90 days unless a person chooses otherwise, and never is a choice', async () => {
  const opened = await open_dialog()
  const { page, sent } = opened
  const expires = () =>
    sent
      .filter(({ name }) => name === 'create_api_key')
      .map(({ body }) => (body as { expires_at: string | null }).expires_at)
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  assert.deepEqual(expires(), [new Date(NOW + 90 * DAY_MS).toISOString()])
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly report')
  await page.getByRole('combobox', { name: 'Expires' }).click()
  await page.getByRole('option', { name: 'Never' }).click()
  await page.getByText('It works until somebody revokes it.').waitFor()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
  assert.equal(expires().at(-1), null)
  await opened.close()
})

test('a key decides for its owner only where its owner says so, and says nothing of it without the scope', async () => {
  const opened = await open_dialog()
  const { page, sent } = opened
  const acts_for = () =>
    sent.filter(({ name }) => name === 'create_api_key').map(({ body }) => (body as { acts_for: string }).acts_for)
  const decides = page.getByRole('checkbox', { name: 'This key decides for me' })
  assert.equal(await decides.count(), 0)
  await page.getByRole('checkbox', { name: 'Changes at platforms: Approve' }).check()
  await decides.check()
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Create a key' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('An agent')
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Done' }).waitFor()
  assert.deepEqual(acts_for(), ['person', 'agent'])
  await opened.close()
})

test('the ways to use a key have its address and its key, and name the organization', async () => {
  for (const width of [1440, 390]) {
    const opened = await open_dialog({}, width)
    const { page } = opened
    await page.getByRole('button', { name: 'Create the key' }).click()
    const curl = await form(page, 'curl')
    assert.ok(
      curl.startsWith(`curl -s ${dashboard.url}/api/v1/get_kpi_summary`) &&
        curl.includes(`'Authorization: Bearer ${KEY}'`),
    )
    assert.match(
      await form(page, 'Claude Code'),
      /^claude mcp add --transport http tablero-casa-lumbre http:\/\/\S+\/mcp/,
    )
    const servers = JSON.parse(await form(page, 'MCP')).mcpServers
    assert.deepEqual(servers['tablero-casa-lumbre'], {
      ...{ type: 'http', url: `${dashboard.url}/mcp`, headers: { Authorization: `Bearer ${KEY}` } },
    })
    const desktop = JSON.parse(await form(page, 'Claude Desktop')).mcpServers['tablero-casa-lumbre']
    assert.deepEqual([desktop.command, desktop.args[2]], ['npx', `${dashboard.url}/mcp`])
    assert.deepEqual(desktop.env, { TABLERO_AUTHORIZATION: `Bearer ${KEY}` })
    await assert_well_made(opened)
    await opened.close()
  }
})

test('a key is shown once: nothing of it stays in the page or the browser', async () => {
  const opened = await open_dialog()
  const { page } = opened
  await page.getByRole('button', { name: 'Create the key' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const kept =
    'document.documentElement.outerHTML + JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage }) + location.href'
  assert.ok(!String(await page.evaluate(kept)).includes(KEY))
  await opened.close()
})
