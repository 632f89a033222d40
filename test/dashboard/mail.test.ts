// The pages of emails in a browser: why a figure is missing, until when the data reaches, and what a person without the tools reads.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import type { Page } from 'playwright-core'
import { DENIED, mail_states, OFF } from '#test/answers_of/mail.ts'
import {
  type Answers,
  assert_well_made,
  type Mocked,
  type OpenedPage,
  ok,
  open_dashboard,
  type TestDashboard,
} from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

const TABS = ['', '?tab=campaigns', '?tab=contacts']

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

async function with_page(tab: string, answers: Answers, work: (opened: OpenedPage) => Promise<void>): Promise<void> {
  const opened = await dashboard.open(`/o/${ORG}/mail${tab}`, { answers })
  try {
    await work(opened)
    await assert_well_made(opened)
  } finally {
    await opened.close()
  }
}

const row = (page: Page, name: string, at: number) =>
  page.getByRole('region', { name, exact: true }).locator(`tr[aria-rowindex="${at + 2}"]`)
const cells = (page: Page, name: string, at: number) => row(page, name, at).locator('td').allTextContents()

suite('campaigns', () => {
  const campaign = { name: 'Novedades', subject: 'Nuevos tapetes', currency: null }
  const none = { sent: null, opens: null, clicks: null, revenue: null }
  const { result } = (mail_states.data.query_email_campaigns as Mocked).body as { result: object }
  const answers: Answers = {
    ...mail_states.data,
    query_email_campaigns: ok({
      ...result,
      campaigns: [
        { ...campaign, ...none, campaign_id: 'planned', sent_at: null },
        { ...campaign, ...none, campaign_id: 'sent', sent_at: '2026-06-20T12:00:00Z', sent: 12, opens: 0, clicks: 0 },
      ],
    }),
  }

  test('say why a figure is missing, and never show 0 for it', () =>
    with_page('?tab=campaigns', answers, async ({ page }) => {
      await row(page, 'Campaigns', 1).waitFor()
      const not_sent = '—, Not sent yet.'
      assert.deepEqual(
        (await cells(page, 'Campaigns', 0)).slice(1),
        Array.from({ length: 5 }, () => not_sent),
      )
      const [, , ...figures] = await cells(page, 'Campaigns', 1)
      assert.deepEqual(figures, ['12', '0', '0', '—, The platform has no figure for it.'])
    }))

  test('and contacts say until when their data reaches', async () => {
    for (const tab of ['?tab=campaigns', '?tab=contacts'])
      await with_page(tab, mail_states.data, async ({ page }) => {
        await page.getByRole('button', { name: 'Data until 1:40 AM' }).click()
        await page.getByText('Casa Lumbre email_a').waitFor()
      })
  })
})

suite('without the tools', () => {
  for (const tab of TABS) {
    test(`the page of emails${tab} says that the module is off`, () =>
      with_page(tab, mail_states.off, async ({ page }) => {
        await page.getByRole('heading', { name: 'The module of these figures is off' }).waitFor()
        await page.getByText(OFF).waitFor()
        assert.equal(await page.getByRole('button', { name: /^Try again/ }).count(), 0)
      }))

    test(`the page of emails${tab} says which scope the person lacks`, () =>
      with_page(tab, mail_states.denied, async ({ page }) => {
        await page.getByText('You may not do this here').waitFor()
        await page.getByText(DENIED).waitFor()
      }))
  }
})

suite('without data', () => {
  test('the review has dashes with a reason, and no 0', () =>
    with_page('', mail_states.partial, async ({ page }) => {
      const shown = page.getByRole('region', { name: 'Claimed revenue', exact: true }).getByRole('button')
      assert.match((await shown.textContent())!, /^—, \S/)
      for (const name of ['Sent campaigns', 'Delivered', 'Open rate', 'Click rate', 'Unsubscribes'])
        assert.match(
          (await page.getByRole('region', { name, exact: true }).getByRole('button').textContent())!,
          /^—, \S/,
        )
    }))

  test('lists say that there is nothing', async () => {
    for (const [tab, title] of [
      ['?tab=campaigns', 'No campaigns'],
      ['?tab=contacts', 'No contacts'],
    ] as const)
      await with_page(tab, mail_states.empty, async ({ page }) => {
        await page.getByRole('heading', { name: title }).waitFor()
      })
  })
})

test('the most rows of a list are not all in the page, and it says how many there are', () =>
  with_page('?tab=campaigns', mail_states.most, async ({ page }) => {
    await page.getByText('1,000 of 2,222 rows are shown.').waitFor()
    const list = page.getByRole('region', { name: 'Campaigns', exact: true })
    assert.ok((await list.locator('tbody tr').count()) <= 100)
    await list.evaluate((box) => box.scrollTo(0, box.scrollHeight))
    await row(page, 'Campaigns', 999).waitFor()
    await list.evaluate((box) => box.scrollTo(0, 0))
    await row(page, 'Campaigns', 0).waitFor()
  }))
