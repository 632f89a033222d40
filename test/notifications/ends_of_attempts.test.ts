// How attempts to send a message end, when a chat or another channel behaves badly.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { send_waiting } from '#engine/notifications/send.ts'
import { type NoticeBench, notice_bench, SLACK } from '#test/notice_bench.ts'
import type { Team } from '#test/people.ts'

const HOUR_MS = 3_600_000

let bench: NoticeBench
let team: Team
before(async () => {
  bench = await notice_bench()
})
after(() => bench.close())
beforeEach(async () => {
  team = await bench.team()
  await bench.set(team, { chat_webhook_url: SLACK })
  await bench.app.db.query('update orgs set email_notifications = false where org_id = $1', [team.org_id])
})

const states = async () => (await bench.messages(team, 'chat')).map(({ state }) => state)

suite('an attempt', () => {
  test('is repeated within an hour or a little more, whatever wait the chat names', async () => {
    await bench.tell(team)
    const limited = { status: 429, headers: {}, text: '' }
    for (const answer of [
      { ...limited, headers: { 'retry-after': '1764288000' } },
      { ...limited, text: '{"retry_after": 99999999999999999999}' },
      { ...limited, text: '{"retry_after": 1.2.3}' },
    ]) {
      bench.instead.push(answer)
      await bench.send(team)
      const [row] = await bench.messages(team, 'chat')
      assert.equal(row!.state, 'queued')
      const wait_ms = Date.parse(row!.due_at!) - bench.now.getTime()
      assert.ok(wait_ms > 0 && wait_ms <= HOUR_MS, `${wait_ms} ms`)
      bench.move(wait_ms + 1_000)
    }
  })

  test('ends before its job, also when another channel fails', async () => {
    await bench.app.db.query('update orgs set email_notifications = true where org_id = $1', [team.org_id])
    for (let n = 0; n < 3; n++) await bench.tell(team, { text: `News ${n}` })
    const fault = () => {
      throw new Error('no email can be encrypted')
    }
    const parts = { ...bench.parts, mailing: { ...bench.parts.mailing!, sealed: fault } }
    const sending = { org_id: team.org_id, signal: new AbortController().signal }
    await assert.rejects(send_waiting(parts, sending), /no email can be encrypted/)
    assert.deepEqual(await states(), ['sent', 'sent', 'sent'])
  })

  test('at an address that was replaced meanwhile does not switch off the new one', async () => {
    await bench.tell(team)
    const outbound = {
      ...bench.parts.outbound,
      fetch: async () => {
        await bench.set(team, { chat_webhook_url: `${SLACK}2` })
        return { status: 404, headers: {}, text: '' }
      },
    }
    await send_waiting({ ...bench.parts, outbound }, { org_id: team.org_id, signal: new AbortController().signal })
    assert.deepEqual(await states(), ['failed'])
    await bench.tell(team)
    await bench.send(team)
    assert.deepEqual(await states(), ['failed', 'sent'])
  })
})
