// What people do from the first page to the first figures, on a real Tablero: sign up, connect a platform, and act for clients.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { scopes } from '#domain/scopes.ts'
import { create_key, set_client } from '#test/access.ts'
import { PASSWORD } from '#test/browser.ts'
import { type LoadedOrg, link_in, type RealDashboard, shared_real_dashboard } from '#test/real_dashboard.ts'
import { tile } from '#test/shown_figures.ts'

const EMAIL = 'luz@talleres.example'
/** A first sync of one platform, on a busy machine. */
const SYNC_MS = 60_000

let dashboard: RealDashboard
let clients: (LoadedOrg & { name: string })[]
before(async () => {
  dashboard = await shared_real_dashboard()
  const loaded = async (name: string, platform: string) => ({ name, ...(await dashboard.loaded_org(name, [platform])) })
  // The rates that they load convert the amounts of every organization.
  clients = [await loaded('Casa Lumbre', 'gx_ads'), await loaded('Cliente Sur', 'net_c_ads')]
})
after(() => dashboard.close())

type Figure = 'ad_spend' | 'sessions'
const tiles = { ad_spend: ['Ad spend', 'money'], sessions: ['Sessions', 'count'] } as const

type Summary = Record<Figure, number | null>

/** The figures of the days, as a key reads them. */
async function summary_of(key: string, date_from: string, date_to: string): Promise<Summary> {
  const answer = await fetch(`${dashboard.url}/api/v1/get_kpi_summary`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ date_from, date_to }),
  })
  return ((await answer.json()) as { result: Summary }).result
}

/** The tile of the overview. */
const tile_of = (page: Page, figure: Figure) =>
  page.locator('main').getByRole('region', { name: tiles[figure][0], exact: true })

async function assert_tile(page: Page, figure: Figure, value: number): Promise<void> {
  const shown = tile_of(page, figure)
  await shown.waitFor()
  await tile(value, tiles[figure][1])(shown, { page, language: 'en', said: (text) => text })
}

/** Opens the overview by `go`, and compares a tile with the answer by key to the same days. */
async function assert_overview(page: Page, { org_id, key }: LoadedOrg, figure: Figure, go: () => Promise<unknown>) {
  const asked = page.waitForRequest(
    (request) => request.url().endsWith('/get_kpi_summary') && 'date_from' in request.postDataJSON(),
  )
  await go()
  const request = await asked
  assert.equal(request.headers()['x-svc-org'], org_id)
  const { date_from, date_to } = request.postDataJSON() as { date_from: string; date_to: string }
  const value = (await summary_of(key, date_from, date_to))[figure]
  assert.ok(value !== null && value > 0, `${figure} ${value}`)
  await assert_tile(page, figure, value)
  return value
}

test('a person signs up, makes an organization, connects a platform and sees its figures', async () => {
  const { page, close } = await dashboard.visitor()
  await page.goto(`${dashboard.url}/sign-up`)
  await page.getByLabel('Your name').fill('Luz Paz')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByText('We sent a message to').waitFor()
  await page.goto(link_in(await dashboard.email_to(EMAIL, /Confirm/)))
  await page.getByRole('link', { name: 'Continue' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Talleres Luz')
  await page.getByRole('button', { name: 'Create the organization' }).click()
  await page.waitForURL(/\/o\/[\da-f-]{36}$/)
  const org_id = new URL(page.url()).pathname.split('/')[2]!

  await page.goto(`${dashboard.url}/o/${org_id}/connections`)
  await page.getByRole('button', { name: 'Connect Google Analytics' }).click()
  await page.getByRole('button', { name: /^Continue to/ }).click()
  await page.getByText('Tablero wants access').waitFor()
  await page.locator('button[value=allow]').click()
  await page.getByText('Which accounts should be read').waitFor()
  await page.locator('button').click()
  await page.getByText('is connected').first().waitFor()

  await page.goto(`${dashboard.url}/o/${org_id}/connections`)
  await page.getByText('Healthy').first().waitFor({ timeout: SYNC_MS })
  const { key } = await create_key(dashboard.db, { org_id, name: 'all', scopes })
  await assert_overview(page, { org_id, key }, 'sessions', () => page.goto(`${dashboard.url}/o/${org_id}`))
  await close()
})

test('an agency that switches from one client to another sees the figures of each', async () => {
  const agency = await dashboard.new_org('Agencia Faro', { kind: 'agency' })
  for (const { org_id } of clients) await set_client(dashboard.db, agency, org_id, true)
  await dashboard.db.query(`select pg_notify('tablero_directory', '')`)
  const { page, faults, close } = await dashboard.member({ org_id: agency, role: 'admin', email: 'ada@faro.example' })
  await page.goto(`${dashboard.url}/o/${agency}`)
  const spends: number[] = []
  for (const client of [...clients, clients[0]!]) {
    const { name, org_id } = client
    await page.getByRole('button', { name: /Change the organization/ }).click()
    const go = () => page.getByRole('list', { name: 'Clients' }).getByRole('link', { name }).click()
    if (spends.length < clients.length) spends.push(await assert_overview(page, client, 'ad_spend', go))
    else await go()
    await page.waitForURL(`**/o/${org_id}`)
  }
  await assert_tile(page, 'ad_spend', spends[0]!)
  assert.notEqual(spends[0], spends[1])
  assert.deepEqual(faults, [])
  await close()
})
