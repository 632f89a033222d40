// TikTok's Business API v1.3: advertisers, campaigns down to ads, and reports by day.

import { consent_page } from '../../consent/page.ts'
import { client } from '../../tokens.ts'
import type { Vendor } from '../../vendor.ts'
import { invalid, json_of, type Query, Refused, refusal, whole } from './api.ts'
import { assets, list, list_paths } from './lists.ts'
import { report } from './report.ts'
import { refuse_write, write_routes } from './writes.ts'

const base = '/open_api/v1.3'
const codes = { missing: 40_104, unknown: 40_105, expired: 40_105, revoked: 40_105 } as const

export const tx_ads: Vendor = {
  platform: 'tx_ads',
  hosts: ['business-api.tiktok.com'],
  credential: ({ headers }) => (headers['access-token'] as string | undefined) ?? null,
  open: (path) => path === '/portal/auth' || /\/oauth2\/(access|revoke)_token\/$/.test(path),
  refuse: (state) =>
    refusal(
      codes[state],
      state === 'missing' ? 'Access token is empty.' : 'Access token is incorrect or has been revoked.',
    ),
  // Limits of an app. After an excess in a minute it waits for five, and its day ends at 00:00 UTC (code 40100; TikTok's page is not
  // public, api-evangelist/tiktok-ads has the numbers, read 2026-11).
  limits: () => [
    { key: 'requests a second', of: 'app', most: 10, window_ms: 1_000 },
    { key: 'requests a minute', of: 'app', most: 600, window_ms: 60_000, closed_ms: 300_000 },
    { key: 'requests a day', of: 'app', most: 864_000, window_ms: 86_400_000, is_aligned: true },
  ],
  // No header says how long to wait.
  throttle: () => refusal(40_100, 'Too many requests. Please retry in some time.'),
  fail: (status) =>
    status === 503 ? refusal(60_001, 'The system is in maintenance.') : refusal(50_000, 'System error.'),
  // An endpoint for few apps has a code of its own (NOT_IN_WHITELIST of tiktok-business-api-sdk, read 2026-11).
  deny: ({ url, query }) =>
    url.includes('/smart_plus/')
      ? refusal(40_118, 'The app may not use this endpoint.')
      : refusal(40_001, `No permission to operate advertiser ${(query as Query).advertiser_id ?? ''}.`),
  refuse_write,
  own: {
    /** An error with words that TikTok's documents do not list. */
    not_valid(body) {
      Object.assign(body, { code: 40_002, message: 'advertiser is not valid', data: {} })
    },
    /** An advertiser that never finished its registration, and one of which the owner closed the access. */
    odd_accounts(body) {
      const { list: all } = body.data as { list: Record<string, unknown>[] }
      const [first] = all
      if (first && 'advertiser_name' in first)
        all.push({ advertiser_id: '7002238017842750000', advertiser_name: 'Draft' })
    },
  },
  records: (body) => (body as { data?: { list?: unknown[] } } | null)?.data?.list ?? null,
  recount(body, fewer) {
    const { page_info } = (body as { data: { page_info?: { total_number: number } } }).data
    if (page_info) page_info.total_number -= fewer
  },

  routes(app, box) {
    const { world, consents } = box
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      return reply.code(error.answer.status).send(error.answer.body)
    })
    const { tx } = world.ads

    consent_page(app, box, '/portal/auth', {
      vendor: 'TikTok',
      platform: 'tx_ads',
      code: 'auth_code',
      code_s: 3600,
      forgets_return: true,
      needs: ['app_id'],
    })
    // An error has the status 200. The body has a code.
    app.post<{ Body: Record<string, unknown> | null }>(`${base}/oauth2/access_token/`, ({ body }) => {
      const granted = consents.exchange('tx_ads', body ?? {})
      if (typeof granted === 'string')
        throw new Refused(granted === 'invalid_client' ? 40_101 : 40_110, 'Auth_code is used or expired.')
      return whole({ access_token: 'tt_sandbox', scope: [4, 5, 6], advertiser_ids: tx.accounts.map(({ id }) => id) })
    })
    app.post<{ Body: Record<string, unknown> | null }>(`${base}/oauth2/revoke_token/`, ({ body }) => {
      const { app_id, secret, access_token } = body ?? {}
      if (app_id !== client.id || secret !== client.secret) throw new Refused(40_101, 'Illegal access partner.')
      if (box.tokens.check('tx_ads', String(access_token ?? '')) !== 'ok')
        throw new Refused(codes.revoked, 'Access token is incorrect or has been revoked.')
      box.tokens.revoke('tx_ads')
      return whole({})
    })
    app.get(`${base}/oauth2/advertiser/get/`, (request) => {
      const { app_id, secret } = request.query as Query
      if (app_id !== client.id || secret !== client.secret) throw new Refused(40_101, 'Illegal access partner.')
      return whole({ list: tx.accounts.map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name })) })
    })

    app.get(`${base}/advertiser/info/`, (request) => {
      const ids = json_of<string[]>(request.query as Query, 'advertiser_ids') ?? []
      if (ids.length === 0 || ids.length > 100) throw invalid('advertiser_ids: The size must be 1 to 100.')
      const found = tx.accounts.filter(({ id }) => ids.includes(id))
      return whole({
        list: found.map(({ id, name, currency, time_zone, created_at }) => ({
          advertiser_id: id,
          name,
          currency,
          // An offset, without daylight saving time. POSIX counts it the other way round.
          timezone: 'Etc/GMT+6',
          display_timezone: time_zone,
          status: 'STATUS_ENABLE',
          advertiser_account_type: 'AUCTION',
          create_time: Math.floor(created_at / 1000),
          balance: 0,
          rejection_reason: '',
        })),
      })
    })

    const own = (query: Query): Query => {
      if (tx.accounts.some(({ id }) => id === query.advertiser_id)) return query
      throw new Refused(40_002, `The advertiser ${query.advertiser_id} doesn't exist or has been deleted.`)
    }
    for (const path of list_paths) app.get(base + path, (request) => list(world, path, own(request.query as Query)))
    for (const kind of ['video', 'image'] as const)
      app.get(`${base}/file/${kind}/ad/info/`, (request) => assets(world, kind, own(request.query as Query)))
    write_routes(app, box, base, own)
    app.get(`${base}/report/integrated/get/`, (request, reply) => {
      const { body, headers } = report(world, own(request.query as Query))
      return reply.headers(headers).send(body)
    })
  },
}
