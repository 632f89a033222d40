import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Api } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { wait_until } from '#engine/vendors/wait_until.ts'

/** A clock that waiting moves, and a platform whose job is done at the nth request. */
function job(done_at: number) {
  let now = 0
  let asked = 0
  const clock = {
    now: () => new Date(now),
    sleep: async (ms: number) => {
      now += ms
    },
  }
  const call = (async ({ schema }) => schema.parse({ done: ++asked >= done_at })) as Api['call']
  const request = {
    path: '/job',
    schema: z.object({ done: z.boolean() }),
    is_done: ({ done }: { done: boolean }) => done,
    every_s: 10,
    for_s: 60,
  }
  const waiting = { call, clock, signal: new AbortController().signal, title: 'Ads' }
  return { ended: () => wait_until(request, waiting), passed_s: () => now / 1000, asked: () => asked }
}

test('a job is asked for at intervals until it is done', async () => {
  const { ended, passed_s, asked } = job(4)
  assert.deepEqual(await ended(), { done: true })
  assert.deepEqual([asked(), passed_s()], [4, 30])
})

test('a job that never ends is refused in time, and ends only its own stream', async () => {
  const { ended, passed_s } = job(Number.POSITIVE_INFINITY)
  await assert.rejects(ended, (error) => error instanceof VendorRefusal && error.kind === 'refused')
  assert.equal(passed_s(), 60)
})
