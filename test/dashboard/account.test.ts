// A person's own account: the language, in which sentences of answers come too.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answers, assert_well_made, ok, open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { me_as, ORG, states } from '#test/dashboard_answers.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test('another language changes the pages, and answers are asked again because their sentences come in it', async () => {
  let language = 'en'
  const answers: Answers = {
    ...states.data,
    get_me: () => ok({ ...me_as('member'), language }),
    'auth/update-user': ({ body }) => {
      language = (body as { language: string }).language
      return { body: { status: true } }
    },
  }
  const opened = await dashboard.open(`/o/${ORG}/settings/organization`, { answers })
  const { page, sent } = opened
  const asked = () => sent.filter(({ name }) => name === 'get_org_settings').length
  await page.getByRole('heading', { level: 1, name: 'Organization' }).waitFor()
  const before = asked()
  await page.getByRole('button', { name: 'Ana Torres' }).click()
  await page.getByRole('menuitem', { name: 'Account' }).click()
  await page.getByRole('combobox', { name: 'Language' }).click()
  await page.getByRole('option', { name: 'Español' }).click()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByRole('combobox', { name: 'Idioma' }).waitFor()
  assert.equal(language, 'es')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Organización' }).waitFor()
  await page.waitForLoadState('networkidle')
  assert.ok(asked() > before, 'the settings were asked once')
  await assert_well_made(opened)
  await opened.close()
})
