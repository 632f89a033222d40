// An agency's sign-in lists accounts of all its clients. The organization of one client learns only of those that were chosen for it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { social_a } from '#connectors/social_a/index.ts'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { call } from '#engine/calls/call.ts'
import type { Connector } from '#engine/connector.ts'
import { NOT_CHOSEN } from '#engine/sync/accounts.ts'
import { create_key } from '#test/access.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { areas } from '#tools/index.ts'
import { instagram_plan } from '../../sandbox/world/social_plan.ts'

const [own, foreign] = instagram_plan.accounts
const DAY_MS = 86_400_000

/** Some platforms list only what a person chose. */
let lists_only_chosen = false
const read_accounts: Connector['accounts']['read'] = async (source) => {
  const listed = await social_a.accounts.read(source)
  const wanted = source.settings.account_ids as string[]
  return lists_only_chosen ? listed.filter(({ account_id }) => wanted.includes(account_id)) : listed
}

let bench: SyncBench
let place: { org_id: string; connection_id: string }
let key: string
before(async () => {
  const { followers, daily } = social_a.streams
  const accounts: Connector['accounts'] = { ...social_a.accounts, read: read_accounts }
  bench = await sync_bench({
    areas,
    connectors: { social_a: { ...social_a, accounts, streams: { daily: daily!, followers: followers! } } },
  })
  place = await bench.connect('social_a')
  key = (await create_key(bench.engine.pool.worker, { ...place, name: 'all', scopes })).key
})
after(() => bench?.close())

const ask = (tool: string, input: object = {}) =>
  call(bench.engine, { tool, input, credential: key, org_id: undefined, transport: 'rest', request_id: 'test' })

/** Everything that the organization gets to read about accounts, as one text. */
async function all_that_is_shown(): Promise<string> {
  const answers = await Promise.all([
    ask('list_social_accounts'),
    ask('list_connections_detail'),
    ask('run_readonly_sql', { sql: 'select * from social_accounts' }),
    ask('run_readonly_sql', { sql: 'select * from coverage' }),
    ask('list_social_metrics', { social_account_id: foreign!.id }),
    ask('list_social_posts', { social_account_id: foreign!.id }),
  ])
  // A refusal repeats the id that the caller gave.
  return JSON.stringify(answers.map((answer) => (answer.ok ? answer.result : answer.error))).replaceAll(
    `'${foreign!.id}'`,
    '',
  )
}

async function choose(ids: string[]) {
  await in_org(bench.engine.pool, { org_id: place.org_id }, (db) =>
    db
      .updateTable('connections')
      .set({ settings: JSON.stringify({ account_ids: ids }) })
      .execute(),
  )
  bench.sandbox.clock.advance(DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
}

test('nothing of an account that nobody chose is stored or shown', async () => {
  await choose([own!.id])
  const listed = await ask('list_social_accounts')
  assert.ok(listed.ok)
  const { accounts, total } = listed.result as { accounts: { social_account_id: string }[]; total: number }
  assert.deepEqual([accounts.map(({ social_account_id }) => social_account_id), total], [[own!.id], 1])
  const shown = await all_that_is_shown()
  for (const word of [foreign!.id, foreign!.username, foreign!.name])
    assert.ok(!shown.includes(word), `${word}: ${shown}`)
  const refused = await ask('list_social_metrics', { social_account_id: foreign!.id })
  assert.equal(refused.ok, false)
})

async function chosen_again() {
  await choose([own!.id, foreign!.id])
  const ids = async () => {
    const listed = await ask('list_social_accounts')
    assert.ok(listed.ok)
    const { accounts } = listed.result as { accounts: { social_account_id: string; followers: number | null }[] }
    return accounts.map(({ social_account_id, followers }) => [social_account_id, followers !== null])
  }
  const both = [
    [own!.id, true],
    [foreign!.id, true],
  ]
  assert.deepEqual(await ids(), both)
  await choose([own!.id])
  assert.deepEqual(await ids(), [[own!.id, true]])
  const refused = await ask('list_social_posts', { social_account_id: foreign!.id })
  assert.equal(refused.ok, false)
  const states = await in_org(bench.engine.pool, place, (db) =>
    db.selectFrom('connection_accounts').select(['state', 'reason']).where('account_id', '=', foreign!.id).execute(),
  )
  assert.deepEqual(states, [{ state: 'skipped', reason: NOT_CHOSEN }])
  await choose([own!.id, foreign!.id])
  assert.deepEqual(await ids(), both)
}

test('an account that is no longer chosen is no longer listed, and is back with its figures when it is chosen again', () =>
  chosen_again())

test('the same on a platform that lists only what is chosen', async () => {
  lists_only_chosen = true
  await chosen_again()
})
