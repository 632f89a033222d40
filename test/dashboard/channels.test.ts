// The channels of the settings in a browser: chat, phone with its code, emails and quiet hours, and who may change which.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { channels, me_as, ORG, states } from '#test/dashboard_answers.ts'
import { until } from '#test/until.ts'

const SLACK = 'https://hooks.slack.com/services/T000/B000/slacktoken'
const PHONE = '+525512345678'
const NO_CHANNEL = { chat: null, messaging: null }

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

/** Tools answer what the channels are from then on. */
function answers_of(first: object, more: Answers = {}): Answers {
  let now = channels(first)
  const become = (changes: object) => {
    now = { ...now, ...changes }
    return ok(now)
  }
  return {
    ...states.data,
    get_org_channels: () => ok(now),
    update_org_channels: ({ body }) => {
      const { chat_webhook_url: url, messaging_phone: phone } = body as Record<string, string | undefined>
      const chat = url ? { host: new URL(url).host, format: 'slack', state: 'on', off_reason: null } : null
      const messaging = phone ? { phone: PHONE, state: 'unconfirmed', off_reason: null } : null
      return become({ ...(url !== undefined && { chat }), ...(phone !== undefined && { messaging }) })
    },
    update_org_settings: ({ body }) => {
      become((body as { channels: object }).channels)
      return states.data.get_org_settings as { body: object } as never
    },
    choose_notification_emails: ({ body }) => {
      become({ own_emails: body })
      return ok(body)
    },
    hold_critical_notifications: ({ body }) => {
      become(body as object)
      return ok(body)
    },
    ...more,
  }
}

