// The dashboard in a real browser, with an API whose answers a test gives. Nothing else is reached, and every message of the browser
// counts as an error.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setTimeout as delay } from 'node:timers/promises'
import { type FastifyInstance, type FastifyReply, fastify } from 'fastify'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { dashboard, page_shower } from '#http/dashboard/routes.ts'
import { BROWSER } from '#test/chromium.ts'

/** Scripts of a test run once or twice, so that a processor spends more on improving their code than it gains. */
const AS_WRITTEN = '--js-flags=--single-threaded,--no-opt,--no-maglev'
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--process-per-site',
  AS_WRITTEN,
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
/** The instant at which every page of the tests is drawn, so that distances in time are the same. */
const NOW = new Date('2026-06-28T12:00:00Z')
const WAIT_MS = 30_000
/** A page without a shift has no entry, so the observer is never called. */
const SHIFTS_WAIT_MS = 100
const SETTLED_MS = 1_000

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

/** An answer of a tool as the engine gives it. */
export const ok = (result: unknown): Mocked => ({ body: { ok: true, result, duration_ms: 1 } })
export const refused = (status: number, outcome: string, error: string, headers = {}): Mocked => ({
  status,
  headers,
  body: { ok: false, error, outcome, duration_ms: 1 },
})

/** What every page asks for, whatever it shows. A stream without an event is opened again after the test. */
const of_frame: Answers = {
  events: { headers: { 'content-type': 'text/event-stream' }, text: 'retry: 1000000\n\n' },
  list_own_notifications: ok({ notifications: [], next_before: null, unread: 0 }),
}

