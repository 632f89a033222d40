// Where notifications go: what is accepted, what is shown of it, and how a phone is confirmed.
import assert from 'node:assert/strict'
import { after, before, beforeEach, suite, test } from 'node:test'
import { phone_of } from '#engine/notifications/whatsapp.ts'
import { type NoticeBench, notice_bench, SLACK } from '#test/notice_bench.ts'
import { refusal_of, result_of, type Team } from '#test/people.ts'
import { said, signed, status_of } from '../../sandbox/vendors/whatsapp.ts'

const DAY_MS = 86_400_000
let bench: NoticeBench
let team: Team
/** A number for each test, because the sandbox remembers who wrote. */
let numbers = 0
let phone: string
before(async () => {
  bench = await notice_bench()
})
after(() => bench.close())
beforeEach(async () => {
  team = await bench.team()
  bench.sandbox.log.clear()
  phone = `+5255123456${String(10 + numbers++)}`
})

const update = (input: object) => team.ask('update_org_channels', input)
const hear = (text: string, from = phone.slice(1)) => {
  const body = said(from, text)
  return bench.deliver(body, signed(body))
}
const state = async () =>
  (await bench.set(team, { notification_quiet_hours_start: '', notification_quiet_hours_end: '' })).messaging?.state

async function confirm(): Promise<string> {
  await bench.set(team, { messaging_phone: phone })
  const { code } = result_of(await team.ask('start_phone_confirmation'))
  await bench.parts.outbound.fetch({
    url: 'https://graph.facebook.com/v26.0/sandbox/say',
    headers: { 'content-type': 'application/json', authorization: 'Bearer sandbox-access-whatsapp-0' },
    body: JSON.stringify({ from: phone.slice(1), text: code, url: 'http://127.0.0.1:9/none' }),
  })
  await hear(`My code is ${code}.`)
  return code
}

suite('update_org_channels', () => {
  test('changes only what is passed, and an empty string clears it', async () => {
    await bench.set(team, {
      chat_webhook_url: SLACK,
      notification_quiet_hours_start: '22:00',
      notification_quiet_hours_end: '07:30',
    })
    const later = await bench.set(team, { notification_quiet_hours_end: '08:00' })
    assert.deepEqual(
      [later.chat.host, later.notification_quiet_hours_start, later.notification_quiet_hours_end],
      ['hooks.slack.com', '22:00', '08:00'],
    )
    const settings = result_of(await team.ask('get_org_settings'))
    assert.deepEqual(settings.quiet_hours, { from: '22:00', to: '08:00' })
    const cleared = await bench.set(team, {
      chat_webhook_url: '',
      notification_quiet_hours_start: '',
      notification_quiet_hours_end: '',
    })
    assert.deepEqual([cleared.chat, cleared.notification_quiet_hours_start], [null, null])
  })

  test('refuses with a sentence that helps', async () => {
    const refused: [object, RegExp][] = [
      [{}, /Name a field to change/],
      [{ notification_quiet_hours_start: '22:00' }, /Give both, or clear both/],
      [{ notification_quiet_hours_start: '22:00', notification_quiet_hours_end: '22:00' }, /must differ/],
      [{ notification_quiet_hours_start: '24:00', notification_quiet_hours_end: '07:00' }, /00:00 to 23:59/],
      [{ messaging_phone: '12345' }, /country code/],
      [{ messaging_phone: '+52 1' }, /country code/],
      [{ chat_webhook_url: 'http://hooks.slack.com/services/T/B/X' }, /https/],
      [{ chat_webhook_url: 'https://user:pass@hooks.slack.com/X' }, /user ?name or a password/],
      [{ chat_webhook_url: 'nonsense' }, /must begin with https/],
      [{ chat_webhook_url: 'https://acme.webhook.office.com/webhookb2/X' }, /Microsoft has ended/],
    ]
    for (const [input, sentence] of refused) assert.match(refusal_of(await update(input)), sentence)
    await bench.set(team, { notification_quiet_hours_start: '22:00', notification_quiet_hours_end: '07:00' })
    assert.match(refusal_of(await update({ notification_quiet_hours_start: '' })), /Give both, or clear both/)
  })

  test('shows nothing of the secret address, in answers, history, errors or the database', async () => {
    const answers = [
      await update({ chat_webhook_url: SLACK }),
      await team.ask('get_org_channels'),
      await update({ chat_webhook_url: `${SLACK}`.replace('https', 'http') }),
      await team.ask('list_notifications'),
    ]
    const { rows: changes } = await bench.app.db.query('select * from record_changes where org_id = $1', [team.org_id])
    const { rows: channels } = await bench.app.db.query('select * from org_channels where org_id = $1', [team.org_id])
    assert.ok(changes.length > 0 && channels.length > 0)
    assert.doesNotMatch(JSON.stringify([answers, changes]), /slacktoken/)
    assert.ok(!channels[0].sealed.includes('slacktoken'))
    const { rows } = await bench.app.db.query(
      `select coalesce(string_agg(c::text, ''), '') as text from org_channels c`,
    )
    assert.doesNotMatch(rows[0].text, /slacktoken/)
  })

  test('has no effect on another organization, which sees none of it', async () => {
    await bench.set(team, { chat_webhook_url: SLACK, messaging_phone: phone })
    const other = await bench.team()
    const { chat, messaging } = result_of(await other.ask('get_org_channels'))
    assert.deepEqual([chat, messaging], [null, null])
    await bench.tell(other)
    await bench.send(other)
    assert.equal(bench.got().length, 0)
  })
})

