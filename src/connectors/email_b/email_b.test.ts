// Answers of real accounts that the sandbox does not give.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canned_api } from '#test/canned_api.ts'
import { email_b } from './index.ts'

const { streams, api, auth } = email_b
const account = { account_id: 'A', name: 'Account', time_zone: 'UTC' }

async function rows_of(name: string, answers: unknown[]) {
  const stream = streams[name]!
  const counted: string[] = []
  const rows: Record<string, unknown>[] = []
  const { api, asked } = canned_api(answers)
  const source = { api, account, settings: {}, since: null, from: '', to: '' }
  for await (const page of stream.read(source))
    for (const item of page) {
      const built = stream.rows(item, { account, unreadable: (what) => counted.push(what) })
      rows.push(...(Object.values(built).flat() as Record<string, unknown>[]))
    }
  return { rows, counted, asked }
}

describe('campaigns', () => {
  const campaign = (id: string, more: object = {}) => ({
    id,
    type: 'regular',
    status: 'sent',
    send_time: '2026-11-01T10:00:00+00:00',
    ...more,
  })
  const read = (...campaigns: object[]) => rows_of('campaigns', [{ campaigns, total_items: campaigns.length }])

  test('emails of a feed are broadcasts, and the feed that sends them never is sent', async () => {
    const { rows } = await read(
      campaign('feed', { type: 'rss', status: 'sending', send_time: '' }),
      campaign('mail', { type: 'rss', parent_campaign_id: 'feed' }),
      campaign('combination', { parent_campaign_id: 'test' }),
    )
    assert.deepEqual(
      rows.map(({ campaign_id, status, sent_at }) => [campaign_id, status, sent_at]),
      [
        ['feed', 'sending', null],
        ['mail', 'sent', '2026-11-01T10:00:00+00:00'],
      ],
    )
  })

  test('an unknown state is no sent broadcast, an unknown kind no broadcast, and both are counted', async () => {
    const { rows, counted } = await read(
      campaign('1', { status: 'resting' }),
      campaign('2', { type: 'journey' }),
      // Known, and no broadcast of its own.
      campaign('3', { type: 'variate-child' }),
    )
    assert.deepEqual(
      rows.map(({ campaign_id, status, unknown_status, sent_at }) => [campaign_id, status, unknown_status, sent_at]),
      [['1', 'draft', 'resting', null]],
    )
    assert.deepEqual(counted.sort(), ['kinds of campaigns', 'states of broadcasts'])
  })

  test('the subject of a test is its first one', async () => {
    const { rows } = await read(
      campaign('1', { type: 'variate', variate_settings: { subject_lines: ['A', 'B'] } }),
      campaign('2', { type: 'absplit', ab_split_opts: { subject_a: 'C' }, settings: { subject_line: '' } }),
    )
    assert.deepEqual(
      rows.map(({ subject }) => subject),
      ['A', 'C'],
    )
  })

  const report = { id: '1', list_id: 'L', emails_sent: 10, unsubscribed: 0, opens: { unique_opens: 3 } }
  const results = async (more: object, stores: object[] = [{ id: 's', list_id: 'L' }], tracking: object = {}) => {
    const { rows, counted } = await rows_of('results', [
      { campaigns: [campaign('1', { tracking })], total_items: 1 },
      { stores, total_items: stores.length },
      { reports: [{ ...report, ...more }], total_items: 1 },
    ])
    const row: Record<string, unknown> = { ...rows[0], counted }
    return row
  }

  test('what a report lacks is null, and never zero', async () => {
    const { delivered, bounces, clicks, conversions, revenue_micros, recipients } = await results({})
    assert.deepEqual([delivered, bounces, clicks, conversions, revenue_micros], [null, null, null, null, null])
    assert.equal(recipients, 10n)
  })

  test('revenue is exact, in the currency of the shop; what cannot be read is null and counted', async () => {
    const sold = (total_revenue: unknown, currency_code: unknown) => ({
      ecommerce: { total_orders: 2, total_revenue, currency_code },
    })
    assert.equal((await results(sold(0.07, 'usd'))).revenue_micros, 70_000n)
    const odd = await results(sold('1,234', 'USD'))
    assert.deepEqual([odd.revenue_micros, odd.counted], [null, ['revenues of broadcasts']])
    const unknown = await results(sold(12, '$'))
    assert.deepEqual(
      [unknown.revenue_micros, unknown.currency, unknown.counted],
      [null, null, ['currencies of broadcasts']],
    )
    // Orders from a shop that was disconnected later.
    assert.equal((await results(sold(5, 'USD'), [])).revenue_micros, 5_000_000n)
  })

  test('clicks of texts without links in HTML count, and clicks that nobody tracks are null', async () => {
    const clicks = { clicks: { unique_subscriber_clicks: 2 } }
    assert.equal((await results(clicks, [], { html_clicks: false, text_clicks: true })).clicks, 2n)
    assert.equal((await results(clicks, [], { html_clicks: false, text_clicks: false })).clicks, null)
  })
})

