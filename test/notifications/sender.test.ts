// What leaves the outbox: once, at the pace of the channel, not in quiet hours, and not what has ended.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { in_org } from '#db/org.ts'
import { end_cause } from '#engine/notifications/notify.ts'
import { HOURLY_MAX } from '#engine/notifications/outbox.ts'
import { set_org } from '#test/access.ts'
import { type NoticeBench, notice_bench, SLACK } from '#test/notice_bench.ts'
import { add_member, result_of, type Team } from '#test/people.ts'

const HOUR_MS = 3_600_000

let bench: NoticeBench
let team: Team
before(async () => {
  bench = await notice_bench()
})
after(() => bench.close())
beforeEach(async () => {
  team = await bench.team()
  bench.sandbox.log.clear()
  await bench.set(team, { chat_webhook_url: SLACK })
  await bench.app.db.query('update orgs set email_notifications = false where org_id = $1', [team.org_id])
})

const states = async (channel = 'chat') => (await bench.messages(team, channel)).map(({ state }) => state)
/** Titles as Slack got them. */
const titles = () => bench.got().map(({ body }) => body.blocks[0].text.text)
const at = (instant: string) => bench.move(Date.parse(instant) - bench.now.getTime())

suite('a message', () => {
  test('goes out once, with title, text and a link, and not again', async () => {
    await bench.tell(team, { text: 'Spend doubled' })
    await bench.send(team)
    await bench.send(team)
    assert.deepEqual(titles(), ['Spend doubled.'])
    assert.match(JSON.stringify(bench.got()[0].body), /More about Spend doubled\./)
    assert.match(JSON.stringify(bench.got()[0].body), new RegExp(`/o/${team.org_id}/notifications`))
    assert.deepEqual(await states(), ['sent'])
  })

  test('with a text that PostgreSQL cannot store has a sign in place of it', async () => {
    await bench.tell(team, { text: `Bad \0 name ${'😀'[0]}` })
    await bench.send(team)
    assert.deepEqual(titles(), ['Bad \ufffd name \ufffd.'])
  })

  test('of two senders at the same moment goes out once', async () => {
    for (let n = 0; n < 5; n++) await bench.tell(team, { text: `News ${n}` })
    await Promise.all([bench.send(team), bench.send(team), bench.send(team)])
    await bench.send(team)
    assert.equal(bench.got().length, 5)
    assert.equal(new Set(titles()).size, 5)
  })

  test('is not written for a channel that is not set or not wanted', async () => {
    await bench.tell(team, { channels: ['dashboard', 'messaging'] })
    await bench.set(team, { chat_webhook_url: '' })
    await bench.tell(team)
    assert.deepEqual([await states(), await states('messaging')], [[], []])
  })

  test('of one cause joins the others of it, and another cause stays apart', async () => {
    for (const text of ['One', 'Two', 'Three']) await bench.tell(team, { text, cause: 'a cause' })
    await bench.tell(team, { text: 'Apart' })
    bench.move(6_000)
    await bench.send(team)
    assert.deepEqual(titles().sort(), ['3 notifications', 'Apart.'])
    const joined = bench.got().find(({ body }) => body.text === '3 notifications')
    for (const text of ['One', 'Two', 'Three']) assert.match(JSON.stringify(joined.body), new RegExp(`${text}\\.`))
  })

  test('of a cause that has ended is not sent, and its end is due only where a message of it arrived', async () => {
    const end = (cause: string) =>
      in_org(bench.app.engine.pool, { org_id: team.org_id }, (db) => end_cause(db, { cause, at: bench.now }))
    await bench.tell(team, { cause: 'unheard' })
    assert.deepEqual(await end('unheard'), ['dashboard'])
    await bench.tell(team, { cause: 'heard' })
    bench.move(6_000)
    await bench.send(team)
    assert.deepEqual(await end('heard'), ['dashboard', 'chat'])
    assert.deepEqual(await end('heard'), [])
    assert.deepEqual([await states(), bench.got().length], [['dropped', 'sent'], 1])
  })

  test('that a process left behind is not sent again, because nobody knows whether it arrived', async () => {
    await bench.tell(team)
    await bench.app.db.query(
      `update messages set state = 'sending', due_at = $2, sent_at = $2, sending_id = message_id where org_id = $1`,
      [team.org_id, new Date(bench.now.getTime() + 60_000)],
    )
    await bench.send(team)
    assert.deepEqual(await states(), ['sending'])
    bench.move(61_000)
    await bench.send(team)
    const [row] = await bench.messages(team, 'chat')
    assert.deepEqual([row!.state, row!.reason, bench.got().length], ['failed', 'interrupted', 0])
  })
})

