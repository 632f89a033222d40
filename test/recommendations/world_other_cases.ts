// Planted causes and decoys about questions, connections, webhooks, pages, feeds and lists of subscribers.
import { randomUUID } from 'node:crypto'
import { add_days } from '#domain/windows.ts'
import { days_of, HISTORY, hours_ago, type Shop, TODAY } from './world_shop.ts'

type Shops = readonly Shop[]

export function questions(shops: Shops) {
  const rule = 'unanswered_questions'
  const ask = (shop: Shop, count: number, hours: number, of: Record<string, unknown> = {}) => {
    for (let n = 0; n < count; n++)
      shop.add('marketplace_questions', {
        ...{ connection_id: shop.ids.marketplace, question_id: `${hours} ${n}`, listing_id: 'l1', platform: 'mpa' },
        ...{
          status: 'unanswered',
          asked_at: hours_ago(hours + n),
          question: 'Is it still there?',
          account_id: '1',
          ...of,
        },
      })
  }
  const list = (shop: Shop, listing_id: string, status: string) =>
    shop.add('marketplace_listings', {
      ...{ connection_id: shop.ids.marketplace, account_id: '1', platform: 'mpa', listing_id, status },
      ...{ title: 'Lamp', currency: 'MXN' },
    })
  const answered = { status: 'answered', answer: 'Yes.', answered_at: hours_ago(5) }
  for (const shop of shops) list(shop, 'l1', 'active')
  for (const shop of shops) ask(shop, 6, 200, { ...answered, answered_at: hours_ago(190) })
  for (const [at, count] of [
    [1, 3],
    [5, 8],
    [9, 1],
  ] as const) {
    ask(shops[at]!, count, 60)
    shops[at]!.cause(rule, `${count} wait for days`, shops[at]!.ids.marketplace)
  }
  ask(shops[2]!, 9, 60, answered)
  shops[2]!.decoy(rule, 'answered', shops[2]!.ids.marketplace)
  ask(shops[3]!, 1, 0.3)
  shops[3]!.decoy(rule, 'asked some minutes ago', shops[3]!.ids.marketplace)
  list(shops[6]!, 'l2', 'paused')
  ask(shops[6]!, 5, 60, { status: 'closed_unanswered' })
  ask(shops[6]!, 4, 70, { listing_id: 'l2' })
  ask(shops[6]!, 3, 80, { question: '' })
  shops[6]!.decoy(rule, 'listings are closed or paused, or texts are withheld', shops[6]!.ids.marketplace)
}

export async function sick_connections(shops: Shops) {
  const rule = 'sick_connection'
  const connect = (at: number, platform: string, values: Parameters<Shop['org']['connect']>[1]) =>
    shops[at]!.org.connect(platform, { name: 'Second', ...values })
  const silent = { last_sync_at: hours_ago(150), last_rows_at: hours_ago(150) }
  const failing = { ...silent, last_error_at: hours_ago(1) }
  shops[2]!.cause(
    rule,
    'a person has to connect again',
    await connect(2, 'social_a', { ...silent, needs_reconnection: true }),
  )
  shops[6]!.cause(rule, 'no sync for six days', await connect(6, 'seo_console', silent))
  shops[10]!.cause(rule, 'every sync fails', await connect(10, 'heat_a', failing))
  const revoked = { ...silent, status: 'revoked', revoked_at: hours_ago(100) }
  shops[3]!.decoy(rule, 'disconnected by a person', await connect(3, 'social_a', revoked))
  const fresh = { created_at: hours_ago(0.2), last_sync_at: null, last_rows_at: null }
  shops[7]!.decoy(rule, 'connected some minutes ago', await connect(7, 'seo_console', fresh))
  const recovered = { last_error_at: hours_ago(30) }
  shops[11]!.decoy(rule, 'one sync failed, and the next ones did not', await connect(11, 'social_a', recovered))
}