describe('members', () => {
  const member = { id: 'hash', contact_id: 'c1', email_address: 'ana@example.com', full_name: '', status: 'subscribed' }
  const times = { timestamp_signup: '', timestamp_opt: '', last_changed: '2026-11-02T10:00:00+00:00' }
  const read = (...members: object[]) =>
    rows_of('contacts', [
      { lists: [{ id: 'L' }], total_items: 1 },
      { members, total_items: members.length },
    ])

  test('free-form fields of any type stop nothing, and are counted', async () => {
    const odd = {
      ...member,
      ...times,
      merge_fields: { FNAME: [], LNAME: 7, PHONE: {}, ADDRESS: 'Calle 1' },
      source: false,
    }
    const { rows, counted } = await read(odd, { ...odd, contact_id: 'c2', merge_fields: [] })
    assert.deepEqual(
      rows.map(({ external_id, full_name, phone, city, source }) => [external_id, full_name, phone, city, source]),
      [
        ['L/c1', '7', null, null, null],
        ['L/c2', null, null, null, null],
      ],
    )
    assert.deepEqual(
      new Set(counted),
      new Set(['first names of contacts', 'phones of contacts', 'sources of contacts']),
    )
  })

  test('a contact without any time of sign-up is as old as its last change; an empty address is no address', async () => {
    const { rows } = await read({ ...member, ...times, email_address: '' })
    assert.deepEqual([rows[0]?.created_at, rows[0]?.email], [times.last_changed, null])
  })

  test('tags that Mailchimp does not list are counted', async () => {
    const { rows, counted } = await read({ ...member, ...times, tags: [{ id: 1, name: 'VIP' }], tags_count: 51 })
    assert.deepEqual(rows[0]?.tags, ['subscribed', 'VIP'])
    assert.deepEqual(counted, ['tags of contacts beyond the first 50'])
  })

  test('changes are asked for with a second more on both sides, in the vendor’s format', async () => {
    const { contacts } = streams
    assert.ok(contacts && 'since' in contacts && contacts.read_created)
    const { api, asked } = canned_api([
      { lists: [{ id: 'L' }], total_items: 1 },
      { members: [], total_items: 0 },
    ])
    const span = { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.500Z' }
    for await (const _ of contacts.read_created({ api, account, settings: {}, ...span }));
    const { since_last_changed, before_last_changed } = asked[1]!.query!
    assert.deepEqual(
      [since_last_changed, before_last_changed],
      ['2026-09-30T23:59:59+00:00', '2026-11-01T00:00:01+00:00'],
    )
  })
})

test('the key names the data center, and a token has one beside it', () => {
  const { base_url } = api
  assert.ok(typeof base_url === 'function')
  assert.equal(base_url({}, { api_key: '0123-us21' }), 'https://us21.api.mailchimp.com/3.0')
  assert.equal(base_url({}, { access_token: 'x', data_center: 'us6' }), 'https://us6.api.mailchimp.com/3.0')
  const given = (secrets: object) => auth.secrets.safeParse(secrets).success
  assert.deepEqual([given({ api_key: '0123-us21' }), given({ access_token: 'x', data_center: 'us6' })], [true, true])
  assert.deepEqual(
    [given({ api_key: '0123' }), given({ access_token: 'x' }), given({ access_token: 'x', data_center: 'a.b/' })],
    [false, false, false],
  )
  const request = { method: 'GET', url: '', at: new Date() }
  assert.deepEqual(auth.headers({ access_token: 'x' }, request), { authorization: 'Bearer x' })
})

test('an account with an unknown time zone is read in UTC', async () => {
  const answers = [{ account_id: 'A', account_name: '', account_timezone: 'Mars/Base', member_since: '' }]
  assert.deepEqual(await email_b.accounts.read({ ...canned_api(answers), settings: {} }), [
    { account_id: 'A', name: 'A', time_zone: 'UTC' },
  ])
})

for (const [status, detail, kind] of [
  [401, 'Your API key may be invalid.', 'revoked'],
  [403, 'You do not have permission to access the requested resource.', 'denied'],
  [403, 'This account has been disabled.', 'refused'],
  [403, 'The API key provided is linked to a different data center.', 'refused'],
  [404, 'The requested resource could not be found.', 'refused'],
  [429, 'You have exceeded the limit of 10 simultaneous connections.', 'throttled'],
  [500, 'An unexpected internal error has occurred.', 'transient'],
] as const)
  test(`status ${status} with '${detail}' is ${kind}`, () => {
    const body = { type: 'x', title: 'x', status, detail, instance: 'x' }
    assert.equal(api.classify?.({ status, headers: {}, body })?.kind, kind)
  })

test('a 403 without the vendor’s words is a limit, and no refusal', () => {
  assert.deepEqual(api.classify?.({ status: 403, headers: {}, body: undefined }), { kind: 'throttled' })
  assert.equal(api.classify?.({ status: 200, headers: {}, body: { lists: [], total_items: 0 } }), undefined)
})
