// What real accounts demand of new campaigns, or do unless a request forbids it.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { platforms } from './cases.ts'

let bench: ActionBench
const places = new Map<string, ActionPlace>()
before(async () => {
  bench = await action_bench()
  for (const { platform } of platforms) places.set(platform, await bench.place_of(platform))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const CREATE = 'create_campaign'
const create_of = (platform: string) => platforms.find((one) => one.platform === platform)!.create

async function executed(platform: string, more: object = {}) {
  const ended = await bench.carry_out(places.get(platform)!, CREATE, { ...create_of(platform), ...more })
  assert.equal(ended.state, 'executed', ended.reason ?? '')
  return Object.fromEntries(ended.differences.map(({ field, after }) => [field, after]))
}
/** The body of the last request to a path. Validations come before. */
function sent<Body = Record<string, unknown>>(platform: string, path: RegExp): Body {
  const found = bench.sandbox.log.list(platform).filter(({ method, url }) => method === 'POST' && path.test(url))
  return found.at(-1)!.body as Body
}

interface Switch {
  enroll_status: string
}

suite('mx_ads', () => {
  test('the audience is the approved one: Meta widens it unless the ad set says no', async () => {
    const shown = await executed('mx_ads')
    assert.equal(shown['ad_set.advantage_audience'], '0')
    const { targeting } = sent<{ targeting: Record<string, unknown> }>('mx_ads', /adsets$/)
    assert.deepEqual(targeting.targeting_automation, { advantage_audience: 0 })
  })

  test('the ad stays as approved: Meta alters texts and pictures, and shows it beside others, unless the request forbids it', async () => {
    const shown = await executed('mx_ads')
    const [ad] = bench.sandbox.world.writes.made('mx_ads', 'ads', 'vendor')
    const { contextual_multi_ads, degrees_of_freedom_spec } = ad!.creative_spec as {
      contextual_multi_ads: Switch
      degrees_of_freedom_spec: { creative_features_spec: Record<string, Switch> }
    }
    const features = Object.values(degrees_of_freedom_spec.creative_features_spec)
    assert.ok(features.length > 3)
    assert.deepEqual(
      new Set([contextual_multi_ads, ...features].map(({ enroll_status }) => enroll_status)),
      new Set(['OPT_OUT']),
    )
    assert.equal(shown['ad.multi_advertiser_ads'], 'OPT_OUT')
    assert.match(shown['ad.enhancements_off']!, /text_optimizations/)
  })

  test('on Instagram the ad speaks for the page, because Meta refuses ads without an identity there', async () => {
    assert.equal((await executed('mx_ads'))['ad.page_speaks_on_instagram'], 'true')
    const { creative } = sent<{ creative: Record<string, unknown> }>('mx_ads', /\/ads$/)
    assert.equal(creative.use_page_actor_override, true)
  })

  test('a feature that Meta turned on all the same is no success', async () => {
    bench.add('mx_ads', { path: 'POST .*ads$', kind: 'land_altered', fields: '^enroll_status$' })
    const ended = await bench.carry_out(places.get('mx_ads')!, CREATE, create_of('mx_ads'))
    assert.deepEqual([ended.state, ended.cause], ['executed_differently', 'read_back_differs'])
  })

  test('a special ad category is declared for the countries of the campaign, which a person sees', async () => {
    const shown = await executed('mx_ads', { special_ad_categories: ['HOUSING'], countries: ['MX', 'CO'] })
    assert.equal(shown['campaign.special_category_countries'], 'CO\nMX')
    bench.reset()
    assert.ok(!('campaign.special_category_countries' in (await executed('mx_ads'))))
    assert.ok(!('special_ad_category_country' in sent('mx_ads', /campaigns$/)))
  })

  test('ads for the European Union name who benefits and who pays, or are refused with where to enter it', async () => {
    const place = places.get('mx_ads')!
    const input = { ...create_of('mx_ads'), countries: ['MX', 'ES'] }
    const seen = await bench.look(place, CREATE, input)
    assert.ok('refused' in seen)
    assert.match(seen.refused, /ads in ES only with a beneficiary and a payer.*defaults/)

    const names = { default_dsa_beneficiary: 'Casa Lumbre', default_dsa_payor: 'Agencia Sur' }
    bench.sandbox.world.writes.change('mx_ads', `act_${place.account_id}`, names)
    const shown = await executed('mx_ads', input)
    assert.deepEqual([shown['ad_set.beneficiary'], shown['ad_set.payer']], ['Casa Lumbre', 'Agencia Sur'])

    const execution_id = await bench.begin(place, CREATE, { ...input, name: 'Otra' })
    bench.sandbox.world.writes.change('mx_ads', `act_${place.account_id}`, { ...names, default_dsa_payor: 'Otro' })
    const ended = await bench.finish(place, execution_id)
    assert.deepEqual([ended.state, ended.cause], ['failed', 'target_changed'])
  })

  test('a refusal of Meta says which parameter is wrong', async () => {
    bench.add('mx_ads', { path: 'POST .*adsets$', kind: 'refuse_write' })
    const ended = await bench.carry_out(places.get('mx_ads')!, CREATE, create_of('mx_ads'))
    assert.match(ended.reason!, /^Invalid parameter: /)
  })
})

suite('tx_ads', () => {
  const place = () => places.get('tx_ads')!
  const automated = () =>
    bench.sandbox.world.ads.tx.campaigns.find(
      ({ account_id, kind, status }) => account_id === place().account_id && kind === 'pmax' && status === 'active',
    )!
  const posted = () =>
    bench.sandbox.log.list('tx_ads').flatMap(({ method, url }) => (method === 'POST' ? [new URL(url).pathname] : []))

  test('a group starts at the approval: its start is in UTC, whatever the zone of the account', async () => {
    const began = bench.engine.clock.now().toISOString().slice(0, 16).replace('T', ' ')
    await executed('tx_ads')
    const { schedule_start_time } = sent<{ schedule_start_time: string }>('tx_ads', /adgroup\/create/)
    assert.equal(schedule_start_time.slice(0, 16), began)
  })

  test('an automated campaign is changed at its own endpoints, although the list of all campaigns has it', async () => {
    const { id: campaign_id } = automated()
    const input = { campaign_id, daily_budget: '987.5' }
    assert.equal((await bench.carry_out(place(), 'set_daily_budget', input)).state, 'executed')
    assert.equal((await bench.carry_out(place(), 'pause_campaign', { campaign_id })).state, 'executed')
    assert.deepEqual(posted(), [
      '/open_api/v1.3/smart_plus/campaign/update/',
      '/open_api/v1.3/smart_plus/campaign/status/update/',
    ])
  })

  test('the minimum of a daily budget is that of the currency, also of a new campaign', async () => {
    const refusal = async (action: string, input: object) => {
      const seen = await bench.look(place(), action, input)
      return 'refused' in seen ? seen.refused : ''
    }
    const low = { daily_budget: '499.99' }
    const minimum = /below .*minimum of 500 MXN/
    assert.match(await refusal('set_daily_budget', { campaign_id: automated().id, ...low }), minimum)
    assert.match(await refusal(CREATE, { ...create_of('tx_ads'), ...low }), minimum)
  })

  test('names and texts with emoji are refused before anything is made', async () => {
    const { creatives } = create_of('tx_ads') as { creatives: object[] }
    for (const more of [{ name: 'Sala 🛋️' }, { creatives: [{ ...creatives[0], text: 'Sala nueva ✨' }] }]) {
      const seen = await bench.look(place(), CREATE, { ...create_of('tx_ads'), ...more })
      assert.match('refused' in seen ? seen.refused : '', /must not have emoji/)
    }
  })
})
