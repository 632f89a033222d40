// A site that was read, until the Google account had the domain above it too. The domain has all of its searches, also those of before.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { seo_console } from '#connectors/seo_console/index.ts'
import { in_org } from '#db/org.ts'
import { scopes } from '#domain/scopes.ts'
import { call } from '#engine/calls/call.ts'
import { create_key } from '#test/access.ts'
import { type SyncBench, sync_bench } from '#test/sync.ts'
import { areas } from '#tools/index.ts'

const SITE = 'https://casalumbre.example/'
const DOMAIN = 'sc-domain:casalumbre.example'
const DAY_MS = 86_400_000

let bench: SyncBench
before(async () => {
  const { daily } = seo_console.streams
  bench = await sync_bench({ areas, connectors: { seo_console: { ...seo_console, streams: { daily: daily! } } } })
})
after(() => bench?.close())

type Place = { org_id: string; connection_id: string }

async function choose(place: Place, settings: object) {
  await in_org(bench.engine.pool, place, (db) =>
    db
      .updateTable('connections')
      .set({ settings: JSON.stringify(settings) })
      .execute(),
  )
  bench.sandbox.clock.advance(DAY_MS)
  assert.equal((await bench.sync(place)).end, 'succeeded')
}

async function answer_of(place: Place, filters?: object) {
  const { key } = await create_key(bench.engine.pool.worker, { ...place, name: 'all', scopes })
  const input = { metric: 'seo.clicks', filters, date_from: '2026-11-10', date_to: '2026-11-14' }
  const answer = await call(bench.engine, {
    ...{ tool: 'query_data', input, credential: key, org_id: undefined, transport: 'rest', request_id: 'test' },
  } as Parameters<typeof call>[1])
  assert.ok(answer.ok, JSON.stringify(answer))
  const { rows, total_value, window, notes } = answer.result as Record<string, unknown>
  return { rows, total_value, window, notes }
}

test('the rows of a site leave the figures when the domain above it is read, and nothing lacks the site', async () => {
  const place = await bench.connect('seo_console')
  await choose(place, { account_ids: [SITE] })
  await choose(place, { account_ids: [SITE, DOMAIN] })
  const truth = await bench.connect('seo_console')
  await choose(truth, { account_ids: [DOMAIN] })
  const [found, wanted] = [await answer_of(place), await answer_of(truth)]
  assert.deepEqual(found.rows, wanted.rows)
  assert.deepEqual(found.window, wanted.window)
  assert.deepEqual(found.notes, wanted.notes)
  const { total_value, notes } = await answer_of(place, { site: SITE })
  assert.equal(total_value, null)
  assert.match(String(notes), /is part of another account that is read/)
})
