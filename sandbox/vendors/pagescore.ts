// PageSpeed Insights v5: GET /pagespeedonline/v5/runPagespeed. Names and types: its discovery document, revision 20260629 (read 2026-11).
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Vendor } from '../vendor.ts'
import type { World } from '../world/types.ts'
import { GoogleError, google_answer, google_behavior, google_route } from './google.ts'

/** Google publishes no number. This one is customary (docs of api-evangelist/google-pagespeed, read 2026-11). */
const most_per_minute = 240
const minute_ms = 60_000
/** The key of the sandbox's app. */
export const pagespeed_key = 'sandbox-pagespeed-key'

const published = /^(url|strategy|category|locale|captchaToken|utm_campaign|utm_source|key|prettyPrint|quotaUser)$/

/** A number from 0 to 1 that depends on the text alone, so that a page has the same figures at each scan of a day. */
const share_of = (text: string) => createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32

interface PageQuery {
  url: URL
  is_mobile: boolean
}

const between = (share: number, low: number, high: number) => low + share * (high - low)

/** The largest figures of phones are about twice those of desktops. */
function figures_of({ url, is_mobile }: PageQuery, day: string) {
  const share = (name: string) => share_of(`${url.href} ${day} ${name}`)
  const slower = is_mobile ? 2 : 1
  return {
    score: Math.round(100 * between(share('score'), is_mobile ? 0.3 : 0.6, 1)) / 100,
    lcp: between(share('lcp'), 900, 3_000) * slower,
    cls: between(share('cls'), 0, 0.3),
    ttfb: between(share('ttfb'), 80, 700),
    inp: between(share('inp'), 60, 260) * slower,
  }
}

/** Paths of pages with few visitors. Google then shows the whole origin, and of an origin with few visitors nothing. */
const is_rare = ({ pathname }: URL) => pathname.length > 12
const is_unknown = ({ hostname }: URL) => hostname.startsWith('new.')

const category_of = (value: number, good: number, poor: number) =>
  value <= good ? 'FAST' : value <= poor ? 'AVERAGE' : 'SLOW'

function experience_of(asked: PageQuery, day: string) {
  const { url, is_mobile } = asked
  const { lcp, cls, ttfb, inp } = figures_of({ ...asked, url: is_rare(url) ? new URL(url.origin) : url }, day)
  const metric = (percentile: number, good: number, poor: number) => ({
    percentile,
    category: category_of(percentile, good, poor),
    formFactor: is_mobile ? 'PHONE' : 'DESKTOP',
    distributions: [
      { min: 0, max: good, proportion: 0.75 },
      { min: good, max: poor, proportion: 0.15 },
      { min: poor, proportion: 0.1 },
    ],
  })
  return {
    id: is_rare(url) ? url.origin : url.href,
    initial_url: url.href,
    overall_category: category_of(lcp, 2_500, 4_000),
    ...(is_rare(url) && { origin_fallback: true }),
    metrics: {
      LARGEST_CONTENTFUL_PAINT_MS: metric(Math.round(lcp), 2_500, 4_000),
      CUMULATIVE_LAYOUT_SHIFT_SCORE: metric(Math.round(cls * 100), 10, 25),
      EXPERIMENTAL_TIME_TO_FIRST_BYTE: metric(Math.round(ttfb), 800, 1_800),
      INTERACTION_TO_NEXT_PAINT: metric(Math.round(inp), 200, 500),
    },
  }
}

