// Checks the connector and the sandbox against Klaviyo's published OpenAPI document, and converts real records to the expected rows.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import { canned_api } from '#test/canned_api.ts'
import { type Exchange, read_openapi } from './json_api_spec.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { rows_by_table, type Tables } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { streams } = email_a

describe('requests and answers', { skip }, () => {
  let published: ReturnType<typeof read_openapi>
  let wired: Awaited<ReturnType<typeof wire>>
  const tables: Record<string, Tables> = {}
  before(async () => {
    published = read_openapi()
    // An early hour of a Friday, because a campaign is scheduled for the morning.
    const sandbox = { now: '2026-11-20T08:00:00Z' }
    wired = await wire({ connector: email_a, platform: 'email_a', secrets: { api_key: 'pk_sandbox' }, sandbox })
    const [account] = await wired.accounts()
    const source = { api: wired.api, account: account!, from: '2026-09-01', to: '2026-11-20' }
    for (const [name, stream] of Object.entries(streams)) tables[name] = await rows_by_table(stream, source)
  })
  after(() => wired?.close())

  const exchanges = (): Exchange[] =>
    wired.sandbox.log.list('email_a').map(({ method, url, headers, body, answer }) => ({
      method,
      url,
      headers,
      body,
      answer: JSON.parse(answer ?? 'null'),
    }))

  test('every request of the connector and every answer it gets are as Klaviyo publishes them', () => {
    const all = exchanges()
    assert.deepEqual([...new Set(all.map((one) => published.path_of(one)))].sort(), [
      '/api/accounts',
      '/api/campaign-values-reports',
      '/api/campaigns',
      '/api/campaigns/{id}/campaign-messages',
      '/api/events',
      '/api/metric-aggregates',
      '/api/metrics',
      '/api/profiles',
    ])
    for (const one of all) assert.deepEqual(published.faults(one).slice(0, 3), [], `${one.method} ${one.url}`)
  })

  test('reports, which have a low rate limit, are requested once for each year of campaigns', () => {
    const reports = exchanges().filter(({ url }) => url.includes('campaign-values-reports'))
    assert.equal(reports.length, 2)
  })

  test('the validator finds unknown fields, wrong types, missing headers and unpublished operations', () => {
    const list = exchanges().find(({ url }) => url.includes('/profiles'))!
    const faults = (change: Partial<Exchange>) => published.faults({ ...list, ...change }).join('; ')
    assert.equal(faults({}), '')
    const answer = list.answer as { data: { attributes: object }[] }
    const changed = (attributes: object) => ({
      ...answer,
      data: [{ ...answer.data[0], attributes: { ...answer.data[0]!.attributes, ...attributes } }],
    })
    assert.match(faults({ answer: changed({ email: 5 }) }), /answer: .*email must be string/)
    assert.match(faults({ answer: { ...answer, total: 1 } }), /\(total\)/)
    assert.match(faults({ headers: {} }), /revision is missing/)
    assert.match(faults({ url: `${list.url}&page=2` }), /page is not known/)
    assert.match(faults({ url: list.url.replace('profiles', 'people') }), /no published operation/)
  })

  test('days of a campaign add up to its totals', () => {
    const sent = tables.results?.email_campaigns?.filter(({ recipients }) => (recipients as bigint) > 0n) ?? []
    const daily = tables.daily?.email_campaign_daily ?? []
    const whole = sent.filter(({ campaign_id }) => daily.some((day) => day.campaign_id === campaign_id))
    assert.ok(whole.length > 10)
    // The first campaigns of the window were sent before it starts.
    const inside = new Set(whole.slice(6).map(({ campaign_id }) => campaign_id))
    for (const campaign of whole.filter(({ campaign_id }) => inside.has(campaign_id))) {
      const days = daily.filter(({ campaign_id }) => campaign_id === campaign.campaign_id)
      const sum = (field: string) => days.reduce((total, day) => total + BigInt(day[field] as bigint), 0n)
      for (const field of ['delivered', 'opens', 'clicks', 'unsubscribes', 'revenue_micros'])
        assert.equal(sum(field), campaign[field], `${field} of ${campaign.name}`)
      assert.equal(sum('conversions'), BigInt(campaign.conversions as number))
    }
  })

  test('archived campaigns, campaigns of several messages and emails of a deleted flow count as they should', () => {
    const { campaigns } = wired.sandbox.world.mail
    const ids = (rows: Tables[string] = []) => new Set(rows.map(({ campaign_id }) => campaign_id))
    const all = campaigns()
    assert.ok(all.some(({ is_archived }) => is_archived) && all.some(({ variations }) => variations > 1))
    assert.deepEqual(ids(tables.campaigns?.email_campaigns), new Set(all.map(({ id }) => id)))
    const archived = all.filter(({ is_archived, send_at }) => is_archived && send_at > Date.parse('2026-01-01'))
    const results = tables.results?.email_campaigns ?? []
    for (const { id } of archived)
      assert.ok(results.some(({ campaign_id, delivered }) => campaign_id === id && delivered))
    for (const id of ids(tables.daily?.email_campaign_daily)) assert.ok(all.some((campaign) => campaign.id === id))
  })

  test('the sandbox limits requests as Klaviyo does, for a second, a minute and a day', async () => {
    const { sandbox } = wired
    const statuses = async (url: string, count: number) => {
      const headers = { authorization: 'Klaviyo-API-Key pk_sandbox', revision: '2026-07-15' }
      const answers = []
      for (let n = 0; n < count; n++)
        answers.push(await sandbox.app.inject({ method: 'GET', url: `/a.klaviyo.com/api/${url}`, headers }))
      return answers.map(({ statusCode, headers }) => [statusCode, headers['retry-after']])
    }
    sandbox.clock.advance(60_000)
    assert.deepEqual(await statuses('accounts', 2), [
      [200, undefined],
      [429, '1'],
    ])
    for (let n = 0; n < 14; n++) {
      sandbox.clock.advance(1000)
      assert.equal((await statuses('accounts', 1))[0]![0], 200)
    }
    sandbox.clock.advance(1000)
    assert.deepEqual(await statuses('accounts', 1), [[429, '45']])
  })

  test('subjects, plain texts of emails, people and carts are read', () => {
    const bodies = tables.bodies?.email_campaigns ?? []
    assert.equal(bodies.length, 20)
    for (const { body_text } of bodies) assert.doesNotMatch(String(body_text), /[<>{}]/)
    const campaigns = tables.campaigns?.email_campaigns ?? []
    assert.ok(campaigns.every(({ subject }) => subject))
    assert.deepEqual([...new Set(campaigns.map(({ status }) => status))].sort(), ['scheduled', 'sent'])
    const contacts = tables.contacts?.contacts ?? []
    assert.equal(contacts.length, wired.sandbox.world.mail.profiles().length)
    const carts = tables.checkouts?.checkouts ?? []
    assert.ok(carts.some(({ completed_at }) => completed_at) && carts.some(({ completed_at }) => !completed_at))
    assert.ok(carts.every(({ token, recovery_url, email }) => token && recovery_url && email))
  })

  test('lists, which the connector does not need, are as Klaviyo publishes them', async () => {
    const url = 'https://a.klaviyo.com/api/lists'
    const headers = { authorization: 'Klaviyo-API-Key pk_sandbox', revision: '2026-07-15' }
    const answer = await wired.sandbox.app.inject({ method: 'GET', url: url.replace('https:/', ''), headers })
    assert.equal(answer.json().data.length, 3)
    assert.deepEqual(published.faults({ method: 'GET', url, headers, body: null, answer: answer.json() }), [])
  })

  for (const [what, url, detail] of [
    ['campaigns without a channel', '/a.klaviyo.com/api/campaigns', /channel filter is required/],
    ['a page too large', '/a.klaviyo.com/api/profiles?page%5Bsize%5D=101', /between 1 and 100/],
    ['a filter it does not have', "/a.klaviyo.com/api/profiles?filter=equals(city,'x')", /not supported/],
  ] as const) {
    test(`the sandbox refuses ${what}`, async () => {
      const headers = { authorization: 'Klaviyo-API-Key pk_sandbox', revision: '2026-07-15' }
      const answer = await wired.sandbox.app.inject({ method: 'GET', url, headers })
      assert.equal(answer.statusCode, 400)
      assert.match(answer.json().errors[0].detail, detail)
    })
  }
})

