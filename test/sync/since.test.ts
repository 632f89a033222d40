// Instants since when a stored row has what it has: another value moves them, and the same value in a later read does not.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type StageBench, stage_bench } from '#test/stage_bench.ts'

const day = (number: number) => `2026-11-0${number}T10:00:00.000Z`
const account_id = '7'

let bench: StageBench
before(async () => {
  bench = await stage_bench('mx_ads')
  await read(day(1), 'ad_accounts', { name: 'Main', currency: 'USD', time_zone: 'UTC' })
})
after(() => bench?.close())

/** Reads a row of a table at an instant, and returns the stored row. */
async function read(read_at: string, table: string, row: Record<string, unknown>): Promise<Record<string, unknown>> {
  await bench.store([table], [{ [table]: { account_id, ...row } }], { read_at })
  return (await bench.db.query(`select * from ${table} where org_id = $1`, [bench.org_id])).rows[0]
}

test('the time of a link is that of the first read that brought it, whatever else changes', async () => {
  const creative = {
    creative_id: 'k1',
    name: 'One',
    status: 'ACTIVE',
    title: 'T',
    thumbnail_url: 'https://cdn.example/1',
  }
  const times = async (read_at: string, change: object) => {
    const { thumbnail_read_at, synced_at } = await read(read_at, 'meta_ad_creatives', { ...creative, ...change })
    return [thumbnail_read_at, synced_at]
  }
  assert.deepEqual(await times(day(1), {}), [day(1), day(1)])
  assert.deepEqual(await times(day(2), {}), [day(1), day(1)])
  assert.deepEqual(await times(day(3), { name: 'Two', status: 'DELETED' }), [day(1), day(3)])
  assert.deepEqual(await times(day(4), { thumbnail_url: 'https://cdn.example/2' }), [day(4), day(4)])
  assert.deepEqual(await times(day(5), { thumbnail_url: null }), [day(5), day(5)])
  assert.deepEqual(await times(day(6), {}), [day(6), day(6)])
})

test('another text or video in the place of the stored one is an edit, and a text that could not be read before is none', async () => {
  const since = async (read_at: string, creative: object) =>
    (await read(read_at, 'meta_ad_creatives', { creative_id: 'k1', thumbnail_url: null, ...creative })).shown_since
  assert.equal(await since(day(1), { title: 'T', body: null, video_id: 'v1' }), null)
  assert.equal(await since(day(2), { title: 'T', body: 'B', video_id: 'v1' }), null)
  assert.equal(await since(day(3), { title: 'T', body: 'B', video_id: 'v1', name: 'Three' }), null)
  assert.equal(await since(day(4), { title: 'T', body: 'Other', video_id: 'v1' }), day(4))
  assert.equal(await since(day(5), { title: 'T', body: null, video_id: 'v1' }), day(4))
  assert.equal(await since(day(6), { title: 'T', body: null, video_id: 'v2' }), day(6))
})

test('another creative of an ad has the time of the first read that brought it', async () => {
  const ad = { ad_id: 'a1', ad_group_id: 's1', campaign_id: 'c1', status: 'ACTIVE' }
  const since = async (read_at: string, change: object) =>
    (await read(read_at, 'ads', { ...ad, ...change })).creative_since
  assert.equal(await since(day(1), { creative_id: null }), null)
  assert.equal(await since(day(2), { creative_id: 'k1' }), null)
  assert.equal(await since(day(3), { creative_id: 'k2' }), day(3))
  assert.equal(await since(day(4), { creative_id: 'k2', status: 'PAUSED' }), day(3))
})
