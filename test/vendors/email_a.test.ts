// Checks the connector and the sandbox against Klaviyo's published OpenAPI document.

import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { email_a } from '#connectors/email_a/index.ts'
import type { Account, Api } from '#engine/connector.ts'
import { type Exchange, read_openapi } from './json_api_spec.ts'
import { without_contracts } from './published.ts'
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
    await recheck({ ...source, account: account!, settings: {} })
  })
  after(() => wired?.close())

  async function recheck(source: { api: Api; account: Account; settings: Record<string, never> }) {
    const { contacts: stream } = streams
    assert.ok(stream && 'since' in stream && stream.recheck)
    const ids: string[] = []
    for await (const page of stream.recheck.existing!.read(source)) ids.push(...page)
    assert.deepEqual(new Set(ids), new Set(tables.contacts?.contacts?.map(({ external_id }) => external_id)))
    const [found, missing] = await stream.recheck.read({ ...source, ids: [ids[0]!, '01NOBODY'] })
    assert.ok(found)
    assert.equal(missing, null)
  }

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
      '/api/profiles/{id}',
    ])
    // The answer 404 about a profile that does not exist has another shape.
    const found = all.filter(({ url }) => !url.includes('01NOBODY'))
    for (const one of found) assert.deepEqual(published.faults(one).slice(0, 3), [], `${one.method} ${one.url}`)
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
      // Nobody counts opens and clicks of a campaign without tracking, neither by day nor in total.
      const sum = (field: string) =>
        days.every((day) => day[field] === null)
          ? null
          : days.reduce((total, day) => total + BigInt(day[field] as bigint), 0n)
      for (const field of ['delivered', 'opens', 'clicks', 'unsubscribes', 'revenue_micros'])
        assert.equal(sum(field), campaign[field], `${field} of ${campaign.name}`)
      assert.equal(sum('conversions'), BigInt(campaign.conversions as number))
    }
    for (const field of ['opens', 'clicks'])
      for (const campaigns of [whole, daily]) {
        const untracked = campaigns.filter((one) => one[field] === null).length
        assert.ok(untracked > 0 && untracked < campaigns.length / 2, `${untracked} have no ${field}`)
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

  test('a test account is named with the reason, and another is read', async () => {
    wired.sandbox.faults.add({ platform: 'email_a', kind: 'own', name: 'test_account', path: '/accounts', count: 1 })
    const [account] = await wired.accounts()
    assert.match(account!.unreadable ?? '', /test account/)
    assert.equal((await wired.accounts())[0]!.unreadable, undefined)
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
