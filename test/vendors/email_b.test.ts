// Checks the connector and the sandbox against Mailchimp's published OpenAPI document, and converts real records.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { email_b } from '#connectors/email_b/index.ts'
import type { Api } from '#engine/connector.ts'
import { canned_api } from '#test/canned_api.ts'
import { all_campaigns, hex } from '../../sandbox/vendors/email_b/campaigns.ts'
import type { Exchange } from './discovery.ts'
import { read_openapi3 } from './openapi_specs.ts'
import { airbyte_records, contract_file, without_contracts } from './published.ts'
import { rows_by_table, type Tables } from './rows.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { streams } = email_b
const key = 'mc_sandbox-us21'
const headers = { authorization: `Basic ${Buffer.from(`any:${key}`).toString('base64')}` }

/** Emails of automations are among the campaigns (recorded answers of 2026-11), although the document does not name their kind. */
const drift = [{ field: 'type', beside: 'variate', also: 'automation-email' }]

describe('requests and answers', { skip }, () => {
  let published: ReturnType<typeof read_openapi3>
  let wired: Awaited<ReturnType<typeof wire>>
  const tables: Record<string, Tables> = {}
  const counted: string[] = []
  before(async () => {
    published = read_openapi3(contract_file('email_b', 'mailchimp.openapi.trimmed.json'), drift)
    const sandbox = { now: '2026-11-20T08:00:00Z' }
    wired = await wire({ connector: email_b, platform: 'email_b', secrets: { api_key: key }, sandbox })
    const [account] = await wired.accounts()
    const source = { api: wired.api, account: account!, settings: {}, unreadable: (what: string) => counted.push(what) }
    for (const [name, stream] of Object.entries(streams)) tables[name] = await rows_by_table(stream, source)
    await recheck(wired.api)
  })
  after(() => wired?.close())

  async function recheck(api: Api) {
    const { contacts: stream } = streams
    assert.ok(stream && 'since' in stream && stream.recheck)
    const source = { api, account: { account_id: '', name: '', time_zone: 'UTC' }, settings: {} }
    const ids: string[] = []
    for await (const page of stream.recheck.existing!.read(source)) ids.push(...page)
    assert.deepEqual(new Set(ids), new Set(tables.contacts?.contacts?.map(({ external_id }) => external_id)))
    const [found, missing] = await stream.recheck.read({ ...source, ids: [ids[0]!, '16d6ec4ffc/nobody'] })
    assert.ok(found)
    assert.equal(missing, null)
  }

  test('every request of the connector and every answer are as Mailchimp publishes them', () => {
    const all = wired.exchanges()
    assert.deepEqual([...new Set(all.map((one) => published.path_of(one)))].sort(), [
      '/',
      '/campaigns',
      '/campaigns/{campaign_id}/content',
      '/ecommerce/stores',
      '/lists',
      '/lists/{list_id}/members',
      '/lists/{list_id}/members/{subscriber_hash}',
      '/reports',
    ])
    for (const one of all) assert.deepEqual(published.faults(one).slice(0, 3), [], `${one.method} ${one.url}`)
  })

  test('whole answers of the sandbox, of which the connector asks for parts, are as Mailchimp publishes them', async () => {
    const { id } = wired.sandbox.world.mails.email_b.lists[0]!
    const campaign = hex(wired.sandbox.world.mails.email_b.campaigns()[0]!.id)
    for (const path of [
      '',
      'campaigns',
      `campaigns/${campaign}`,
      'reports',
      'lists',
      `lists/${id}/members?count=1000`,
      'ecommerce/stores',
    ]) {
      const url = `https://us21.api.mailchimp.com/3.0/${path}`
      const answer = await wired.sandbox.app.inject({ method: 'GET', url: url.replace('https:/', ''), headers })
      const exchange: Exchange = { method: 'GET', url, body: null, answer: answer.json() }
      assert.deepEqual(published.faults(exchange).slice(0, 3), [], url)
    }
  })

  test('the validator finds unknown fields, wrong types, large pages and unpublished operations', () => {
    const list = wired.exchanges().find(({ url }) => url.includes('/reports'))!
    const faults = (change: Partial<Exchange>) => published.faults({ ...list, ...change }).join('; ')
    const { reports } = list.answer as { reports: object[] }
    const changed = (fields: object) => ({ reports: [{ ...reports[0], ...fields }], total_items: 1 })
    assert.equal(faults({}), '')
    assert.match(faults({ answer: changed({ emails_sent: '5' }) }), /must be integer/)
    assert.match(faults({ answer: changed({ delivered: 5 }) }), /additional/)
    assert.match(faults({ url: list.url.replace('count=500', 'count=1001') }), /count cannot be 1001/)
    assert.match(faults({ url: `${list.url}&page=2` }), /page is not known/)
    assert.match(faults({ url: list.url.replace('reports', 'results') }), /no published operation/)
  })

  test('a broadcast counts once: neither its combinations nor emails of automations are broadcasts', () => {
    const { world } = wired.sandbox
    const all = all_campaigns(world)
    assert.ok(all.some(({ type }) => type === 'automation-email') && all.some(({ parent_id }) => parent_id))
    const ids = new Set(world.mails.email_b.campaigns().map(({ id }) => hex(id)))
    for (const name of ['campaigns', 'results', 'bodies'])
      for (const { campaign_id } of tables[name]?.email_campaigns ?? []) assert.ok(ids.has(String(campaign_id)), name)
    assert.equal(tables.campaigns?.email_campaigns?.length, ids.size)
    assert.ok(tables.campaigns?.email_campaigns?.every(({ subject }) => subject))
  })

  test('results are those of the reports; what nobody tracks or reports is null, and never zero', () => {
    const { email_b: mail } = wired.sandbox.world.mails
    const results = new Map(tables.results?.email_campaigns?.map((row) => [row.campaign_id, row]))
    const seen = { untracked: 0, without_shop: 0, with_shop: 0 }
    for (const campaign of mail.campaigns().filter(({ status }) => status === 'sent')) {
      const row = results.get(hex(campaign.id))!
      const { recipients, delivered, unique_clicks, unsubscribes, orders } = mail.results(campaign)
      assert.deepEqual([row.recipients, row.delivered, row.clicks, row.unsubscribes].map(Number), [
        recipients,
        delivered,
        unique_clicks,
        unsubscribes,
      ])
      if (row.opens === null) seen.untracked += 1
      if (campaign.list_ids.length > 1) {
        seen.with_shop += 1
        assert.deepEqual([row.conversions, row.currency], [orders, 'ARS'])
      } else {
        seen.without_shop += 1
        assert.deepEqual([row.conversions, row.revenue_micros], [null, null])
      }
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 0, what)
  })

  test('a person is a contact once in each audience, with the status and the tags', () => {
    const contacts = tables.contacts?.contacts ?? []
    const { email_b: mail } = wired.sandbox.world.mails
    const memberships = mail.profiles().reduce((sum, { list_ids }) => sum + list_ids.length, 0)
    assert.equal(new Set(contacts.map(({ external_id }) => external_id)).size, memberships)
    assert.ok(new Set(contacts.map(({ email }) => email)).size < memberships)
    const statuses = new Set(contacts.map(({ tags }) => (tags as string[])[0]))
    for (const status of ['subscribed', 'unsubscribed', 'cleaned', 'transactional', 'archived', 'pending'])
      assert.ok(statuses.has(status), status)
    assert.ok(contacts.some(({ tags }) => (tags as string[]).length > 50))
    for (const { created_at } of contacts) assert.match(String(created_at), /^\d{4}-\d\d-\d\dT/)
  })

  test('bodies are read as plain text, of the newest broadcasts', () => {
    const bodies = tables.bodies?.email_campaigns ?? []
    assert.equal(bodies.length, 20)
    for (const { body_text } of bodies) assert.match(String(body_text), /^[^<>{}]+$/)
  })

  test('the sandbox refuses an eleventh request at the same time, a page too large, another data center and an unknown key', async () => {
    const ask = async (path: string, of: Record<string, string> = headers, dc = 'us21') => {
      const url = `/${dc}.api.mailchimp.com/3.0/${path}`
      const { statusCode, body } = await wired.sandbox.app.inject({ method: 'GET', url, headers: of })
      return [statusCode, JSON.parse(body).title]
    }
    const together = await Promise.all(Array.from({ length: 14 }, () => ask('lists')))
    assert.deepEqual(together.filter(([status]) => status === 429).length, 4)
    assert.deepEqual(await ask('lists?count=1001'), [400, 'Invalid Resource'])
    assert.deepEqual(await ask('lists', headers, 'us1'), [403, 'Wrong Datacenter'])
    assert.deepEqual(await ask('lists', { authorization: 'Bearer other' }), [401, 'API Key Invalid'])
    assert.deepEqual(await ask('campaigns/0/content'), [404, 'Resource Not Found'])
    assert.equal((await ask('lists'))[0], 200)
  })
})