// ---- samples -----------------------------------------------------------------------------------------------------------

const sample = (stream: string) =>
  airbyte_records('email_a').flatMap((one) => (one.stream === stream ? [one.data as unknown as Sample] : []))
interface Sample {
  id: string
  type: string
  attributes: Record<string, unknown>
  relationships?: Record<string, unknown>
  campaign_message?: { id: string; attributes: { content: object } }
}
const account = { account_id: 'A', name: 'Sample', time_zone: 'UTC', currency: 'USD' }

describe('real records', { skip }, () => {
  test('campaigns with their messages become the expected rows', async () => {
    const records = sample('campaigns_detailed').filter(({ campaign_message }) => campaign_message?.id)
    const answer = {
      data: records.map(({ campaign_message, ...campaign }) => ({
        ...campaign,
        relationships: { 'campaign-messages': { data: [{ type: 'campaign-message', id: campaign_message?.id }] } },
      })),
      // Messages were recorded in an older revision, which has the content outside of a definition.
      included: records.map(({ campaign_message }) => ({
        type: 'campaign-message',
        id: campaign_message?.id,
        attributes: { definition: { channel: 'email', content: campaign_message?.attributes.content } },
      })),
      links: { self: 'https://a.klaviyo.com/api/campaigns', next: null, prev: null },
    }
    const { email_campaigns } = await rows_by_table(streams.campaigns, {
      ...canned_api([answer, { data: [] }]),
      account,
    })
    assert.equal(email_campaigns?.length, records.length)
    assert.deepEqual(
      email_campaigns?.find(({ campaign_id }) => campaign_id === 'T4hgvQ'),
      {
        campaign_id: 'T4hgvQ',
        name: 'Email Campaign 2021-05-12 16:45:46',
        status: 'draft',
        changed_at: '2021-05-12T20:45:47+00:00',
        subject: null,
        preview_text: null,
        scheduled_at: null,
        sent_at: null,
      },
    )
    for (const row of email_campaigns ?? []) assert.equal(row.sent_at !== null, row.status === 'sent', String(row.name))
  })

  test('profiles become contacts', async () => {
    const records = sample('profiles')
    const answer = { data: records, links: { next: null } }
    const { contacts } = await rows_by_table(streams.contacts, { ...canned_api([answer]), account })
    assert.equal(contacts?.length, records.length)
    assert.deepEqual(
      contacts?.find(({ external_id }) => external_id === '01F5VTP8THZD8CGS2AKNE63370'),
      {
        external_id: '01F5VTP8THZD8CGS2AKNE63370',
        full_name: 'First Name Last Name',
        email: 'some.email.that.dont.exist@airbyte.io',
        phone: null,
        company: null,
        city: 'Springfield',
        country: null,
        source: null,
        tags: ['never_subscribed'],
        created_at: '2021-05-17T00:12:55+00:00',
        changed_at: '2021-05-17T00:12:55+00:00',
      },
    )
  })

  test('an account without a shop has no carts, and its metrics are found by name', async () => {
    const metrics = { data: sample('metrics').filter(({ attributes }) => attributes.name !== 'Checkout Started') }
    const canned = canned_api([metrics])
    assert.deepEqual(await rows_by_table(streams.checkouts, { ...canned, account }), {})
    assert.deepEqual(
      canned.asked.map(({ path }) => path),
      ['/metrics'],
    )
  })

  const metric = (id: string, name: string, integration: string) => ({
    id,
    attributes: { name, created: '2024-03-01T00:00:00Z', integration: { name: integration, category: 'eCommerce' } },
  })
  const metrics = {
    data: [
      metric('A', 'Placed Order', 'Shopify'),
      metric('B', 'Placed Order', 'WooCommerce'),
      metric('R', 'Received Email', 'Klaviyo'),
    ],
  }
  const campaign = {
    id: 'C',
    attributes: { name: 'Sale', status: 'Sent', updated_at: '2026-11-18T12:00:00Z', send_time: '2026-11-18T12:00:00Z' },
    relationships: { 'campaign-messages': { data: [{ id: 'M' }] } },
  }

  test('orders of all shops of an account are added up, and the account names the shops', async () => {
    const report = (statistics: object) => ({
      data: { attributes: { results: [{ groupings: { campaign_id: 'C' }, statistics }] } },
    })
    const none = { data: { attributes: { results: [] } } }
    const { api, asked } = canned_api([
      metrics,
      none,
      report({ delivered: 100, conversions: 2, conversion_value: 20.5 }),
      none,
      report({ conversions: 1, conversion_value: 4.25 }),
      { data: [campaign] },
      { data: [] },
    ])
    const { email_campaigns } = await rows_by_table(streams.results, { api, account })
    const [row] = email_campaigns ?? []
    assert.deepEqual([row?.delivered, row?.conversions, row?.revenue_micros], [100n, 3, 24_750_000n])
    const bodies = asked.flatMap(({ body }) => (body as { data?: { attributes?: object } })?.data?.attributes ?? [])
    assert.deepEqual(
      bodies.map((one) => (one as { conversion_metric_id: string }).conversion_metric_id),
      ['A', 'A', 'B', 'B'],
    )

    const days = { dates: ['2026-11-18T00:00:00Z'] }
    const answer = (count: number, sum_value: number) => ({
      data: {
        attributes: {
          ...days,
          data: [{ dimensions: ['M'], measurements: { count: [count], sum_value: [sum_value] } }],
        },
      },
    })
    const daily = canned_api([
      metrics,
      { data: [campaign] },
      { data: [] },
      answer(100, 0),
      answer(2, 20.5),
      answer(1, 4.25),
    ])
    const found = await rows_by_table(streams.daily, { ...daily, account, from: '2026-11-18', to: '2026-11-18' })
    const [day] = found.email_campaign_daily ?? []
    assert.deepEqual([day?.delivered, day?.conversions, day?.revenue_micros], [100n, 3, 24_750_000n])

    const accounts = {
      data: [
        {
          id: 'X',
          attributes: {
            timezone: 'America/Mexico_City',
            preferred_currency: 'MXN',
            contact_information: { organization_name: 'Casa' },
          },
        },
      ],
    }
    const [described] = await email_a.accounts.read({ ...canned_api([accounts, metrics]), settings: {} })
    assert.deepEqual(described?.extra, { orders_of: 'Shopify, WooCommerce' })
    assert.equal(described?.created_on, '2024-02-29')
  })

  test('a day before the account existed is not asked for', async () => {
    const { api, asked } = canned_api([])
    const early = { api, account: { ...account, created_on: '2026-01-01' }, from: '2025-01-01', to: '2025-06-30' }
    assert.deepEqual(await rows_by_table(streams.daily, early), {})
    assert.deepEqual(asked, [])
  })

  test('two checkouts with the same id of an integration stay two, and odd values are null and counted', async () => {
    const event = (id: string, event_properties: unknown) => ({
      id,
      attributes: { datetime: '2026-11-18T12:00:00Z', event_properties },
      relationships: { metric: { data: { id: 'S' } } },
    })
    const started = { data: [metric('S', 'Started Checkout', 'WooCommerce')] }
    const answer = {
      data: [
        event('1', { $event_id: '1621295124', $value: '1.234,50', $value_currency: 'usd' }),
        event('2', { $event_id: '1621295124', $value: '12', $value_currency: '$' }),
        event('3', []),
      ],
    }
    const counted: string[] = []
    const stream = streams.checkouts
    assert.ok(stream && 'since' in stream)
    const rows = []
    for await (const page of stream.read({ ...canned_api([started, answer]), account, settings: {}, since: null }))
      for (const item of page)
        rows.push(stream.rows(item, { account, unreadable: (what) => counted.push(what) }).checkouts)
    assert.deepEqual(
      (rows as unknown as Record<string, unknown>[]).map((row) => [row.checkout_id, row.total_micros, row.currency]),
      [
        ['1', 1_234_500_000n, 'USD'],
        ['2', null, 'USD'],
        ['3', null, 'USD'],
      ],
    )
    assert.deepEqual(counted, ['currencies of checkouts'])
  })

  for (const [status, detail, kind] of [
    [401, 'Incorrect API key.', 'revoked'],
    [403, 'Missing scope metrics:read.', 'denied'],
    [400, 'Invalid filter.', 'refused'],
    [410, 'Gone.', 'refused'],
  ] as const)
    test(`an answer with status ${status} is ${kind}`, () => {
      const body = { errors: [{ id: 'x', status, code: 'x', title: 'x', detail }] }
      assert.equal(email_a.api.classify?.({ status, headers: {}, body })?.kind, kind)
    })
})
