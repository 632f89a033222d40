// The published limits of all vendors in the sandbox: each allows as much as the vendor does, refuses the next request in the vendor's
// words, and counts it as a violation.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, suite, test } from 'node:test'
import { oauth1 } from '#engine/vendors/oauth1.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Limit } from '../../sandbox/limits.ts'
import { create_sandbox, type Sandbox } from '../../sandbox/server.ts'
import { standard_token } from '../../sandbox/vendors/gx_ads/index.ts'
import { pagespeed_key } from '../../sandbox/vendors/pagescore.ts'
import { vendors } from '../../sandbox/vendors.ts'

interface Request {
  method?: 'GET' | 'POST'
  url: string
  headers?: Record<string, string>
  payload?: object
}

let sandbox: Sandbox
/** Keys of limits that refused a request, by platform. */
const met = new Map<string, Set<string>>()
before(async () => {
  sandbox = await create_sandbox({ frozen: true, now: '2026-11-20T18:00:00Z', history_days: 30 })
})
after(() => sandbox.app.close())
beforeEach(forget)

const bearer = (platform: string) => ({ authorization: `Bearer ${sandbox.tokens.issue(platform).access_token}` })
const gx_headers = (token: string) => ({ ...bearer('gx_ads'), 'developer-token': token })
const query = { method: 'POST' as const, payload: { query: 'SELECT customer.id FROM customer' } }

const x_signed = (method: string, url: string) =>
  oauth1.headers(sandbox_connections.find(({ platform }) => platform === 'net_d_ads')!.secrets, {
    ...{ method, url, at: new Date(sandbox.clock.now()) },
  })

/** A request against each kind of limit. */
const requests: Record<string, () => Request[]> = {
  email_a: () => {
    const headers = { authorization: 'Klaviyo-API-Key pk_sandbox', revision: '2026-07-15' }
    const url = 'https://a.klaviyo.com/api/'
    return [
      ...['accounts', 'campaigns', 'events', 'lists', 'metrics', 'profiles'].map((path) => ({
        url: url + path,
        headers,
      })),
      ...['campaign-values-reports', 'metric-aggregates'].map((path) => ({
        ...{ method: 'POST' as const, url: url + path, headers, payload: {} },
      })),
    ]
  },
  email_b: () => [
    { url: 'https://us21.api.mailchimp.com/3.0/lists', headers: { authorization: 'Bearer mc_sandbox-us21' } },
  ],
  email_c: () =>
    ['account', 'contacts'].map((path) => ({
      url: `https://api.brevo.com/v3/${path}`,
      headers: { 'api-key': 'xkeysib-sandbox' },
    })),
  gx_ads: () => [
    {
      ...query,
      url: `https://googleads.googleapis.com/v25/customers/${sandbox.world.ads.gx.accounts[0]!.id}/googleAds:search`,
      headers: gx_headers('sandbox-developer'),
    },
  ],
  gx_analytics: () => [
    {
      method: 'POST',
      url: `https://analyticsdata.googleapis.com/v1beta/properties/${sandbox.world.web.property.id}:runReport`,
      headers: bearer('gx_analytics'),
      payload: {},
    },
  ],
  heat_a: () => [
    {
      url: 'https://www.clarity.ms/export-data/api/v1/project-live-insights?numOfDays=1',
      headers: { authorization: 'Bearer clarity_sandbox' },
    },
  ],
  merchant_feed: () => [
    { url: 'https://merchantapi.googleapis.com/accounts/v1/accounts', headers: bearer('merchant_feed') },
  ],
  mpa: () => [{ url: 'https://api.mercadolibre.com/users/me', headers: bearer('mpa') }],
  mpb_sp: () => {
    const reports = 'reports/2021-06-30'
    return [
      ['GET', 'sellers/v1/marketplaceParticipations'],
      ['GET', 'orders/2026-01-01/orders'],
      ['POST', `${reports}/reports`],
      ['GET', `${reports}/reports/1`],
      ['GET', `${reports}/documents/1`],
      ['GET', 'listings/2021-08-01/items/A2CASALUMBRE01'],
      ['GET', 'finances/v0/financialEvents'],
      ['GET', 'sales/v1/orderMetrics'],
    ].map(([method, path]) => ({
      ...{ method: method as 'GET', url: `https://sellingpartnerapi-na.amazon.com/${path}` },
      headers: { 'x-amz-access-token': sandbox.tokens.issue('mpb_sp').access_token },
      ...(method === 'POST' && { payload: {} }),
    }))
  },
  mx_ads: () => {
    const url = `https://graph.facebook.com/v26.0/act_${sandbox.world.ads.mx.accounts[0]!.id}/campaigns`
    return [
      { url, headers: bearer('mx_ads') },
      { url, headers: bearer('mx_ads'), method: 'POST', payload: {} },
    ]
  },
  net_d_ads: () => {
    const [account] = sandbox.world.ads.net_d.accounts
    return [
      ['GET', 'accounts'],
      ['GET', `accounts/${account!.id}/campaigns`],
      ['POST', `stats/jobs/accounts/${account!.id}`],
    ].map(([method, path]) => {
      const url = `https://ads-api.x.com/12/${path}`
      return { method: method as 'GET', url, headers: x_signed(method!, url) }
    })
  },
  pagescore: () => [
    {
      url: `https://pagespeedonline.googleapis.com/pagespeedonline/v5/runPagespeed?url=https://a.example&key=${pagespeed_key}`,
    },
  ],
  seo_console: () => {
    const url = 'https://searchconsole.googleapis.com/webmasters/v3/sites'
    const site = encodeURIComponent(sandbox.world.seo.site_url)
    const headers = bearer('seo_console')
    return [
      { url, headers },
      { url: `${url}/${site}/searchAnalytics/query`, method: 'POST', headers, payload: {} },
    ]
  },
  social_a: () => [
    {
      url: `https://graph.facebook.com/v26.0/${sandbox.world.social.instagram.accounts[0]!.id}?fields=id`,
      headers: bearer('social_a'),
    },
  ],
  sx: () => [
    {
      method: 'POST',
      url: 'https://casa-lumbre.myshopify.com/admin/api/2026-07/graphql.json',
      headers: { 'x-shopify-access-token': 'shpat_sandbox' },
      payload: { query: '{ orders(first: 250) { nodes { id } } }' },
    },
  ],
  tnx: () => [
    {
      url: 'https://api.tiendanube.com/2025-03/4021977/store',
      headers: { authentication: 'bearer tnx_sandbox', 'user-agent': 'A (b)' },
    },
  ],
  tx_ads: () => [
    { url: 'https://business-api.tiktok.com/open_api/v1.3/campaign/get/', headers: { 'access-token': 'tt_sandbox' } },
  ],
}

