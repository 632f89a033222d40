// A platform that takes longer for many days than a request may take.
import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { open_small, type Small } from './small_platform.ts'

/** Days of a request that the platform still answers. */
let days_max = 0

suite('days that take the platform too long', () => {
  let small: Small
  before(async () => {
    small = await open_small()
    small.at('2026-11-16T10:00:00Z')
    const { outbound } = small.engine
    const { fetch } = outbound
    const is_slow = (url: string) => {
      const { pathname, searchParams } = new URL(url)
      const [from, to] = ['from', 'to'].map((name) => Date.parse(searchParams.get(name) ?? ''))
      return pathname === '/lines' && (to! - from!) / 86_400_000 + 1 > days_max
    }
    Object.assign(outbound, {
      async fetch(asked: Parameters<typeof fetch>[0]) {
        const answer = await fetch(asked)
        if (is_slow(asked.url)) throw new DOMException('The operation timed out.', 'TimeoutError')
        return answer
      },
    })
  })
  after(() => small?.close())

  const line = (date: string) => ({ campaign: 'c', date, spend: 100, clicks: 1 })
  const dates = ['2026-11-15', '2026-11-10', '2026-11-01', '2026-10-20']

  test('are asked for in smaller parts, with the same rows', async () => {
    days_max = 2
    small.answers = { lines: dates.map(line), ads: [] }
    const connection = await small.connect('plain')
    assert.equal((await connection.sync()).end, 'succeeded')
    assert.deepEqual(
      await connection.lines(),
      dates.toSorted().map((date) => `${date} c 100 1`),
    )
  })

  test('end the reading when no number of days is answered, after few requests', async () => {
    days_max = 0
    const connection = await small.connect('plain')
    assert.equal((await connection.sync()).end, 'failed')
    assert.ok(small.requests.length <= 8, small.requests.join('\n'))
    assert.deepEqual(await connection.lines(), [])
  })
})
