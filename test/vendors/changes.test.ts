// Checks the requests of changes, and the sandbox's answers to them, against what the vendors publish.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, before, test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { changes_of, platforms } from '../actions/cases.ts'
import { graph_write_faults } from './graph_specs.ts'
import { contract_file, without_contracts } from './published.ts'

const skip = without_contracts
let bench: ActionBench
before(async () => {
  if (!skip) bench = await action_bench()
})
after(() => bench?.close())

interface Write {
  url: string
  body: Record<string, unknown>
  answer: unknown
}

/** Carries out every change of a platform, and returns its writes and validations. */
async function writes_of(platform: string): Promise<Write[]> {
  const of = platforms.find((one) => one.platform === platform)!
  const place: ActionPlace = await bench.place_of(platform)
  bench.reset()
  for (const [action, input] of changes_of(bench, of, place)) {
    const ended = await bench.carry_out(place, action, input)
    assert.equal(ended.state, 'executed', `${action}: ${ended.reason}`)
  }
  const writes = bench.sandbox.log
    .list(platform)
    .filter(({ method, url }) => method === 'POST' && !/:search|oauth/.test(url))
    .map(({ url, body, answer }) => ({ url, body: body as Write['body'], answer: JSON.parse(answer!) }))
  assert.ok(writes.length >= 4)
  return writes
}

test('each write to Meta has parameters that api_specs publishes, with their types', { skip }, async () => {
  for (const { url, body, answer } of await writes_of('mx_ads')) {
    const owner = url.includes('/act_') ? 'AdAccount' : 'Campaign'
    assert.deepEqual(graph_write_faults({ url, body }, owner), [], url)
    const names = Object.keys(answer as object)
    assert.ok(['id', 'success'].includes(names.join()), `${url} answers ${names}`)
  }
  const faults = (body: object) =>
    graph_write_faults({ url: 'https://graph.facebook.com/v26.0/act_1/campaigns', body }, 'AdAccount').length
  assert.deepEqual([faults({ name: 'x' }), faults({ nome: 'x' }), faults({ daily_budget: '5' })], [0, 1, 1])
})

test("each write to Google Ads is as the protos describe it, and so is the sandbox's answer", { skip }, async () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  const schema = JSON.parse(readFileSync(contract_file('gx_ads', 'googleads_v25.schema.json'), 'utf8'))
  ajv.addSchema({ ...schema, $id: 'v25' })
  const faults = (message: string, value: unknown) => {
    const validate = ajv.compile({ $ref: `v25#/$defs/${message}` })
    return validate(value) ? [] : (validate.errors ?? []).map((one) => `${one.instancePath} ${one.message}`)
  }
  const services = { campaigns: 'MutateCampaigns', campaignBudgets: 'MutateCampaignBudgets' }
  /** The message of the thing that an operation of googleAds:mutate creates. The request itself is not among the kept messages. */
  const created = {
    campaignBudgetOperation: 'CampaignBudget',
    campaignOperation: 'Campaign',
    adGroupOperation: 'AdGroup',
    adGroupCriterionOperation: 'AdGroupCriterion',
    adGroupAdOperation: 'AdGroupAd',
  }
  const bindings = readFileSync(contract_file('gx_ads', 'rest_bindings.txt'), 'utf8')
  for (const { url, body, answer } of await writes_of('gx_ads')) {
    const service = /\/(\w+):mutate$/.exec(url)?.[1] ?? ''
    assert.ok(bindings.includes(`/${service}:mutate"`), url)
    const name = services[service as keyof typeof services]
    if (name) {
      assert.deepEqual(faults(`services.${name}Request`, body), [], url)
      assert.deepEqual(faults(`services.${name}Response`, answer), [], url)
      continue
    }
    for (const operation of body.mutateOperations as Record<string, { create: unknown }>[])
      for (const [kind, { create }] of Object.entries(operation))
        assert.deepEqual(faults(`resources.${created[kind as keyof typeof created]}`, create), [], kind)
  }
  assert.notDeepEqual(faults('resources.Campaign', { statusy: 'PAUSED' }), [])
})

/**
 * The kept contract of TikTok has no body of adgroup/create and ad/create. Their fields are those of the updates, and these of the pages
 * 'Create an ad group' and 'Create ads' (v1.3, read 2026-11).
 */
const only_when_created = {
  '/adgroup/create/':
    'campaign_id promotion_type placement_type budget_mode billing_event optimization_goal pixel_id optimization_event',
  '/ad/create/': 'operation_status',
}

test('each write to TikTok has the fields of its SDK', { skip }, async () => {
  const document = JSON.parse(readFileSync(contract_file('tx_ads', 'tiktok_v1.3.sdk_derived.openapi.json'), 'utf8'))
  const resolved = (schema: { $ref?: string }) =>
    (schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)!] : schema) as {
      properties: Record<string, { type?: string; items?: object }>
      required?: string[]
    }
  const body_of = (path: string) => {
    const { content } = document.paths[`/open_api/v1.3${path}`].post.requestBody
    return resolved((Object.values(content)[0] as { schema: object }).schema)
  }
  const types: Record<string, (value: unknown) => boolean> = {
    string: (value) => typeof value === 'string',
    number: (value) => typeof value === 'number',
    boolean: (value) => typeof value === 'boolean',
    array: Array.isArray,
  }
  const faults = (value: object, known: Record<string, { type?: string }>, more: string[] = []) =>
    Object.entries(value).flatMap(([name, one]) => {
      if (one === undefined || more.includes(name)) return []
      const type = known[name]?.type
      if (!known[name]) return [`${name} is not known`]
      return type && types[type] && !types[type](one) ? [`${name} is no ${type}`] : []
    })
  for (const { url, body } of await writes_of('tx_ads')) {
    const path = new URL(url).pathname.replace('/open_api/v1.3', '')
    const more = only_when_created[path as keyof typeof only_when_created]?.split(' ') ?? []
    const known = body_of(path.replace(/(adgroup|ad)\/create/, '$1/update'))
    assert.deepEqual(faults(body, known.properties, more), [], path)
    if (path === '/ad/create/')
      for (const creative of body.creatives as object[])
        assert.deepEqual(faults(creative, resolved(known.properties.creatives!.items!).properties, more), [], path)
  }
  assert.deepEqual(faults({ budgets: 1 }, body_of('/campaign/update/').properties), ['budgets is not known'])
})
