// Scans by Lighthouse from the call to the stored row: one browser on a machine, a refusal when too many wait, and a sentence without the
// package.
import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { tmpdir } from 'node:os'
import { getuid } from 'node:process'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { CHROMIUM } from '#test/chromium.ts'
import { TEST_KEY, test_database } from '#test/database.ts'
import { type Websites, websites } from '#test/pages.ts'
import { analytics } from '#tools/analytics/index.ts'
import { create_app } from '../../src/app.ts'
import { create_log } from '../../src/lib/log.ts'
import { sandbox_warning, scan_by_lighthouse } from '../../src/tools/analytics/scan/lighthouse.ts'

const skip = existsSync(CHROMIUM) ? false : `${CHROMIUM} is not on this machine`
/** Scans that may wait while another one runs (`WAITING_MAX` of lighthouse.ts). */
const WAITING_MAX = 4
/** Without a lock, a second scan makes its folder within milliseconds. */
const START_MS = 500

describe('calls that Lighthouse answers', { skip }, () => {
  let sites: Websites
  let app: TestApp
  let worker: Worker
  before(async () => {
    sites = await websites((path) => (path === '/hang' ? null : { html: '<title>Lamps</title><h1>Lamps</h1>' }))
    app = await test_app({
      areas: { analytics },
      seeded: false,
      outbound: { ...sites.outbound, close: async () => {} },
    })
    app.engine.measuring = { chromium: CHROMIUM }
    const { work_run } = app.engine.jobs
    worker = await start_worker({ ...app.engine, jobs: { work_run: work_run! } })
  })
  after(async () => {
    await worker?.stop()
    await app?.close()
    await sites?.close()
  })
  beforeEach(() => app.refill())

  const call = (tool: string, input: object) => app.rest(tool, input, { key: app.keys.acme })
  const folders = () => readdirSync(tmpdir()).filter((name) => /^tablero-lighthouse-[^.]*$/.test(name)).length

  it('a call names the method, stores what the browser measured, and the list shows the same', async () => {
    const { status, body } = await call('run_pagescore_scan', { url: sites.url('/shop#top'), device: 'desktop' })
    assert.equal(status, 200, body.error)
    const { run_id: _, state, ...score } = body.result
    assert.equal(state, 'succeeded')
    assert.deepEqual(
      [score.url, score.device, score.method, score.failed],
      [sites.url('/shop'), 'desktop', 'lighthouse', null],
    )
    assert.ok(score.performance > 0 && score.laboratory.lcp_ms > 0)
    assert.deepEqual([typeof score.laboratory.ttfb_ms, typeof score.laboratory.cls], ['number', 'number'])
    assert.equal(score.field.of, null)
    assert.deepEqual((await call('query_pagescore_scores', {})).body.result.scores, [score])
    const { rows } = await app.db.query(
      `select url, device, method, performance, round(lab_ttfb_ms)::float8 as ttfb, field_of from page_scans`,
    )
    assert.deepEqual(rows, [
      {
        ...{ url: score.url, device: 'desktop', method: 'lighthouse', performance: score.performance },
        ...{ ttfb: score.laboratory.ttfb_ms, field_of: null },
      },
    ])
  })

  it('a scan waits for the one before, and a call behind those that wait is refused with a time to retry', async () => {
    const start = (path: string) => {
      const ending = new AbortController()
      const { outbound } = sites
      const asked = { url: sites.url(path), device: 'desktop', chromium: CHROMIUM, outbound } as const
      return { ending, scan: scan_by_lighthouse({ ...asked, signal: ending.signal }) }
    }
    sites.asked.length = 0
    const running = start('/hang')
    const others = Array.from({ length: WAITING_MAX }, () => start('/next'))
    const all = [running, ...others]
    const ends = Promise.allSettled(all.map(({ scan }) => scan))
    try {
      await app.settled(async () => sites.asked.includes('/hang'))
      await wait(START_MS)
      assert.equal(folders(), 1)
      const { status, headers, body } = await call('run_pagescore_scan', { url: sites.url('/refused') })
      assert.deepEqual([status, body.outcome], [503, 'overloaded'], body.error)
      assert.match(body.error, /4 scans of pages already wait for the browser\. Call again in \d+ s/)
      assert.ok(Number(headers['retry-after']) > 0)
      assert.deepEqual([folders(), sites.asked.includes('/next')], [1, false])
    } finally {
      for (const { ending } of all.filter((_, at) => at !== 1)) ending.abort()
      await ends
    }
    const [first, second, ...rest] = await ends
    assert.deepEqual([first?.status, ...rest.map(({ status }) => status)], Array(WAITING_MAX).fill('rejected'))
    assert.equal(second?.status === 'fulfilled' && second.value.failure, null)
    assert.ok(sites.asked.includes('/next'))
    assert.equal(folders(), 0)
  })

  it('without the package, the call says what to install', async () => {
    const missing = registerHooks({
      resolve(name, context, next) {
        if (name === 'puppeteer-core') throw new Error(`${name} is not installed`)
        return next(name, context)
      },
    })
    try {
      const { status, body } = await call('run_pagescore_scan', { url: sites.url('/shop') })
      assert.equal(status, 400, JSON.stringify(body))
      assert.match(body.error, /npm install lighthouse puppeteer-core.*PAGESPEED_API_KEY/)
    } finally {
      missing.deregister()
    }
  })

  it('root is warned that the browser has no sandbox, where a browser measures', async () => {
    const warned = (measuring: object, is_root: boolean) => sandbox_warning(measuring, is_root) !== undefined
    assert.match(sandbox_warning({ chromium: CHROMIUM }, true)!, /root.*another user.*CHROMIUM/)
    assert.deepEqual(
      [
        warned({ chromium: CHROMIUM }, false),
        warned({}, true),
        warned({ chromium: CHROMIUM, pagespeed_key: 'key' }, true),
      ],
      [false, false, false],
    )
    const database = await test_database()
    const lines: string[] = []
    const log = create_log({ level: 'warn', stream: { write: (line) => void lines.push(line) } })
    const started = await create_app({
      config: {
        ...{ base_url: 'http://127.0.0.1:0', database_pool: 4, master_key: TEST_KEY, role: 'worker' },
        ...{ fx_rates_url: undefined, sandbox_url: undefined, chromium: CHROMIUM },
      },
      database: database.place,
      log,
      parts: { areas: { analytics } },
    })
    try {
      await started.start({ host: '127.0.0.1', port: 0 })
      assert.equal(lines.filter((line) => line.includes('without its own sandbox')).length, getuid?.() === 0 ? 1 : 0)
    } finally {
      await started.close()
      await database.drop()
    }
  })
})
