// The line between processes and platforms. It loses writes, or brings them up to 40 seconds late. It tells of every request at the two
// moments at which a process can end: when the request is on its way, and when the answer is.
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SharedClock } from './shared_clock.ts'

/** Of ten writes: one is lost on the way to the platform, one on the way back, and one is late. */
const FATES = ['lost', 'unanswered', 'late', ...Array<undefined>(7)] as const
const LATE_MAX_MS = 40_000

/** A write as it left its process. */
export interface SentWrite {
  process: string
  body: Record<string, unknown>
  sent_ms: number
}

export interface WireOptions {
  port: number
  clock: SharedClock
  random: () => number
  at_moment: (process: string, moment: string) => void
}

export async function open_wire({ port, clock, random, at_moment }: WireOptions) {
  const sent: SentWrite[] = []
  const count = { lost: 0, unanswered: 0, late: 0 }

  let fates: (typeof FATES)[number][] = []
  function fate() {
    if (fates.length === 0) fates = shuffled(FATES, random)
    const found = fates.pop()
    if (found) count[found] += 1
    return found
  }

  /** Half of what is lost breaks the connection, and half is silent. */
  function lose(answer: ServerResponse): void {
    if (random() < 0.5) answer.destroy()
  }

  async function carry(from: IncomingMessage, answer: ServerResponse): Promise<void> {
    const [, process = '', path = ''] = /^\/([^/]+)(\/.*)$/.exec(from.url!)!
    const body = await buffer(from)
    const is_write = from.method === 'POST' && !body.includes('validate_only')
    const kind = is_write ? 'a write' : 'a reading'
    const sent_ms = Number(from.headers['x-sent-at'])
    if (is_write) sent.push({ process, sent_ms, body: JSON.parse(body.toString()) })
    at_moment(process, `${kind} is on its way`)
    const happens = is_write ? fate() : undefined
    if (happens === 'lost') return lose(answer)
    if (happens === 'late') await clock.sleep(random() * LATE_MAX_MS)
    // A network gives up what it could not bring. The machine may have slept between the process and here.
    if (is_write && clock.ms() - sent_ms > LATE_MAX_MS + SLACK_MS) {
      count.lost += 1
      return lose(answer)
    }
    const got = await passed_on({ port, path, method: from.method!, headers: from.headers, body })
    if (happens === 'unanswered') return lose(answer)
    at_moment(process, `the answer to ${kind} is on its way`)
    answer.writeHead(got.status, got.headers).end(got.body)
  }

  const server = createServer((from, answer) => {
    for (const end of [from, answer]) end.on('error', () => {})
    // The process can end before its request is complete.
    carry(from, answer).catch(() => answer.destroy())
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, sent, count, close }
}

const SLACK_MS = 5_000

interface Passed {
  port: number
  path: string
  method: string
  headers: IncomingMessage['headers']
  body: Buffer
}

async function passed_on({ port, path, method, headers, body }: Passed) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { 'x-sent-at': _, 'transfer-encoding': __, ...others } = headers
  const onward = { port, host: '127.0.0.1', method, path, headers: { ...others, 'content-length': body.length } }
  send(onward, resolve).on('error', reject).end(body)
  const got = await promise
  return { status: got.statusCode!, headers: got.headers, body: await buffer(got) }
}

export const shuffled = <T>(items: readonly T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
