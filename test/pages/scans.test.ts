// Scans of pages by PageSpeed Insights, from the call to the stored row, and the list of scores.
import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { call } from '#engine/calls/call.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { start_worker, type Worker } from '#engine/queue/worker.ts'
import { forget_expired } from '#jobs/forget_expired.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { hooks, pagespeed_key } from '#test/pagespeed.ts'
import { analytics } from '#tools/analytics/index.ts'
import { tricks } from '../security/addresses.ts'

const PAGE = 'https://shop.example.com/'
const no_figures = {
  performance: null,
  laboratory: { lcp_ms: null, fid_ms: null, cls: null, ttfb_ms: null, inp_ms: null },
  field: { of: null, lcp_ms: null, fid_ms: null, cls: null, ttfb_ms: null, inp_ms: null },
}

describe('scans of pages', () => {
  let app: TestApp
  let worker: Worker
  let asked: URL[] = []
  before(async () => {
    app = await test_app({ areas: { analytics }, seeded: false, measures: true })
    const { work_run } = app.engine.jobs
    worker = await start_worker({ ...app.engine, jobs: { work_run: work_run! } })
  })
  after(async () => {
    hooks.before = async () => {}
    await worker?.stop()
    await app?.close()
  })
  beforeEach(async () => {
    asked = []
    hooks.before = async (url) => void asked.push(url)
    app.engine.measuring = { pagespeed_key }
    await app.db.query('delete from page_scans')
    await app.refill()
  })

  const scan = (input: object) => app.rest('run_pagescore_scan', input, { key: app.keys.acme })
  const scanned = async (input: object) => {
    const { status, body } = await scan(input)
    assert.equal(status, 200, body.error)
    return body.result
  }
  const listed = async (input: object = {}) => {
    const { status, body } = await app.rest('query_pagescore_scores', input, { key: app.keys.acme })
    assert.equal(status, 200, body.error)
    return body.result
  }
  const of_service = () => asked.filter(({ host }) => host === 'pagespeedonline.googleapis.com')
  const raw_answer = async () => {
    const { text } = await app.engine.outbound.fetch({ url: of_service().at(-1)!.href })
    return JSON.parse(text)
  }

  it('a scan stores what the service measured, field and lab apart, and the list shows the same', async () => {
    const { run_id, state, ...score } = await scanned({ url: `${PAGE}#reviews`, device: 'desktop' })
    const { lighthouseResult, loadingExperience } = await raw_answer()
    const { metrics } = loadingExperience
    assert.equal(state, 'succeeded')
    assert.match(run_id, /^[0-9a-f-]{36}$/)
    assert.deepEqual([score.url, score.device, score.method, score.failed], [PAGE, 'desktop', 'pagespeed', null])
    assert.equal(score.performance, Math.round(lighthouseResult.categories.performance.score * 100))
    assert.equal(
      score.laboratory.cls,
      Number(lighthouseResult.audits['cumulative-layout-shift'].numericValue.toFixed(3)),
    )
    assert.deepEqual(score.field, {
      of: 'page',
      lcp_ms: metrics.LARGEST_CONTENTFUL_PAINT_MS.percentile,
      fid_ms: null,
      cls: metrics.CUMULATIVE_LAYOUT_SHIFT_SCORE.percentile / 100,
      ttfb_ms: metrics.EXPERIMENTAL_TIME_TO_FIRST_BYTE.percentile,
      inp_ms: metrics.INTERACTION_TO_NEXT_PAINT.percentile,
    })
    assert.deepEqual((await listed()).scores, [score])
    const { rows } = await app.db.query(
      'select performance, round(lab_lcp_ms)::float8 as lcp, field_cls::float8 as cls, url from page_scans',
    )
    assert.deepEqual(rows, [
      { performance: score.performance, lcp: score.laboratory.lcp_ms, cls: score.field.cls, url: PAGE },
    ])
  })

  it('figures of the origin are named, and missing figures of visitors are null', async () => {
    assert.equal((await scanned({ url: `${PAGE}collections/lamps` })).field.of, 'origin')
    const fresh = await scanned({ url: 'https://new.example.com/' })
    assert.deepEqual(fresh.field, no_figures.field)
    assert.equal(typeof fresh.performance, 'number')
  })

  it('a failed scan is stored with its reason and without figures', async () => {
    const { failed, final_url, performance, laboratory, field } = await scanned({ url: 'https://down.example.com/' })
    assert.match(failed, /could not be loaded.*FAILED_DOCUMENT_REQUEST/)
    assert.deepEqual({ performance, laboratory, field }, no_figures)
    assert.equal(final_url, null)
    const { rows } = await app.db.query('select failure, performance, lab_cls, field_cls from page_scans')
    assert.deepEqual(rows, [{ failure: 'not_loaded', performance: null, lab_cls: null, field_cls: null }])
    assert.match((await listed()).scores[0].failed, /could not be loaded/)
  })

  it('an error of the service is tried again once', async () => {
    const { failed, performance } = await scanned({ url: 'https://flaky.example.com/' })
    assert.deepEqual([failed, typeof performance, of_service().length], [null, 'number', 2])
  })

  it('a refused key is the reason of a failed scan, and is in no answer', async () => {
    app.engine.measuring = { pagespeed_key: 'wrong-key-0123456789' }
    const result = await scanned({ url: PAGE })
    assert.match(result.failed, /PAGESPEED_API_KEY/)
    assert.ok(!JSON.stringify([result, await listed()]).includes('wrong-key'))
  })

  it('without a key and a browser, the call says what to set', async () => {
    app.engine.measuring = {}
    const { status, body } = await scan({ url: PAGE })
    assert.equal(status, 400)
    assert.match(body.error, /PAGESPEED_API_KEY.*CHROMIUM/)
    assert.deepEqual([asked.length, (await listed()).total], [0, 0])
  })

  it('the same call joins the running scan, and a long scan is found again by its run', async () => {
    const open = Promise.withResolvers<void>()
    hooks.before = async (url) => {
      asked.push(url)
      if (url.host.startsWith('pagespeed')) await open.promise
    }
    const impatient = () =>
      call(app.engine, {
        tool: 'run_pagescore_scan',
        input: { url: PAGE },
        credential: app.keys.acme,
        org_id: undefined,
        transport: 'rest',
        request_id: 'impatient',
        wait_ms: 50,
      })
    const [one, two] = [await impatient(), await impatient()]
    assert.ok(one.ok && two.ok)
    assert.deepEqual([one.result.state, one.result.run_id], ['running', two.result.run_id])
    const waiting = scanned({ url: PAGE })
    open.resolve()
    const { run_id, state } = await waiting
    assert.deepEqual([run_id, state], [one.result.run_id, 'succeeded'])
    assert.deepEqual([of_service().length, (await listed()).total], [1, 1])
  })

  it('an organization can start five scans a minute', async () => {
    const statuses = []
    for (let at = 0; at < 6; at++) statuses.push((await scan({ url: `${PAGE}?page=${at}` })).status)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  })

  it('the list has the latest first, finds pages and devices, and its total is independent of the limit', async () => {
    const insert = `insert into page_scans (org_id, url, device, method, performance, scanned_at)
      select $1, 'https://shop.example.com/' || (n % 3), case n % 2 when 0 then 'mobile' else 'desktop' end, 'pagespeed', n, timestamptz '2026-11-01' + n * interval '1 hour'
      from generate_series(1, 30) n`
    await app.db.query(insert, [app.acme.org_id])
    await app.db.query(insert, [app.globex.org_id])
    const { rows } = await app.db.query(
      `select count(*)::int as total, count(*) filter (where device = 'mobile')::int as mobile,
        count(*) filter (where url = 'https://shop.example.com/1')::int as page from page_scans where org_id = $1`,
      [app.acme.org_id],
    )
    const whole = await listed({ limit: 3 })
    assert.deepEqual([whole.total, whole.count, whole.truncated], [rows[0].total, 3, true])
    assert.deepEqual(
      whole.scores.map(({ performance }: { performance: number }) => performance),
      [30, 29, 28],
    )
    assert.equal((await listed({ device: 'mobile', limit: 1 })).total, rows[0].mobile)
    assert.equal((await listed({ url: 'https://SHOP.example.com:443/1#top', limit: 1 })).total, rows[0].page)
    assert.equal((await listed({ url: 'shop.example.com/1', limit: 1 })).total, rows[0].page)
    assert.equal((await listed({ url: 'https://shop.example.com/' })).total, 0)
    assert.equal((await listed({ url: '%' })).total, 0)
  })

  it('an address that no scan can have is refused, and other text is searched', async () => {
    const list = (url: string) => app.rest('query_pagescore_scores', { url }, { key: app.keys.acme })
    const other_schemes = ['ftp://example.com/', 'file:///etc/passwd', 'chrome://settings', 'ws://shop.example.com/']
    const not_public = [
      ...['http://127.0.0.1/', 'http://2130706433/', 'http://[::ffff:7f00:1]/', 'http://169.254.169.254/latest/'],
      ...['http://localhost:8080/', 'https://intranet/', 'https://shop.local/', 'http://10.0.0.7/'],
    ]
    for (const url of [...other_schemes, ...not_public]) {
      await app.refill()
      const { status, body } = await list(url)
      assert.equal(status, 400, url)
      assert.match(body.error, other_schemes.includes(url) ? /must begin with http/ : /address of a public page/, url)
      assert.match(body.error, /such as https:\/\/www\.example\.com/, url)
    }
    for (const text of [
      'shop.example.com:443',
      'javascript:alert(1)',
      'https://',
      '127.0.0.1',
      'http://93.184.215.14/',
    ])
      assert.deepEqual([(await list(text)).status, (await list(text)).body.result.total], [200, 0], text)
  })

  it('scans are kept for two years, and at most the latest 1,000 of a page and device', async () => {
    const insert = `insert into page_scans (org_id, url, device, method, performance, scanned_at)
      select $1, $2, $3, 'pagespeed', n % 100, $4::timestamptz - n * interval '1 minute' from generate_series(1, $5::int) n`
    const now = app.engine.clock.now().getTime()
    const ago = (days: number) => new Date(now - days * 86_400_000).toISOString()
    const { acme, globex } = app
    await app.db.query(insert, [acme.org_id, PAGE, 'mobile', ago(10), 1_003])
    await app.db.query(insert, [acme.org_id, PAGE, 'desktop', ago(10), 999])
    await app.db.query(insert, [globex.org_id, PAGE, 'mobile', ago(10), 1_000])
    await app.db.query(insert, [acme.org_id, `${PAGE}old`, 'mobile', ago(730), 1])
    await app.db.query(insert, [acme.org_id, `${PAGE}old`, 'mobile', ago(729), 1])
    const { log } = app.engine
    await run_job(app.engine, forget_expired, {}, { log, signal: new AbortController().signal })
    const { rows } = await app.db.query(
      `select (org_id = $1) as own, url, device, count(*)::int, min(scanned_at) as oldest from page_scans group by 1, 2, 3 order by 1, 2, 3`,
      [acme.org_id],
    )
    const minutes = (of: number) => new Date(now - 10 * 86_400_000 - of * 60_000).toISOString()
    assert.deepEqual(rows, [
      { own: false, url: PAGE, device: 'mobile', count: 1_000, oldest: minutes(1_000) },
      { own: true, url: PAGE, device: 'desktop', count: 999, oldest: minutes(999) },
      { own: true, url: PAGE, device: 'mobile', count: 1_000, oldest: minutes(1_000) },
      {
        own: true,
        url: `${PAGE}old`,
        device: 'mobile',
        count: 1,
        oldest: new Date(Date.parse(ago(729)) - 60_000).toISOString(),
      },
    ])
  })

  it('a page that redirects from https to http is not scanned, and one of http may lead to either', async () => {
    const leading = (scheme: string, to: string) => `${scheme}://leads.example.com/${encodeURIComponent(to)}`
    const { status, body } = await scan({ url: leading('https', 'http://shop.example.com/') })
    assert.deepEqual([status, of_service().length], [400, 0])
    assert.match(body.error, /redirects from https to http at shop\.example\.com/)
    for (const to of ['http://shop.example.com/', PAGE])
      assert.equal((await scanned({ url: leading('http', to) })).state, 'succeeded')
  })

  it('no address that is not public http or https is scanned, and the answer says how to fix it', async () => {
    const others = [
      'file:///etc/passwd',
      'chrome://settings',
      'javascript:alert(1)',
      'ftp://example.com/',
      'example.com',
    ]
    const hostile = [
      ...[...tricks.map((trick) => trick.replaceAll('{p}', '8080')), ...others],
      ...['http://169.254.169.254/latest/meta-data/', 'http://[::ffff:7f00:1]/', 'https://user:word@example.com/'],
      ...['https://inside.example.com/', 'https://missing.example.com/'],
      ...['http://169.254.169.254/', 'https://inside.example.com/', 'file:///etc/passwd'].map(
        (to) => `https://leads.example.com/${encodeURIComponent(to)}`,
      ),
    ]
    for (const url of hostile) {
      if (url.trim() === '' || url.length > 2_000) continue
      await app.refill()
      const { status, body } = await scan({ url })
      assert.equal(status, 400, `${JSON.stringify(url)}: ${JSON.stringify(body)}`)
      assert.match(body.error, /public|http|Check its spelling|must be|characters/, url)
    }
    assert.deepEqual([of_service().length, (await listed()).total], [0, 0])
  })
})
