// What a person does on the page of connections.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Locator } from 'playwright-core'
import { states, store } from '#test/answers_of/connections.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { me_as, ORG } from '#test/dashboard_answers.ts'
import { until } from '#test/until.ts'

const PATH = `/o/${ORG}/connections`

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

/** Opens the page for the work, and closes it afterwards. */
async function on_page(
  answers: Answers,
  work: (opened: OpenedPage) => Promise<void>,
  path = PATH,
  has_own_context = false,
): Promise<void> {
  const opened = await dashboard.open(path, { answers, has_own_context })
  try {
    await work(opened)
    assert.deepEqual(opened.faults, [])
  } finally {
    await opened.close()
  }
}

const text_of = async (of: Locator) => (await of.allInnerTexts()).join('\n')
const calls = ({ sent }: OpenedPage, name: string) => sent.filter((one) => one.name === name).map(({ body }) => body)

suite('the page of connections', () => {
  test('says of each connection whether it can be trusted and what to do, those that need a person first', () =>
    on_page(states.data, async ({ page }) => {
      const cards = page.getByRole('region', { name: 'Connected' }).getByRole('article')
      await cards.first().waitFor()
      const names = await cards.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      assert.equal(names[0], '428-114-9071')
      const broken = page.getByRole('article', { name: '428-114-9071' })
      const text = await text_of(broken)
      assert.match(text, /Google Ads\s+gx_ads/)
      assert.match(text, /Connect it again[\s\S]*La plataforma ya no acepta el acceso[\s\S]*The history stays/)
      assert.equal(await broken.getByRole('button', { name: 'Sync now' }).count(), 0)
      assert.match(await text_of(page.getByRole('article', { name: 'Casa Lumbre GA4' })), /Falta el permiso/)
    }))

  test('shows platforms to connect with what is read there, and that a module is off', () =>
    on_page(states.data, async ({ page }) => {
      const left = page.getByRole('region', { name: 'To connect' }).getByRole('article')
      await left.first().waitFor()
      const names = await left.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
      assert.deepEqual(names, ['Tiendanube', 'Mercado Libre', 'TikTok Ads', 'Microsoft Clarity'])
      const market = page.getByRole('article', { name: 'Mercado Libre' })
      assert.match(
        await text_of(market),
        /Reads orders, listings, questions, visits\.[\s\S]*module of its figures is off/,
      )
      assert.match(await text_of(page.getByRole('article', { name: 'TikTok Ads' })), /without an approval/)
    }))

  test('leads to the link of the platform, and an error stays on the page', async () => {
    const link = { url: `${dashboard.url}/settings/connections?connect=tnx&link=signed` }
    let is_allowed = false
    const propose_connect_platform = () =>
      is_allowed ? ok({ platform: 'tnx', state: 'missing', message: '', ...link }) : refused(400, 'error', 'Not today.')
    const work = async (opened: OpenedPage) => {
      const { page } = opened
      await page.getByRole('button', { name: 'Connect Tiendanube' }).click()
      await page.getByText('Not today.').waitFor()
      is_allowed = true
      await page.getByRole('button', { name: 'Connect Tiendanube' }).click()
      await page.waitForURL(link.url)
      assert.deepEqual(calls(opened, 'propose_connect_platform').at(-1), { platform: 'tnx' })
    }
    // The address of the platform is a page of the dashboard here, which leads on while the browser would be emptied for another test.
    await on_page({ ...states.data, propose_connect_platform }, work, PATH, true)
  })

  test('says which connection is new after a person has connected it', () =>
    on_page(
      states.data,
      async ({ page }) => {
        await page.getByText('Casa Lumbre is connected').waitFor()
        await page.getByRole('button', { name: 'Close' }).click()
        await page.waitForURL((url) => url.search === '')
      },
      `${PATH}?connected=${store.connection_id}`,
    ))

  test('syncs now, by the keyboard alone', () =>
    on_page(
      { ...states.data, trigger_sync: ok({ platform: 'sx', count: 1, total: 1, truncated: false, syncs: [] }) },
      async (opened) => {
        const { page } = opened
        await page
          .getByRole('article', { name: 'Casa Lumbre', exact: true })
          .getByRole('button', { name: 'Sync now' })
          .focus()
        await page.keyboard.press('Enter')
        await assert_called(opened, 'trigger_sync', { platform: 'sx' })
        await until(() => calls(opened, 'list_connections').length >= 2)
        assert.equal(calls(opened, 'list_connections').length, 2, 'the list is asked again')
      },
    ))

  test('names what ends before it disconnects, and the keyboard returns afterwards', () =>
    on_page(
      { ...states.data, disconnect_platform: ok({ ...store, status: 'revoked', revoked_at: '2026-06-28T12:00:00Z' }) },
      async (opened) => {
        const { page } = opened
        const more = page.getByRole('button', { name: 'Actions for Casa Lumbre', exact: true })
        await more.focus()
        await page.keyboard.press('Enter')
        await page.getByRole('menuitem', { name: 'Disconnect' }).focus()
        await page.keyboard.press('Enter')
        const dialog = page.getByRole('dialog', { name: 'Disconnect Casa Lumbre?' })
        await dialog.waitFor()
        const text = await text_of(dialog)
        for (const part of [/Its syncs end/, /at Shopify/, /What was read stays/]) assert.match(text, part)
        await assert_well_made(opened)
        await page.keyboard.press('Escape')
        await dialog.waitFor({ state: 'detached' })
        assert.deepEqual(calls(opened, 'disconnect_platform'), [])
        await page.waitForFunction("document.activeElement?.getAttribute('aria-label') === 'Actions for Casa Lumbre'")
        await more.click()
        await page.getByRole('menuitem', { name: 'Disconnect' }).click()
        await dialog.getByRole('button', { name: 'Disconnect' }).click()
        await dialog.waitFor({ state: 'detached' })
        assert.deepEqual(calls(opened, 'disconnect_platform'), [{ connection_id: store.connection_id }])
      },
    ))

  test('shows streams, days, limits, accounts and syncs of a connection beside the list, with an address of its own', () =>
    on_page(
      states.data,
      async (opened) => {
        const { page } = opened
        const drawer = page.getByRole('dialog', { name: 'Casa Lumbre' })
        await drawer.getByText('Last syncs').waitFor()
        const text = await text_of(drawer)
        for (const part of [
          /orders[\s\S]*Jun 28, 2023 to Jun 27, 2026/i,
          /products[\s\S]*Everything until Jun 27, 2026/i,
          /No permission · 2 accounts · older days are still being read, until about \S[\s\S]*no access to abandoned checkouts/,
          /limit of the platform is used up until Jun 28, 2026/,
          /Outlet casa-lumbre-2\.myshopify\.com[\s\S]*The platform no longer lists it/,
          /Failed[\s\S]*1,283 rows · 1 changed figure of past days[\s\S]*answered 503/,
          /2 prices could not be read/,
          /412 received, 3 missed and found by a sync, 1 with a wrong signature/,
        ])
          assert.match(text, part)
        await assert_well_made(opened)
        await page.keyboard.press('Escape')
        await page.waitForURL((url) => url.search === '')
      },
      `${PATH}?connection=${store.connection_id}`,
    ))

  test('opens with g and c', () =>
    on_page(
      states.data,
      async ({ page }) => {
        await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor()
        await page.keyboard.press('g')
        await page.keyboard.press('c')
        await page.getByRole('heading', { level: 1, name: 'Connections' }).waitFor()
      },
      `/o/${ORG}/settings/organization`,
    ))

  test('explains to a viewer who can connect, and has no button that the role may not press', () =>
    on_page({ ...states.data, get_me: ok(me_as('viewer')) }, async (opened) => {
      const { page } = opened
      await page.getByText('Members and admins connect platforms and start syncs.').waitFor()
      await page.getByRole('article', { name: 'Casa Lumbre', exact: true }).waitFor()
      for (const name of [/^Connect/, /^Sync/, /^Actions for/])
        assert.equal(await page.getByRole('main').getByRole('button', { name }).count(), 0)
      assert.ok((await page.getByRole('button', { name: 'Details' }).count()) > 0)
      await assert_well_made(opened)
    }))
})

async function assert_called(opened: OpenedPage, name: string, body: object): Promise<void> {
  await until(() => calls(opened, name).length > 0)
  assert.deepEqual(calls(opened, name), [body])
}
