// Trying a tool in a browser: the form, what is sent, and what the page shows of the answer.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { published_tools, try_states } from '#test/answers_of/try.ts'
import {
  type Answers,
  assert_well_made,
  type OpenedPage,
  ok,
  open_dashboard,
  refused,
  type TestDashboard,
} from '#test/dashboard.ts'
import { me_as, ORG, states } from '#test/dashboard_answers.ts'
import { tried_tools } from '#test/tried_tools.ts'

const PATH = `/o/${ORG}/settings/try`
const at = (tool: string, input?: unknown) =>
  `${PATH}?${new URLSearchParams({ tool, ...(input !== undefined && { input: JSON.stringify(input) }) })}`

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const open = (path: string, answers: Answers = {}) =>
  dashboard.open(path, { answers: { ...try_states.data, ...answers } })

/** The frame of the page sends requests of its own at any time. */
const last_call = (sent: OpenedPage['sent'], tool: string) => sent.findLast(({ name }) => name === tool)

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true })
const copied = async (page: Page, form: string) => {
  await page.getByRole('radiogroup', { name: 'Copy this call' }).getByText(form, { exact: true }).click()
  return (await page.locator('pre').last().textContent())!
}
const TABS_MAX = 60
const is_focused = (element: Locator) => element.evaluate((node) => node.matches(':focus'))