suite('a phone number', () => {
  test('gets nothing until its owner has sent the code, and then gets it', async () => {
    await bench.set(team, { messaging_phone: phone })
    await bench.tell(team)
    await bench.send(team)
    assert.deepEqual([await bench.messages(team, 'messaging'), bench.got('whatsapp').length], [[], 0])
    await confirm()
    assert.equal(await state(), 'on')
    await bench.tell(team, { text: 'To the phone', channels: ['messaging'] })
    await bench.send(team)
    const [sent] = await bench.messages(team, 'messaging')
    assert.equal(sent!.state, 'sent')
    assert.match(bench.got('whatsapp').at(-1).body.text.body, /To the phone/)
  })

  test('is confirmed by nobody else, by no wrong code, and by no code after half an hour', async () => {
    await bench.set(team, { messaging_phone: phone })
    const { code } = result_of(await team.ask('start_phone_confirmation'))
    const wrong = code === '00000000' ? '00000001' : '00000000'
    await hear(code, '525598765432')
    await hear(`${wrong}`)
    await hear(`1${code}`)
    assert.equal(await state(), 'unconfirmed')
    bench.move(31 * 60_000)
    await hear(code)
    assert.equal(await state(), 'unconfirmed')
  })

  test('is confirmed by no code after ten wrong ones', async () => {
    await bench.set(team, { messaging_phone: phone })
    const { code } = result_of(await team.ask('start_phone_confirmation'))
    for (let n = 0; n < 10; n++) await hear(code === '12345678' ? '12345679' : '12345678')
    await hear(code)
    assert.equal(await state(), 'unconfirmed')
  })

  test('of two organizations is confirmed for the one whose code was sent', async () => {
    const other = await bench.team()
    for (const one of [team, other]) await bench.set(one, { messaging_phone: phone })
    const { code } = result_of(await team.ask('start_phone_confirmation'))
    result_of(await other.ask('start_phone_confirmation'))
    await hear(code)
    assert.equal(await state(), 'on')
    assert.equal(result_of(await other.ask('get_org_channels')).messaging.state, 'unconfirmed')
  })

  test('gets the approved template after 24 hours of silence', async () => {
    await confirm()
    bench.move(DAY_MS + 60_000)
    await bench.tell(team, { text: 'Line\nbreak', channels: ['messaging'] })
    await bench.send(team)
    const { body } = bench.got('whatsapp').at(-1)
    assert.deepEqual([body.type, body.template.name], ['template', 'tablero_notification'])
    assert.equal((await bench.messages(team, 'messaging'))[0]!.state, 'sent')
  })

  test('that WhatsApp does not know is switched off', async () => {
    phone = '+525512340000'
    await confirm()
    await bench.tell(team, { channels: ['messaging'] })
    await bench.send(team)
    assert.deepEqual([await state(), (await bench.messages(team, 'messaging'))[0]!.reason], ['off', 'refused_131026'])
  })

  test('states whether a message arrived, once, and is switched off when it cannot be reached', async () => {
    await confirm()
    for (let n = 0; n < 2; n++) await bench.tell(team, { channels: ['messaging'] })
    await bench.send(team)
    const { rows } = await bench.app.db.query(
      'select vendor_id from messages where org_id = $1 order by created_at, message_id',
      [team.org_id],
    )
    const announce = (body: string) => bench.deliver(body, signed(body))
    const [one, two] = rows.map(({ vendor_id }) => vendor_id)
    for (const status of ['sent', 'delivered', 'read'])
      assert.equal((await announce(status_of(one, status))).statusCode, 200)
    // An id that PostgreSQL cannot store is that of no message.
    assert.equal((await announce(status_of('wamid.\0', 'read'))).statusCode, 200)
    for (let n = 0; n < 2; n++) await announce(status_of(two, 'failed', 131_026))
    assert.deepEqual(
      (await bench.messages(team, 'messaging')).map(({ state }) => state),
      ['delivered', 'failed'],
    )
    assert.equal(await state(), 'off')
    const { notifications } = result_of(await team.ask('list_notifications'))
    assert.deepEqual(
      notifications.map(({ kind, link }: { kind: string; link: string }) => kind === 'channel_off' && link),
      [`/o/${team.org_id}/settings/organization`, false, false],
    )
  })

  test('stays on when a message to the number before it cannot be delivered', async () => {
    await confirm()
    await bench.tell(team, { channels: ['messaging'] })
    await bench.send(team)
    phone = `${phone.slice(0, -2)}99`
    await confirm()
    assert.equal(await state(), 'on')
    await bench.tell(team, { channels: ['messaging'] })
    const { rows } = await bench.app.db.query(
      'select vendor_id from messages where org_id = $1 and vendor_id is not null',
      [team.org_id],
    )
    const body = status_of(rows[0].vendor_id, 'failed', 131_026)
    assert.equal((await bench.deliver(body, signed(body))).statusCode, 200)
    const states = async () => (await bench.messages(team, 'messaging')).map(({ state }) => state)
    assert.deepEqual([await state(), await states()], ['on', ['failed', 'queued']])
    await bench.send(team)
    assert.deepEqual(await states(), ['failed', 'sent'])
  })

  test('shows its code only where the code is made', async () => {
    const code = await confirm()
    const answers = [await team.ask('get_org_channels'), await team.ask('list_notifications')]
    const { rows } = await bench.app.db.query(
      'select c::text from org_channels c union all select r::text from record_changes r',
    )
    assert.ok(!JSON.stringify([answers, rows]).includes(code))
  })

  test('is written in several ways', () => {
    assert.equal(phone_of('5215512345678'), '+525512345678')
    assert.equal(phone_of('551187654321'), '+5511987654321')
    assert.equal(phone_of('5491123456789'), '+5491123456789')
  })
})