export interface View {
  width?: number
  scheme?: 'light' | 'dark'
  language?: string
  /** A browser that no other page of the test uses. */
  has_own_context?: boolean
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
  chromium.launch({ executablePath: BROWSER, args: FLAGS, chromiumSandbox: false })

/** A page without scripts in the place of the dashboard, where its storage can be cleared while nothing navigates. */
const EMPTY_PATH = '/empty'

/** The page that sent a request. */
const PAGE_HEADER = 'x-test-page'

/** What a page of the tests is answered, and what it sent. */
interface Mocks {
  answers: Answers
  answers_after_ms: number
  sent: OpenedPage['sent']
  faults: string[]
}

/** How long browser and server of a process wait for its next file, which then need not start them again. */
const IDLE_MS = 1_000

interface Started {
  url: string
  pages: Map<string, Mocks>
  contexts: ReturnType<typeof reused_contexts>
  stop(): Promise<void>
}
let started: Promise<Started> | undefined
let users = 0
let idle: NodeJS.Timeout | undefined

async function start(): Promise<Started> {
  const pages = new Map<string, Mocks>()
  const server = await dashboard_server(pages)
  const url = await server.listen({ port: 0, host: '127.0.0.1' })
  const browser = await launch_browser()
  const stop = async () => {
    await browser.close()
    await server.close()
  }
  return { url, pages, contexts: reused_contexts(browser, url + EMPTY_PATH), stop }
}

export async function open_dashboard(): Promise<TestDashboard> {
  users += 1
  clearTimeout(idle)
  started ??= start()
  const { url, pages, contexts, stop } = await started
  return {
    url,
    async open(path, { width = 1440, scheme = 'light', answers, answers_after_ms = 0, ...of_context }) {
      const { context, give_back } = await contexts({ language: 'en', ...of_context, has_touch: width < 768 })
      const id = String(pages.size)
      await context.setExtraHTTPHeaders({ [PAGE_HEADER]: id })
      const page = context.pages()[0] ?? (await context.newPage())
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      const opened = { page, faults: faults_of(page, url), sent: [], close: give_back }
      pages.set(id, { answers, answers_after_ms, ...opened })
      await page.goto(url + path)
      return opened
    },
    async close() {
      users -= 1
      if (users > 0) return
      idle = setTimeout(() => {
        started = undefined
        void stop()
      }, IDLE_MS)
    },
  }
}

/** The built pages, and an API that answers each page of the tests what its test says. */
async function dashboard_server(pages: Map<string, Mocks>): Promise<FastifyInstance> {
  const server = fastify({ forceCloseConnections: true })
  const show_page = page_shower()
  server.get(EMPTY_PATH, (_request, reply) => reply.type('text/html').send('<!doctype html><title>empty</title>'))
  server.get('/', (request, reply) => show_page(request, reply))
  server.setNotFoundHandler((request, reply) => show_page(request, reply, 404) ?? reply.code(404).send({}))
  server.all('/api/*', async (request, reply) => {
    const mocks = pages.get(String(request.headers[PAGE_HEADER]))
    if (!mocks) return reply.code(500).send({})
    const name = request.url.replace(/^\/api\/(v1\/)?|\?.*/g, '')
    const org = request.headers['x-svc-org']
    const call = { body: (request.body ?? null) as unknown, org: typeof org === 'string' ? org : undefined }
    mocks.sent.push({ name, ...call })
    const given = mocks.answers[name] ?? of_frame[name]
    if (!given) mocks.faults.push(`no answer for ${name}`)
    if (mocks.answers_after_ms > 0) await delay(mocks.answers_after_ms)
    return answer(reply, typeof given === 'function' ? given(call) : (given ?? { status: 500 }))
  })
  await server.register(dashboard)
  return server
}

interface OfContext {
  language: string
  has_touch: boolean
  has_own_context?: boolean
}

/**
 * Contexts with empty storage. A context that was given back is used again, because its browser then knows the scripts and need not
 * compile them. A test that changes what outlasts its page, such as the clock, wants its own.
 */
function reused_contexts(browser: Browser, empty_page: string) {
  const idle = new Map<string, BrowserContext[]>()

  async function made({ language, has_touch }: OfContext): Promise<BrowserContext> {
    const context = await browser.newContext({
      hasTouch: has_touch,
      locale: language,
      timezoneId: 'America/Mexico_City',
      reducedMotion: 'reduce',
    })
    context.setDefaultTimeout(WAIT_MS)
    await context.clock.setFixedTime(NOW)
    return context
  }

  async function emptied(context: BrowserContext): Promise<void> {
    const [first, ...others] = context.pages()
    await Promise.all([...others.map((page) => page.close()), context.clearCookies(), first?.unrouteAll()])
    for (const event of ['console', 'pageerror', 'request'] as const) first?.removeAllListeners(event)
    await first?.goto(empty_page)
    await first?.evaluate('localStorage.clear(); sessionStorage.clear()')
  }

  return async (wanted: OfContext) => {
    const key = `${wanted.language} ${wanted.has_touch}`
    const context = (!wanted.has_own_context && idle.get(key)?.pop()) || (await made(wanted))
    const give_back = async () => {
      if (wanted.has_own_context) return context.close()
      await emptied(context)
      idle.set(key, [...(idle.get(key) ?? []), context])
    }
    return { context, give_back }
  }
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

function answer(reply: FastifyReply, { status = 200, headers = {}, body, text, is_silent, is_offline }: Mocked) {
  if (is_silent || is_offline) reply.hijack()
  if (is_offline) reply.raw.destroy()
  if (is_silent || is_offline) return reply
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json', 'x-request-id': 'request-1', ...headers })
    .send(text ?? JSON.stringify(body ?? {}))
}

/** Faults that axe finds, in one line each. */
async function axe_faults(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts of others, and so does not allow axe as an element. The debugger may run it.
  if (!(await page.evaluate(`'axe' in window`))) await page.evaluate(AXE)
  const found = (await page.evaluate(
    `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'], preload: false, elementRef: false })`,
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

/** What appears, and colors that change with the scheme, pass through other colors. Their transitions begin with the next frame. */
const TRANSITIONS_ENDED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => Promise.all(
  document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => {}))
))`

/** Waits until nothing on the page moves. */
export const at_rest = (page: Page) => page.evaluate(TRANSITIONS_ENDED)

/** What lasts no longer than this ends with the next frame, and nobody sees it. */
const UNSEEN_MS = 1
/** Animations that run. Pages of the tests are opened by a person who wants no movement. */
const MOVING = `document.getAnimations()
  .filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().activeDuration > ${UNSEEN_MS})
  .map(({ animationName, transitionProperty }) => animationName ?? transitionProperty)`

/** Everything that holds for every page in every state. */
export async function assert_well_made({ page, faults }: Pick<OpenedPage, 'page' | 'faults'>): Promise<void> {
  await at_rest(page)
  assert.deepEqual(await page.evaluate(MOVING), [], 'something moves')
  if ((await axe_faults(page)).length > 0) {
    // On a busy machine, axe can see a dialog before its title, or a button between two states. A page at rest has no such fault.
    await page.waitForTimeout(SETTLED_MS)
    await at_rest(page)
    assert.deepEqual(await axe_faults(page), [])
  }
  const widths = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  assert.ok((await page.evaluate<number>(widths)) <= 0, 'the page scrolls sideways')
  assert.deepEqual(faults, [])
}
