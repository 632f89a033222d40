import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { Api, VendorRequest } from '#engine/connector.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { memory_reports } from '#test/memory_reports.ts'
import { built_reports, type Reports, reports_in } from './reports.ts'

const SECRET = 'the key of the shop'
const hide = (reason: string) => reason.replaceAll(SECRET, '…')

/** A platform that builds each report for some seconds, and a clock that waiting moves. */
function a_platform(builds_s: number, fails?: string) {
  const clock = {
    s: 0,
    now: () => new Date(clock.s * 1000),
    sleep: async (ms: number) => {
      clock.s += ms / 1000
    },
  }
  const ordered_at = new Map<string, number>()
  const asked = { status: 0 }
  const reports_of = memory_reports()
  const answers = ({ path }: VendorRequest<unknown>) => {
    if (path === '/order') {
      const id = `r${ordered_at.size}`
      ordered_at.set(id, clock.s)
      return { id }
    }
    asked.status += 1
    const at = ordered_at.get(path.slice(1))
    if (at === undefined) throw new VendorRefusal('refused', 'unknown report')
    return { is_built: clock.s - at >= builds_s, fails }
  }
  const call = (async (request) => request.schema.parse(answers(request))) as Api['call']
  const report = (day: string, for_s = 3_600) => ({
    order: { path: '/order', body: { day }, schema: z.object({ id: z.string() }) },
    id_of: ({ id }: { id: string }) => id,
    status: (id: string) => ({
      path: `/${id}`,
      schema: z.object({ is_built: z.boolean(), fails: z.string().optional() }),
    }),
    is_built: (status: { is_built: boolean }) => status.is_built,
    failure: (status: { fails?: string | undefined }) => status.fails,
    every_s: 10,
    for_s,
  })
  const { signal } = new AbortController()
  function built(days: string[], reports: Reports, for_s?: number) {
    const wanted = days.map((day) => report(day, for_s))
    return built_reports(wanted, { call, reports, clock, signal, title: 'Ads', clean: hide })
  }
  const read = async (days: string[], reports: Reports, for_s?: number) =>
    (await Array.fromAsync(built(days, reports, for_s))).map(({ id }) => id)
  /** The reports that one sync gets. */
  async function sync(days: string[], for_s?: number) {
    const reports = reports_in(reports_of.store)
    const ids = await read(days, reports, for_s)
    // Its rows are stored.
    for (const request of reports.read) await reports_of.store.forget(request)
    return ids
  }
  const refusal = async (days: string[], for_s?: number, reports = reports_in(reports_of.store)) => {
    const error = await read(days, reports, for_s).then(
      () => undefined,
      (error) => error,
    )
    assert.ok(error instanceof VendorRefusal)
    return error
  }
  return {
    clock,
    sync,
    read,
    built,
    refusal,
    ordered: () => ordered_at.size,
    asked,
    ordered_at,
    store: reports_of.store,
  }
}

test('reports are ordered together and awaited, and ordered again the next time', async () => {
  const { sync, ordered, clock } = a_platform(40)
  assert.deepEqual(await sync(['a', 'b']), ['r0', 'r1'])
  assert.ok(clock.s >= 40 && clock.s < 50, `${clock.s} s`)
  assert.deepEqual(await sync(['a']), ['r2'])
  assert.equal(ordered(), 3)
})

test('a sync does not wait for a long report, and later syncs find it without a second order', async () => {
  const { sync, refusal, ordered, clock } = a_platform(3_000)
  const waits: (number | undefined)[] = []
  for (let syncs = 0; clock.s < 3_000 && syncs < 30; syncs++) {
    const began = clock.s
    const { kind, retry_after_s } = await refusal(['a'])
    assert.equal(kind, 'awaited')
    assert.ok(clock.s - began <= 300)
    waits.push(retry_after_s)
    clock.s += retry_after_s!
  }
  assert.deepEqual(await sync(['a']), ['r0'])
  assert.equal(ordered(), 1)
  assert.ok(waits.length < 12 && waits[0]! < 80 && waits.at(-1)! > 300, waits.join(' '))
})