describe('real records', { skip }, () => {
  const account = { account_id: 'A', name: 'Sample', time_zone: 'UTC' }
  const sample = (stream: string) =>
    airbyte_records('email_b').flatMap((one) => (one.stream === stream ? [one.data] : []))
  const counted = (of: object[], name: string) => ({ [name]: of, total_items: of.length })

  test('campaigns become broadcasts', async () => {
    const answers = [counted(sample('campaigns'), 'campaigns')]
    const { email_campaigns } = await rows_by_table(streams.campaigns, { ...canned_api(answers), account })
    assert.deepEqual(
      email_campaigns?.map(({ campaign_id, status, sent_at }) => [campaign_id, status, sent_at]),
      [
        ['324b8a398e', 'draft', null],
        ['3cbed9a0fc', 'draft', null],
      ],
    )
  })

  test('reports become results: clicks are of people, and orders without a shop are not known', async () => {
    const reports = sample('reports')
    const campaigns = reports.map(({ id, type, send_time }) => ({ id, type, send_time, status: 'sent' }))
    const answers = (shops: object[]) => [
      counted(campaigns, 'campaigns'),
      counted(shops, 'stores'),
      counted(reports, 'reports'),
    ]
    const found = await rows_by_table(streams.results, { ...canned_api(answers([])), account })
    const { delivered, opens, clicks, bounces, unsubscribes, conversions, revenue_micros, currency } =
      found.email_campaigns![0]!
    assert.deepEqual([delivered, opens, clicks, bounces, unsubscribes], [50n, 50n, 33n, 0n, 0n])
    assert.deepEqual([conversions, revenue_micros, currency], [null, null, 'USD'])
    const shops = [{ id: 'shop', list_id: '16d6ec4ffc' }]
    const sold = await rows_by_table(streams.results, { ...canned_api(answers(shops)), account })
    assert.deepEqual(
      sold.email_campaigns?.map((row) => [row.conversions, row.revenue_micros]),
      [
        [0, 0n],
        [0, 0n],
      ],
    )
  })

  test('members become contacts, also of a segment', async () => {
    const answers = [counted(sample('lists'), 'lists'), counted(sample('list_members'), 'members')]
    const { contacts } = await rows_by_table(streams.contacts, { ...canned_api(answers), account })
    assert.deepEqual(contacts?.[0], {
      external_id: '16d6ec4ffc/6ad2f9e1b25a09421fd8df87662b1634',
      full_name: 'yurii cherniaiev',
      email: 'integration-test+yurii@airbyte.io',
      phone: null,
      company: null,
      city: null,
      country: 'US',
      source: 'Admin Add',
      tags: ['subscribed', 'Overlord'],
      created_at: '2022-12-27T07:56:47+00:00',
      changed_at: '2022-12-27T07:56:47+00:00',
    })
    assert.equal(contacts?.length, 2)
    const segment = [counted(sample('lists'), 'lists'), counted(sample('segment_members'), 'members')]
    const members = await rows_by_table(streams.contacts, { ...canned_api(segment), account })
    assert.equal(members.contacts?.length, 2)
  })
})