suite('what WhatsApp sends', () => {
  test('counts only with the right signature of the whole body, which is checked before anything is parsed', async () => {
    const body = said(phone.slice(1), 'hello')
    const statuses = await Promise.all(
      [
        bench.deliver(body, signed(body)),
        bench.deliver(body, signed(body, 'another secret')),
        bench.deliver(body, signed(`${body} `)),
        bench.deliver(body, { 'content-type': 'application/json' }),
        bench.deliver('{broken', signed('{broken', 'another secret')),
        bench.deliver('{broken', signed('{broken')),
        bench.deliver('x'.repeat(1024 * 1024 + 1), { 'content-type': 'application/json' }),
      ].map(async (answer) => (await answer).statusCode),
    )
    assert.deepEqual(statuses, [200, 401, 401, 401, 401, 400, 413])
  })

  test('is accepted at an address that answers only the right question of Meta', async () => {
    const ask = (token: string) =>
      bench.app.app.server.inject({
        url: `/hooks/messaging/whatsapp?hub.mode=subscribe&hub.verify_token=${token}&hub.challenge=1158201444`,
      })
    const [right, wrong] = [await ask('sandbox-whatsapp-verify'), await ask('something-else-here')]
    assert.deepEqual([right.statusCode, right.payload, wrong.statusCode], [200, '1158201444', 404])
    assert.ok(String(right.headers['content-type']).startsWith('text/plain'))
  })
})
