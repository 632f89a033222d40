// Converts real records of Klaviyo, and answers as accounts give them that the sandbox does not have, to the expected rows.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import { canned_api } from '#test/canned_api.ts'
import { airbyte_records, without_contracts } from './published.ts'
import { rows_by_table } from './rows.ts'

const { streams } = email_a

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

describe('real records', { skip: without_contracts }, () => {
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
        unknown_status: null,
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
})

describe('answers of real accounts', () => {
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

  test('a total of opens or of clicks is null where the campaign does not track them', async () => {
    const results_with = async (tracking_options: object) => {
      const statistics = { delivered: 100, opens_unique: 0, clicks_unique: 0 }
      const { api } = canned_api([
        { data: [metric('A', 'Placed Order', 'Shopify')] },
        { data: { attributes: { results: [] } } },
        { data: { attributes: { results: [{ groupings: { campaign_id: 'C' }, statistics }] } } },
        { data: [{ ...campaign, attributes: { ...campaign.attributes, tracking_options } }] },
        { data: [] },
      ])
      const [row] = (await rows_by_table(streams.results, { api, account })).email_campaigns ?? []
      return [row?.delivered, row?.opens, row?.clicks]
    }
    assert.deepEqual(await results_with({ is_tracking_opens: true, is_tracking_clicks: true }), [100n, 0n, 0n])
    assert.deepEqual(await results_with({ is_tracking_opens: false, is_tracking_clicks: true }), [100n, null, 0n])
    assert.deepEqual(await results_with({ is_tracking_opens: true, is_tracking_clicks: false }), [100n, 0n, null])
  })

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

  test('a first load can start with the newest records: people by creation, carts with the orders of the week after', async () => {
    const span = { account, settings: {}, from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z' }
    const filters = async (stream: (typeof streams)[string] | undefined, answers: unknown[]) => {
      assert.ok(stream && 'since' in stream && stream.read_created)
      const { api, asked } = canned_api(answers)
      for await (const _ of stream.read_created({ api, ...span })) {
      }
      return asked.flatMap(({ query }) => (query?.filter ? [String(query.filter)] : []))
    }
    assert.deepEqual(await filters(streams.contacts, [{ data: [] }]), [
      'greater-than(created,2026-09-30T23:59:00.000Z),less-than(created,2026-11-01T00:00:00.000Z)',
    ])
    const both = { data: [metric('S', 'Checkout Started', 'Shopify'), metric('A', 'Placed Order', 'Shopify')] }
    assert.deepEqual(await filters(streams.checkouts, [both, { data: [] }, { data: [] }]), [
      "equals(metric_id,'A'),greater-or-equal(datetime,2026-10-01T00:00:00.000Z),less-than(datetime,2026-11-08T00:00:00.000Z)",
      "equals(metric_id,'S'),greater-or-equal(datetime,2026-10-01T00:00:00.000Z),less-than(datetime,2026-11-01T00:00:00.000Z)",
    ])
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
