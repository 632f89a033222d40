// Addresses of chats that lead to this machine or its network, when they are written and when something is sent.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { test } from 'node:test'
import { send_waiting } from '#engine/notifications/send.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { test_app } from '#test/app.ts'
import { tell_in } from '#test/notice_bench.ts'
import { new_team, result_of } from '#test/people.ts'
import { names, tricks, tricks_with_controls } from '../security/addresses.ts'

test('no address of this machine or its network is accepted, in any spelling or by any name, and none is asked', async () => {
  const asked: string[] = []
  const outbound = create_outbound({
    resolve: (host, _options, done) => {
      const found = names[host]?.[0]
      if (!found) return done(Object.assign(new Error(host), { code: 'ENOTFOUND' }), [])
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    },
  })
  const guarded = {
    ...outbound,
    fetch: async ({ url }: { url: string }) => {
      asked.push(url)
      return assert.fail('an address was asked')
    },
  }
  const app = await test_app({ seeded: false, outbound: guarded })
  try {
    const own = await new_team(app)
    const inner = Object.keys(names).filter((name) => !name.includes('outside') && name !== 'rebinding.test')
    const all = [...tricks, ...tricks_with_controls, ...inner.map((name) => `https://${name}/`)]
      .map((address) => address.replaceAll('{p}', '9').replace(/^http:/, 'https:'))
      .filter((address) => address.trim() !== '')
    assert.ok(all.length >= 60)
    for (const chat_webhook_url of all) {
      const answer = await own.ask('update_org_channels', { chat_webhook_url })
      assert.ok(!answer.ok && answer.outcome === 'error', chat_webhook_url)
      await app.db.query('delete from rate_windows')
    }
    assert.equal(result_of(await own.ask('get_org_channels')).chat, null)
    assert.deepEqual(asked, [])
  } finally {
    await app.close()
  }
})

test('an address whose name leads to this machine later is not asked, and is switched off', async () => {
  let hits = 0
  const listener = createServer(() => void hits++).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  let is_moved = false
  const outbound = create_outbound({
    resolve: (_host, _options, done) => done(null, [{ address: is_moved ? '127.0.0.1' : '93.184.215.14', family: 4 }]),
  })
  listener.on('connection', () => hits++)
  const app = await test_app({ seeded: false, outbound })
  try {
    const own = await new_team(app)
    const chat_webhook_url = `https://moves.example.com:${(listener.address() as AddressInfo).port}/hook`
    result_of(await own.ask('update_org_channels', { chat_webhook_url }))
    is_moved = true
    await tell_in(app, own, { channels: ['chat'] }, new Date())
    await send_waiting(app.engine, { org_id: own.org_id, signal: new AbortController().signal })
    const { chat } = result_of(await own.ask('get_org_channels'))
    assert.deepEqual([chat.state, chat.off_reason, hits], ['off', 'address_refused', 0])
  } finally {
    await app.close()
    listener.close()
  }
})
