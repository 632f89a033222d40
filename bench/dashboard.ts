// Measures the overview in Chromium: the time to its figures in a fresh and in a known browser, its calls, and the feedback on another period.
import type pg from 'pg'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { CHROMIUM } from '../scripts/browser.ts'
import { child } from './child.ts'
import { sign_in_everywhere } from './cookie.ts'
import { median } from './measured.ts'
import { met, ms, type Section } from './section.ts'
import type { BenchOrg } from './world.ts'

const FLAGS = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const OPENINGS = 7
const WAIT_MS = 30_000
const COLD_MS = 1_500
const CACHED_MS = 300
const FEEDBACK_MS = 100
const CALLS_MAX = 6
const TILES = ['Ad spend', 'Store revenue', 'Store ROAS', 'Blended ad ROAS', 'Orders', 'Sessions']

/** Milliseconds after `begin` at which the frame with all tiles is drawn. */
const drawn_after = (begin: string) => `new Promise((done) => {
  const has_figure = (name) => [...document.querySelectorAll('main section[aria-label="' + name + '"]')]
    .some((tile) => /\\d|—/.test(tile.textContent.slice(name.length)))
  const look = () => requestAnimationFrame(() =>
    ${JSON.stringify(TILES)}.every(has_figure) ? setTimeout(() => done(performance.now() - (${begin}))) : look())
  look()
})`

/** Milliseconds from the press to the frame in which the page names the new period and marks its old figures. */
const FEEDBACK = `new Promise((done) => {
  let pressed
  document.addEventListener('click', (event) => (pressed ??= event.timeStamp), { capture: true, once: true })
  const is_shown = () => pressed !== undefined && document.querySelector('main [aria-busy=true]') !== null
  const look = () => requestAnimationFrame(() => is_shown() ? setTimeout(() => done(performance.now() - pressed)) : look())
  look()
})`

interface Opened {
  cold: number
  again: number
  within: number
  feedback: number
  calls: number
}

export async function measure_dashboard(url: string, pool: pg.Pool, orgs: BenchOrg[]): Promise<Section> {
  await pool.query('update orgs set shows_first_steps = false')
  const server = await child<{ address: string }>('app_server.ts', { url, tools: {}, orgs })
  const { address } = server.ready
  const cookies = await sign_in_everywhere(pool, orgs, address)
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS, chromiumSandbox: false })
  try {
    // Each opening is of another organization, which no caller has read before. The first one warms the server up.
    const opened: Opened[] = []
    for (const [n, { org_id }] of orgs.slice(0, OPENINGS + 1).entries())
      opened.push(await open_once(browser, { address, org_id, cookie: cookies[n]! }))
    return as_section(opened.slice(1))
  } finally {
    await browser.close()
    await server.stop()
  }
}

interface Place {
  address: string
  org_id: string
  cookie: string
}

async function open_once(browser: Browser, { address, org_id, cookie }: Place): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en' })
  try {
    context.setDefaultTimeout(WAIT_MS)
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    await context.addCookies([{ name, value, url: address }])
    const overview = `${address}/o/${org_id}`
    const { cold, calls } = await open_first(context, overview)
    const page = await context.newPage()
    const again = await open_page(page, overview)
    const within = await come_back(page)
    const feedback = await change_period(page)
    return { cold, again, within, feedback, calls }
  } finally {
    await context.close()
  }
}

/** In a browser without a cache. */
async function open_first(context: BrowserContext, overview: string): Promise<{ cold: number; calls: number }> {
  const page = await context.newPage()
  let calls = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('/api/v1/')) calls += 1
  })
  const cold = await open_page(page, overview)
  await page.getByRole('region', { name: 'Worst campaigns' }).waitFor()
  await page.close()
  return { cold, calls }
}

async function open_page(page: Page, overview: string): Promise<number> {
  await page.goto(overview, { waitUntil: 'commit' })
  return page.evaluate<number>(drawn_after('0'))
}

/** From the page of stores, with answers that the dashboard still has. */
async function come_back(page: Page): Promise<number> {
  const link = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).first()
  await link('Store').click()
  await page.getByRole('heading', { level: 1, name: 'Store' }).waitFor()
  await page.evaluate(
    `document.addEventListener('click', ({ timeStamp }) => { globalThis.pressed_at = timeStamp }, { capture: true, once: true })`,
  )
  await link('Overview').click()
  return page.evaluate<number>(drawn_after('globalThis.pressed_at'))
}

async function change_period(page: Page): Promise<number> {
  await page.locator('main [aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.keyboard.press('t')
  const choice = page.getByRole('menuitem', { name: /^Last 7 days/ })
  await choice.waitFor()
  const feedback = page.evaluate<number>(FEEDBACK)
  await choice.click()
  return feedback
}

function as_section(opened: Opened[]): Section {
  const line = (what: string, name: keyof Opened, goal: number) => {
    const values = opened.map((one) => one[name])
    const shown = name === 'calls' ? String : ms
    const reached = median(values)
    return [
      what,
      shown(reached),
      `${shown(Math.min(...values))} to ${shown(Math.max(...values))}`,
      `at most ${shown(goal)}`,
      met(reached <= goal),
    ]
  }
  return {
    title: 'The overview in a browser',
    about: `From the start of the navigation to the frame with all six figures, in Chromium without a graphics card, on the machine of the server. The medians of ${OPENINGS} openings, each in a browser without a cache, of an organization that no caller has read before. The second line loads the page again: files come from the browser's cache, answers from the server. In the third line, the answers come from the cache of the page.`,
    tables: [
      {
        columns: ['What', 'median', 'spread', 'goal', 'met'],
        rows: [
          line('Figures, first opening', 'cold', COLD_MS),
          line('Figures, opened again in the same browser', 'again', CACHED_MS),
          line('Figures, back from another page', 'within', CACHED_MS),
          line('Calls of the first opening', 'calls', CALLS_MAX),
          line('Another period, until the page shows that it is read', 'feedback', FEEDBACK_MS),
        ],
      },
    ],
  }
}
