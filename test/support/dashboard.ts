// The dashboard in a real browser, with an API whose answers a test gives. Nothing else is reached, and every message of the browser
// counts as an error.
import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { fastify } from 'fastify'
import { type Browser, type BrowserContext, chromium, type Page, type Route } from 'playwright-core'
import { dashboard, page_shower } from '#http/dashboard/routes.ts'
import { CHROMIUM } from '#test/chromium.ts'

const FLAGS = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking']
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** The instant at which every page of the tests is drawn, so that distances in time are the same. */
const NOW = new Date('2026-06-28T12:00:00Z')
const WAIT_MS = 8_000
/** A page without a shift has no entry, so the observer is never called. */
const SHIFTS_WAIT_MS = 100

/** What a mocked address answers. A function sees what was sent. */
export interface Mocked {
  status?: number
  headers?: Record<string, string>
  body?: unknown
  /** Instead of JSON. */
  text?: string
  /** Never answers. */
  is_silent?: boolean
  /** No connection. */
  is_offline?: boolean
}
export type Answers = Record<string, Mocked | ((sent: { body: unknown; org: string | undefined }) => Mocked)>

/** A stream without an event, which the page opens again after the test. */
const NO_EVENTS: Mocked = { headers: { 'content-type': 'text/event-stream' }, text: 'retry: 1000000\n\n' }

/** An answer of a tool as the engine gives it. */
export const ok = (result: unknown): Mocked => ({ body: { ok: true, result, duration_ms: 1 } })
export const refused = (status: number, outcome: string, error: string, headers = {}): Mocked => ({
  status,
  headers,
  body: { ok: false, error, outcome, duration_ms: 1 },
})

export interface View {
  width?: number
  scheme?: 'light' | 'dark'
  language?: string
  answers: Answers
  /** How long each answer takes, so that the page draws itself without the answer first. */
  answers_after_ms?: number
}

export interface OpenedPage {
  page: Page
  /** Messages of the browser, and requests to other places. */
  faults: string[]
  /** Calls that the page sent, by name. */
  sent: { name: string; body: unknown; org: string | undefined }[]
  close(): Promise<void>
}

export interface TestDashboard {
  url: string
  open(path: string, view: View): Promise<OpenedPage>
  close(): Promise<void>
}

export const launch_browser = (): Promise<Browser> =>
  chromium.launch({ executablePath: CHROMIUM, args: FLAGS, chromiumSandbox: false })

export async function open_dashboard(): Promise<TestDashboard> {
  const server = fastify()
  const show_page = page_shower()
  server.get('/', (request, reply) => show_page(request, reply))
  server.setNotFoundHandler((request, reply) => show_page(request, reply, 404) ?? reply.code(404).send({}))
  await server.register(dashboard)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launch_browser()
  return {
    url,
    async open(path, { width = 1440, scheme = 'light', language = 'en', answers, answers_after_ms = 0 }) {
      const context = await browser.newContext({
        viewport: { width, height: width < 768 ? 844 : 900 },
        hasTouch: width < 768,
        colorScheme: scheme,
        locale: language,
        timezoneId: 'America/Mexico_City',
        reducedMotion: 'reduce',
      })
      context.setDefaultTimeout(WAIT_MS)
      const opened = await new_page(context, url, answers, answers_after_ms)
      await opened.page.goto(url + path)
      return opened
    },
    async close() {
      await browser.close()
      await server.close()
    },
  }
}

async function new_page(
  context: BrowserContext,
  url: string,
  answers: Answers,
  answers_after_ms: number,
): Promise<OpenedPage> {
  const sent: OpenedPage['sent'] = []
  const page = await context.newPage()
  const faults = faults_of(page, url)
  await page.clock.setFixedTime(NOW)
  await page.route('**/api/**', async (route) => {
    const name = new URL(route.request().url()).pathname.replace(/^\/api\/(v1\/)?/, '')
    const call = { body: route.request().postDataJSON() as unknown, org: route.request().headers()['x-svc-org'] }
    sent.push({ name, ...call })
    const given = answers[name] ?? (name === 'events' ? NO_EVENTS : undefined)
    if (!given) faults.push(`no answer for ${name}`)
    if (answers_after_ms > 0) await delay(answers_after_ms)
    await answer(route, typeof given === 'function' ? given(call) : (given ?? { status: 500 }))
  })
  return { page, faults, sent, close: () => context.close() }
}

/** Collects the messages of the browser, and requests of the page to other places. */
export function faults_of(page: Page, url: string): string[] {
  const faults: string[] = []
  page.on('console', (message) => {
    // Chromium itself reports each answer with an error status, and each connection that failed.
    if (['error', 'warning'].includes(message.type()) && !/^Failed to load resource/.test(message.text()))
      faults.push(`console: ${message.text()}`)
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) faults.push(`request: ${request.url()}`)
  })
  return faults
}

async function answer(
  route: Route,
  { status = 200, headers = {}, body, text, is_silent, is_offline }: Mocked,
): Promise<void> {
  if (is_silent) return
  if (is_offline) return route.abort('internetdisconnected')
  const all = { 'x-request-id': 'request-1', ...headers }
  await route.fulfill({ status, headers: all, ...(text === undefined ? { json: body ?? {} } : { body: text }) })
}

/** Faults that axe finds, in one line each. */
async function axe_faults(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts of others, and so does not allow axe as an element. The debugger may run it.
  await page.evaluate(await (await import('node:fs/promises')).readFile(AXE, 'utf8'))
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
  )) as { violations: { id: string; help: string; nodes: { html: string; failureSummary: string }[] }[] }
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary.replaceAll('\n', ' ')}`),
  )
}

/** How far the content of the page has moved without an input, from its load until now: the sum of all shifts. */
export const layout_shift = (page: Page): Promise<number> =>
  page.evaluate<number>(`new Promise((done) => {
    new PerformanceObserver((list) => {
      const own = list.getEntries().filter((entry) => !entry.hadRecentInput)
      done(own.reduce((sum, { value }) => sum + value, 0))
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => done(0), ${SHIFTS_WAIT_MS})
  })`)

/** Everything that holds for every page in every state. */
export async function assert_well_made({ page, faults }: Pick<OpenedPage, 'page' | 'faults'>): Promise<void> {
  assert.deepEqual(await axe_faults(page), [])
  const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  assert.ok((await page.evaluate<number>(widths)) <= 0, 'the page scrolls sideways')
  assert.deepEqual(faults, [])
}
