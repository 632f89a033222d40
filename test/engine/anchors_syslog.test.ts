// Anchors that go to a syslog server over TLS: to one with a certificate of a known authority only, and again when the server did not take
// them.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { after, afterEach, before, beforeEach, suite, type TestContext, test } from 'node:test'
import {
  createServer as create_tls_server,
  getCACertificates,
  setDefaultCACertificates,
  type TlsOptions,
} from 'node:tls'
import { read_anchors } from '#engine/audit/anchors.ts'
import { run_job } from '#engine/queue/run_job.ts'
import { export_anchors } from '#jobs/export_anchors.ts'
import { silent_log } from '#lib/log.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { authority_of, type Certificate, lacks_openssl } from '#test/certificates.ts'

const NOW = new Date('2026-11-22T12:00:00Z')
/** The time limit of a delivery to a silent server. */
const TIMEOUT_MS = 700

let app: TestApp
let trusted: Certificate
let other: Certificate
let skip: string | undefined
before(async () => {
  skip = await lacks_openssl()
  if (skip) return
  const { ca, ...certificate } = await authority_of('DNS:localhost,IP:127.0.0.1')
  trusted = certificate
  other = await authority_of('DNS:localhost,IP:127.0.0.1')
  // As NODE_EXTRA_CA_CERTS does at the start of a process.
  setDefaultCACertificates([...getCACertificates(), ca])
  app = await test_app({ seeded: false })
})
after(() => app?.close())

let servers: Server[] = []
let sockets: Socket[] = []
beforeEach(async (context) => {
  if (skip) return (context as TestContext).skip(skip)
  await app.rest('fixture_read', {}, { key: app.keys.acme })
  await app.engine.recorder.flush()
})
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  for (const server of servers) server.close()
  ;[servers, sockets] = [[], []]
})

async function listening(server: Server): Promise<number> {
  servers.push(server.on('connection', (socket) => sockets.push(socket)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return (server.address() as AddressInfo).port
}

const tls_server = (options: TlsOptions, serve: (socket: Socket) => void) =>
  listening(create_tls_server(options, serve).on('tlsClientError', () => undefined))

/** Runs the job, as the queue does. */
const run = (port: number, { host = 'localhost', timeout_ms }: { host?: string; timeout_ms?: number } = {}) =>
  run_job(
    {
      ...app.engine,
      clock: { ...app.engine.clock, now: () => NOW },
      anchors_to: { url: `syslog+tls://${host}:${port}`, timeout_ms },
    },
    export_anchors,
    {},
    { log: silent_log(), signal: new AbortController().signal },
  )

/** A server that takes messages, and what it received. */
async function taking(options: TlsOptions = trusted) {
  const received: Buffer[] = []
  const port = await tls_server(options, (socket) => socket.on('data', (chunk: Buffer) => received.push(chunk)))
  const seq = () =>
    read_anchors(app.engine, [Buffer.concat(received).toString()])
      .by_org.get(app.acme.org_id)
      ?.at(-1)?.seq
  return { port, seq, received }
}

const last_seq = async () =>
  BigInt((await app.db.query('select seq from audit_heads where org_id = $1', [app.acme.org_id])).rows[0].seq)

/** The job fails with the sentence, and its next run delivers the same chain to a server that takes it. */
async function fails_and_repeats(port: number, sentence: RegExp, timeout_ms?: number) {
  await assert.rejects(run(port, { timeout_ms }), sentence)
  const { port: better, seq } = await taking()
  await run(better)
  assert.equal(seq(), await last_seq())
}

suite('a syslog server over TLS', () => {
  for (const host of ['localhost', '127.0.0.1'])
    test(`gets the anchors as messages with their length, at ${host}`, async () => {
      const { port, seq, received } = await taking()
      await run(port, { host })
      assert.equal(seq(), await last_seq())
      const [, length, message] = /^(\d+) (<110>1 2026-11-22T12:00:00\.000Z \S+ tablero - anchor - \{.*?\})/s.exec(
        Buffer.concat(received).toString(),
      )!
      assert.equal(Number(length), Buffer.byteLength(message!))
    })

  test('of an unknown authority gets nothing, and the next export repeats it', async () => {
    const { port, received } = await taking(other)
    await fails_and_repeats(port, /^Error: the syslog server localhost:\d+ did not take the anchors: .*certificate/)
    assert.deepEqual(received, [])
  })

  test('with a certificate for another name gets nothing, and the next export repeats it', async () => {
    const { ca, ...elsewhere } = await authority_of('DNS:logs.example')
    setDefaultCACertificates([...getCACertificates(), ca])
    const { port, received } = await taking(elsewhere)
    await fails_and_repeats(port, /did not take the anchors: Hostname\/IP does not match certificate's altnames/)
    assert.deepEqual(received, [])
  })

  test('without TLS gets nothing, and the next export repeats it', async () => {
    const received: Buffer[] = []
    const port = await listening(
      createServer((socket) => socket.on('data', (chunk: Buffer) => received.push(chunk)).write('hello')),
    )
    await fails_and_repeats(port, /did not take the anchors: .*wrong version number/)
    assert.doesNotMatch(Buffer.concat(received).toString('latin1'), /anchor/)
  })

  const silent: Record<string, () => Promise<number>> = {
    'before the handshake': () => listening(createServer(() => undefined)),
    'after the messages': () =>
      tls_server({ ...trusted, allowHalfOpen: true } as TlsOptions, (socket) => socket.resume()),
    'but for a byte from time to time': () =>
      tls_server({ ...trusted, allowHalfOpen: true } as TlsOptions, (socket) => {
        const timer = setInterval(() => socket.write('.'), 50)
        socket
          .resume()
          .on('close', () => clearInterval(timer))
          .on('error', () => undefined)
      }),
  }
  for (const [when, make] of Object.entries(silent))
    test(`that is silent ${when} is left after the time limit, and the next export repeats it`, async () => {
      await fails_and_repeats(await make(), /did not take the anchors: it did not answer in time/, TIMEOUT_MS)
    })

  const closing: Record<string, () => Promise<number>> = {
    'before the handshake': () => listening(createServer((socket) => socket.destroy())),
    'after the handshake': () => tls_server(trusted, (socket) => socket.end()),
    'without reading': () => tls_server(trusted, (socket) => socket.destroy()),
    'after the first bytes': () => tls_server(trusted, (socket) => socket.once('data', () => socket.end())),
  }
  for (const [when, make] of Object.entries(closing))
    test(`that closes ${when} did not take the anchors, and the next export repeats them`, async () => {
      await fails_and_repeats(await make(), /did not take the anchors: /)
    })

  test('that is not there is named instead of the database', async () => {
    const port = await listening(createServer())
    servers.pop()!.close()
    await fails_and_repeats(port, /^Error: the syslog server localhost:\d+ did not take the anchors: .*ECONNREFUSED/)
  })
})
