// What the overview says about acting: executed changes at their day, and the open recommendations.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { overview_states } from '#test/answers_of/overview.ts'
import { type OpenedPage, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

async function with_page(answers: typeof overview_states.data, work: (opened: OpenedPage) => Promise<void>) {
  const opened = await dashboard.open(`/o/${ORG}/`, { answers })
  await work(opened)
  assert.deepEqual(opened.faults, [])
  await opened.close()
}

test('executed changes stand at their day: in the drawing, in the words of the point, and in the table', () =>
  with_page(overview_states.data, async ({ page }) => {
    const changes = 'Pause a campaign: Retargeting; Change a daily budget: Marca'
    const plot = page.getByRole('region', { name: /^Ad spend .*store revenue/ })
    const points = plot.getByRole('slider')
    await points.focus()
    await page.keyboard.press('Home')
    for (let day = 0; day < 12; day++) await page.keyboard.press('ArrowRight')
    const said = await points.getAttribute('aria-valuetext')
    assert.match(said!, /^Wed, Jun 10: Store revenue/)
    assert.ok(said!.endsWith(`, ${changes}`), said!)
    const marks = plot.locator('title', { hasText: 'Pause a campaign: Retargeting' })
    // The drawing is loaded when it comes into view, and the points can be read before.
    await marks.first().waitFor({ state: 'attached' })
    assert.equal(await marks.count(), 1)
    await plot.getByRole('button', { name: 'Show as table' }).click()
    const row = plot.getByRole('row', { name: /^Wed, Jun 10/ })
    assert.equal(await row.getByRole('cell').last().textContent(), changes)
  }))

test('the three most important recommendations lead to all of them, and an effect that is not known is no zero', () =>
  with_page(overview_states.data, async ({ page }) => {
    const box = page.getByRole('region', { name: '7 open recommendations' })
    const rows = box.getByRole('listitem')
    await rows.nth(2).waitFor()
    assert.equal(await rows.count(), 3)
    assert.match((await rows.first().textContent())!, /Critical.*Worth in 30 days: \$1,200\.50 to \$3,400\.00/)
    assert.doesNotMatch((await rows.last().textContent())!, /Worth|\$/)
    const link = box.getByRole('link', { name: 'All recommendations' })
    assert.equal(await link.getAttribute('href'), `/o/${ORG}/recommendations`)
  }))

test('without recommendations there is no place for them', () =>
  with_page(overview_states.none, async ({ page }) => {
    await page.getByRole('heading', { name: 'No figures yet' }).waitFor()
    assert.equal(await page.getByText('open recommendation').count(), 0)
  }))
