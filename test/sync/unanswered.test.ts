// A platform that never answers one stream of one account, and one that is down.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { heat_a } from '#connectors/heat_a/index.ts'
import { unanswered_places } from '#engine/sync/unanswered.ts'
import { not_answered, VendorRefusal } from '#engine/vendors/refusal.ts'
import { open_small, type Small } from './small_platform.ts'

suite('a stream that the platform never answers', () => {
  let small: Small
  before(async () => {
    small = await open_small()
    small.at('2026-11-16T10:00:00Z')
    const { outbound } = small.engine
    const { fetch } = outbound
    const has_fault = (url: string) => new URL(url).pathname === '/ads'
    const failed = { status: 500, headers: {}, text: '{}' }
    Object.assign(outbound, {
      fetch: async (asked: Parameters<typeof fetch>[0]) => (has_fault(asked.url) ? failed : fetch(asked)),
    })
  })
  after(() => small?.close())

  test('does not keep the streams behind it from being read', async () => {
    const connection = await small.connect('both')
    const line = { campaign: 'c', date: '2026-11-15', spend: 100, clicks: 1 }
    small.answers = { lines: [line], ads: ['a1'] }
    assert.equal((await connection.sync()).end, 'failed')
    assert.deepEqual(await connection.lines(), ['2026-11-15 c 100 1'])
    const [stored] = await connection.ask<{ last_error: string }>(
      'select last_error from connections where org_id = $1',
    )
    assert.match(stored!.last_error, /does not answer properly/)
    const states = await connection.ask('select stream, state from sync_cursors where org_id = $1 order by stream')
    assert.deepEqual(states, [
      { stream: 'ads', state: 'failed' },
      { stream: 'days', state: 'ok' },
    ])
  })
})

const api = { pace: { per_second: 1 } } as never
const at = (name: string) => ({ name })

test('a stream that is not answered for two accounts is left out, and three places in a row end the work', () => {
  const unanswered = unanswered_places({ api })
  assert.equal(unanswered.is_of_place(not_answered('no'), at('ads')), true)
  assert.equal(unanswered.leaves_out(at('ads')), false)
  assert.equal(unanswered.is_of_place(not_answered('no'), at('ads')), true)
  assert.deepEqual([unanswered.leaves_out(at('ads')), unanswered.leaves_out(at('days'))], [true, false])
  assert.equal(unanswered.is_of_place(not_answered('no'), at('days')), false)
})

test('an answer of the platform between them begins the count again', () => {
  const unanswered = unanswered_places({ api })
  for (const name of ['ads', 'days']) assert.equal(unanswered.is_of_place(not_answered('no'), at(name)), true)
  unanswered.answered()
  for (const name of ['ads', 'days']) assert.equal(unanswered.is_of_place(not_answered('no'), at(name)), true)
})

test('a token that cannot be renewed, and any silence of a platform with few calls a day, end the work', () => {
  assert.equal(unanswered_places({ api }).is_of_place(new VendorRefusal('unavailable', 'no'), at('ads')), false)
  assert.equal(unanswered_places(heat_a).is_of_place(not_answered('no'), at('daily')), false)
})