function answer_of(asked: PageQuery, world: World) {
  const { url, is_mobile } = asked
  const { score, lcp, cls, ttfb } = figures_of(asked, world.today())
  const audit = (id: string, title: string, numericValue: number, numericUnit: string) => ({
    [id]: { id, title, score: 0.5, scoreDisplayMode: 'numeric', numericValue, numericUnit },
  })
  const fetchTime = new Date(world.now()).toISOString()
  const experience = is_unknown(url) ? undefined : experience_of(asked, world.today())
  return {
    captchaResult: 'CAPTCHA_NOT_NEEDED',
    kind: 'pagespeedonline#result',
    id: url.href,
    analysisUTCTimestamp: fetchTime,
    ...(experience && { loadingExperience: experience, originLoadingExperience: { ...experience, id: url.origin } }),
    lighthouseResult: {
      requestedUrl: url.href,
      finalUrl: url.href,
      finalDisplayedUrl: url.href,
      mainDocumentUrl: url.href,
      lighthouseVersion: '13.4.0',
      fetchTime,
      runWarnings: [],
      configSettings: {
        formFactor: is_mobile ? 'mobile' : 'desktop',
        locale: 'en-US',
        onlyCategories: ['performance'],
      },
      categories: { performance: { id: 'performance', title: 'Performance', score } },
      audits: {
        ...audit('largest-contentful-paint', 'Largest Contentful Paint', lcp, 'millisecond'),
        ...audit('cumulative-layout-shift', 'Cumulative Layout Shift', cls, 'unitless'),
        ...audit('server-response-time', 'Initial server response time was short', ttfb, 'millisecond'),
      },
    },
  }
}

const returned = (code: string, says: string) => `Lighthouse returned error: ${code}. ${says}`
const not_loaded = returned(
  'FAILED_DOCUMENT_REQUEST',
  'Lighthouse was unable to reliably load the page you requested. (Details: net::ERR_CONNECTION_FAILED)',
)

function asked_of({ query }: FastifyRequest): PageQuery {
  const given = query as Record<string, string | string[] | undefined>
  const unknown = Object.keys(given).find((name) => !published.test(name))
  if (unknown)
    throw new GoogleError(400, `Invalid JSON payload received. Unknown name "${unknown}": Cannot bind query parameter.`)
  const { url, strategy = 'DESKTOP', key } = given
  if (key === undefined) throw new GoogleError(403, "Method doesn't allow unregistered callers. Please use API Key.")
  if (key !== pagespeed_key) throw new GoogleError(400, 'API key not valid. Please pass a valid API key.')
  if (typeof url !== 'string' || !/^https?:\/\//i.test(url) || !URL.canParse(url))
    throw new GoogleError(
      400,
      `Invalid value '${url}'. Values must match the following regular expression: '(?i)(url:|origin:)?http(s)?://.*'`,
    )
  if (strategy !== 'MOBILE' && strategy !== 'DESKTOP')
    throw new GoogleError(
      400,
      `Invalid value at 'strategy' (type.googleapis.com/google.chrome.pagespeedonline.v5.Strategy), "${strategy}"`,
    )
  return { url: new URL(url), is_mobile: strategy === 'MOBILE' }
}

export const pagescore: Vendor = {
  platform: 'pagescore',
  hosts: ['pagespeedonline.googleapis.com'],
  limits: () => [{ key: 'queries a minute', of: pagespeed_key, most: most_per_minute, window_ms: minute_ms }],
  throttle: () =>
    google_answer(
      new GoogleError(429, "Quota exceeded for quota metric 'Queries' and limit 'Queries per minute'."),
      'errors',
    ),
  fail: google_behavior('errors', '').fail,
  routes(app, { world }) {
    const tried = new Set<string>()
    app.get(
      '/pagespeedonline/v5/runPagespeed',
      google_route('errors', (request) => {
        const asked = asked_of(request)
        const { hostname } = asked.url
        if (hostname.startsWith('down.')) throw new GoogleError(400, not_loaded)
        // The first run of such a page fails, as runs of slow pages sometimes do.
        if (hostname.startsWith('flaky.') && !tried.has(hostname)) {
          tried.add(hostname)
          throw new GoogleError(500, returned('NO_FCP', 'Something went wrong.'))
        }
        return answer_of(asked, world)
      }),
    )
  },
}
