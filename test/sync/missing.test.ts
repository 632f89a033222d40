// A stored row that a re-read does not bring stays until the loss is confirmed, and a day that lost much makes its stream suspect.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { OrgSession } from '#db/org_session.ts'
import { read_tables } from '#db/tables.ts'
import { Stage } from '#engine/sync/merge.ts'
import { type Connection, figures, type Line, open_small, type Small } from './small_platform.ts'

const DAY = '2026-11-18'
const EARLIER = '2026-11-17'
const whole: Line[] = [
  { campaign: 'a', date: EARLIER, spend: 10_000, clicks: 40 },
  { campaign: 'a', date: DAY, spend: 268_400, clicks: 300 },
  { campaign: 'b', date: DAY, spend: 100_000, clicks: 70 },
]
const all_lines = ['2026-11-17 a 10000 40', '2026-11-18 a 268400 300', '2026-11-18 b 100000 70']
const without_b = [whole[0]!, whole[1]!]

let small: Small
before(async () => {
  small = await open_small()
})
after(() => small?.close())

/** A connection that has read every line, an hour or more ago. */
let place: Connection
beforeEach(async () => {
  small.at('2026-11-20T18:00:00Z')
  small.answers = { lines: whole, ads: [] }
  place = await small.connect('plain')
  await read(whole)
  small.wait(61)
})

async function read(lines: Line[]) {
  small.answers.lines = lines
  const { end, restatements } = await place.sync()
  assert.equal(end, 'succeeded')
  return restatements
}

const missing = () => place.ask(`select date, row_key from missing_rows where org_id = $1 order by date, row_key`)

test('one empty answer where 3,684 USD stood leaves them, and makes the stream suspect', async () => {
  assert.equal(await read([whole[0]!]), 0)
  assert.deepEqual(await place.lines(), all_lines)
  const { state, reason, state_since } = await place.state()
  assert.equal(state, 'suspect')
  assert.match(reason!, /2026-11-18: spend 3684 USD before, 0 USD in this read\. The stored rows stay/)
  assert.equal(state_since, small.engine.clock.now().toISOString())
})

test('a failed read leaves a stream suspect, because its rows still may be wrong', async () => {
  await read([whole[0]!])
  const { reason } = await place.state()
  small.wait(61)
  small.answers.lines = [{ campaign: 1, date: DAY }] as never
  assert.equal((await place.sync()).end, 'failed')
  assert.deepEqual([(await place.state()).state, (await place.state()).reason], ['suspect', reason])
})

/** Days that the stream is known to have lost completely. */
const empty_days = async () =>
  (await place.ask<{ days: string[] }>('select empty_days::text[] as days from sync_cursors where org_id = $1'))[0]!
    .days
const restated = () =>
  place.ask(
    `select date, old_value, new_value from metric_restatements where org_id = $1 and metric = 'spend_micros' order by date`,
  )

test('an empty day is accepted by the second further read, each an hour after the one before, and is recorded', async () => {
  assert.equal(await read([whole[0]!]), 0)
  small.wait(30)
  assert.equal(await read([whole[0]!]), 0)
  small.wait(31)
  assert.equal(await read([whole[0]!]), 0)
  const { state, state_since } = await place.state()
  assert.deepEqual([state, await empty_days()], ['suspect', []])
  assert.ok(Date.parse(state_since!) < small.engine.clock.now().getTime() - 3_600_000, 'since the first empty read')
  small.wait(59)
  assert.equal(await read([whole[0]!]), 0)
  assert.deepEqual(await place.lines(), all_lines)
  small.wait(2)
  assert.ok((await read([whole[0]!])) > 0)
  assert.deepEqual(await place.lines(), all_lines.slice(0, 1))
  assert.deepEqual(
    [await place.state(), await missing()].map((of) => ('state' in of ? of.state : of)),
    ['ok', []],
  )
  assert.deepEqual(await empty_days(), [DAY])
  assert.deepEqual(await restated(), [
    { date: DAY, old_value: '2684000000', new_value: null },
    { date: DAY, old_value: '1000000000', new_value: null },
  ])
})

