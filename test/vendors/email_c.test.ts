// Checks the connector and the sandbox against Brevo's published Swagger document.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { email_c } from '#connectors/email_c/index.ts'
import type { Account, Api } from '#engine/connector.ts'
import { all_campaigns, listed_since } from '../../sandbox/vendors/email_c/campaigns.ts'
import { all_contacts } from '../../sandbox/vendors/email_c/contacts.ts'
import type { Exchange } from './discovery.ts'
import { contract_file, without_contracts } from './published.ts'
import { rows_by_table, type Tables } from './rows.ts'
import { read_swagger } from './swagger_specs.ts'
import { wire } from './wire.ts'

const skip = without_contracts
const { streams } = email_c
const headers = { 'api-key': 'xkeysib-sandbox' }
const RECENT = { from: '2026-09-01', to: '2026-11-20' }
const OLD = { from: '2026-02-01', to: '2026-04-30' }

describe('requests and answers', { skip }, () => {
  let published: ReturnType<typeof read_swagger>
  let wired: Awaited<ReturnType<typeof wire>>
  let account: Account
  const tables: Record<string, Tables> = {}
  before(async () => {
    published = read_swagger([contract_file('email_c', 'brevo.swagger.trimmed.json')])
    const sandbox = { now: '2026-11-20T08:00:00Z', long_ids: true }
    wired = await wire({ connector: email_c, platform: 'email_c', secrets: { api_key: 'xkeysib-sandbox' }, sandbox })
    account = (await wired.accounts())[0]!
    for (const [name, stream] of Object.entries(streams))
      tables[name] = await rows_by_table(stream, { api: wired.api, account, ...RECENT })
    tables.old = await rows_by_table(streams.archived, { api: wired.api, account, ...OLD })
    await recheck(wired.api)
    await read_created(wired.api)
  })
  after(() => wired?.close())

  async function read_created(api: Api) {
    const { contacts: stream } = streams
    assert.ok(stream && 'since' in stream && stream.read_created)
    const found: object[] = []
    const range = { from: '2026-10-01T00:00:00.000Z', before: '2026-11-01T00:00:00.000Z' }
    for await (const page of stream.read_created({ api, account, settings: {}, ...range })) found.push(...page)
    const [from, before] = Object.values(range).map((instant) => Date.parse(instant)) as [number, number]
    const expected = all_contacts(wired.sandbox.world).filter((one) => one.created_at > from && one.created_at < before)
    assert.ok(expected.length > 0)
    assert.equal(found.length, expected.length)
  }

  async function recheck(api: Api) {
    const { contacts: stream } = streams
    assert.ok(stream && 'since' in stream && stream.recheck)
    const ids: string[] = []
    for await (const page of stream.recheck.existing!.read({ api, account, settings: {} })) ids.push(...page)
    assert.deepEqual(new Set(ids), new Set(tables.contacts?.contacts?.map(({ external_id }) => external_id)))
    const [found, missing] = await stream.recheck.read({ api, account, settings: {}, ids: [ids[0]!, '1'] })
    assert.ok(found)
    assert.equal(missing, null)
  }

  test('every request of the connector and every answer are as Brevo publishes them', () => {
    const all = wired.exchanges()
    assert.deepEqual([...new Set(all.map((one) => published.path_of(one)))].sort(), [
      '/account',
      '/contacts',
      '/contacts/lists',
      '/contacts/{identifier}',
      '/emailCampaigns',
      '/emailCampaigns/{campaignId}',
    ])
    for (const one of all) assert.deepEqual(published.faults(one).slice(0, 3), [], `${one.method} ${one.url}`)
  })

  test('the validator finds unknown fields, wrong types, large pages and unpublished operations', () => {
    const list = wired.exchanges().find(({ url }) => url.includes('/emailCampaigns?'))!
    const faults = (change: Partial<Exchange>) => published.faults({ ...list, ...change }).join('; ')
    const { campaigns } = list.answer as { campaigns: object[] }
    const changed = (fields: object) => ({ campaigns: [{ ...campaigns[0], ...fields }], count: 1 })
    assert.equal(faults({}), '')
    assert.match(faults({ answer: changed({ name: 5 }) }), /must be string/)
    assert.match(faults({ answer: changed({ revenue: 5 }) }), /additional/)
    assert.match(faults({ answer: changed({ statistics: {} }) }), /required/)
    assert.match(faults({ url: list.url.replace('limit=100', 'limit=101') }), /limit cannot be 101/)
    assert.match(faults({ url: list.url.replace('classic', 'regular') }), /type cannot be regular/)
    assert.match(faults({ url: list.url.replace('emailCampaigns', 'campaigns') }), /no published operation/)
  })

  test('lists answer recent results; older and archived ones are asked for one by one, and none of them is zero', () => {
    const { world } = wired.sandbox
    const sent = all_campaigns(world).filter(({ status, type }) => status === 'sent' && type === 'classic')
    const check = (rows: Tables[string], { from, to }: typeof RECENT) => {
      const found = new Map(rows.map((row) => [row.campaign_id, row]))
      const within = sent.filter(
        ({ send_at }) => send_at >= Date.parse(from) && send_at <= Date.parse(`${to}T23:59:59Z`),
      )
      assert.equal(found.size, within.length)
      for (const campaign of within) {
        const row = found.get(campaign.number)!
        const { recipients, delivered, unique_opens, unique_clicks, unsubscribes } =
          world.mails.email_c.results(campaign)
        assert.deepEqual(
          [row.recipients, row.delivered, row.opens, row.clicks, row.unsubscribes].map(Number),
          [recipients, delivered, unique_opens, unique_clicks, unsubscribes],
          campaign.name,
        )
        assert.equal(Date.parse(String(row.sent_at)), campaign.send_at)
      }
      return within.length
    }
    assert.ok(check(tables.results!.email_campaigns!, RECENT) > 15)
    const older = check(tables.old!.email_campaigns!, OLD)
    const single = wired.exchanges().filter((one) => published.path_of(one) === '/emailCampaigns/{campaignId}')
    assert.ok(older > 15)
    assert.equal(single.length, older)
    assert.ok(sent.some(({ is_archived }) => is_archived))
  })

  test('days with too many older campaigns are read in parts', async () => {
    const days = { from: '2025-10-01', to: '2026-05-31' }
    const before = wired.sandbox.log.list('email_c').length
    await assert.rejects(
      rows_by_table(streams.archived, { api: wired.api, account, ...days }),
      (error: { kind?: string }) => error.kind === 'too_much',
    )
    assert.ok(wired.sandbox.log.list('email_c').length - before < 5, 'before any of them is asked for')
  })

  test('emails of automations are no broadcasts, tests have their first subject, and ids keep all digits', () => {
    const { world } = wired.sandbox
    const all = all_campaigns(world)
    assert.ok(all.some(({ type }) => type === 'trigger') && all.some(({ variations }) => variations > 1))
    const classic = all.filter(({ type }) => type === 'classic').map(({ number }) => number)
    // Only its results prove that an archived one was sent, and a list has those of the last months.
    const since = listed_since(world.now())
    const unproven = all.filter(({ is_archived, send_at }) => is_archived && send_at < since)
    const proven = new Set(classic).difference(new Set(unproven.map(({ number }) => number)))
    const listed = tables.campaigns?.email_campaigns?.map(({ campaign_id }) => campaign_id)
    assert.ok(unproven.length > 0)
    assert.deepEqual(listed?.sort(), [...proven].sort())
    assert.ok(BigInt(classic[0]!) > BigInt(Number.MAX_SAFE_INTEGER))
    assert.ok(tables.campaigns?.email_campaigns?.every(({ subject }) => subject))
    const numbers = all_contacts(world).map(({ number }) => number)
    assert.deepEqual(
      tables.contacts?.contacts?.map(({ external_id }) => external_id),
      numbers,
    )
  })

  test('contacts have names, phones, cities and the names of their lists', () => {
    const contacts = tables.contacts?.contacts ?? []
    assert.ok(contacts.every(({ full_name, email, city }) => full_name && email && city))
    assert.ok(contacts.some(({ phone }) => phone))
    const tags = new Set(contacts.flatMap(({ tags }) => tags as string[]))
    assert.deepEqual([...tags].sort(), ['Boletín picante', 'Clientes', 'subscribed', 'unsubscribed'])
  })

  test('bodies are read as plain text with one request', () => {
    const bodies = tables.bodies?.email_campaigns ?? []
    assert.equal(bodies.length, 20)
    for (const { body_text } of bodies) assert.match(String(body_text), /^[^<>{}]+$/)
    assert.equal(wired.exchanges().filter(({ url }) => url.includes('excludeHtmlContent=false')).length, 1)
  })

  test('the sandbox limits requests as Brevo does, and refuses pages that are too large and unknown keys', async () => {
    const { sandbox } = wired
    const ask = async (path: string, of: Record<string, string> = headers) => {
      const url = `/api.brevo.com/v3/${path}`
      return sandbox.app.inject({ method: 'GET', url, headers: of })
    }
    sandbox.clock.advance(3_600_000)
    const statuses = []
    for (let n = 0; n < 101; n++) statuses.push((await ask('emailCampaigns?limit=1')).statusCode)
    assert.deepEqual(statuses.slice(99), [200, 429])
    sandbox.clock.advance(600_000)
    const refused = await ask('account')
    assert.equal(refused.headers['x-sib-ratelimit-reset'], '3000')
    assert.equal(refused.headers['retry-after'], undefined)
    assert.equal(email_c.api.classify?.({ ...refused, status: 429, body: refused.json() } as never)?.kind, 'throttled')
    const contacts = []
    for (let n = 0; n < 11; n++) contacts.push((await ask('contacts?limit=1')).statusCode)
    assert.deepEqual(contacts.slice(9), [200, 429])
    sandbox.clock.advance(3_600_000)
    assert.equal((await ask('emailCampaigns?limit=101')).statusCode, 400)
    assert.equal((await ask('emailCampaigns?startDate=2026-01-01T00:00:00Z')).statusCode, 400)
    assert.deepEqual((await ask('account', { 'api-key': 'other' })).json(), {
      code: 'unauthorized',
      message: 'Key not found',
    })
    const { campaigns } = (await ask('emailCampaigns?limit=1&status=sent')).json()
    assert.equal(campaigns[0].statistics.globalStats.sent, 0, 'without the parameter, statistics are zero')
  })
})