test('what a sync has of several reports is kept when it ends', async () => {
  const { sync, refusal, ordered, ordered_at, clock } = a_platform(900)
  await refusal(['a', 'b'])
  clock.s = 900
  assert.deepEqual(await sync(['a', 'b']), ['r0', 'r1'])
  assert.equal(ordered(), 2)
  assert.equal(ordered_at.size, 2)
})

test('a report that is never built is refused in time, and the next sync orders another', async () => {
  const { refusal, ordered, clock, asked } = a_platform(Number.POSITIVE_INFINITY)
  assert.equal((await refusal(['a'], 400)).kind, 'awaited')
  clock.s = 800
  const { status } = asked
  assert.equal((await refusal(['a'], 400)).kind, 'awaited')
  assert.equal(ordered(), 2)
  assert.ok(asked.status > status)
  assert.equal((await refusal(['b'], 200)).kind, 'refused')
})

test('the reason why a report failed shows no secret of the connection', async () => {
  const { message } = await a_platform(0, `no data for ${SECRET}`).refusal(['a'])
  assert.equal(message, 'Ads could not build a report: no data for ….')
})

test('a report that fails, or that the platform forgot, ends only its own stream and is ordered again', async () => {
  const failing = a_platform(0, 'no data')
  assert.match((await failing.refusal(['a'])).message, /could not build a report: no data/)
  await failing.refusal(['a'])
  assert.equal(failing.ordered(), 2)
  const forgetful = a_platform(1_500)
  await forgetful.refusal(['a'])
  forgetful.ordered_at.clear()
  assert.equal((await forgetful.refusal(['a'])).kind, 'refused')
  assert.equal((await forgetful.refusal(['a'])).kind, 'awaited')
})

test('a report that is older than the platform usually takes is looked at before another is ordered', async () => {
  const { sync, refusal, ordered, clock } = a_platform(2_000)
  await refusal(['a'], 3_600)
  clock.s = 6_000
  assert.deepEqual(await sync(['a'], 3_600), ['r0'])
  assert.equal(ordered(), 1)
})

test('a report that is much older is not used, because its figures are too', async () => {
  const { sync, refusal, ordered, clock } = a_platform(2_000)
  await refusal(['a'], 3_600)
  clock.s = 2 * 86_400
  assert.equal((await refusal(['a'], 3_600)).kind, 'awaited')
  clock.s += 2_000
  assert.deepEqual(await sync(['a'], 3_600), ['r1'])
  assert.equal(ordered(), 2)
})

test('all reads of a sync wait for five minutes together, and then order and look without waiting', async () => {
  const { sync, refusal, ordered, clock, store } = a_platform(600)
  const together = reports_in(store)
  for (const day of ['a', 'b', 'c']) assert.equal((await refusal([day], 3_600, together)).kind, 'awaited')
  assert.equal(ordered(), 3)
  assert.ok(clock.s > 200 && clock.s <= 300, `${clock.s} s`)
  clock.s = 900
  assert.deepEqual(await sync(['a', 'b', 'c']), ['r0', 'r1', 'r2'])
})

test('reports that come one after the other are all read by one sync, for half an hour', async () => {
  const { read, refusal, store } = a_platform(250)
  const together = reports_in(store)
  const days = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  for (const [at, day] of days.entries()) assert.deepEqual(await read([day], together, 3_600), [`r${at}`])
  assert.equal((await refusal(['h'], 3_600, together)).kind, 'awaited')
})

test('reports that were read are not ordered again when a later one of the same read is awaited', async () => {
  const { sync, read, refusal, ordered, clock, store } = a_platform(250)
  const together = { ...reports_in(store), left_ms: 300_000 }
  assert.deepEqual(await read(['a'], together), ['r0'])
  assert.equal((await refusal(['b'], 3_600, together)).kind, 'awaited')
  clock.s = 600
  const next = reports_in(store)
  assert.deepEqual([...(await read(['a'], next)), ...(await read(['b'], next))], ['r0', 'r1'])
  assert.equal(ordered(), 2)
  assert.deepEqual(await sync(['c']), ['r2'])
})

test('a report that cannot be read is ordered again', async () => {
  const { read, built, ordered, store } = a_platform(0)
  const unreadable = async () => {
    for await (const { id } of built(['a'], reports_in(store))) throw new TypeError(`${id} is no report`)
  }
  await assert.rejects(unreadable())
  await read(['a'], reports_in(store))
  assert.equal(ordered(), 2)
})