suite('an attempt', () => {
  test('that the chat cannot answer now is repeated later, and less and less often', async () => {
    await bench.tell(team)
    const waits: number[] = []
    for (const status of [500, 503, 429]) {
      bench.instead.push(status)
      await bench.send(team)
      const [row] = await bench.messages(team, 'chat')
      assert.equal(row!.state, 'queued')
      waits.push(Date.parse(row!.due_at!) - bench.now.getTime())
      bench.move(waits.at(-1)! + 1_000)
    }
    assert.ok(waits[0]! >= 10_000 && waits[2]! > waits[0]!)
    await bench.send(team)
    assert.deepEqual([await states(), bench.got().length], [['sent'], 1])
  })

  test('without an answer is not repeated, and one that was never sent is', async () => {
    bench.instead.push(Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' }))
    await bench.tell(team)
    await bench.send(team)
    bench.instead.push(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }))
    await bench.tell(team)
    await bench.send(team)
    assert.deepEqual(await states(), ['failed', 'queued'])
  })

  test('ends after six', async () => {
    await bench.tell(team)
    for (let n = 0; n < 7; n++) {
      bench.instead.push(500)
      await bench.send(team)
      bench.move(HOUR_MS)
    }
    assert.deepEqual([await states(), bench.instead.splice(0).length], [['failed'], 1])
  })
})

suite('a channel', () => {
  test(`gets ${HOURLY_MAX} messages an hour, then one that sums up the rest`, async () => {
    for (let n = 0; n < HOURLY_MAX + 30; n++) await bench.tell(team, { text: `News ${n}` })
    await bench.send(team)
    assert.equal(bench.got().length, HOURLY_MAX)
    bench.move(HOUR_MS / 2)
    await bench.send(team)
    assert.equal(bench.got().length, HOURLY_MAX)
    bench.move(HOUR_MS)
    await bench.send(team)
    assert.deepEqual([bench.got().length, titles().at(-1)], [HOURLY_MAX + 1, '30 notifications'])
    assert.ok((await states()).every((state) => state === 'sent'))
  })

  test('has time between two messages', async () => {
    const times: number[] = []
    for (let n = 0; n < 4; n++) await bench.tell(team)
    await bench.send(team)
    for (const { at } of bench.got()) times.push(Date.parse(at))
    for (let n = 1; n < times.length; n++) assert.ok(times[n]! - times[n - 1]! >= 1_000, `${times}`)
  })

  test('that was deleted is switched off, and admins learn it in the dashboard and by email', async () => {
    await bench.app.db.query('update orgs set email_notifications = true where org_id = $1', [team.org_id])
    await bench.set(team, { chat_webhook_url: 'https://hooks.slack.com/services/T/B/deleted' })
    await bench.tell(team, { channels: ['chat'] })
    await bench.tell(team, { channels: ['chat'] })
    await bench.send(team)
    const { chat } = result_of(await team.ask('get_org_channels'))
    assert.deepEqual([chat.state, chat.off_reason], ['off', 'answered_404'])
    assert.deepEqual([await states(), bench.got().length], [['failed', 'failed'], 1])
    const { notifications } = result_of(await team.ask('list_notifications'))
    assert.equal(notifications[0].title, 'The chat takes no notifications any more')
    await bench.send(team)
    assert.deepEqual(await states('email'), ['sent'])
    await bench.tell(team)
    assert.equal((await states()).length, 2)
    await bench.set(team, { chat_webhook_url: SLACK })
    await bench.tell(team)
    await bench.send(team)
    assert.equal((await states()).at(-1), 'sent')
  })
})