export function drifts(shops: Shops) {
  const rule = 'drift'
  const check = (shop: Shop, of: { verdict: string; read_again_at: string | null; difference: number }) => {
    for (const [at, date] of days_of(3, 4).entries())
      shop.add('ledger', {
        ...{ connection_id: shop.ids.social, stream: 'days', account_id: 's1', date, measure: 'impressions' },
        ...{ platform_total: 9_000 + at, stored_sum: 9_000 + at - of.difference, tolerance: 2, verdict: of.verdict },
        read_again_at: of.read_again_at,
        checked_at: hours_ago(3),
      })
    return `${shop.ids.social}/days`
  }
  const lasting = { verdict: 'drift', read_again_at: hours_ago(20) }
  for (const [at, difference] of [
    [0, 1_200],
    [4, 300],
    [8, 5_000],
  ] as const)
    shops[at]!.cause(rule, 'it remains after a second read', check(shops[at]!, { ...lasting, difference }))
  const decoys: [number, string, Parameters<typeof check>[1]][] = [
    [1, 'rounding', { verdict: 'rounding', read_again_at: null, difference: 2 }],
    [5, 'the platform only estimates', { verdict: 'estimate', read_again_at: hours_ago(20), difference: 400 }],
    [9, 'not read again yet', { verdict: 'drift', read_again_at: null, difference: 400 }],
  ]
  for (const [at, why, of] of decoys) shops[at]!.decoy(rule, why, check(shops[at]!, of))
}

export function webhooks(shops: Shops) {
  const rule = 'dead_webhook'
  const make = (shop: Shop, is_active: boolean, health: Record<string, unknown> | null) => {
    const webhook_id = randomUUID()
    shop.add('webhooks', {
      webhook_id,
      name: 'Orders',
      url: 'https://receiver.example/in',
      events: ['order.created'],
      is_active,
    })
    if (health) shop.add('webhook_health', { webhook_id, ...health })
    return webhook_id
  }
  const failing = { failures: 30, failing_since: hours_ago(70) }
  shops[1]!.cause(rule, 'nothing arrives for three days', make(shops[1]!, true, failing))
  shops[7]!.cause(
    rule,
    'its address was deleted',
    make(shops[7]!, false, { failures: 1, failing_since: hours_ago(90), off_reason: 'gone' }),
  )
  shops[11]!.cause(rule, 'Tablero switched it off', make(shops[11]!, false, { ...failing, off_reason: 'failing' }))
  shops[2]!.decoy(rule, 'failing for two hours', make(shops[2]!, true, { failures: 6, failing_since: hours_ago(2) }))
  shops[4]!.decoy(rule, 'switched off by a person', make(shops[4]!, false, null))
  shops[10]!.decoy(rule, 'it works again', make(shops[10]!, true, { failures: 0, failing_since: null }))
}

export function pages(shops: Shops) {
  const rule = 'slow_page'
  const scan = (shop: Shop, page: string, of: Record<string, unknown>) => {
    const url = `${shop.site}/${page}`
    shop.add('page_scans', {
      ...{ url, final_url: url, device: 'mobile', method: 'pagespeed', performance: 45, field_of: 'page' },
      ...{ lab_lcp_ms: 3_000, lab_cls: 0.05, lab_ttfb_ms: 400, field_cls: 0.04, field_ttfb_ms: 700, field_inp_ms: 180 },
      ...{ field_lcp_ms: 2_300, scanned_at: hours_ago(40), ...of },
    })
    return `${of.device ?? 'mobile'} ${url}`
  }
  for (const shop of shops) scan(shop, '', { performance: 90 })
  for (const [at, device] of [
    [2, 'mobile'],
    [5, 'mobile'],
    [9, 'desktop'],
    [10, 'mobile'],
  ] as const) {
    const field_lcp_ms = Math.round(shops[at]!.dice.between(4_500, 9_000))
    shops[at]!.cause(rule, `visitors wait ${field_lcp_ms} ms`, scan(shops[at]!, 'sofas', { field_lcp_ms, device }))
  }
  shops[0]!.decoy(rule, 'only the test load was slow', scan(shops[0]!, 'sofas', { lab_lcp_ms: 9_500, performance: 20 }))
  shops[3]!.decoy(
    rule,
    'other pages of the site',
    scan(shops[3]!, 'sofas', { field_of: 'origin', field_lcp_ms: 6_000 }),
  )
  shops[6]!.decoy(
    rule,
    'visitors wait three seconds',
    scan(shops[6]!, 'sofas', { field_lcp_ms: Math.round(shops[6]!.dice.between(2_600, 3_800)) }),
  )
  scan(shops[8]!, 'sofas', { field_lcp_ms: 7_000, scanned_at: hours_ago(300) })
  shops[8]!.decoy(rule, 'it is fast since', scan(shops[8]!, 'sofas', { field_lcp_ms: 2_000 }))
}

