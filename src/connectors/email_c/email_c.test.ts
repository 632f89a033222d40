// Answers of real accounts that the sandbox does not give.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { canned_api } from '#test/canned_api.ts'
import { email_c } from './index.ts'

const { streams, api } = email_c
const account = { account_id: 'a@example.com', name: 'Account', time_zone: 'UTC' }

async function rows_of(name: string, answers: unknown[], days = { from: '2026-11-01', to: '2026-11-18' }) {
  const stream = streams[name]!
  const counted: string[] = []
  const rows: Record<string, unknown>[] = []
  const { api, asked } = canned_api(answers)
  for await (const page of stream.read({ api, account, settings: {}, since: null, ...days }))
    for (const item of page) {
      const built = stream.rows(item, { account, unreadable: (what) => counted.push(what) })
      rows.push(...(Object.values(built).flat() as Record<string, unknown>[]))
    }
  return { rows, counted, asked }
}

describe('campaigns', () => {
  const campaign = (id: number, more: object = {}) => ({
    id,
    name: `Campaign ${id}`,
    type: 'classic',
    status: 'sent',
    sentDate: '2026-11-10T10:00:00.000Z',
    modifiedAt: '2026-11-10T10:05:00.000Z',
    ...more,
  })
  const list = (...campaigns: object[]) => ({ campaigns, count: campaigns.length })
  const stats = {
    sent: 10,
    delivered: 9,
    uniqueViews: 5,
    uniqueClicks: 2,
    softBounces: 1,
    hardBounces: 0,
    unsubscriptions: 0,
  }

  test('an archived campaign with a proof is sent, and one without changes nothing and is counted', async () => {
    const archived = (id: number, more: object) => campaign(id, { status: 'archive', sentDate: undefined, ...more })
    const planned = { scheduledAt: '2026-01-10T10:00:00.000Z' }
    const some = { statistics: { globalStats: stats } }
    const none = { statistics: { globalStats: { ...stats, sent: 0 } } }
    const all = [
      archived(1, { sentDate: '2026-01-10T10:00:00.000Z' }),
      archived(2, { ...planned, ...some }),
      archived(3, some),
      archived(4, planned),
      archived(5, { ...planned, ...none }),
      archived(6, {}),
    ]
    const { rows, counted } = await rows_of('campaigns', [list(), list(...all)])
    assert.deepEqual(
      rows.map(({ campaign_id, status, sent_at }) => [campaign_id, status, sent_at]),
      [
        ['1', 'sent', '2026-01-10T10:00:00.000Z'],
        ['2', 'sent', '2026-01-10T10:00:00.000Z'],
        ['3', 'sent', undefined],
      ],
    )
    assert.ok(!('sent_at' in rows[2]!))
    assert.deepEqual(counted, Array(3).fill('archived broadcasts without a time of sending'))
    const read = await rows_of('archived', [list(...all.slice(3)), all[3], all[4]], {
      from: '2026-01-01',
      to: '2026-11-18',
    })
    assert.deepEqual(read.rows, [])
  })

  test('an unknown state is no sent broadcast, and is counted', async () => {
    const { rows, counted, asked } = await rows_of('campaigns', [
      list(
        campaign(2, { status: 'resting' }),
        campaign(3, { status: 'queued', sentDate: undefined, scheduledAt: '2026-12-01T10:00:00.000Z' }),
        campaign(4, { status: 'in_process' }),
      ),
      list(campaign(1, { status: 'archive', sentDate: '2026-01-10T10:00:00.000Z' })),
    ])
    assert.deepEqual(
      asked.map(({ query }) => query?.status),
      [undefined, 'archive'],
    )
    assert.deepEqual(
      rows.map(({ campaign_id, status, sent_at }) => [campaign_id, status, sent_at]),
      [
        ['2', 'draft', null],
        ['3', 'scheduled', null],
        ['4', 'sending', '2026-11-10T10:00:00.000Z'],
        ['1', 'sent', '2026-01-10T10:00:00.000Z'],
      ],
    )
    assert.deepEqual(counted, ['states of broadcasts'])
  })

  test('states that the document lacks and real accounts have are known', async () => {
    const words = ['in_review', 'inReview', 'cancelled', 'rejected']
    const { rows, counted } = await rows_of('campaigns', [
      list(...words.map((status, n) => campaign(n + 1, { status, sentDate: undefined }))),
      list(),
    ])
    assert.deepEqual(
      rows.map(({ status, sent_at }) => [status, sent_at]),
      [
        ['scheduled', null],
        ['scheduled', null],
        ['cancelled', null],
        ['cancelled', null],
      ],
    )
    assert.deepEqual(counted, [])
  })

  test('a sent campaign with zeros everywhere has no statistics, so that its results stay as they are', async () => {
    const zeros = Object.fromEntries(Object.keys(stats).map((name) => [name, 0]))
    const { rows } = await rows_of('results', [
      list(
        campaign(1, { statistics: { globalStats: zeros } }),
        campaign(2, { statistics: { globalStats: [] } }),
        campaign(3, { statistics: { globalStats: stats } }),
        campaign(4, { statistics: { globalStats: { sent: 10 } } }),
      ),
    ])
    assert.deepEqual(
      rows.map((row) => ['recipients' in row, row.delivered, row.opens, row.bounces, row.unsubscribes]),
      [
        [false, undefined, undefined, undefined, undefined],
        [false, undefined, undefined, undefined, undefined],
        [true, 9n, 5n, 1n, 0n],
        [true, null, null, null, null],
      ],
    )
    assert.ok(rows.every((row) => !('revenue_micros' in row)))
  })

  test('opens and clicks are of people, and not the views and clicks of all of them', async () => {
    const counted_twice = { viewed: 12, trackableViews: 4, clickers: 9 }
    const { rows } = await rows_of('results', [
      list(campaign(1, { statistics: { globalStats: { ...stats, ...counted_twice } } })),
    ])
    assert.deepEqual([rows[0]!.opens, rows[0]!.clicks], [5n, 2n])
  })

  test('days are those of UTC, whatever zone the times are in', async () => {
    const late = (id: number, sentDate: string) => campaign(id, { sentDate, statistics: { globalStats: stats } })
    const sent = [late(1, '2026-10-31T22:30:00.000-03:00'), late(2, '2026-11-18T21:30:00.000-03:00')]
    const { rows } = await rows_of('archived', [list(...sent)])
    assert.deepEqual(
      rows.map(({ campaign_id }) => campaign_id),
      ['1'],
    )
  })

  test('a campaign that is deleted between its list and its statistics is left out', async () => {
    const old = campaign(1, { sentDate: '2026-01-10T10:00:00.000Z' })
    const { rows, asked } = await rows_of('results', [list(old), null], { from: '2026-01-01', to: '2026-01-31' })
    assert.deepEqual(rows, [])
    assert.deepEqual(
      asked.map(({ path }) => path),
      ['/emailCampaigns', '/emailCampaigns/1'],
    )
  })

  test('one day is read whatever it costs', async () => {
    const many = Array.from({ length: 41 }, (_, n) => campaign(n + 1, { sentDate: '2026-01-10T10:00:00.000Z' }))
    const day = { from: '2026-01-10', to: '2026-01-10' }
    assert.equal((await rows_of('results', [list(...many), ...many], day)).rows.length, 41)
    await assert.rejects(
      rows_of('results', [list(...many), ...many], { ...day, to: '2026-01-11' }),
      /too many campaigns/,
    )
  })
})

