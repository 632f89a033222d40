// Every page that shows figures, on a real Tablero: what a person reads equals the answer of the tool to the same call by a key.
import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import type { Request } from 'playwright-core'
import { add_days, today_in } from '#domain/windows.ts'
import { ads } from '#test/compared/ads.ts'
import { explore } from '#test/compared/explore.ts'
import { email } from '#test/compared/mail.ts'
import { marketplace } from '#test/compared/marketplace.ts'
import { overview } from '#test/compared/overview.ts'
import { search } from '#test/compared/search.ts'
import { social } from '#test/compared/social.ts'
import { store } from '#test/compared/store.ts'
import { type Ask, DAYS, type View } from '#test/compared/views.ts'
import { type LoadedOrg, type RealDashboard, shared_real_dashboard, type Visitor } from '#test/real_dashboard.ts'
import { assert_regions, type Reader } from '#test/shown_figures.ts'
import { until } from '#test/until.ts'

const ROOT = join(import.meta.dirname, '../../..')
const TIME_ZONE = 'America/Mexico_City'
const PLATFORMS = [
  'gx_ads',
  'mx_ads',
  'net_c_ads',
  'gx_analytics',
  'seo_console',
  'sx',
  'email_a',
  'mpa',
  'social_a',
] as const
/** Pages whose numbers are no figures of the business, or, of alerts, no figures of a report. */
const WITHOUT_FIGURES = [
  'approvals',
  'connections',
  'clients',
  'apps',
  'try',
  'settings',
  'notifications',
  'alerts',
  'recommendations',
  'webhooks',
]

let dashboard: RealDashboard
let org: LoadedOrg
let days: Ask['days']
let days_before: Ask['days']
before(async () => {
  dashboard = await shared_real_dashboard()
  org = await dashboard.loaded_org('Casa Lumbre', PLATFORMS)
  await dashboard.db.query('update orgs set shows_first_steps = false where org_id = $1', [org.org_id])
  const today = today_in(TIME_ZONE, new Date())
  days = { date_from: add_days(today, -DAYS), date_to: add_days(today, -1) }
  days_before = { date_from: add_days(today, -2 * DAYS), date_to: add_days(today, -DAYS - 1) }
})
after(() => dashboard.close())

const views: View[] = [overview, ...ads, ...store, ...marketplace, ...search, ...email, ...social, ...explore]

/** From the lists of the areas. A new page has its comparison here, or is one without figures. */
async function paths_of_pages(): Promise<string[]> {
  const paths: string[] = []
  for await (const file of glob('dashboard/src/areas/*/pages.ts', { cwd: ROOT }))
    for (const [, path] of (await readFile(join(ROOT, file), 'utf8')).matchAll(/\bpath: '([^']*)'/g)) paths.push(path!)
  return paths
}

// ---- the comparison ----------------------------------------------------------------------------------------------------

const path_of = ({ address }: View) => address.split('?')[0]!

async function post(url: string, headers: Record<string, string>, input: object) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(input),
  })
  const { ok, result, error } = (await answer.json()) as { ok: boolean; result: never; error: string }
  assert.ok(ok, `${url}: ${error}`)
  return result
}

/** Asks as the page does. `sent`: the calls of the page, which grow. */
function asker({ context }: Visitor, sent: readonly string[]): Ask {
  const assert_sent = async (tool: string, input: object) => {
    const wanted = `${tool} ${JSON.stringify(input)}`
    assert.ok(await until(() => sent.includes(wanted)), `the page did not send ${wanted}, but ${sent.join(', ')}`)
  }
  const url = (tool: string) => `${dashboard.url}/api/v1/${tool}`
  const ask = async (tool: string, input: object) => {
    await assert_sent(tool, input)
    return post(url(tool), { authorization: `Bearer ${org.key}` }, input)
  }
  const inside = async (tool: string, input: object) => {
    await assert_sent(tool, input)
    const headers = { origin: dashboard.url, 'x-svc-org': org.org_id }
    const answer = await context.request.post(url(tool), { headers, data: input })
    return ((await answer.json()) as { result: never }).result
  }
  return Object.assign(ask, { inside, days, days_before }) as Ask
}

async function reader_of({ page }: Visitor, language: string): Promise<Reader> {
  if (language === 'en') return { page, language, said: (text) => text }
  const file = join(ROOT, `dashboard/locales/${language}.json`)
  const words = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
  return { page, language, said: (text) => words[text] ?? text }
}

const member = (language: string) =>
  dashboard.member({ org_id: org.org_id, role: 'admin', email: `${language}@example.com`, language })

/** Opens the page, and compares everything on it. */
async function compare(view: View, visitor: Visitor, language: string): Promise<void> {
  const { page, faults } = visitor
  const sent: string[] = []
  const remember = (request: Request) => {
    const tool = new URL(request.url()).pathname.replace('/api/v1/', '')
    if (request.method() === 'POST') sent.push(`${tool} ${request.postData()}`)
  }
  const separator = view.address.includes('?') ? '&' : '?'
  page.on('request', remember)
  try {
    await page.goto(`${dashboard.url}/o/${org.org_id}/${view.address}${separator}period=${DAYS}d`)
    const ask = asker(visitor, sent)
    await assert_regions(await reader_of(visitor, language), await view.regions(ask))
    const texts = language === 'en' ? await view.texts?.(ask) : []
    for (const text of texts ?? []) await page.getByText(text, { exact: false }).waitFor()
    assert.deepEqual(faults, [])
  } finally {
    page.off('request', remember)
  }
}

suite('what a person reads equals the answer of the tool', () => {
  let visitor: Visitor
  const tabs = new Map<string, Set<string>>()
  const opened = new Map<string, Set<string>>()
  before(async () => {
    visitor = await member('en')
  })
  after(() => visitor.close())

  for (const view of views)
    test(view.address.split('&sql=')[0] || 'the overview', async () => {
      await compare(view, visitor, 'en')
      const names = (selected: object) => visitor.page.locator('main').getByRole('tab', selected).allInnerTexts()
      const path = path_of(view)
      tabs.set(path, new Set(await names({})))
      opened.set(path, new Set([...(opened.get(path) ?? []), ...(await names({ selected: true }))]))
    })

  test('on every page with figures, and on each of its tabs', async () => {
    const with_figures = (await paths_of_pages()).filter((path) => !WITHOUT_FIGURES.includes(path.split('/')[0]!))
    assert.deepEqual([...tabs.keys()].sort(), with_figures.sort())
    assert.deepEqual(opened, tabs)
  })
})

test('what a person reads in Spanish equals the answer of the tool', async () => {
  const visitor = await member('es')
  await compare(store[0]!, visitor, 'es')
  await visitor.close()
})
