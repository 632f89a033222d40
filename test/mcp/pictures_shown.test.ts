// The content of pictures for real and for hostile answers, without a browser and in a browser.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { promisify } from 'node:util'
import { catalog_of } from '#engine/catalog.ts'
import { pictures } from '#engine/picture.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { CHROMIUM } from '#test/chromium.ts'
import {
  answer_of,
  HOSTILE,
  host,
  type Message,
  opened,
  page_of,
  result_of,
  with_hostile_names,
} from '#test/picture_page.ts'
import { areas } from '#tools/index.ts'

/** All tools that name a picture, including future ones. */
const drawn = [...catalog_of(areas).values()].filter(({ picture }) => picture)

let app: TestApp
before(async () => {
  app = await test_app({ areas })
})
after(() => app?.close())

suite('what a page shows', () => {
  for (const { name, picture } of drawn) {
    test(`${name}: external names are text, never markup or an address`, async () => {
      const page = await opened(picture!.kind)
      await page.say(result_of(with_hostile_names(await answer_of(app, picture!.kind, name))))
      assert.ok(page.view.text.includes(HOSTILE), page.view.text)
      for (const { tag, attributes } of page.view.all()) {
        assert.doesNotMatch(tag, /script|img|iframe|object|embed|link|^a$|form/)
        for (const name of attributes.keys()) assert.doesNotMatch(name, /^on|href|src|style|action/)
      }
    })

    test(`${name}: missing data is shown as missing, never as zero`, async () => {
      const page = await opened(picture!.kind)
      const answer = JSON.parse(
        JSON.stringify(await answer_of(app, picture!.kind, name), (key, value) =>
          typeof value === 'number' && key !== 'days' ? null : key.endsWith('campaigns') ? [] : value,
        ),
      )
      await page.say(result_of(answer))
      assert.match(page.view.text, /No data for these days\. That is not a zero/)
      assert.doesNotMatch(page.view.text, /[$€]|MXN \d|\b0\b(?!\d)/)
    })
  }

  test('every KPI of the answer has a tile', async () => {
    const page = await opened('tiles')
    const answer = await answer_of(app, 'tiles')
    await page.say(result_of(answer))
    const tiles = page.view.all().filter(({ attributes }) => attributes.get('class') === 'tile')
    const { change_percent, platforms } = answer as { change_percent: object; platforms: unknown[] }
    assert.equal(tiles.length, Object.keys(change_percent).length + platforms.length)
  })

  test('amounts are those of the answer, in its currency and in the language of the host', async () => {
    const answer = await answer_of(app, 'tiles')
    Object.assign(answer, { currency: 'MXN', ad_spend: 1234567.8, settled_until: null, store_revenue: null })
    const page = await opened('tiles')
    await page.say(result_of(answer))
    assert.match(page.view.text, /Ad spend MXN 1,234,567\.80/)
    assert.match(page.view.text, /Store revenue no data/)
    assert.match(page.view.text, /; MXN/)
    await page.say(result_of({ ...answer, currency: 'JPY', ad_spend: 1234567 }))
    assert.match(page.view.text, /JPY 1,234,567 /)
    await page.say(result_of({ ...answer, currency: 'no such' }))
    assert.match(page.view.text, /1,234,567\.8/)
  })

  test('figures that can still change are marked', async () => {
    const answer = await answer_of(app, 'tiles')
    const page = await opened('tiles')
    const with_days = (until: (platform: string) => string | null) =>
      answer.sources.map((source: { platform: string }) => ({ ...source, settled_until: until(source.platform) }))
    const marks = () =>
      page.view
        .all()
        .filter(({ attributes }) => attributes.get('class') === 'unsettled')
        .map(({ text }) => text.trim())
    await page.say(result_of({ ...answer, sources: with_days(() => '2020-02-03') }))
    assert.equal(marks()[0], 'Can still change after Feb 3', 'all sources have this day')
    await page.say(result_of({ ...answer, sources: with_days((name) => (name === 'mx_ads' ? '2020-02-03' : null)) }))
    assert.deepEqual(marks(), ['Can still change after Feb 3 : social ads', 'Can still change after Feb 3'])
    await page.say(result_of({ ...answer, sources: with_days(() => answer.window.to) }))
    assert.deepEqual(marks(), [])
    const short = { platform: 'mx_ads', connection_id: 'a', name: 'Main', health: 'ok' }
    const shared = { as_of: '2026-11-20T12:00:00.000Z', settled_until: '2020-02-03', sources: [short] }
    await page.say(result_of({ ...answer, ...shared }))
    assert.equal(marks()[0], 'Can still change after Feb 3', 'the answer says it for its sources')
    assert.match(page.view.text, /Main \(social ads\): up to date, read Nov 20/)
  })

  test('words, and names of platforms, are in the language of the organization', async () => {
    for (const [language, spend, mark] of [
      ['es', /Gasto, anuncios en redes sociales/, /Puede cambiar después del 3 feb/],
      ['pt', /Gasto, anúncios em redes sociais/, /Pode mudar depois de 3 de fev/],
    ] as const) {
      const answer = await answer_of(app, 'tiles')
      const sources = answer.sources.map((source: object) => ({ ...source, name: 'Main', settled_until: '2020-02-03' }))
      const page = await opened('tiles', { hostContext: { locale: language } }, undefined, language)
      await page.say(result_of({ ...answer, sources, notes: [] }))
      assert.match(page.view.text, spend)
      assert.match(page.view.text, mark)
      assert.doesNotMatch(page.view.text, /\b(?:mx_ads|gx_ads|change|before|Spend)\b/)
    }
  })

  test('of many sources, unhealthy ones come first and the others are counted', async () => {
    const answer = await answer_of(app, 'tiles')
    const [source] = answer.sources
    const sources = Array.from({ length: 500 }, (_, n) => ({
      ...source,
      name: `Shop ${n}`,
      health: n === 499 ? 'error' : 'ok',
    }))
    const page = await opened('tiles')
    await page.say(result_of({ ...answer, sources, more_sources: { ok: 30, stale: 2 } }))
    assert.match(page.view.text, /Sources\s+Shop 499 .*reading fails.*\+ 526 more/s)
  })

  test('each part of a waterfall starts where the last part ends, from the previous to the current figure', async () => {
    const answer = await answer_of(app, 'waterfall')
    const channel = { current: 1, previous: 1, campaigns: [] }
    const channels = [
      { ...channel, channel: 'up', effect: 30 },
      { ...channel, channel: 'down', effect: -10 },
    ]
    Object.assign(answer, { currency: 'MXN', previous: 100, current: 120.01, change: 20.01, channels, rounding: 0.01 })
    const page = await opened('waterfall')
    await page.say(result_of(answer))
    const places = page.view
      .all()
      .filter(({ attributes }) => /^(bar|mark)/.test(attributes.get('class') ?? ''))
      .map(({ style }) => [Number.parseFloat(String(style.left)), Number.parseFloat(String(style.width))] as const)
    const [before, up, down, rounding, now] = places
    const near = (a: number, b: number) => assert.ok(Math.abs(a - b) < 1e-6, JSON.stringify(places))
    near(before![0], up![0])
    near(up![0] + up![1], down![0] + down![1])
    near(down![0], rounding![0])
    near(rounding![0] + rounding![1], now![0])
    near(up![1], 3 * down![1])
    assert.match(page.view.text, /up +effect \+MXN 30\.00.*down +effect -MXN 10\.00.*Rounding +effect \+MXN 0\.01/s)
  })

  test('lines show days if the host permits the page to call tools, with gaps for days without data', async () => {
    const answer = await answer_of(app, 'lines')
    const compared = { current: 40, previous: 10, change: 30, change_percent: 300 }
    Object.assign(answer, {
      window: { ...answer.window, from: '2026-03-05', to: '2026-03-08', days: 4 },
      previous_window: { ...answer.previous_window, from: '2026-03-01', to: '2026-03-04', days: 4 },
      kpis: { store_revenue: compared },
      channels: [],
    })
    const rows = [
      { date: '2026-03-01', value: 10 },
      { date: '2026-03-05', value: 5 },
      { date: '2026-03-06', value: 15 },
      { date: '2026-03-08', value: 20 },
    ]
    const asked: Message[] = []
    const days = (request: Message) => {
      asked.push(request)
      return { result: { content: [], structuredContent: { rows, truncated: false } } }
    }
    const lines_of = (page: { view: { all(): { tag: string; attributes: Map<string, string> }[] } }) =>
      page.view
        .all()
        .filter(({ tag }) => tag === 'polyline')
        .map(({ attributes }) => `${attributes.get('class')} ${attributes.get('points')?.split(' ').length}`)
    const page = await opened('lines', { hostCapabilities: { serverTools: {} } }, days)
    await page.say(result_of(answer))
    await page.say({ method: 'ui/notifications/nothing' })
    assert.deepEqual(lines_of(page), ['then 2', 'now 2', 'now 2'])
    const given = { metric: 'store.revenue', dimensions: ['date'], date_from: '2026-03-01', date_to: '2026-03-08' }
    assert.deepEqual(
      asked.map(({ params }) => JSON.parse(JSON.stringify(params))),
      [{ name: 'query_data', arguments: given }],
    )
    await app.refill()
    assert.equal((await app.rest('query_data', given, { key: app.keys.acme })).status, 200)
    const ads = { platform: 'mx_ads', spend: compared, revenue: compared, roas: compared }
    const sources = [
      { ...answer.sources[0], platform: 'mx_ads', settled_until: '2026-03-06' },
      { ...answer.sources[0], platform: 'mx_ads', settled_until: '2026-03-07' },
      { ...answer.sources[0], platform: 'sx', settled_until: null },
    ]
    const partly = await opened('lines', { hostCapabilities: { serverTools: {} } }, days)
    await partly.say(result_of({ ...answer, channels: [ads], sources }))
    await partly.say({ method: 'ui/notifications/nothing' })
    const open = (view: typeof partly.view) => view.all().filter(({ attributes }) => attributes.get('class') === 'open')
    const charts = partly.view.all().filter(({ tag }) => tag === 'figure')
    assert.deepEqual(
      charts.map((chart) => open(chart).map(({ attributes }) => Number(attributes.get('x')).toFixed(1))),
      [[], ['66.7'], ['66.7'], ['66.7']],
      'only the chart of the unsettled platform has an open part, from the day after the first unsettled account',
    )
    assert.match(charts[1]!.text, /can still change: Mar 7 – Mar 8/)
    assert.doesNotMatch(charts[0]!.text, /can still change|undefined|false/)
    assert.match(
      charts[1]!.text,
      /Spend, social ads +now +USD 40\.00 +before +USD 10\.00 +change: .*300 %.*top of the scale: USD 20/s,
    )
    const alone = await opened('lines')
    await alone.say(result_of(answer))
    assert.deepEqual(lines_of(alone), ['now 2'])
    assert.ok(!alone.said.some(({ method }) => method === 'tools/call'))
  })
})