export function feeds(shops: Shops) {
  const rule = 'feed_errors'
  const statuses = { disapproved: 'disapproved', demoted: 'approved', not_impacted: 'approved' } as const
  interface Issue {
    severity?: keyof typeof statuses
    resolution?: string
    is_listed?: boolean
  }
  const list = (shop: Shop, code: string, count: number, issue: Issue = {}) => {
    const { severity = 'disapproved', resolution = 'merchant_action', is_listed = true } = issue
    for (let n = 0; n < count; n++) {
      const of = { connection_id: shop.ids.feed, account_id: 'm1', product_id: `es~MX~${code}${n}` }
      const place = { ...of, reporting_context: 'SHOPPING_ADS' }
      shop.add('feed_products', { ...of, offer_id: `${code}${n}`, title: `Product ${n}`, currency: 'MXN' })
      const status = code === '' ? 'approved' : resolution === 'merchant_action' ? statuses[severity] : 'pending'
      if (is_listed) shop.add('feed_product_statuses', { ...place, country: 'MX', status })
      if (code !== '')
        shop.add('feed_product_issues', {
          ...{ ...place, code, attribute: 'link', severity, resolution, description: code, detail: 'Correct it.' },
          countries: ['MX'],
        })
    }
    return `${shop.ids.feed}/m1/${code}`
  }
  for (const shop of shops) list(shop, '', 80)
  for (const [at, code] of [
    [0, 'image_link_broken'],
    [3, 'landing_page_error'],
    [7, 'missing_price'],
    [11, 'price_mismatch'],
  ] as const) {
    const count = Math.round(shops[at]!.dice.between(5, 60))
    shops[at]!.cause(rule, `${count} products are not shown`, list(shops[at]!, code, count))
  }
  shops[1]!.decoy(
    rule,
    'the platform still works on it',
    list(shops[1]!, 'image_fetching', 30, { resolution: 'pending_processing' }),
  )
  shops[4]!.decoy(rule, 'they are shown', list(shops[4]!, 'missing_brand', 30, { severity: 'not_impacted' }))
  shops[6]!.decoy(rule, 'they are shown less often', list(shops[6]!, 'image_too_small', 30, { severity: 'demoted' }))
  shops[9]!.decoy(rule, 'they left the feed', list(shops[9]!, 'landing_page_error', 30, { is_listed: false }))
}

export function lists(shops: Shops) {
  const rule = 'mail_list_without_sending'
  const people: Record<number, number> = { 2: 3 }
  const silent: Record<number, number> = { 0: 70, 2: 70, 4: 90, 8: 60 }
  for (const shop of shops) {
    const connection_id = shop.ids.email
    for (let n = 0; n < (people[shop.number] ?? 1_500); n++)
      shop.add('contacts', {
        ...{ connection_id, platform: 'email_a', external_id: String(n), email: `p${n}@people.example` },
        created_at: '2026-03-01T00:00:00Z',
      })
    for (let days = silent[shop.number] ?? 6; days < 2 * HISTORY; days += 14) {
      const sent_at = `${add_days(TODAY, -days)}T16:00:00Z`
      shop.add('email_campaigns', {
        ...{ connection_id, campaign_id: `news ${days}`, platform: 'email_a', name: `News ${days}`, status: 'sent' },
        ...{ sent_at, currency: 'MXN', recipients: 1_500n, delivered: 1_480n, opens: 400n, clicks: 40n },
      })
    }
  }
  for (const at of [0, 4, 8]) shops[at]!.cause(rule, `${silent[at]} days without a campaign`, shops[at]!.ids.email)
  shops[1]!.decoy(rule, 'a campaign was sent last week', shops[1]!.ids.email)
  shops[2]!.decoy(rule, 'three people', shops[2]!.ids.email)
  const { ids } = shops[5]!
  shops[5]!.add('email_campaigns', {
    ...{ connection_id: ids.email, campaign_id: 'next', platform: 'email_a', name: 'Next', status: 'scheduled' },
    scheduled_at: `${add_days(TODAY, 1)}T16:00:00Z`,
  })
  shops[5]!.decoy(rule, 'the next campaign is scheduled', ids.email)
}
