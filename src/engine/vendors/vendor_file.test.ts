import assert from 'node:assert/strict'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { z } from 'zod'
import type { Connector } from '#engine/connector.ts'
import { memory_budgets } from '#test/memory_budgets.ts'
import { memory_reports } from '#test/memory_reports.ts'
import { Governor } from './governor.ts'
import { AnswerTooLarge, create_outbound } from './outbound.ts'
import { create_vendor_api } from './vendor_api.ts'

const lines = [{ campaignId: 1, cost: 2.5 }]
const packed = gzipSync(JSON.stringify(lines))
const answers: Record<string, (response: ServerResponse) => void> = {
  '/files.test/report': (response) => response.end(packed),
  '/files.test/text': (response) =>
    response.setHeader('content-type', 'text/plain; charset=Cp1252').end(Buffer.from('sku\tl\xe1mpara', 'latin1')),
  '/files.test/japanese': (response) =>
    response.setHeader('content-type', 'text/plain; charset=CP932').end(Buffer.from('sku\t\x82\xb1', 'latin1')),
  '/files.test/packed_text': (response) => response.end(gzipSync('sku\tlámpara')),
  '/files.test/cut': (response) => response.end(packed.subarray(0, packed.length - 12)),
  '/files.test/gone': (response) => response.writeHead(403).end('<Error>Request has expired</Error>'),
  '/files.test/bomb': (response) => response.end(gzipSync(Buffer.alloc(3 * 2 ** 20))),
}
const received: IncomingHttpHeaders[] = []
const server = createServer((request, response) => {
  received.push(request.headers)
  answers[request.url!]!(response)
})
let outbound: ReturnType<typeof create_outbound>
before(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  outbound = create_outbound({ sandbox_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
after(async () => {
  await outbound.close()
  server.close()
})

const connector = {
  title: 'Files',
  auth: { secrets: z.object({}), headers: () => ({ authorization: 'Bearer secret-token' }) },
  api: {
    base_url: 'https://api.test',
    hosts: ['files.test'],
    pace: {},
    headers: () => ({ 'x-client': 'app' }),
  },
} as unknown as Connector
const clock = { now: () => new Date(), sleep: async () => {} }
const read = (path: string, is_file: true | 'text' | 'packed_text' = true) =>
  create_vendor_api({
    connector,
    settings: {},
    outbound,
    reports: memory_reports(),
    governor: new Governor(memory_budgets(), clock),
    platform: 'files',
    org_id: 'org',
    connection_id: 'one',
    clock,
    signal: new AbortController().signal,
    secrets: { load: async () => ({}), renew: async () => ({}) },
  }).call({ path: `https://files.test${path}`, is_file, schema: z.unknown() })

test('a file is unpacked, and its address gets no credential', async () => {
  assert.deepEqual(await read('/report'), lines)
  const [headers] = received
  assert.deepEqual([headers!.authorization, headers!['x-client']], [undefined, undefined])
})

test('a file of text comes as it is, in the charset that the platform names', async () => {
  assert.equal(await read('/text', 'text'), 'sku\tlámpara')
  assert.equal(await read('/japanese', 'text'), 'sku\tこ')
  assert.equal(await read('/packed_text', 'packed_text'), 'sku\tlámpara')
})

test('a truncated file is an error, never a shorter file', () => assert.rejects(read('/cut'), /answer properly/))

test('an error in the place of a file is read as it is', () => assert.rejects(read('/gone'), /status 403/))

test('the unpacked bytes count, so that a small file cannot fill the memory', () =>
  assert.rejects(
    outbound.fetch({ url: 'https://files.test/bomb', is_file: true, bytes_max: 2 ** 20 }),
    (error) => error instanceof AnswerTooLarge,
  ))
