// What a person sees before a yes is what is sent: no hidden characters, the question with its answer, and a declaration that has an effect.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { ActionPlace } from '#test/action_bench.ts'
import { type ApprovalBench, approval_bench, with_campaigns_only } from '#test/approval_bench.ts'
import { platforms } from '../actions/cases.ts'

/** Open questions are few, so the world is longer than in other tests of approvals. */
const HISTORY_DAYS = 120
const { create } = platforms.find(({ platform }) => platform === 'tx_ads')!

let bench: ApprovalBench
let seller: ActionPlace
let advertiser: ActionPlace
const people = new Map<ActionPlace, Caller>()
before(async () => {
  const { mpa, tx_ads } = connectors
  bench = await approval_bench({
    history_days: HISTORY_DAYS,
    connectors: { ...with_campaigns_only(), mpa: mpa!, tx_ads: tx_ads! },
  })
  seller = await bench.place_of('mpa')
  advertiser = await bench.place_of('tx_ads')
  for (const place of [seller, advertiser]) people.set(place, await bench.person(place))
})
after(() => bench?.close())

async function open_question() {
  const question = bench.sandbox.world.markets.ml
    .questions()
    .findLast((one) => one.answered_at === null && !one.is_banned && one.listing.status === 'active')!
  const { org_id, connection_id, account_id } = seller
  await bench.rows(
    `insert into marketplace_questions (org_id, connection_id, account_id, question_id, listing_id, platform, status, asked_at, question)
     values ($1, $2, $3, $4, 'x', 'mpa', 'unanswered', now(), 'x') on conflict do nothing`,
    [org_id, connection_id, account_id, question.id],
  )
  return question
}
const propose_answer = async (answer_text: string) => ({ question_id: (await open_question()).id, answer_text })
const campaign = (more: object = {}, categories: string[] = []) => ({
  platform: 'tx',
  spec: { ...create, account_id: advertiser.account_id, ...more },
  declared_categories: categories,
})

test('a text with characters that nobody can see is refused when it is proposed', async () => {
  const ana = people.get(seller)!
  for (const hidden of ['55\u200b1234\u200b5678', `Hola\u{e0041}\u{e0042}`, 'Hola\u202eoro'])
    assert.match(
      await bench.no(ana, 'propose_answer_mpa_question', await propose_answer(hidden)),
      /^text has hidden characters.*Leave them out/,
    )
  const [first, ...others] = create.creatives as object[]
  assert.match(
    await bench.no(
      people.get(advertiser)!,
      'propose_campaign',
      campaign({ creatives: [{ ...first, text: 'Sala\u2066nueva' }, ...others] }),
    ),
    /^creatives.0.text has hidden characters/,
  )
})

test('the question that an answer answers is shown and covered by the decision, as text that anybody can write', async () => {
  const ana = people.get(seller)!
  const question = await open_question()
  const text = bench.sandbox.world.markets.ml.questions().find(({ id }) => id === question.id)!.text
  const { action_id } = await bench.ok(ana, 'propose_answer_mpa_question', await propose_answer('Sí 👩‍🔧, la tenemos.'))
  assert.equal((await bench.ok(ana, 'get_action', { action_id })).about, text)
  const { actions } = await bench.ok(ana, 'list_pending_actions', {})
  assert.equal(actions[0].about, text)
  await bench.rows('alter table actions disable trigger keep')
  await bench.rows(
    `update actions set target = jsonb_set(target, '{about}', '"Another question"') where action_id = $1`,
    [action_id],
  )
  await bench.rows('alter table actions enable trigger keep')
  assert.equal((await bench.ask(ana, 'approve_action', { action_id })).outcome, 'fault')
})

test('a question that two connections read is answered by the one that needs no new sign-in', async () => {
  const input = await propose_answer('Sí, en dos semanas.')
  const other = '00000000-0000-7000-8000-000000000001'
  for (const [table, more] of [
    ['connections', `'needs_reconnection', true`],
    ['connection_accounts', `'state', 'read'`],
    ['marketplace_questions', `'status', 'unanswered'`],
  ])
    await bench.rows(
      `insert into ${table} select (jsonb_populate_record(r, jsonb_build_object('connection_id', $2::text, ${more}))).*
       from ${table} r where r.connection_id = $1`,
      [seller.connection_id, other],
    )
  const { status } = await bench.ok(people.get(seller)!, 'propose_answer_mpa_question', input)
  await bench.rows('delete from connection_accounts where connection_id = $1', [other])
  assert.equal(status, 'pending')
})

test('the special category that a person signs is sent to TikTok, which takes no political ads', async () => {
  const ana = people.get(advertiser)!
  const { bundleId } = await bench.ok(ana, 'propose_campaign', campaign({}, ['housing', 'financial']))
  const { after: shown, input } = await bench.ok(ana, 'get_action', { action_id: bundleId })
  assert.equal(shown['campaign.special_categories'], 'CREDIT\nHOUSING')
  assert.deepEqual(input.special_industries, ['HOUSING', 'CREDIT'], 'test/actions/new_campaigns.test.ts sends it')
  assert.match(await bench.no(ana, 'propose_campaign', campaign({}, ['politics'])), /no political ads/)
})

test('repeated places, categories that exclude each other, and an amount with too many decimals are refused by their names', async () => {
  const ana = people.get(advertiser)!
  assert.match(
    await bench.no(ana, 'propose_campaign', campaign({ location_ids: ['3996063', '3996063'] })),
    /^location_ids: must not repeat a place/,
  )
  assert.match(
    await bench.no(ana, 'propose_campaign', campaign({}, ['housing', 'housing'])),
    /^declared_categories: must not repeat/,
  )
  assert.match(
    await bench.no(ana, 'propose_campaign', campaign({}, ['none', 'housing'])),
    /^declared_categories: must have none alone/,
  )
  const input = { platform: 'tx', campaign_id: '1', new_daily_budget: 0.1 + 0.2 }
  assert.match(await bench.no(ana, 'propose_update_budget', input), /^new_daily_budget: must have at most 6 decimals/)
})

test('an amount too large to be meant is refused, and one too large to convert has no converted value', async () => {
  const ana = people.get(advertiser)!
  assert.match(
    await bench.no(ana, 'propose_campaign', campaign({ daily_budget: '999999999999' })),
    /daily_budget: must be at most 1000000000/,
  )
  // A billion of the account's currency is a number of the reporting currency that no column holds.
  await bench.rows(
    `insert into org_fx_rates (org_id, currency, per_currency, units, kind, valid_from, created_by)
     values ($1, 'MXN', 'EUR', 0.00000001, 'contract', '2020-01-01', 'user:1')`,
    [advertiser.org_id],
  )
  await bench.rows(`update orgs set currency = 'EUR' where org_id = $1`, [advertiser.org_id])
  assert.equal((await bench.ok(ana, 'propose_campaign', campaign({ daily_budget: '1000000000' }))).status, 'pending')
})
