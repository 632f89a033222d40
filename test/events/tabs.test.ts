// The stream of events in a real browser, with a real server: the tabs of a browser share one stream.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { create_org } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'
import type { Browser as Person } from '#test/browser.ts'
import { BROWSER } from '#test/chromium.ts'
import { add_connection, add_run, cookie_of, signed_in, user_id_of } from '#test/event_streams.ts'
import { tell_in } from '#test/notice_bench.ts'
import { add_member, call_as_member, result_of } from '#test/people.ts'
import { until } from '#test/until.ts'

/** Tabs of one browser. The long run opens fifty. */
const TABS = Number(process.env.TABS ?? 6)
/** Tabs that load their page at the same time. */
const AT_ONCE = 5
const WAIT_MS = 60_000

let app: TestApp
let chrome: Browser
before(async () => {
  app = await test_app({ seeded: false })
  chrome = await chromium.launch({ executablePath: BROWSER, chromiumSandbox: false, args: ['--disable-gpu'] })
})
after(async () => {
  await chrome?.close()
  await app.close()
})

/** A browser in which the person has signed in, with the faults that its pages report. */
async function browser_of(person: Person): Promise<{ context: BrowserContext; faults: string[] }> {
  const context = await chrome.newContext({ viewport: { width: 1000, height: 700 }, reducedMotion: 'reduce' })
  context.setDefaultTimeout(WAIT_MS)
  const [name, value] = cookie_of(person).split('=') as [string, string]
  await context.addCookies([{ name, value, url: app.url }])
  const faults: string[] = []
  context.on('weberror', (error) => faults.push(error.error().message))
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  return { context, faults }
}

const shows = (page: Page, text: string | RegExp) => page.getByRole('article').getByText(text).waitFor()

test('two tabs share one stream, each sees its organization, and when the reading tab closes the other takes over', async () => {
  const [first, second] = [await create_org(app.db, { name: 'Norte' }), await create_org(app.db, { name: 'Sur' })]
  const ana = await signed_in(app, 'two.tabs@example.com', first)
  await add_member(app.db, { org_id: second, role: 'viewer', user_id: await user_id_of(app, 'two.tabs@example.com') })
  const [of_first, of_second] = [
    await add_connection(app, first, 'Tienda Norte'),
    await add_connection(app, second, 'Tienda Sur'),
  ]
  const { context, faults } = await browser_of(ana)
  const [norte, sur] = [await context.newPage(), await context.newPage()]
  await norte.goto(`${app.url}/o/${first}/connections`)
  await sur.goto(`${app.url}/o/${second}/connections`)
  await shows(norte, 'Tienda Norte')
  await shows(sur, 'Tienda Sur')
  await add_run(app, { org_id: first, connection_id: of_first, progress: 0.41 })
  await shows(norte, 'orders · 41 %')
  await add_run(app, { org_id: second, connection_id: of_second, progress: 0.62 })
  await shows(sur, 'orders · 62 %')
  assert.equal(app.engine.events.size, 1)
  await norte.close()
  await app.db.query('update sync_runs set progress = 0.77 where connection_id = $1', [of_second])
  await shows(sur, 'orders · 77 %')
  assert.ok(await until(() => app.engine.events.size === 1))
  await app.db.query(`update sync_runs set state = 'succeeded' where connection_id = $1`, [of_second])
  await app.db.query('update connections set last_sync_at = now(), last_rows_at = now() where connection_id = $1', [
    of_second,
  ])
  await shows(sur, 'Healthy')
  await shows(sur, 'Read this minute')
  assert.deepEqual(faults, [])
  await context.close()
  assert.ok(await until(() => app.engine.events.size === 0))
})

test('a notification reaches the bell of every open tab, and is read in all of them', async () => {
  const org_id = await create_org(app.db, { name: 'Centro' })
  const { context, faults } = await browser_of(await signed_in(app, 'bell@example.com', org_id))
  const tabs = [await context.newPage(), await context.newPage()]
  const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
  for (const page of tabs) {
    await page.goto(`${app.url}/o/${org_id}/notifications`)
    await page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
  }
  await tell_in(app, { org_id }, { text: 'Tienda must be reconnected' }, new Date())
  for (const page of tabs) {
    await bell(page, 'Notifications, 1 unread').waitFor()
    await page.getByRole('heading', { name: 'Tienda must be reconnected' }).waitFor()
  }
  await tabs[1]!.getByRole('button', { name: 'Mark all as read' }).click()
  for (const page of tabs) await bell(page, 'Notifications').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('a removed member sees no access without a press of a key', async () => {
  const org_id = await create_org(app.db, { name: 'Oeste' })
  const leo = await signed_in(app, 'removed@example.com', org_id)
  const admin = { org_id, role: 'admin', user_id: await add_member(app.db, { org_id, role: 'admin' }) } as const
  await add_connection(app, org_id, 'Tienda Oeste')
  const { context } = await browser_of(leo)
  const page = await context.newPage()
  await page.goto(`${app.url}/o/${org_id}/connections`)
  await shows(page, 'Tienda Oeste')
  assert.ok(await until(() => app.engine.events.size === 1))
  result_of(
    await call_as_member(app.engine, 'remove_member', { user_id: await user_id_of(app, 'removed@example.com') }, admin),
  )
  await page.getByText('No access to this organization').waitFor()
  assert.equal(app.engine.events.size, 0)
  await context.close()
})

test(`${TABS} tabs with ${TABS} organizations share one stream, and each shows its own progress`, async (test) => {
  const org_ids: string[] = []
  for (let n = 0; n < TABS; n++) org_ids.push(await create_org(app.db, { name: `Client ${n}` }))
  const eva = await signed_in(app, 'fifty.tabs@example.com', org_ids[0]!)
  const user_id = await user_id_of(app, 'fifty.tabs@example.com')
  for (const org_id of org_ids.slice(1)) await add_member(app.db, { org_id, role: 'admin', user_id })
  const connections = new Map<string, string>()
  for (const [n, org_id] of org_ids.entries()) connections.set(org_id, await add_connection(app, org_id, `Store ${n}`))
  const { context, faults } = await browser_of(eva)
  const began = performance.now()
  const pages = new Map<string, Page>()
  for (let at = 0; at < TABS; at += AT_ONCE)
    await Promise.all(
      org_ids.slice(at, at + AT_ONCE).map(async (org_id) => {
        const page = await context.newPage()
        pages.set(org_id, page)
        await page.goto(`${app.url}/o/${org_id}/connections`, { waitUntil: 'commit' })
        await page.getByRole('article').first().waitFor()
      }),
    )
  test.diagnostic(`${TABS} tabs open after ${Math.round(performance.now() - began)} ms`)
  assert.ok(await until(() => app.engine.events.size === 1))
  const sent_at = performance.now()
  for (const [n, org_id] of org_ids.entries())
    await add_run(app, { org_id, connection_id: connections.get(org_id)!, progress: (n + 10) / 100 })
  for (const [n, org_id] of org_ids.entries()) {
    await shows(pages.get(org_id)!, `orders · ${n + 10} %`)
    assert.equal(
      await pages
        .get(org_id)!
        .getByRole('article', { name: /^Store / })
        .count(),
      1,
    )
  }
  test.diagnostic(`every tab shows its progress after ${Math.round(performance.now() - sent_at)} ms`)
  assert.ok(await until(() => app.engine.events.size === 1), `${app.engine.events.size} streams`)
  assert.deepEqual(faults, [])
  await context.close()
})
