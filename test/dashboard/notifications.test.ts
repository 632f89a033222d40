// The bell and the page of notifications in a browser: what is unread, where each one leads, and that others keep theirs unread.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import { states as of_connections, stream_of } from '#test/answers_of/connections.ts'
import {
  listed,
  type NotificationQuery,
  notification,
  notification_id,
  notification_states,
} from '#test/answers_of/notifications.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (address = '', answers: Answers = notification_states.data, view = {}) =>
  dashboard.open(`/o/${ORG}/notifications${address}`, { answers, ...view })
const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true })
const items = (page: Page) => page.getByRole('list', { name: 'Notifications', exact: true }).getByRole('listitem')
const bodies = ({ sent }: OpenedPage, tool: string) =>
  sent.filter(({ name }) => name === tool).map(({ body }) => body as Partial<NotificationQuery>)

/** Answers of a person who marks: what was marked is read from then on. */
function marking(count: number): Answers {
  const marked = new Set<string>()
  return {
    ...notification_states.data,
    list_own_notifications: (sent) => listed(count, (id) => marked.has(id) || marked.has('all'))(sent),
    mark_own_notifications: ({ body }) => {
      const { notification_id: id, all } = body as { notification_id?: string; all?: boolean }
      marked.add(all ? 'all' : id!)
      return ok({ marked: 1 })
    },
  }
}

test('the bell of every page says how many are unread, and leads to them by keyboard', async () => {
  const opened = await dashboard.open(`/o/${ORG}/settings/modules`, { answers: notification_states.data })
  const { page } = opened
  await bell(page, 'Notifications, 2 unread').focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/o/${ORG}/notifications`)
  await items(page).first().waitFor()
  assert.equal(await items(page).count(), 8)
  await assert_well_made(opened)
  await opened.close()
})

test('the bell counts no further than it has space for, and is silent while nothing is known', async () => {
  const many = {
    ...notification_states.data,
    list_own_notifications: ok({ notifications: [], next_before: null, unread: 1_204 }),
  }
  const opened = await open('', many)
  await bell(opened.page, 'Notifications, 1,204 unread').getByText('99+').waitFor()
  await opened.close()
  const unknown = await open('', notification_states.error)
  await unknown.page.getByText('Something went wrong on our side.').first().waitFor()
  await bell(unknown.page, 'Notifications').waitFor()
  await unknown.close()
})

test('a new notification shows on an open page, and an event without news asks for nothing', async () => {
  let count = 3
  const event = (): [string, object] => [
    'notifications',
    { org_id: ORG, unread: 3, newest_id: notification_id(count - 3) },
  ]
  const shifted: Answers[string] = (sent) => {
    const all = Array.from({ length: count }, (_, at) => notification(at)).slice(count - 3)
    return ok({ notifications: all.slice(0, (sent.body as NotificationQuery).limit), next_before: null, unread: 3 })
  }
  const opened = await open('', {
    ...notification_states.data,
    list_own_notifications: shifted,
    events: () => stream_of([event()], 50),
  })
  const { page } = opened
  await items(page).nth(2).waitFor()
  await page.waitForTimeout(500)
  const before = bodies(opened, 'list_own_notifications').length
  assert.ok(opened.sent.filter(({ name }) => name === 'events').length > 2)
  assert.ok(before <= 4, `${before} calls`)
  assert.equal(await items(page).getByText('volvió a la normalidad').count(), 0)
  count = 4
  await items(page).getByText('volvió a la normalidad').waitFor()
  await opened.close()
})

test('each one leads to where a person acts, and who follows it has read it', async () => {
  const opened = await open('', { ...of_connections.data, ...marking(8) })
  const { page } = opened
  await items(page).first().waitFor()
  const links = await items(page)
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  assert.deepEqual(links.slice(0, 3), [
    `/o/${ORG}/alerts?rule=r1`,
    `/o/${ORG}/settings/try?tool=approve_action`,
    `/o/${ORG}/connections`,
  ])
  await items(page).nth(2).getByText('Critical').waitFor()
  await items(page)
    .nth(2)
    .getByText(/^Over since Jun 28, 2026/)
    .waitFor()
  assert.equal(await items(page).nth(3).getByRole('link').count(), 0)
  const marked = page.waitForResponse(/mark_own_notifications/)
  await items(page).nth(2).getByRole('link').click()
  await page.waitForURL(`**/o/${ORG}/connections`)
  await marked
  assert.deepEqual(bodies(opened, 'mark_own_notifications'), [{ notification_id: notification_id(2) }])
  await opened.close()
})

test('one is marked as read, then all, and the bell follows', async () => {
  const opened = await open('', marking(8))
  const { page } = opened
  const mark = page.getByRole('button', { name: /^Mark as read/ })
  await mark.first().waitFor()
  assert.equal(await mark.count(), 2)
  await mark.first().focus()
  await page.keyboard.press('Enter')
  await bell(page, 'Notifications, 1 unread').waitFor()
  await items(page).first().getByText('Unread', { exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await bell(page, 'Notifications').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).waitFor({ state: 'detached' })
  assert.deepEqual(bodies(opened, 'mark_own_notifications'), [{ notification_id: notification_id(0) }, { all: true }])
  await assert_well_made(opened)
  await opened.close()
})

test('the page shows a refused mark where it happened, and the notification stays unread', async () => {
  const opened = await open('', {
    ...notification_states.data,
    mark_own_notifications: refused(400, 'error', 'No notification has this notification_id.'),
  })
  const { page } = opened
  await page
    .getByRole('button', { name: /^Mark as read/ })
    .first()
    .click()
  await page.getByText('No notification has this notification_id.').waitFor()
  await bell(page, 'Notifications, 2 unread').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('the filters are those of the tool, in the address, and one press removes them', async () => {
  const opened = await open('?module=tienda&show=unread')
  const { page } = opened
  await page.getByRole('heading', { name: 'No notification matches' }).waitFor()
  assert.deepEqual(bodies(opened, 'list_own_notifications').at(-1), { limit: 30, module: 'tienda', unread_only: true })
  await page.getByRole('button', { name: 'Remove the filter' }).click()
  await items(page).first().waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.getByLabel('Only unread').click()
  await page.waitForURL('**?show=unread')
  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Alerts' }).click()
  await page.waitForURL('**?show=unread&module=alertas')
  await items(page).nth(1).waitFor({ state: 'detached' })
  assert.equal(await items(page).count(), 1)
  await opened.close()
})

test('older ones come on request, below those that are shown, whole too', async () => {
  const opened = await open('', notification_states.most, { width: 390 })
  const { page } = opened
  await items(page).nth(29).waitFor()
  await page.getByRole('button', { name: 'Older notifications' }).click()
  await items(page).nth(59).waitFor()
  assert.deepEqual(bodies(opened, 'list_own_notifications').at(-1), { limit: 30, before: notification_id(29) })
  assert.ok((await items(page).nth(59).locator('p').first().textContent())!.length > 20)
  await assert_well_made(opened)
  await opened.close()
})

test('with nothing to tell, the page says what will appear here', async () => {
  const opened = await open('', notification_states.none)
  await opened.page.getByRole('heading', { name: 'No notifications yet' }).waitFor()
  assert.equal(await opened.page.getByRole('button', { name: 'Mark all as read' }).count(), 0)
  await opened.close()
})
