// A value that a stream cannot read, such as a count that is no whole number.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Run } from '#engine/sync/reading.ts'
import { as_refusal } from '#engine/sync/unexpected.ts'
import { type Connection, open_small, type Small } from './small_platform.ts'

let small: Small
before(async () => {
  small = await open_small()
  small.at('2026-11-16T10:00:00Z')
})
after(() => small?.close())

test('is named by the stream and by the sync, keeps no other stream from being read, and is read when it can be', async () => {
  const connection = await small.connect('both')
  const line = { campaign: 'c', date: '2026-11-15', spend: 100, clicks: 1 }
  const ask_states = () => connection.ask('select stream, state from sync_cursors where org_id = $1 order by stream')
  small.answers = { lines: [line], ads: ['a1'] }
  assert.equal((await connection.sync()).end, 'succeeded')

  small.wait(60)
  small.answers = {
    lines: [
      { ...line, clicks: 2 },
      { ...line, campaign: 'd', clicks: 1.5 },
    ],
    ads: ['a1', 'a2'],
  }
  assert.equal((await connection.sync()).end, 'failed')
  assert.deepEqual(await ask_states(), [
    { stream: 'ads', state: 'ok' },
    { stream: 'days', state: 'failed' },
  ])
  const [stored] = await connection.ask<{ reason: string; last_error: string; ads: number }>(
    `select s.reason, c.last_error, (select count(*)::int from ads a where a.org_id = $1) as ads
     from sync_cursors s join connections c using (org_id, connection_id) where s.org_id = $1 and s.stream = 'days'`,
  )
  assert.match(stored!.reason, /^Small answered something unexpected: .*1\.5/)
  assert.deepEqual([stored!.last_error, stored!.ads], [stored!.reason, 2])
  assert.deepEqual(await connection.lines(), ['2026-11-15 c 100 1'])

  small.wait(60)
  small.answers = { ...small.answers, lines: [{ ...line, clicks: 2 }] }
  assert.equal((await connection.sync()).end, 'succeeded')
  assert.deepEqual(await connection.lines(), ['2026-11-15 c 100 2'])
})

/** The state of a stream after a sync in which the platform writes a day in another way. */
async function state_after(connection: Connection, day: string) {
  small.answers = { lines: [{ campaign: 'c', date: '2026-11-15', spend: 100, clicks: 1 }], ads: [] }
  assert.equal((await connection.sync()).end, 'succeeded')
  small.wait(60)
  const { outbound } = small.engine
  const { fetch } = outbound
  Object.assign(outbound, {
    fetch: async (asked: Parameters<typeof fetch>[0]) => {
      const answer = await fetch(asked)
      return { ...answer, text: answer.text.replaceAll('2026-11-15', day) }
    },
  })
  try {
    assert.equal((await connection.sync()).end, 'failed')
  } finally {
    Object.assign(outbound, { fetch })
  }
  assert.deepEqual(await connection.lines(), ['2026-11-15 c 100 1'])
  return connection.state()
}

test('such as a day in another form, which the database would read as another day', async () => {
  const { state, reason } = await state_after(await small.connect('plain'), '11/12/2026')
  assert.deepEqual([state, reason], ['failed', "Small answered something unexpected: '11/12/2026' is no day."])
})

test('is short in the error, and without the secret of the connection that it repeats', async () => {
  const connection = await small.connect('plain')
  const { reason } = await state_after(connection, `k ${connection.org_id} `.repeat(50))
  assert.match(reason!, /^Small answered something unexpected: '…/)
  assert.doesNotMatch(reason!, new RegExp(connection.org_id))
  assert.ok(reason!.length < 400, `${reason!.length} characters`)
})

test('is no reason for a fault of the program', () => {
  const run = { connector: { title: 'Small' } } as Run
  for (const error of [new RangeError('Maximum call stack size exceeded'), new TypeError('x is not a function')])
    assert.equal(as_refusal(run, 'days', error), error)
})