test('an empty day that is too old to be read again gets its further reads, and no more', async () => {
  small.at('2026-11-22T10:00:00Z')
  await read([whole[0]!])
  small.wait(61)
  for (const requests of [2, 2, 1]) {
    await read([whole[0]!])
    assert.equal(small.requests.length, requests)
    small.wait(61)
  }
  assert.deepEqual([await place.lines(), await empty_days()], [all_lines.slice(0, 1), [DAY]])
})

test('rows that return to an empty day end the record of it', async () => {
  for (let n = 0; n < 3; n++) {
    await read([whole[0]!])
    small.wait(61)
  }
  assert.deepEqual(await empty_days(), [DAY])
  await read(whole)
  assert.deepEqual([await place.lines(), await empty_days()], [all_lines, []])
})

test('where the platform has a total, empty reads alone never delete a day, however often they come', async () => {
  place = await small.connect('totaled')
  await read(whole)
  for (let n = 0; n < 4; n++) {
    small.wait(61)
    assert.equal(await read([whole[0]!]), 0)
  }
  assert.deepEqual([await place.lines(), await empty_days()], [all_lines, []])
})

test('where the platform has a total, an old day that lost rows is read again once a day for a week, and recovers', async () => {
  place = await small.connect('totaled')
  await read(whole)
  await read([whole[0]!])
  const again = async (lines: typeof whole) => {
    small.wait(24 * 60)
    await read(lines)
    return small.requests.some((path) => path.startsWith('/lines') && path.includes(`from=${DAY}`))
  }
  small.wait(2 * 24 * 60)
  await again([whole[0]!])
  // Now the day is older than all that are read each time.
  const read_again = [await again([whole[0]!]), await again([whole[0]!])]
  assert.deepEqual([read_again, (await place.state()).state], [[true, true], 'suspect'])
  assert.equal(await again(whole), true)
  assert.deepEqual([await place.lines(), (await place.state()).state], [all_lines, 'ok'])
  assert.equal(await again(whole), false)
})

test('a stream that gives no access keeps the reason why its rows may be wrong', async () => {
  await read([whole[0]!])
  const { reason } = await place.state()
  small.wait(61)
  small.answers.is_denied = true
  await place.sync()
  const both = `select state, reason, suspect_reason from sync_cursors where org_id = $1`
  const [denied] = await place.ask<{ state: string; reason: string; suspect_reason: string }>(both)
  assert.deepEqual([denied!.state, denied!.suspect_reason], ['denied', reason])
  assert.match(denied!.reason, /no permission/)
  small.answers.is_denied = false
  await read([whole[0]!])
  const [again] = await place.ask<{ state: string; reason: string }>(both)
  assert.deepEqual(again, { state: 'suspect', reason, suspect_reason: reason })
  await read(whole)
  assert.deepEqual(await place.ask(both), [{ state: 'ok', reason: null, suspect_reason: null }])
})

test('a day that comes empty is not confirmed by the rows of other days', async () => {
  await read([whole[0]!])
  small.wait(61)
  await read([whole[0]!])
  assert.deepEqual(await place.lines(), all_lines)
})

test('a part of a day is deleted by the second read an hour later, and the restatement is recorded', async () => {
  assert.equal(await read(without_b), 0)
  assert.match((await place.state()).reason!, /2026-11-18: spend 3684 USD before, 2684 USD in this read/)
  small.wait(59)
  assert.equal(await read(without_b), 0)
  assert.deepEqual([await place.lines(), (await place.state()).state], [all_lines, 'suspect'])
  small.wait(1)
  assert.equal(await read(without_b), 5)
  assert.deepEqual(await place.lines(), all_lines.slice(0, 2))
  const { state, reason } = await place.state()
  assert.deepEqual([state, reason, await missing()], ['ok', null, []])
  const log = await place.ask(
    `select row_key, date, metric, old_value, new_value from metric_restatements where org_id = $1 and metric = 'spend_micros'`,
  )
  const row_key = { account_id: '7', campaign_id: 'b' }
  assert.deepEqual(log, [{ row_key, date: DAY, metric: 'spend_micros', old_value: '1000000000', new_value: null }])
})

test('a row that is reported again is no longer missing, and the next absence starts a new hour', async () => {
  await read(without_b)
  small.wait(61)
  assert.equal(await read(whole), 0)
  assert.deepEqual([await missing(), (await place.state()).state], [[], 'ok'])
  await read(without_b)
  assert.deepEqual(await place.lines(), all_lines)
})

