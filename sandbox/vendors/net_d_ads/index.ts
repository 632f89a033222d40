// X's Ads API 12: accounts, funding instruments, campaigns down to posts, and reports that it builds.
import type { FastifyRequest } from 'fastify'
import { pack_files } from '../../packed_files.ts'
import type { Vendor } from '../../vendor.ts'
import type { World } from '../../world/types.ts'
import { base, ids_in, page_of, type Query, Refused, refusal, signed_token, x_limits } from './api.ts'
import {
  account_nodes,
  campaign_nodes,
  card_node,
  funding_nodes,
  line_item_nodes,
  promoted_nodes,
  tweet_id,
  tweet_node,
} from './nodes.ts'
import { create_stats } from './stats.ts'

const files = '/advertiser-api-async-analytics/'
const not_found = (id: string) => refusal(403, 'ACCOUNT_NOT_FOUND', `Account ${id} was not found`)

/** Reports are ordered at one host, and their files are at the other. */
const all_stats = new WeakMap<World, ReturnType<typeof create_stats>>()
function stats_of(world: World) {
  const stats = all_stats.get(world) ?? create_stats(world)
  all_stats.set(world, stats)
  return stats
}

export const net_d_ads: Vendor = {
  platform: 'net_d_ads',
  hosts: ['ads-api.x.com', 'ton.twimg.com'],
  file: (path) => path.startsWith(files),
  credential: signed_token,
  refuse: () => refusal(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated'),
  ...x_limits,
  throttle: (seconds) =>
    refusal(429, 'TOO_MANY_REQUESTS', 'You have exceeded the number of requests', { 'retry-after': String(seconds) }),
  fail: (status) => refusal(status, status === 503 ? 'OVER_CAPACITY' : 'INTERNAL_ERROR', 'An internal error happened'),
  deny: (request) => not_found(/accounts\/([^/?]+)/.exec(request.url)?.[1] ?? ''),
  own: {
    /** An account without any way to pay. */
    odd_accounts(body) {
      const accounts = body.data as Record<string, unknown>[]
      const [first] = accounts
      if (first && 'timezone' in first) accounts.push({ ...first, id: '18ce5zzzzzz', name: 'Draft' })
    },
    /** A report that X still builds. */
    unfinished(body) {
      for (const job of body.data as Record<string, unknown>[]) Object.assign(job, { status: 'PROCESSING', url: null })
    },
    /** A report about the account's own figures that X still builds, while others are built. */
    unfinished_totals(body) {
      for (const job of body.data as Record<string, unknown>[])
        if (job.entity === 'FUNDING_INSTRUMENT') Object.assign(job, { status: 'PROCESSING', url: null })
    },
    /** A report that X could not build. */
    failed(body) {
      for (const job of body.data as Record<string, unknown>[]) Object.assign(job, { status: 'FAILED', url: null })
    },
  },
  records: (body) => {
    const { data } = (body ?? {}) as { data?: unknown }
    return Array.isArray(data) ? data : null
  },

  routes(app, box) {
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Refused)) throw error
      return reply
        .code(error.answer.status)
        .headers(error.answer.headers ?? {})
        .send(error.answer.body)
    })
    const { net_d: ads } = box.world.ads
    const stats = stats_of(box.world)
    const account = ({ params }: FastifyRequest) => {
      const { id } = params as { id: string }
      const found = ads.accounts.find((one) => one.id === id)
      if (found) return found
      throw new Refused(403, 'ACCOUNT_NOT_FOUND', `Account ${id} was not found`)
    }
    const query = (request: FastifyRequest) => request.query as Query
    const list = <Node extends { id: string; deleted: boolean }>(
      name: string,
      nodes: (account_id: string) => Node[],
      filter: string,
    ) =>
      app.get(`${base}/accounts/:id/${name}`, (request) => {
        const wanted = ids_in(query(request), filter)
        return page_of(
          nodes(account(request).id).filter(({ id }) => wanted?.has(id) ?? true),
          query(request),
        )
      })

    app.get(`${base}/accounts`, (request) => page_of(account_nodes(ads), query(request)))
    list('funding_instruments', (id) => funding_nodes(ads, id), 'funding_instrument_ids')
    list('campaigns', (id) => campaign_nodes(ads, id), 'campaign_ids')
    list('line_items', (id) => line_item_nodes(ads, id), 'line_item_ids')
    list('promoted_tweets', (id) => promoted_nodes(ads, id), 'promoted_tweet_ids')

    const shown = (id: string) =>
      ads.ads
        .filter((ad) => ad.account_id === id)
        .map((ad) => ({ ad, creative: ads.creatives.find((one) => one.id === ad.creative_id)! }))
    app.get(`${base}/accounts/:id/tweets`, (request) => {
      if (query(request).tweet_type !== 'PUBLISHED') throw new Refused(400, 'MISSING_PARAMETER', 'tweet_type')
      const wanted = ids_in(query(request), 'tweet_ids')
      const tweets = shown(account(request).id).filter(({ ad }) => wanted?.has(tweet_id(ad)) ?? true)
      return page_of(
        tweets.map(({ ad, creative }) => ({ ...tweet_node(ad, creative), deleted: false })),
        query(request),
      )
    })
    app.get(`${base}/accounts/:id/cards/all`, (request) => {
      const wanted = ids_in(query(request), 'card_uris')
      if (!wanted) throw new Refused(400, 'MISSING_PARAMETER', 'card_uris')
      const cards = shown(account(request).id).map(({ creative }) => card_node(creative))
      return { request: { params: {} }, data: cards.filter(({ card_uri }) => wanted.has(card_uri)) }
    })

    app.get(`${base}/stats/accounts/:id/active_entities`, (request) =>
      stats.active_entities(account(request), query(request)),
    )
    app.post(`${base}/stats/jobs/accounts/:id`, (request) => stats.order(account(request), query(request)))
    app.get(`${base}/stats/jobs/accounts/:id`, (request) => stats.status(account(request), query(request)))
    app.get(`${files}:name`, (request) => {
      const { name } = request.params as { name: string }
      return stats.file(/stats_job_(\d+)\.json\.gz$/.exec(name)?.[1] ?? '')
    })
    pack_files(app, files)
  },
}
