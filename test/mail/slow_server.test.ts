// An email server that says something again and again, and never finishes. No limit of a silence ends such a conversation.
import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, before, beforeEach, suite, test } from 'node:test'
import { open_pool, type Pool } from '#db/pool.ts'
import type { Email } from '#engine/mail.ts'
import { create_log } from '#lib/log.ts'
import { type Mail, open_mail } from '#mail/mail.ts'
import { create_outbox } from '#mail/outbox.ts'
import { TEST_KEY, type TestDatabase, test_database } from '#test/database.ts'
import { until } from '#test/until.ts'

/** The limit of one email in these tests. The server says a line much more often. */
const SEND_MS_MAX = 600
const LINE_MS = 100
/** A limit that is not kept, on a busy machine. */
const MUCH_LATER_MS = 20_000

const outbound = { fetch: () => assert.fail('emails go by SMTP') }
const email = (name: string): Email => ({
  to: `${name}@example.com`,
  language: 'en',
  message: 'password_changed',
  values: {},
})

/** Answers like a server, and begins an answer to the sender that has no end. `is_slow`: whether it does that now. */
class SlowServer {
  is_slow = true
  asked = 0
  taken: string[] = []
  readonly #server: Server
  readonly #sockets = new Set<Socket>()

  constructor() {
    this.#server = createServer((socket) => this.#talk(socket))
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `smtp://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  get open_connections(): number {
    return this.#sockets.size
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #talk(socket: Socket): void {
    this.#sockets.add(socket)
    let text = ''
    let trickle: NodeJS.Timeout | undefined
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearInterval(trickle)
      this.#sockets.delete(socket)
    })
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      text += chunk
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const line = text.slice(0, end)
        text = text.slice(end + 2)
        if (/^MAIL FROM/.test(line)) this.asked += 1
        if (/^MAIL FROM/.test(line) && this.is_slow)
          trickle = setInterval(() => socket.write('250-one more line\r\n'), LINE_MS)
        else if (/^RCPT TO/.test(line)) this.taken.push(line)
        if (/^DATA/.test(line)) socket.write('354 go on\r\n')
        else if (/^(EHLO|RCPT|\.$|RSET|QUIT)/.test(line) || (/^MAIL FROM/.test(line) && !this.is_slow))
          socket.write('250 done\r\n')
      }
    })
  }
}

let server: SlowServer
let mail: Mail
let database: TestDatabase
let pool: Pool
let lines: string[] = []
before(async () => {
  server = new SlowServer()
  mail = open_mail({ smtp_url: await server.listen(), from: 'tablero@example.com' }, outbound)!
  database = await test_database()
  pool = open_pool(database.place)
})
beforeEach(async () => {
  server.is_slow = true
  server.asked = 0
  lines = []
  await database.owner.query('delete from auth.outbox')
})
after(async () => {
  server.close()
  await pool.end()
  await database.drop()
})

const log = create_log({ stream: { write: (line) => void lines.push(line) } })
const outbox = () => create_outbox({ pool, ring: { master_key: TEST_KEY }, mail, log, send_ms_max: SEND_MS_MAX })
const waiting = async () =>
  (
    await database.owner.query<{ attempts: number; is_due: boolean }>(
      'select attempts, next_at <= now() as is_due from auth.outbox order by attempts',
    )
  ).rows

suite('a server that trickles its answer', { timeout: MUCH_LATER_MS }, () => {
  test('gets as much time as the signal gives it, and loses its connection', async () => {
    const began = performance.now()
    const written = { to: 'ana@example.com', subject: 'x', text: 'x', html: 'x' }
    await assert.rejects(mail.send(written, AbortSignal.timeout(SEND_MS_MAX)), { code: 'EABORT' })
    assert.ok(performance.now() - began < MUCH_LATER_MS)
    assert.ok(await until(() => server.open_connections === 0))
  })

  test('holds back one email of a round, and the others wait for a later round', async () => {
    const { sealed, send_waiting } = outbox()
    for (const name of ['ana', 'eva', 'leo'])
      await database.owner.query('insert into auth.outbox (sealed) values ($1)', [sealed(email(name))])
    assert.equal(await send_waiting(), 0)
    assert.equal(server.asked, 1)
    const untouched = { attempts: 0, is_due: true }
    assert.deepEqual(await waiting(), [untouched, untouched, { attempts: 1, is_due: false }])
    assert.ok(lines.some((line) => line.includes('"code":"EABORT"') && line.includes('tried again')))
    server.is_slow = false
    assert.equal(await send_waiting(), 2)
    assert.equal(server.taken.length, 2)
  })

  test('does not hold back the jobs that ask again', async () => {
    const { post, send_waiting } = outbox()
    await post(email('ana'))
    await until(() => server.asked === 1)
    const next = send_waiting()
    assert.equal(await send_waiting(), 0)
    assert.deepEqual(lines, [])
    await next
  })
})

test('an email that is stored while a round ends is sent by the next one', async () => {
  server.is_slow = false
  const { sealed, send_waiting } = outbox()
  const first = send_waiting()
  await database.owner.query('insert into auth.outbox (sealed) values ($1)', [sealed(email('ana'))])
  const second = send_waiting()
  await Promise.all([first, second])
  assert.deepEqual(await waiting(), [])
})
