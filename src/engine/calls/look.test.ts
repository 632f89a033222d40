// The time that a look may take.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { look_before } from '#engine/calls/look.ts'
import { Refusal } from '#engine/outcomes.ts'

test('a look that does not end is refused after ten seconds with 503, and its signal ends it', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const parts = { clock: { now: () => new Date() }, pool: {} } as never
  const given: { signal?: AbortSignal } = {}
  const look = (_: unknown, { signal }: { signal: AbortSignal }) => {
    given.signal = signal
    return new Promise(() => {})
  }
  const org = { org_id: '01980000-0000-7000-8000-000000000000', time_zone: 'UTC' }
  const call = { tool: { name: 'ask_platform', look }, input: {}, request: {}, caller: {}, org } as never
  let ended: unknown
  const answered = look_before(parts, call).catch((error) => {
    ended = error
  })
  t.mock.timers.tick(9_999)
  await Promise.resolve()
  assert.deepEqual([ended, given.signal?.aborted], [undefined, false])
  t.mock.timers.tick(1)
  await answered
  assert.ok(ended instanceof Refusal)
  assert.deepEqual([ended.outcome, ended.retry_after_s, given.signal?.aborted], ['overloaded', 5, true])
  assert.match(ended.message, /ask_platform needs did not answer within 10 s/)
})