/** Presses Tab until the element with this name has the focus. */
async function tab_to(page: Page, name: string): Promise<void> {
  const named = page.getByLabel(name, { exact: true }).or(page.getByRole('link', { name, exact: true }))
  await named.waitFor()
  for (let n = 0; n < TABS_MAX; n += 1) {
    if (await is_focused(named)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not reach ${name}`)
}

/** The body that a shell would send. */
const body_of = (curl: string) => JSON.parse(/-d '(.*)'$/s.exec(curl)![1]!.replaceAll("'\\''", "'")) as unknown

test('for published tools with every kind of input, the page sends the example, and the copied calls have the same body', async (context) => {
  const tried = tried_tools()
  context.diagnostic(`${tried.length} of ${published_tools.length} published tools`)
  const answers = Object.fromEntries(published_tools.map(({ name }) => [name, ok({ count: 0 })]))
  const opened = await open(PATH, answers)
  const { page, sent } = opened
  const list = page.getByRole('navigation', { name: 'Tools' })
  for (const { name, example, effect } of tried) {
    await list.getByRole('link', { name: new RegExp(`^${name} `) }).click()
    await page.getByRole('heading', { name, exact: true }).waitFor()
    await page.getByRole('button', { name: 'Fill in the example' }).click()
    await send(page).click()
    if (effect === 'write') await page.getByRole('button', { name: 'Send the change' }).click()
    await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
    const call = sent.find((one) => one.name === name)
    assert.deepEqual([call?.body, call?.org], [example, ORG], name)
    assert.deepEqual(body_of(await copied(page, 'curl')), example, name)
    assert.deepEqual(JSON.parse(await copied(page, 'MCP')).params, { name, arguments: example })
  }
  assert.deepEqual(opened.faults, [])
  await opened.close()
})

test('a quote in the input does not end the body in a shell', async () => {
  const input = { search: "D'Angelo $(id) `x`" }
  const opened = await open(at('query_products', input))
  const curl = await copied(opened.page, 'curl')
  assert.match(curl, /'\{"search":"D'\\''Angelo \$\(id\) `x`"\}'$/)
  assert.deepEqual(body_of(curl), input)
  await opened.close()
})

test('the copied link opens the same form, and the address has what was sent', async () => {
  const input = { metric: 'store.revenue', dimensions: ['date', 'utm_source'], filters: { utm_source: ['a&b', null] } }
  const opened = await open(at('query_data', input), { query_data: ok({}) })
  const { page, sent } = opened
  await page.getByLabel('date_from').fill('2026-06-01')
  await send(page).click()
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  const whole = { ...input, date_from: '2026-06-01' }
  assert.deepEqual(last_call(sent, 'query_data')?.body, whole)
  const link = await copied(page, 'Link')
  assert.deepEqual(JSON.parse(new URL(page.url()).searchParams.get('input')!), whole)
  await page.goto(link)
  assert.equal(await page.getByLabel('dimensions').inputValue(), 'date\nutm_source')
  await send(page).click()
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  assert.deepEqual(last_call(sent, 'query_data')?.body, whole)
  await opened.close()
})

test('a write is sent only after a dialog that names it, the organization and the input', async () => {
  const opened = await open(at('invite_user', { email: 'ana@example.com', role: 'viewer' }), {
    invite_user: ok({ invitation_id: 'x' }),
  })
  const { page, sent } = opened
  await send(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('invite_user is a write in the organization Casa Lumbre.').waitFor()
  await dialog.getByText('"email": "ana@example.com"').waitFor()
  await assert_well_made(opened)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.ok(!sent.some(({ name }) => name === 'invite_user'))
  await send(page).click()
  await dialog.getByRole('button', { name: 'Send the change' }).click()
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  assert.equal(sent.filter(({ name }) => name === 'invite_user').length, 1)
  await opened.close()
})

test('the sentence of the engine stands at the field that it names, with the request id below', async () => {
  const sentence = 'days_back: must be at most 1100.'
  const opened = await open(at('get_kpi_summary', { days_back: 9999 }), {
    get_kpi_summary: refused(400, 'error', sentence),
  })
  const { page } = opened
  await send(page).click()
  await page.getByRole('alert').getByText('Check these fields: days_back').waitFor()
  await page.getByRole('alert').getByText('request-1').waitFor()
  const field = page.getByLabel('days_back')
  assert.equal(await field.getAttribute('aria-invalid'), 'true')
  const described = await field.getAttribute('aria-describedby')
  const texts = await Promise.all(
    described!
      .trim()
      .split(/\s+/)
      .map((id) => page.locator(`[id="${id}"]`).textContent()),
  )
  assert.ok(texts.includes(sentence))
  await assert_well_made(opened)
  await opened.close()
})

test('what a field cannot hold is named at the field, and nothing is sent', async () => {
  const opened = await open(at('query_data'))
  const { page, sent } = opened
  await page.getByLabel('filters').fill('{"utm_source":')
  await send(page).click()
  await page.getByText('This is not valid JSON.').waitFor()
  await page.getByText('This is needed.').waitFor()
  assert.ok(!sent.some(({ name }) => name === 'query_data'))
  await opened.close()
})

test('a broken address falls back to an empty form, and says so', async () => {
  const opened = await open(`${PATH}?tool=query_data&input={"metric":`)
  const { page } = opened
  await page.getByText('Its input is no JSON object. The form starts empty.').waitFor()
  assert.equal(await page.getByLabel('metric').inputValue(), '')
  await page.goto(dashboard.url + at('query_data', { metric: 'store.revenue', group: ['date'], dimensions: 'date' }))
  await page.getByText('The form has no field for: group, dimensions.').waitFor()
  assert.equal(await page.getByLabel('metric').inputValue(), 'store.revenue')
  await page.goto(dashboard.url + at('query_everything'))
  await page.getByText('There is no tool query_everything here').waitFor()
  await opened.close()
})

test('a tool that the role may not call says who can, and sends nothing', async () => {
  const opened = await open(at('invite_user', { email: 'ana@example.com' }), { get_me: ok(me_as('viewer')) })
  const { page, sent } = opened
  await page.getByText('These roles can: Admin. An admin can change yours.').waitFor()
  assert.ok(await send(page).isDisabled())
  assert.ok(await page.getByLabel('email').isDisabled())
  await page.getByRole('link', { name: 'invite_user Admin' }).waitFor()
  await page.getByRole('link', { name: 'trigger_sync Admin, Member' }).waitFor()
  await page.getByRole('link', { name: 'query_data reads' }).waitFor()
  await assert_well_made(opened)
  assert.ok(!sent.some(({ name }) => name === 'invite_user'))
  await opened.close()
})

test('a long answer shows its beginning, and the rest on request', async () => {
  const rows = Array.from({ length: 1000 }, (_, number) => ({ number, text: 'x'.repeat(2_000), more: { a: [number] } }))
  const opened = await open(at('query_products'), { query_products: ok({ rows, count: 1000 }) })
  const { page } = opened
  await send(page).click()
  const answer = page.getByRole('region', { name: 'Answer' })
  await answer.getByText('[1000]').click()
  await answer.getByText('Show 100 more').waitFor()
  assert.equal(await answer.locator('details details > ul > li > details').count(), 100)
  assert.ok((await page.locator('*').count()) < 1_500)
  await answer.getByText('Show 100 more').click()
  assert.equal(await answer.locator('details details > ul > li > details').count(), 200)
  await answer.getByText(/^number: 0/).click()
  await answer.getByText('Show all 2002 characters').click()
  assert.ok((await answer.textContent())!.includes('x'.repeat(2_000)))
  await assert_well_made(opened)
  await opened.close()
})

test('work that outlives the call is asked for again with the same input, until its result is here', async () => {
  let calls = 0
  const opened = await open(at('run_pagescore_scan', { url: 'https://www.example.com/' }), {
    run_pagescore_scan: () => {
      calls += 1
      return ok(calls < 3 ? { run_id: 'run-1', state: 'running' } : { run_id: 'run-1', state: 'succeeded', score: 91 })
    },
  })
  const { page, sent } = opened
  await send(page).click()
  await page.getByRole('button', { name: 'Send the change' }).click()
  await page.getByText('The work continues').waitFor()
  await page.getByText('"succeeded"').waitFor()
  assert.equal(await page.getByText('The work continues').count(), 0)
  const bodies = sent.filter(({ name }) => name === 'run_pagescore_scan').map(({ body }) => JSON.stringify(body))
  assert.deepEqual(bodies, Array(3).fill('{"url":"https://www.example.com/"}'))
  await opened.close()
})

test('syncs that a call started are followed until they have ended', async () => {
  const states_of_run = ['queued', 'running', 'succeeded']
  let reads = 0
  const opened = await open(at('trigger_sync', { platform: 'mx_ads' }), {
    trigger_sync: ok({
      platform: 'mx_ads',
      syncs: [{ run_id: 'run-1', name: 'Ads of Casa Lumbre', state: 'started' }],
    }),
    list_connections_detail: () => {
      const state = states_of_run[Math.min(reads, 2)]
      reads += 1
      return ok({ connections: [{ connection_id: 'a', runs: [{ run_id: 'run-1', state, rows: 1234, error: null }] }] })
    },
  })
  const { page } = opened
  await send(page).click()
  await page.getByRole('button', { name: 'Send the change' }).click()
  await page.getByText('Ads of Casa Lumbre: waits for a free worker').waitFor()
  await page.getByText('Ads of Casa Lumbre: running, 1,234 rows so far').waitFor()
  await page.getByText('Ads of Casa Lumbre: done, 1,234 rows').waitFor()
  await assert_well_made(opened)
  await opened.close()
})

test('the keyboard alone finds a tool, fills its form, sends it and unfolds the answer', async () => {
  const opened = await open(PATH, { query_orders: ok({ orders: [{ order_number: '1001' }], count: 1 }) })
  const { page, sent } = opened
  await tab_to(page, 'Search tools')
  await page.keyboard.type('orders store query')
  await tab_to(page, 'query_orders reads')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'query_orders', exact: true }).waitFor()
  await tab_to(page, 'limit')
  await page.keyboard.type('5')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Answer', exact: true }).waitFor()
  assert.deepEqual(last_call(sent, 'query_orders'), { name: 'query_orders', body: { limit: 5 }, org: ORG })
  const order = page.locator('summary', { hasText: '1001' })
  for (let n = 0; n < TABS_MAX && !(await is_focused(order)); n += 1) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.locator('details[open] > ul > li', { hasText: 'order_number: "1001"' }).last().waitFor()
  await opened.close()
})

test('on a phone the tools give way to the chosen one, and come again', async () => {
  const opened = await dashboard.open(PATH, { width: 390, answers: { ...states.data, ...try_states.data } })
  const { page } = opened
  await page.getByRole('link', { name: /^get_kpi_summary / }).click()
  await page.getByRole('heading', { name: 'get_kpi_summary' }).waitFor()
  assert.ok(await page.getByRole('navigation', { name: 'Tools' }).isHidden())
  await assert_well_made(opened)
  await page.getByRole('button', { name: 'All tools' }).click()
  await page.getByRole('navigation', { name: 'Tools' }).waitFor()
  await opened.close()
})
