// An agency's sign-in lists accounts of all its clients. The organization of one client learns only of those that were chosen for it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { social_a } from '#connectors/social_a/index.ts'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { call } from '#engine/calls/call.ts'
import type { Connector } from '#engine/connector.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { update_connection } from '#engine/vendors/connections.ts'
import { jobs } from '#jobs/index.ts'
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

/** The accounts that are shown, and whether their followers are known. */
async function ids() {
  const listed = await ask('list_social_accounts')
  assert.ok(listed.ok)
  const { accounts } = listed.result as { accounts: { social_account_id: string; followers: number | null }[] }
  return accounts.map(({ social_account_id, followers }) => [social_account_id, followers !== null])
}

const stored = () =>
  in_org(bench.engine.pool, place, (db) =>
    db
      .selectFrom('connection_accounts')
      .select(['account_id', 'state', 'reason'])
      .orderBy('account_id')
      .where('account_id', 'in', [own!.id, foreign!.id])
      .execute(),
  )
const left_out = { state: 'skipped', reason: NOT_CHOSEN }

async function chosen_again() {
  await choose([own!.id, foreign!.id])
  const both = [
    [own!.id, true],
    [foreign!.id, true],
  ]
  assert.deepEqual(await ids(), both)
  await choose([own!.id])
  assert.deepEqual(await ids(), [[own!.id, true]])
  const refused = await ask('list_social_posts', { social_account_id: foreign!.id })
  assert.equal(refused.ok, false)
  assert.deepEqual((await stored())[1], { account_id: foreign!.id, ...left_out })
  await choose([own!.id, foreign!.id])
  assert.deepEqual(await ids(), both)
}

test('an account that is no longer chosen is no longer listed, and is back with its figures when it is chosen again', () =>
  chosen_again())

test('the same on a platform that lists only what is chosen', async () => {
  lists_only_chosen = true
  await chosen_again()
})

/** Starts what is due, and carries it out as the schedule does. */
async function next_scheduled_sync() {
  const { engine } = bench
  const { signal } = new AbortController()
  await run_job({ ...engine, pool: engine.pool.worker }, jobs.schedule_syncs!, {}, { log: engine.log, signal })
  const started = await in_org(engine.pool.worker, place, (db) =>
    db.deleteFrom('sync_runs').where('state', '=', 'queued').returning('run_id').execute(),
  )
  assert.equal(started.length, 1)
  assert.equal((await bench.sync(place, { all_streams: false })).end, 'succeeded')
}

const change = (account_ids: string[]) =>
  in_org(bench.engine.pool.worker, place, (db) =>
    update_connection(db, bench.engine, { ...place, settings: { account_ids }, now: bench.engine.clock.now() }),
  )

for (const lists_only of [false, true])
  test(`a changed choice is used immediately, where a platform lists ${lists_only ? 'only chosen accounts' : 'all'}`, async () => {
    lists_only_chosen = lists_only
    await choose([own!.id])
    bench.sandbox.clock.advance(60_000)
    await change([foreign!.id])
    assert.deepEqual((await stored())[0], { account_id: own!.id, ...left_out })
    assert.deepEqual(await ids(), [], 'nothing counts until the list is read')
    await next_scheduled_sync()
    assert.deepEqual(await ids(), [[foreign!.id, true]])
    const [before, now] = await stored()
    assert.deepEqual([before, now?.state], [{ account_id: own!.id, ...left_out }, 'read'])
  })

test('a list that the platform does not give now brings no account back', async () => {
  await choose([own!.id])
  await change([foreign!.id])
  bench.sandbox.faults.add({ platform: 'social_a', kind: 'fail', status: 503, path: 'GET .*/accounts', count: 0 })
  assert.notEqual((await bench.sync(place, { all_streams: false })).end, 'succeeded')
  bench.sandbox.faults.clear()
  assert.deepEqual(await ids(), [])
})

test('what was read of an account that had ended before the choice still counts', async () => {
  await choose([own!.id, foreign!.id])
  await in_org(bench.engine.pool.worker, place, (db) =>
    db
      .updateTable('connection_accounts')
      .set({ state: 'gone', reason: 'It is closed.' })
      .where('account_id', '=', foreign!.id)
      .execute(),
  )
  await change([own!.id])
  assert.deepEqual((await stored())[1], { account_id: foreign!.id, state: 'gone', reason: 'It is closed.' })
})