suite('in a browser', { skip: existsSync(CHROMIUM) ? false : `${CHROMIUM} is not there` }, () => {
  const flags = `--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking --disable-component-update
    --disable-sync --disable-features=IsolateSandboxedIframes --virtual-time-budget=10000 --dump-dom`
  const inline = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

  for (const picture of pictures) {
    test(`${picture} is drawn under its own policy, 390 pixels wide, and hostile names have no effect`, async () => {
      const folder = await mkdtemp(join(tmpdir(), 'picture-'))
      try {
        const answer = with_hostile_names(await answer_of(app, picture))
        const page = `<!doctype html><meta charset="utf-8">
<iframe sandbox="allow-scripts" width="390" height="600"></iframe><pre></pre>
<script>const frame = document.querySelector('iframe'), log = []
const say = (m) => frame.contentWindow.postMessage({ jsonrpc: '2.0', ...m }, '*')
addEventListener('message', ({ data }) => {
  log.push(data)
  document.querySelector('pre').textContent = 'LOG' + btoa(JSON.stringify(log)) + 'END'
  if (data.method === 'ui/initialize') say({ id: data.id, result: ${inline(host())} })
  if (data.method === 'ui/notifications/initialized') say(${inline(result_of(answer))})
})
frame.srcdoc = ${inline(page_of(picture))}</script>`
        const file = join(folder, 'host.html')
        await writeFile(file, page)
        const args = [...flags.split(/\s+/), `--user-data-dir=${folder}/profile`, `file://${file}`]
        const sizes_of = (log: Message[]) => log.filter(({ method }) => method === 'ui/notifications/size-changed')
        let log: Message[] = []
        // On a busy machine the virtual time of Chromium can end before the frame is drawn.
        for (let attempt = 0; attempt < 3 && !(sizes_of(log).at(-1)?.params.height > 200); attempt++) {
          const { stdout } = await promisify(execFile)(CHROMIUM, args, { timeout: 60_000, maxBuffer: 1 << 26 })
          log = JSON.parse(Buffer.from(/LOG(.+)END/.exec(stdout)![1]!, 'base64').toString())
        }
        const sizes = sizes_of(log)
        assert.ok(sizes.at(-1).params.height > 200, JSON.stringify(log))
        assert.ok(sizes.at(-1).params.width <= 390, 'nothing makes the page wider than its frame')
        assert.ok(!log.some(({ owned }) => owned), 'a hostile name ran')
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
  }
})
