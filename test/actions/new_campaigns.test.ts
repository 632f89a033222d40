// What a new campaign would be is shown as a whole before a yes, and compared with what the platform shows afterwards.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { z } from 'zod'
import type { Difference } from '#engine/action.ts'
import type { Preview } from '#engine/actions/preview.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { type PlatformCase, platforms } from './cases.ts'

let bench: ActionBench
const places = new Map<string, ActionPlace>()
before(async () => {
  bench = await action_bench()
  for (const { platform } of platforms) places.set(platform, await bench.place_of(platform))
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const CREATE = 'create_campaign'

/** Paths of all values that are neither lists nor objects, with those values. */
function leaves(value: unknown, path = ''): [path: string, value: unknown][] {
  if (value === undefined) return []
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([name, one]) =>
    leaves(one, Array.isArray(value) ? `${path}[]` : path === '' ? name : `${path}.${name}`),
  )
}

/** Paths of all fields of an input. */
function fields_of(schema: { type?: string; properties?: object; items?: object }, path = ''): string[] {
  if (schema.properties)
    return Object.entries(schema.properties).flatMap(([name, of]) =>
      fields_of(of, path === '' ? name : `${path}.${name}`),
    )
  return schema.items ? fields_of(schema.items, `${path}[]`) : [path]
}

async function looked(of: PlatformCase, input: object): Promise<Preview> {
  const seen = await bench.look(places.get(of.platform)!, CREATE, input)
  assert.ok(!('refused' in seen), JSON.stringify(seen))
  return seen
}

/** Words of platforms for which people read others. */
const read_as: Record<string, string> = {
  DISABLE: 'paused',
  CONTAINS_EU_POLITICAL_ADVERTISING: 'true',
  DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING: 'false',
}
const is_shown = (differences: readonly Difference[], leaf: unknown) =>
  differences.some(({ after }) => after?.toLowerCase().includes(String(read_as[String(leaf)] ?? leaf).toLowerCase()))

/** Fields that a platform does not show again. TikTok shows special categories of campaigns that have some. */
const UNREAD: Record<string, string[]> = {
  mx_ads: [],
  gx_ads: ['campaign.places', 'campaign.languages'],
  tx_ads: ['campaign.special_categories'],
}

/** Parts of requests that are ids of the request itself, an amount in another unit, or a switch of the difference `networks`. */
const TECHNICAL =
  /advertiser_id|request_id|schedule_start_time|resourceName|(^|\.)(campaignBudget|campaign|adGroup|campaign_id|adset_id|adgroup_id)$|daily_budget|amountMicros|networkSettings/

for (const of of platforms)
  suite(of.platform, () => {
    test('every field of the input is among the differences, which are what a person sees', async () => {
      const { input: schema } = bench.engine.connectors[of.platform]!.actions![CREATE]!
      const known = fields_of(z.toJSONSchema(schema, { io: 'input' }) as object)
      const given = new Set(leaves(of.whole).map(([path]) => path))
      assert.deepEqual(
        known.filter((path) => !given.has(path)),
        [],
        'the whole case has every field of the input',
      )
      for (const input of [of.create, of.whole]) {
        const { differences, input: parsed } = await looked(of, input)
        const { daily_budget: _, currency: __, ...others } = parsed
        assert.deepEqual(
          leaves(others).filter(([, leaf]) => !is_shown(differences, leaf)),
          [],
        )
        const budget = differences.find(({ field }) => field.endsWith('daily_budget'))
        assert.deepEqual([budget?.after, budget?.currency], ['750.5', 'MXN'])
      }
    })

    test('every part of the requests is among the differences, and the platform shows them again', async () => {
      const place = places.get(of.platform)!
      for (const input of [of.create, of.whole]) {
        bench.sandbox.log.clear()
        const ended = await bench.carry_out(place, CREATE, input)
        assert.equal(ended.state, 'executed', ended.reason ?? '')
        const sent = bench.sandbox.log
          .list(of.platform)
          .filter(({ method, url }) => method === 'POST' && !/:search|oauth/.test(url))
          .flatMap(({ body }) => leaves(body))
        const missing = sent.filter(
          ([path, leaf]) =>
            !TECHNICAL.test(path) &&
            !/^(validateOnly|execution_options)/.test(path) &&
            !is_shown(ended.differences, leaf),
        )
        assert.deepEqual(missing, [])
        assert.ok(sent.length > 20)
        const unread = ended.differences
          .map(({ field }) => field)
          .filter((field) => !(field in (ended.found as object)))
        assert.deepEqual(unread, of.platform === 'tx_ads' && input === of.whole ? [] : UNREAD[of.platform])
      }
    })

    for (const [field, request] of Object.entries(of.alterable))
      test(`another value of ${field} at the platform is no success, and what was made is named`, async () => {
        const skip = of.platform === 'tx_ads' || (of.platform === 'mx_ads' && !/campaigns/.test(request.source)) ? 0 : 1
        const place = places.get(of.platform)!
        const execution_id = await bench.begin(place, CREATE, of.create)
        bench.add(of.platform, { path: `POST .*${request.source}`, skip, kind: 'land_altered', fields: `^${field}$` })
        const ended = await bench.finish(place, execution_id)
        assert.deepEqual([ended.state, ended.cause], ['executed_differently', 'read_back_differs'])
        assert.deepEqual(bench.sandbox.faults.list(), [])
        const [first] = ended.left_behind as Record<string, string>[]
        assert.match(first!.campaign ?? '', /^99\d+$/)
      })
  })
