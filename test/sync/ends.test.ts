// What ends a sync is stored as data: until when a limit lasts, and whether a person must connect again.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { create_log } from '#lib/log.ts'
import { open_small, type Small } from './small_platform.ts'

const HOUR_S = 3_600
/** Longer than the limit of the tests. */
const LATER_MIN = 6 * 60

interface End {
  limited_until: string | null
  needs_reconnection: boolean
  last_error: string | null
}

suite('the end of a sync', () => {
  let small: Small
  before(async () => {
    small = await open_small()
  })
  after(() => small?.close())
  beforeEach(() => {
    small.answers = { lines: [], ads: ['a1'] }
    small.at('2026-11-16T10:00:00Z')
  })

  const ends = async (platform: 'plain' | 'both' | 'totaled') => {
    const connection = await small.connect(platform)
    return {
      async read() {
        await connection.sync()
        const [row] = await connection.ask<End>(
          'select limited_until::text, needs_reconnection, last_error from connections where org_id = $1',
        )
        const { limited_until } = row!
        return { ...row!, limited_until: limited_until && new Date(limited_until).toISOString() }
      },
    }
  }

  test('by a limit is stored with its time, and the next sync that is not limited clears it', async () => {
    const { read } = await ends('plain')
    small.answers.ends_with = { status: 429, retry_after_s: 5 * HOUR_S }
    const limited = await read()
    assert.equal(limited.limited_until, '2026-11-16T15:00:00.000Z')
    small.wait(LATER_MIN)
    small.answers.ends_with = undefined
    small.answers.is_denied = true
    assert.equal((await read()).limited_until, null)
    small.answers.is_denied = false
    assert.equal((await read()).limited_until, null)
  })

  for (const [asked, retry_after_s, until] of [
    ['years', 5e8, '2026-11-17T12:00:00.000Z'],
    ['an instant in seconds', Date.parse('2026-11-16T11:00:00Z') / 1000, '2026-11-16T11:00:00.000Z'],
    ['an instant in milliseconds', Date.parse('2026-11-16T11:00:00Z'), '2026-11-16T11:00:00.000Z'],
    ['more than a date can hold', 1e20, '2026-11-17T12:00:00.000Z'],
  ] as const)
    test(`by a limit that asks for ${asked} ends within a day and a bit`, async () => {
      const { read } = await ends('plain')
      small.answers.ends_with = { status: 429, retry_after_s }
      assert.equal((await read()).limited_until, until)
    })

  test('by a limit of unknown length is stored with the time of the next attempt', async () => {
    const { read } = await ends('plain')
    small.answers.ends_with = { status: 429 }
    assert.equal((await read()).limited_until, '2026-11-16T10:15:00.000Z')
  })

  test('by a limit or a refused sign-in counts more than a stream that was refused before', async () => {
    const { read } = await ends('both')
    small.answers.has_no_ads = true
    small.answers.ends_with = { status: 429, retry_after_s: 5 * HOUR_S }
    assert.equal((await read()).limited_until, '2026-11-16T15:00:00.000Z')
    small.wait(LATER_MIN)
    small.answers.ends_with = { status: 401 }
    assert.equal((await read()).needs_reconnection, true)
    small.answers.ends_with = undefined
    assert.match((await read()).last_error ?? '', /refused the request/)
  })

  test('by a refused stream or total is logged as one sentence of the vendor, without a stack', async () => {
    const lines: Record<string, unknown>[] = []
    const { log } = small.engine
    Object.assign(small.engine, { log: create_log({ stream: { write: (line) => void lines.push(JSON.parse(line)) } }) })
    try {
      small.answers.has_no_ads = true
      small.answers.totals = undefined
      await (await ends('both')).read()
      small.answers.lines = [{ campaign: 'a', date: '2026-11-15', spend: 900, clicks: 30 }]
      await (await ends('totaled')).read()
    } finally {
      Object.assign(small.engine, { log })
    }
    // Each slice of days asks for its total.
    const logged = new Set(lines.map(({ msg, refusal, reason, err }) => [msg, refusal, reason, err].join(' | ')))
    assert.deepEqual(
      [...logged],
      [
        'a stream could not be read | refused | Small refused the request: status 400. | ',
        "a platform's own total could not be read | refused | Small refused the request: status 403. | ",
      ],
    )
  })
})
