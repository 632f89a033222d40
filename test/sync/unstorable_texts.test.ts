// Texts of a platform that PostgreSQL cannot store: NUL, and half of a character that takes two units. A sync continues all the same.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { open_small, type Small } from './small_platform.ts'

const HALF = '😀'[0]
const LINE = { campaign: 'a', date: '2026-11-15', spend: 900, clicks: 30 }
const texts = {
  'a name with NUL': 'bad \0 name',
  'half of a character': `bad ${HALF} name`,
  'a character at each place where a text can end': '😀'.repeat(600),
  'the same, one unit later': `x${'😀'.repeat(600)}`,
}

suite('what a platform says', () => {
  let small: Small
  before(async () => {
    small = await open_small()
    small.at('2026-11-16T10:00:00Z')
  })
  after(() => small?.close())
  beforeEach(() => small.wait(60))

  for (const [kind, text] of Object.entries(texts)) {
    test(`about a part that it does not give is stored with the cursor: ${kind}`, async () => {
      small.answers = { lines: [LINE], ads: [], lack: { reason: text, is_suspect: true } }
      const connection = await small.connect('plain')
      assert.equal((await connection.sync()).end, 'succeeded')
      const [row] = await connection.ask<{ said: string }>(
        `select cursor->'lacks'->>'reason' as said from sync_cursors where org_id = $1`,
      )
      assert.match(row!.said, /bad \ufffd name|^x?(😀)+$/u)
      assert.deepEqual(await connection.lines(), ['2026-11-15 a 900 30'])
    })

    test(`when it refuses a stream is stored with its state, and the next stream is read: ${kind}`, async () => {
      small.answers = { lines: [LINE], ads: [], has_no_ads: text }
      const connection = await small.connect('both')
      assert.equal((await connection.sync()).end, 'failed')
      const states = await connection.ask<{ stream: string; state: string; reason: string }>(
        'select stream, state, reason from sync_cursors where org_id = $1 order by stream',
      )
      assert.deepEqual(
        states.map(({ stream, state }) => `${stream} ${state}`),
        ['ads failed', 'days ok'],
      )
      assert.match(states[0]!.reason, /bad \ufffd name|: x?(😀)+$/u)
      assert.deepEqual(await connection.lines(), ['2026-11-15 a 900 30'])
    })
  }
})
