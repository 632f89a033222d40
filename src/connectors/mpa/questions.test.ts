// Questions that change after the list is no longer read back to them, and sellers with more questions than the list gives.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account, Api } from '#engine/connector.ts'
import { DAY_MS } from '#lib/durations.ts'
import { canned_api } from '#test/canned_api.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { mpa } from './index.ts'

const { questions } = mpa.streams
assert.ok(questions && 'since' in questions)

test('an open question older than 30 days gets its answer or its end, and one that was deleted leaves', async () => {
  const bench = await sync_bench({ connectors: { mpa: { ...mpa, streams: { questions } } }, keep_answers: true })
  try {
    const place = await bench.connect('mpa')
    const sync = async () => assert.equal((await bench.sync(place)).end, 'succeeded')
    await sync()
    const { clock, world, log } = bench.sandbox
    const { ml } = world.markets
    const all = ml.questions
    const day = (days: number) => clock.now() + days * DAY_MS
    const open = all().filter((one) => one.answered_at === null && !one.is_banned && one.listing.status === 'active')
    const [answered, closed, deleted, left] = open.filter(({ asked_at }) => asked_at > day(-30)).map(({ id }) => id)
    const state = await states(bench, place.org_id)
    for (const id of [answered, closed, deleted, left]) assert.equal(state.get(id!), 'unanswered')
    const at = day(62)
    ml.questions = () =>
      all()
        .filter(({ id }) => id !== deleted || clock.now() < at)
        .map((one) => (one.id === answered ? { ...one, answered_at: at } : one))
        .map((one) =>
          one.id === closed && clock.now() >= at ? { ...one, listing: { ...one.listing, status: 'closed' } } : one,
        )
    for (const days of [61, 2]) {
      clock.advance(days * DAY_MS)
      log.clear()
      await sync()
    }
    const pages = log.list('mpa').filter(({ url }) => url.includes('/questions/search'))
    for (const { answer } of pages)
      for (const id of [answered, closed, deleted, left])
        assert.ok(!answer?.includes(id!), 'the list is not read so far back')
    const after = await states(bench, place.org_id)
    assert.deepEqual(
      [answered, closed, deleted, left].map((id) => after.get(id!)),
      ['answered', 'closed_unanswered', undefined, 'unanswered'],
    )
  } finally {
    await bench.close()
  }
})

async function states(bench: SyncBench, org_id: string) {
  const { marketplace_questions: rows } = await bench.rows(org_id)
  return new Map(rows!.map(({ question_id, status }) => [String(question_id), status]))
}

const account: Account = { account_id: '7', name: 'Shop', currency: 'MXN', time_zone: 'America/Mexico_City' }
/** Twenty pages of fifty questions, of which the last was asked this number of days before the canned present. */
const thousand = (days: number) =>
  Array.from({ length: 20 }, (_, page) => ({
    total: 5_000,
    questions: Array.from({ length: 50 }, (_, n) => {
      const age_ms = ((page * 50 + n + 1) / 1_000) * days * DAY_MS
      const date_created = new Date(Date.parse('2026-11-18T20:00:00Z') - age_ms).toISOString()
      return { id: page * 50 + n, item_id: 'MLM1', status: 'ANSWERED', date_created }
    }),
  }))

test('more questions than the list gives are read by a scan, unless a later read needs only the newest', async () => {
  const old = { id: 7_000, item_id: 'MLM1', status: 'ANSWERED', date_created: '2026-06-01T00:00:00Z' }
  const scan = [
    { total: 5_000, questions: [old], scroll_id: 'a' },
    { total: 5_000, questions: null, scroll_id: null },
  ]
  async function read(since: string, days: number) {
    const { api, asked } = canned_api([...thousand(days), ...scan])
    let count = 0
    for await (const page of questions!.read({ api, account, settings: {}, since } as never)) count += page.length
    return { count, scans: asked.filter(({ query }) => query?.search_type === 'scan').length }
  }
  assert.deepEqual(await read('2026-04-22T20:00:00Z', 100), { count: 1_001, scans: 2 })
  // The newest question of the last read was asked on 4 November, and a read begins a month before it.
  const since = '2026-10-05T00:00:00Z'
  assert.deepEqual(await read(since, 20), { count: 1_000, scans: 0 })
  assert.deepEqual(await read(since, 5), { count: 1_000, scans: 2 })
})

test('only a 404 with words of the vendor says that a question does not exist', async () => {
  const said = async (body: unknown) => {
    const api = {
      call: async ({ if_not_found }: { if_not_found: (answer: object) => unknown }) =>
        if_not_found({ status: 404, headers: {}, body }),
    } as unknown as Api
    assert.ok(questions && 'since' in questions)
    return questions.recheck!.read({ api, account, settings: {}, ids: ['1'] })
  }
  assert.deepEqual(await said({ message: 'Question with id 1 not found', error: 'not_found', status: 404 }), [null])
  for (const body of [{}, { message: 'no Route matched with those values' }])
    assert.deepEqual(await said(body), [undefined])
})
