// Syncs that outlast a call, for clients of MCP without tasks: the call waits for their end with progress.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, suite, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { FOLLOWED_ORGS_MAX, WAITERS_MAX } from '#engine/calls/runs/waiters.ts'
import { set_client } from '#test/access.ts'
import { type TestApp, test_app } from '#test/app.ts'

// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
type Message = any

let app: TestApp
before(async () => {
  app = await test_app()
})
after(() => app?.close())
beforeEach(async () => {
  await app.refill()
  await app.db.query("delete from sync_runs where state in ('queued', 'running')")
})

const sync = { name: 'trigger_sync', arguments: { platform: 'mx_ads' } }
const set_runs = (state: string, more = '') =>
  app.db.query(`update sync_runs set state = $1 ${more} where state in ('queued', 'running')`, [state])

suite('without tasks', () => {
  for (const mode of ['legacy', { pin: '2026-07-28' }] as const) {
    test(`a client that asks for progress gets progress until the syncs have ended (${JSON.stringify(mode)})`, async () => {
      const client = await app.mcp({ key: app.keys.acme }, mode)
      const reports: { progress: number; message?: string }[] = []
      const answered = client.callTool(sync, { onprogress: (progress) => reports.push(progress) })
      while (reports.length === 0) await wait(20)
      await set_runs('running', ', progress = 0.5')
      while (reports.length === 1) await wait(20)
      await set_runs('succeeded', ', finished_at = now(), rows = 7')
      const { structuredContent } = (await answered) as Message
      assert.deepEqual(structuredContent.syncs[0].ended, { state: 'succeeded', rows: 7, error: null })
      const shares = reports.map(({ progress }) => progress)
      assert.deepEqual(shares, [...new Set(shares)].sort())
      assert.match(reports[0]!.message ?? '', /mx_ads: 0 of/)
    })
  }

  test('a process that stops does not wait for the syncs, but answers with their current state', async () => {
    const client = await app.mcp({ key: app.keys.acme }, { pin: '2026-07-28' })
    const { engine } = app
    const answered = client.callTool(sync, { onprogress: () => engine.stopping.abort() })
    const { structuredContent, isError } = (await answered) as Message
    engine.stopping = new AbortController()
    assert.ok(!isError)
    assert.equal(structuredContent.syncs[0].ended, undefined)
  })

  test('a client beyond the bounded number of waiting ones gets the answer immediately', async () => {
    const client = await app.mcp({ key: app.keys.acme }, { pin: '2026-07-28' })
    const leaving = new AbortController()
    const { waiters } = app.engine
    const { org_id } = app.acme
    const followed = {
      admit: async () => {},
      look: async () => ({ state: 'working' as const, done: 0, message: '' }),
    }
    const crowd = Array.from({ length: WAITERS_MAX }, (_, n) => {
      const run = { org_id, run_id: `run ${n}`, ms: 60_000, signal: leaving.signal, followed }
      return waiters.wait(run).catch(() => 'left')
    })
    const { structuredContent, isError } = (await client.callTool(sync, { onprogress: () => {} })) as Message
    assert.ok(!isError)
    assert.equal(structuredContent.syncs[0].ended, undefined)
    assert.equal(waiters.size, WAITERS_MAX)
    leaving.abort()
    assert.equal((await Promise.all(crowd)).filter((end) => end === 'left').length, WAITERS_MAX)
  })

  test('a look that takes long delays no caller of another organization, and few looks happen at a time', async () => {
    const { waiters } = app.engine
    const others_ended = Promise.withResolvers<void>()
    const ended = { state: 'ended' as const, done: 1, message: '' }
    const follow = (run_id: string, look: () => Promise<typeof ended>) =>
      waiters.wait({ org_id: randomUUID(), run_id, ms: 10_000, followed: { admit: async () => {}, look } })
    const slow = follow('slow', async () => {
      await others_ended.promise
      return ended
    })
    let [looks, most] = [1, 1]
    const others = Array.from({ length: 3 * FOLLOWED_ORGS_MAX }, (_, n) =>
      follow(`run ${n}`, async () => {
        looks += 1
        most = Math.max(most, looks)
        await wait(20)
        looks -= 1
        return ended
      }),
    )
    const ends = await Promise.all(others).finally(() => others_ended.resolve())
    assert.deepEqual([...new Set(ends)], [true])
    assert.equal(await slow, true)
    assert.equal(most, FOLLOWED_ORGS_MAX)
  })

  test('an agency that loses its client while it waits gets 403 and nothing of the syncs', async () => {
    const client = await app.mcp({ key: app.keys.agency, org_id: app.acme.org_id }, { pin: '2026-07-28' })
    const here = Promise.withResolvers<void>()
    const answered = client.callTool(sync, { onprogress: () => here.resolve() })
    await Promise.race([here.promise, answered])
    assert.equal(app.engine.waiters.size, 1)
    try {
      await set_client(app.db, app.agency_org_id, app.acme.org_id, false)
      const { content, isError } = (await answered) as Message
      assert.ok(isError)
      assert.match(content[0].text, /may not act on the organization/)
      assert.doesNotMatch(JSON.stringify(content), /mx_ads/)
    } finally {
      await set_client(app.db, app.agency_org_id, app.acme.org_id, true)
    }
  })

  test('a client that disconnects while it waits does not end the sync', async () => {
    const client = await app.mcp({ key: app.keys.acme }, { pin: '2026-07-28' })
    const disconnected = new AbortController()
    const answered = client.callTool(sync, { onprogress: () => disconnected.abort(), signal: disconnected.signal })
    await assert.rejects(answered)
    const { rows } = await app.db.query("select 1 from sync_runs where state = 'queued'")
    assert.ok(rows.length > 0)
  })
})