const open = (answers: Answers, view = {}) => dashboard.open(`/o/${ORG}/settings/organization`, { answers, ...view })
const section = (page: Page, title: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const bodies = ({ sent }: OpenedPage, tool: string) => sent.filter(({ name }) => name === tool).map(({ body }) => body)

test('a chat is set by its address, of which the page then shows the host alone, and is removed after a confirmation', async () => {
  const opened = await open(answers_of(NO_CHANNEL))
  const { page } = opened
  const chat = section(page, 'Notifications in a chat')
  await chat.getByLabel('Address of the chat').fill(SLACK)
  await page.keyboard.press('Enter')
  await chat.getByText('Slack · hooks.slack.com').waitFor()
  assert.equal(await chat.getByLabel('Another address').inputValue(), '')
  assert.equal((await page.content()).includes('slacktoken'), false)
  await assert_well_made(opened)
  await chat.getByRole('button', { name: 'Remove Slack · hooks.slack.com' }).click()
  await page.getByText('To set it again, you need its address.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await chat.getByLabel('Address of the chat').waitFor()
  assert.deepEqual(bodies(opened, 'update_org_channels'), [{ chat_webhook_url: SLACK }, { chat_webhook_url: '' }])
  await opened.close()
})

test('a refused address stays in the field with the sentence of the engine, and a chat that is off says what to do', async () => {
  const sentence = 'chat_webhook_url is a connector of Teams, which Microsoft has ended.'
  const off = { chat: { host: 'discord.com', format: 'discord', state: 'off', off_reason: 'answered_404' } }
  const opened = await open(answers_of(off, { update_org_channels: refused(400, 'error', sentence) }))
  const { page } = opened
  const chat = section(page, 'Notifications in a chat')
  await chat.getByText('Its address was deleted or is refused.').waitFor()
  await chat.getByText('Switched off').waitFor()
  await chat.getByLabel('Another address').fill('https://x.webhook.office.com/y')
  await chat.getByRole('button', { name: 'Save' }).click()
  await chat.getByText(sentence).waitFor()
  assert.equal(await chat.getByLabel('Another address').inputValue(), 'https://x.webhook.office.com/y')
  await assert_well_made(opened)
  await opened.close()
})

test('a phone is set, shows its code, and the page sees by itself that the owner has sent it', async () => {
  let is_sent = false
  const messaging = () => ({ phone: PHONE, state: is_sent ? 'on' : 'unconfirmed', off_reason: null })
  let is_set = false
  const opened = await open({
    ...answers_of(NO_CHANNEL),
    get_org_channels: () => ok(channels({ messaging: is_set ? messaging() : null })),
    update_org_channels: () => {
      is_set = true
      return ok(channels({ messaging: messaging() }))
    },
    start_phone_confirmation: ok({
      ...{ phone: PHONE, send_to: '+15550001111', code: '20481357', until: '2026-06-28T12:30:00.000Z' },
      link: 'https://wa.me/15550001111?text=20481357',
    }),
  })
  const { page } = opened
  const phone = section(page, 'Notifications on a phone')
  await phone.getByLabel('Phone number').fill('+52 55 1234 5678')
  await page.keyboard.press('Enter')
  await phone.getByText('Not confirmed').waitFor()
  await phone.getByRole('button', { name: 'Show the code' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('20481357', { exact: true }).waitFor()
  await dialog.getByText('It works until Jun 28, 2026, 6:30 AM.').waitFor()
  const link = dialog.getByRole('link', { name: 'Open WhatsApp with the code' })
  assert.equal(await link.getAttribute('href'), 'https://wa.me/15550001111?text=20481357')
  await assert_well_made(opened)
  is_sent = true
  await dialog.getByText('The number is confirmed').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await phone.getByText('On', { exact: true }).waitFor()
  assert.deepEqual(bodies(opened, 'update_org_channels'), [{ messaging_phone: '+52 55 1234 5678' }])
  assert.equal(bodies(opened, 'start_phone_confirmation').length, 1)
  await opened.close()
})

test('without a WhatsApp number of the operator, no phone can be set, and the page says why', async () => {
  const opened = await open(answers_of({ ...NO_CHANNEL, messaging_is_configured: false }))
  const phone = section(opened.page, 'Notifications on a phone')
  await phone.getByText('This Tablero has no WhatsApp number of its own').waitFor()
  assert.equal(await phone.getByRole('textbox').count(), 0)
  await opened.close()
})

test('a person chooses their own emails, and an admin those of the organization', async () => {
  const opened = await open(answers_of({}))
  const { page } = opened
  const email = section(page, 'Notifications by email')
  await email.getByRole('combobox', { name: 'Your emails' }).click()
  await page.getByRole('option', { name: 'Never' }).click()
  await email.getByRole('combobox', { name: 'Your emails' }).and(page.locator('[value=Never]')).waitFor()
  await email.getByLabel('The organization sends emails').click()
  await email.getByText('They begin when the organization sends emails.').waitFor()
  assert.deepEqual(bodies(opened, 'choose_notification_emails'), [{ wanted: false }])
  assert.deepEqual(bodies(opened, 'update_org_settings'), [{ channels: { email: false } }])
  await opened.close()
})

test('quiet hours are local times, are cleared by empty texts, and an admin lets critical ones wait too', async () => {
  const opened = await open(answers_of({}))
  const { page } = opened
  const quiet = section(page, 'Quiet hours')
  await quiet.getByText('In the time zone America/Mexico_City.').waitFor()
  await quiet.getByLabel('To', { exact: true }).fill('08:15')
  await quiet.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await quiet.getByLabel('Critical ones wait too').click()
  await quiet.getByLabel('Messages wait').uncheck()
  assert.equal(await quiet.getByLabel('To', { exact: true }).count(), 0)
  await quiet.getByRole('button', { name: 'Save' }).click()
  const expected = [
    { notification_quiet_hours_start: '22:00', notification_quiet_hours_end: '08:15' },
    { notification_quiet_hours_start: '', notification_quiet_hours_end: '' },
  ]
  await until(() => bodies(opened, 'update_org_channels').length >= 2)
  assert.deepEqual(bodies(opened, 'update_org_channels'), expected)
  assert.deepEqual(bodies(opened, 'hold_critical_notifications'), [{ quiet_holds_critical: true }])
  await opened.close()
})

test('a member sets channels but not what admins decide, and a viewer chooses their own emails alone', async () => {
  const opened = await open(answers_of({}, { get_me: ok(me_as('member')) }))
  const { page } = opened
  await section(page, 'Notifications in a chat').getByLabel('Another address').waitFor()
  assert.ok(await page.getByLabel('The organization sends emails').isDisabled())
  assert.ok(await page.getByLabel('Critical ones wait too').isDisabled())
  assert.ok(await page.getByLabel('Messages wait').isEnabled())
  await opened.close()
  const viewer = await open(answers_of({}, { get_me: ok(me_as('viewer')) }))
  await viewer.page.getByText('Slack · hooks.slack.com').waitFor()
  assert.equal(await viewer.page.getByRole('button', { name: /^(Save|Remove|Show the code)/ }).count(), 0)
  assert.ok(await viewer.page.getByLabel('Messages wait').isDisabled())
  assert.ok(await viewer.page.getByRole('combobox', { name: 'Your emails' }).isEnabled())
  await assert_well_made(viewer)
  await viewer.close()
})