test('the loss of a tenth or less is noted, and the stream is not suspect', async () => {
  const small_line = { campaign: 'c', date: DAY, spend: 900, clicks: 1 }
  await read([...whole, small_line])
  small.wait(61)
  await read(whole)
  assert.equal((await place.state()).state, 'ok')
  assert.deepEqual(await missing(), [{ date: DAY, row_key: { account_id: '7', campaign_id: 'c', date: DAY } }])
})

test('any loss of a day that is not over makes the stream suspect until it is confirmed, because no total decides about it', async () => {
  const today = '2026-11-20'
  const large = { campaign: 'a', date: today, spend: 100_000, clicks: 40 }
  await read([...whole, large, { campaign: 'c', date: today, spend: 900, clicks: 1 }])
  small.wait(61)
  await read([...whole, large])
  const { state, reason } = await place.state()
  assert.equal(state, 'suspect')
  assert.match(reason!, /2026-11-20: clicks 41 before, 40 in this read/)
  small.wait(61)
  await read([...whole, large])
  assert.deepEqual([(await place.state()).state, await missing()], ['ok', []])
  assert.deepEqual(await place.lines(), [...all_lines, '2026-11-20 a 100000 40'])
})

test('a row that was lost in the last read of its day gets its second read, although the day is no longer read', async () => {
  small.at('2026-11-22T10:00:00Z')
  await read(without_b)
  assert.deepEqual(small.requests, ['/lines?from=2026-11-17&to=2026-11-22'])
  small.wait(61)
  await read(without_b)
  assert.deepEqual(small.requests, ['/lines?from=2026-11-19&to=2026-11-22', `/lines?from=${DAY}&to=${DAY}`])
  assert.deepEqual(await place.lines(), all_lines.slice(0, 2))
  await read(without_b)
  assert.deepEqual(small.requests, ['/lines?from=2026-11-19&to=2026-11-22'])
})

test('a clock that was fast does not delay the confirmation', async () => {
  small.wait(40 * 24 * 60)
  await read(without_b)
  small.wait(-40 * 24 * 60)
  await read(without_b)
  assert.deepEqual(await place.lines(), all_lines)
  small.wait(61)
  await read(without_b)
  assert.deepEqual(await place.lines(), all_lines.slice(0, 2))
})

test('the comparison with the staged rows is two statements of a merge, and finds nothing to decide', async (context) => {
  const { pool } = small.engine
  const client = await pool.org.connect()
  const session = new OrgSession(pool, client, place.org_id)
  const stage = new Stage(session, { ...place, platform: 'plain' }, [
    (await read_tables(pool.org)).get('campaign_daily')!,
  ])
  await stage.add(whole.map((line) => ({ campaign_daily: figures(line) })))
  const { query } = client
  const merge = { read_at: '2026-11-20T20:00:00Z', time_zone: 'UTC', days: { from: EARLIER, to: DAY, account_id: '7' } }
  const merged = await session.transaction(() => {
    context.mock.method(client, 'query')
    return stage.merge(merge)
  })
  const sent = (client.query as typeof query & { mock: { calls: { arguments: unknown[] }[] } }).mock.calls
  const beginnings = sent.map(({ arguments: [text] }) => /^[a-z]+ \w+/.exec(String(text))?.[0])
  client.release(true)
  const statements = ['set local', 'with others', 'insert into', 'with back', 'insert into', 'insert into']
  assert.deepEqual([merged.is_doubtful, beginnings], [false, [...statements, undefined]])
})

test('a record that a snapshot lacks is deleted by the second read, and an empty list deletes nothing', async () => {
  place = await small.connect('listed')
  const ids = async () =>
    (await place.ask<{ ad_id: string }>('select ad_id from ads where org_id = $1 order by 1')).map(({ ad_id }) => ad_id)
  const list = async (...ads: string[]) => {
    small.answers.ads = ads
    assert.equal((await place.sync()).end, 'succeeded')
    small.wait(61)
    return ids()
  }
  await list('one', 'two')
  assert.deepEqual(await list(), ['one', 'two'])
  assert.deepEqual(await list(), ['one', 'two'])
  assert.deepEqual(await list('one', 'two'), ['one', 'two'])
  assert.deepEqual(await list('one'), ['one', 'two'])
  assert.deepEqual(await list('one'), ['one'])
})