const send = ({ url, ...request }: Request) =>
  sandbox.app.inject({ method: 'GET', ...request, url: url.replace('https:/', '') })
const violated = (platform: string) =>
  sandbox.limits.violations().flatMap((one) => (one.platform === platform ? [one.key] : []))

/** Leaves place for this number of requests of this cost. */
const leave = (platform: string, limit: Limit, times: number) =>
  sandbox.limits.take(platform, [{ ...limit, costs: limit.most - (limit.costs ?? 1) * times }])
function forget() {
  sandbox.limits.forget()
  sandbox.limits.clear_violations()
}

/** The last request that the limit allows is answered, the next one is refused until the limit has place again. */
async function is_enforced(platform: string, request: Request, limit: Limit) {
  const { throttle } = vendors.find((one) => one.platform === platform)!
  forget()
  if ('at_once' in limit) leave(platform, limit, 0)
  else {
    leave(platform, limit, 1)
    await send(request)
    assert.deepEqual(violated(platform), [], limit.key)
  }
  const { statusCode, body } = await send(request)
  assert.ok(violated(platform).includes(limit.key), limit.key)
  const [state] = sandbox.limits.take(platform, [limit])
  const own = throttle(Math.ceil(state!.wait_ms / 1_000), limit.key)
  assert.equal(statusCode, own.status)
  // The refusal of Shopify states the cost of the query as well.
  if (platform === 'sx') assert.deepEqual(JSON.parse(body).errors, (own.body as { errors: unknown }).errors)
  else assert.equal(body, typeof own.body === 'string' ? own.body : JSON.stringify(own.body))
  met.set(platform, (met.get(platform) ?? new Set()).add(limit.key))
  if ('at_once' in limit) return
  if (limit.closed_ms) assert.equal(state!.wait_ms, limit.closed_ms)
  sandbox.clock.wait(state!.wait_ms)
  sandbox.limits.clear_violations()
  await send(request)
  assert.deepEqual(violated(platform), [], `${limit.key}, later`)
}

suite('each published limit allows what it says, and refuses the next request in the words of the vendor', () => {
  for (const { platform, limits } of vendors)
    if (limits || requests[platform])
      test(platform, async () => {
        for (const request of requests[platform]!()) {
          forget()
          await send(request)
          const counted = sandbox.limits.counted(platform)
          assert.ok(counted.length > 0, request.url)
          for (const limit of counted) await is_enforced(platform, request, limit)
        }
      })
})