describe('contacts', () => {
  const contact = (id: number, attributes: unknown, more: object = {}) => ({
    id,
    email: 'ana@example.com',
    emailBlacklisted: false,
    createdAt: '2026-11-01T10:00:00.000Z',
    modifiedAt: '2026-11-02T10:00:00.000Z',
    listIds: [1, 9],
    attributes,
    ...more,
  })
  const read = (...contacts: object[]) =>
    rows_of('contacts', [
      { lists: [{ id: 1, name: 'VIP' }], count: 1 },
      { contacts, count: contacts.length },
    ])

  test('attributes have the names of the account’s language', async () => {
    const { rows } = await read(
      contact(1, { FIRSTNAME: 'Ana', LASTNAME: 'Soto', SMS: '56912345678' }),
      contact(2, { NOME: 'João', SOBRENOME: 'Silva' }, { emailBlacklisted: true, email: undefined }),
    )
    assert.deepEqual(
      rows.map(({ full_name, phone, email, tags }) => [full_name, phone, email, tags]),
      [
        ['Ana Soto', '56912345678', 'ana@example.com', ['subscribed', 'VIP']],
        ['João Silva', null, null, ['unsubscribed', 'VIP']],
      ],
    )
  })

  test('free-form attributes of any type stop nothing, and are counted', async () => {
    const { rows, counted } = await read(
      contact(1, []),
      contact(2, undefined),
      contact(3, { FIRSTNAME: { x: 1 }, LASTNAME: 7, SMS: ['1'], CITY: '' }),
    )
    assert.deepEqual(
      rows.map(({ full_name, phone, city }) => [full_name, phone, city]),
      [
        [null, null, null],
        [null, null, null],
        ['7', null, null],
      ],
    )
    assert.deepEqual(counted, ['first names of contacts', 'phones of contacts'])
  })

  test('a range of creation is read to its end only, so that a first load can begin with the newest contacts', async () => {
    const { contacts } = streams
    assert.ok(contacts && 'since' in contacts && contacts.read_created)
    const made = (id: number, createdAt: string) => contact(id, {}, { createdAt })
    // A full page, behind which the list has more.
    const many = Array.from({ length: 499 }, (_, at) => made(at + 1, '2026-10-20T10:00:00.000Z'))
    const page = [...many, made(500, '2026-11-01T01:00:00.000+01:00')]
    const { api, asked } = canned_api([
      { lists: [], count: 0 },
      { contacts: page, count: 900 },
    ])
    const range = { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z' }
    const found: unknown[] = []
    for await (const some of contacts.read_created({ api, account, settings: {}, ...range })) found.push(...some)
    assert.equal(found.length, 499)
    assert.deepEqual(
      asked.slice(1).map(({ query }) => [query?.createdSince, query?.sort]),
      [[range.from, 'asc']],
    )
  })
})

for (const [status, code, message, kind] of [
  [401, 'unauthorized', 'Key not found', 'revoked'],
  [401, 'unauthorized', 'We have detected you are using an unrecognised IP address 10.0.0.1.', 'refused'],
  [401, 'unauthorized', 'IP not authorized', 'refused'],
  [401, 'unauthorized', 'not verified', 'refused'],
  [403, 'permission_denied', 'Permission denied', 'denied'],
  [400, 'account_under_validation', 'Your account is under validation', 'denied'],
  [400, 'invalid_parameter', 'limit', 'refused'],
  [500, 'internal_error', 'Something went wrong', 'transient'],
] as const)
  test(`status ${status} with '${message}' is ${kind}`, () => {
    assert.equal(api.classify?.({ status, headers: {}, body: { code, message } })?.kind, kind)
  })

test('the wait is the one of the vendor’s header, otherwise that of a server before it', () => {
  const wait = (headers: Record<string, string>) => api.classify?.({ status: 429, headers, body: null })
  assert.deepEqual(wait({ 'x-sib-ratelimit-reset': '1800' }), { kind: 'throttled', wait_s: 1800 })
  assert.deepEqual(wait({ 'retry-after': '7' }), { kind: 'throttled', wait_s: 7 })
  assert.deepEqual(wait({}), { kind: 'throttled', wait_s: undefined })
})

test('an answer that uses a limit up says when it starts again', () => {
  const headers = { 'x-sib-ratelimit-remaining': '0', 'x-sib-ratelimit-reset': '1800' }
  assert.equal(api.rest_s?.({ status: 200, headers, body: {} }), 1800)
  assert.equal(
    api.rest_s?.({ status: 200, headers: { ...headers, 'x-sib-ratelimit-remaining': '1' }, body: {} }),
    undefined,
  )
})