suite('in quiet hours', () => {
  beforeEach(async () => {
    at('2026-05-04T15:00:00Z')
    await bench.app.db.query(`update orgs set time_zone = 'America/Santiago' where org_id = $1`, [team.org_id])
    await bench.set(team, { notification_quiet_hours_start: '22:00', notification_quiet_hours_end: '07:30' })
  })

  test('nothing leaves, critical ones neither, and afterwards all of it as one, without what has ended', async () => {
    at('2026-05-05T03:00:00Z') // 23:00
    await bench.tell(team, { text: 'Late', severity: 'critical' })
    await bench.tell(team, { text: 'Later' })
    await bench.tell(team, { text: 'Over', cause: 'over' })
    for (let hour = 0; hour < 8; hour++) {
      await bench.send(team)
      bench.move(HOUR_MS)
    }
    assert.deepEqual([bench.got().length, await states()], [0, ['held', 'held', 'held']])
    await in_org(bench.app.engine.pool, { org_id: team.org_id }, (db) =>
      end_cause(db, { cause: 'over', at: bench.now }),
    )
    at('2026-05-05T11:30:00Z') // 07:30
    await bench.send(team)
    assert.deepEqual([titles(), await states()], [['2 notifications'], ['sent', 'sent', 'dropped']])
    assert.doesNotMatch(JSON.stringify(bench.got()[0].body), /Over/)
  })

  test('a critical one leaves when the organization chose that', async () => {
    result_of(await team.ask('hold_critical_notifications', { quiet_holds_critical: false }))
    at('2026-05-06T03:00:00Z')
    await bench.tell(team, { text: 'Critical', severity: 'critical' })
    await bench.tell(team, { text: 'Not critical' })
    await bench.send(team)
    assert.deepEqual([titles(), await states()], [['Critical.'], ['sent', 'held']])
  })

  test('the end of quiet hours frees what waits, by either tool that sets them', async () => {
    at('2026-05-07T03:00:00Z')
    await bench.tell(team, { text: 'One' })
    await bench.send(team)
    result_of(await team.ask('update_org_settings', { quiet_hours: null }))
    await bench.send(team)
    assert.deepEqual(titles(), ['One.'])
  })

  test('another time zone frees what is held only by the old one, also when an operator sets it', async () => {
    at('2026-05-07T03:00:00Z')
    const hold = async () => {
      await bench.tell(team, { text: 'One' })
      await bench.send(team)
      assert.deepEqual((await states()).at(-1), 'held')
      return (await bench.messages(team, 'chat')).at(-1)!.due_at!
    }
    await hold()
    result_of(await team.ask('update_org_settings', { time_zone: 'Asia/Tokyo' })) // noon
    await bench.send(team)
    assert.deepEqual([titles(), await states()], [['One.'], ['sent']])

    await set_org(bench.app.db, team.org_id, { time_zone: 'America/Santiago' })
    const held_until = await hold()
    await set_org(bench.app.db, team.org_id, { time_zone: 'Asia/Tokyo' })
    const { due_at } = (await bench.messages(team, 'chat')).at(-1)!
    assert.notDeepEqual(due_at, held_until)
    assert.ok(Math.abs(Date.parse(due_at!) - Date.now()) < HOUR_MS, 'an operator has the clock of the machine')
    await set_org(bench.app.db, team.org_id, { name: 'The same zone' })
    assert.deepEqual((await bench.messages(team, 'chat')).at(-1)!.due_at, due_at)
  })

  test('a process that is stopped and started loses nothing', async () => {
    at('2026-05-08T02:30:00Z')
    const sent = new Set<string>()
    for (let n = 0; n < 48; n++) {
      const text = `Half hour ${n}`
      sent.add(`${text}.`)
      await bench.tell(team, { text })
      if (n % 3 !== 0) await bench.send(team)
      bench.move(HOUR_MS / 2)
    }
    bench.move(36 * HOUR_MS)
    await bench.send(team)
    const said = JSON.stringify(bench.got().map(({ body }) => body))
    for (const text of sent) assert.ok(said.includes(`"${text}`) || said.includes(`${text}`), `${text} was lost`)
  })
})

suite('an email', () => {
  test('goes to admins, and to members by their own choice', async () => {
    const { org_id } = team
    await bench.app.db.query('update orgs set email_notifications = true where org_id = $1', [org_id])
    await add_member(bench.app.db, { org_id, role: 'member', email: `silent-${org_id}@example.com` })
    await add_member(bench.app.db, { org_id, role: 'viewer', email: `wants-${org_id}@example.com` })
    await bench.app.db.query(`update members set notified_by_email = true where org_id = $1 and role = 'viewer'`, [
      org_id,
    ])
    await bench.tell(team, { text: 'By email', channels: ['email'] })
    await bench.send(team)
    await bench.parts.mailing!.send_waiting()
    const mails = bench.app.mails.filter(({ subject }) => subject === 'By email.')
    assert.deepEqual(
      mails.map(({ to }) => to).sort(),
      [`${team.admin}@example.com`, `wants-${org_id}@example.com`].sort(),
    )
    assert.match(mails[0]!.text, /More about By email\./)
    const own_emails = async () => result_of(await team.ask('get_org_channels')).own_emails
    assert.deepEqual(await own_emails(), { wanted: null })
    result_of(await team.ask('choose_notification_emails', { wanted: false }))
    assert.deepEqual(await own_emails(), { wanted: false })
    await bench.tell(team, { text: 'Fewer', channels: ['email'] })
    await bench.send(team)
    await bench.parts.mailing!.send_waiting()
    assert.deepEqual(
      bench.app.mails.filter(({ subject }) => subject === 'Fewer.').map(({ to }) => to),
      [`wants-${org_id}@example.com`],
    )
  })
})