const VENDORS = join(import.meta.dirname, '../../sandbox/vendors')
/** A limit in the source of a vendor: its key, before the one who shares it. */
const LIMIT = /\bkey: ('[^']+'|`[^`]+`|\w+),\s*of\b/g

/** What a key in the source can be. The parts of a template that are computed can be anything. */
function pattern_of(key: string, source: string): RegExp | undefined {
  const text = /^\w+$/.test(key) ? new RegExp(`\\bconst ${key} = ('[^']+'|\`[^\`]+\`)`).exec(source)?.[1] : key
  const parts = text?.slice(1, -1).split(/\$\{[^}]*\}/)
  return parts && new RegExp(`^${parts.map((part) => part.replace(/[^\w\s]/g, '\\$&')).join('.+')}$`)
}

test('no limit that a vendor of the sandbox declares is left out', () => {
  const lacking: string[] = []
  let declared = 0
  for (const file of globSync('**/*.ts', { cwd: VENDORS })) {
    const source = readFileSync(join(VENDORS, file), 'utf8')
    const platform = file.split(/[./]/)[0]!
    const { limit_keys = [] } = vendors.find((one) => one.platform === platform) ?? {}
    const own = [...(met.get(platform) ?? [])]
    for (const [, key = ''] of source.matchAll(LIMIT)) {
      declared += 1
      const pattern = pattern_of(key, source)
      // The name of a variable: the keys come from a table.
      if (pattern ? !own.some((one) => pattern.test(one)) : limit_keys.length === 0) lacking.push(`${file}: ${key}`)
    }
    lacking.push(...limit_keys.filter((key) => !own.includes(key)))
  }
  assert.deepEqual([...new Set(lacking)], [])
  assert.ok(declared > 20, `only ${declared} were found`)
})

test('a developer token with standard access has no limit, and pages of a query are not counted', async () => {
  const [usual] = requests.gx_ads!()
  await send({ ...usual!, headers: gx_headers(standard_token) })
  assert.deepEqual(sandbox.limits.counted('gx_ads'), [])
  await send({ ...usual!, payload: { ...query.payload, pageToken: 'MA' } })
  await send(usual!)
  const [limit] = sandbox.limits.counted('gx_ads')
  assert.equal(sandbox.limits.left('gx_ads', limit!), 14_999)
})

test('limits of an app are shared by all connections, and those of a key are not', async () => {
  const send_with = async (platform: string, header: string, keys: string[]) => {
    const [usual] = requests[platform]!()
    for (const key of keys)
      assert.equal((await send({ ...usual!, headers: { ...usual!.headers, [header]: key } })).statusCode, 200)
    return sandbox.limits.counted(platform).map((limit) => limit.most - sandbox.limits.left(platform, limit))
  }
  assert.deepEqual(await send_with('tx_ads', 'access-token', ['tt_sandbox', 'b2~tt_sandbox']), [2, 2, 2])
  assert.deepEqual(await send_with('email_c', 'api-key', ['xkeysib-sandbox', 'b2~xkeysib-sandbox']), [1, 1])
})

test('the control API lists violations by platform and limit; answers that a fault asked for are none', async () => {
  const [request] = requests.email_c!()
  sandbox.faults.add({ kind: 'throttle', platform: 'email_c' })
  sandbox.faults.add({ kind: 'too_many', platform: 'email_c', skip: 1 })
  for (let n = 0; n < 2; n++) assert.equal((await send(request!)).statusCode, 429)
  const control = async (method: 'GET' | 'DELETE') =>
    (await sandbox.app.inject({ method, url: '/control/violations' })).json()
  assert.deepEqual(await control('GET'), { violations: [] })
  for (let n = 0; n < 102; n++) await send(request!)
  assert.deepEqual(await control('GET'), {
    violations: [{ platform: 'email_c', key: 'unlisted an hour', count: 2 }],
  })
  await control('DELETE')
  assert.deepEqual(await control('GET'), { violations: [] })
  // What was sent still counts.
  assert.equal((await send(request!)).statusCode, 429)
})

test('requests after an instant to which the clock was set back never happened', async () => {
  const [request] = requests.email_c!()
  const at = sandbox.clock.now()
  sandbox.clock.advance(60_000)
  for (let n = 0; n < 100; n++) await send(request!)
  sandbox.clock.set(at)
  assert.equal((await send(request!)).statusCode, 200)
})
