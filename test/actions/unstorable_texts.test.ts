// Texts of a platform that PostgreSQL cannot store: NUL, and half of a character that takes two units. A change ends all the same.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { OutboundAnswer, OutboundRequest } from '#engine/vendors/outbound.ts'
import { type ActionBench, type ActionPlace, action_bench } from '#test/action_bench.ts'
import { campaign_with, platforms } from './cases.ts'

const ODD = '\\u0000\\ud83d'

let bench: ActionBench
let place: ActionPlace
let odd: (request: OutboundRequest, answer: OutboundAnswer) => OutboundAnswer
const [mx] = platforms
before(async () => {
  bench = await action_bench()
  place = await bench.place_of('mx_ads')
  const { outbound } = bench.engine
  const { fetch } = outbound
  Object.assign(outbound, { fetch: async (request: OutboundRequest) => odd(request, await fetch(request)) })
})
after(() => bench?.close())
beforeEach(() => bench.reset())

const pause = () => bench.begin(place, 'pause_campaign', { campaign_id: campaign_with(bench, mx!, place, 'active').id })

test('a campaign with a name that cannot be stored is paused', async () => {
  odd = (_, answer) => ({ ...answer, text: answer.text.replaceAll('"name":"', `"name":"${ODD}`) })
  const ended = await bench.finish(place, await pause())
  assert.equal(ended.state, 'executed', String(ended.reason))
  assert.match(ended.target.name, /^\ufffd\ufffd\S/)
})

test('a refusal with a text that cannot be stored ends the change, and is its reason', async () => {
  odd = (_, answer) => answer
  const execution_id = await pause()
  const text = `{"error":{"message":"bad ${ODD} name","type":"OAuthException","code":100,"fbtrace_id":"A"}}`
  odd = ({ method }, answer) => (method === 'POST' ? { ...answer, status: 400, text } : answer)
  const ended = await bench.finish(place, execution_id)
  assert.deepEqual([ended.state, ended.cause], ['failed', 'refused'])
  assert.match(ended.reason!, /bad \ufffd+ name/)
})
