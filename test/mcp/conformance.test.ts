// The protocol's public conformance suite against /mcp. The requirements of each revision run in that revision's own protocol.
// The suite does not know API keys, so a small proxy adds one.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { create_server } from '#http/server.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { areas } from '#tools/index.ts'
import { conformance, make_conformance_server } from './conformance_fixtures.ts'

const PACKAGE = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')

/** Scenarios that fail. docs/mcp.md explains each. A scenario in this list that passes fails the test, so the list stays current. */
const explained: Record<string, readonly string[]> = {
  '2026-07-28': [],
  '2025-11-25': [
    'elicitation-sep1034-defaults',
    'elicitation-sep1330-enums',
    'resources-subscribe',
    'resources-unsubscribe',
    'tools-call-elicitation',
    'tools-call-sampling',
  ],
}

/** Scenarios of the tasks extension, which no revision requires. Tablero's tasks never ask the client for input, so others do not apply. */
const held: Record<string, readonly string[]> = {
  '2026-07-28': [
    'tasks-capability-negotiation',
    'tasks-request-headers',
    'tasks-request-state-removal',
    'tasks-status-notifications',
    'tasks-wire-fields',
  ],
  '2025-11-25': [],
}

let app: TestApp
let fixture_server: Awaited<ReturnType<typeof create_server>>
let proxy: Server
before(async () => {
  app = await test_app({ areas: { ...areas, conformance } })
  fixture_server = await create_server(app.engine, { make_mcp_server: make_conformance_server })
  const url = await fixture_server.listen({ host: '127.0.0.1', port: 0 })
  // The suite sends requests with foreign origins to the address that it was given.
  proxy = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const outgoing = request(url + path, { method, headers: { ...headers, authorization: `Bearer ${app.keys.acme}` } })
    outgoing.on('response', (got) => {
      answer.writeHead(got.statusCode!, got.headers)
      got.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    answer.on('close', () => outgoing.destroy())
    incoming.pipe(outgoing)
  })
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  app.engine.base_url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
after(async () => {
  proxy?.close()
  proxy?.closeAllConnections()
  await fixture_server?.close()
  await app?.close()
})

interface Check {
  id: string
  status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO'
  errorMessage?: string
}

/** The names below `server:`, up to the next key. */
async function required_by(revision: string): Promise<string[]> {
  const yaml = await readFile(join(PACKAGE, 'requirements', `${revision}.yaml`), 'utf8')
  const [, list = ''] = /^server:\n((?: {2}- .+\n)+)/m.exec(yaml) ?? []
  return [...list.matchAll(/- (\S+)/g)].map(([, name]) => name!)
}

async function run_suite(revision: string): Promise<Map<string, Check[]>> {
  const folder = await mkdtemp(join(tmpdir(), 'conformance-'))
  try {
    const args = ['server', '--url', `${app.engine.base_url}/mcp`, '--requirements', revision, '-o', folder]
    const child = spawn(process.execPath, [join(PACKAGE, 'dist/index.js'), ...args], { stdio: 'ignore' })
    await new Promise((done) => child.once('exit', done))
    const checks = new Map<string, Check[]>()
    for (const name of await readdir(folder)) {
      const scenario = /^server-(.+)-\d{4}-\d{2}-\d{2}T/.exec(name)?.[1]
      if (scenario) checks.set(scenario, JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8')))
    }
    return checks
  } finally {
    await rm(folder, { recursive: true })
  }
}

for (const revision of ['2026-07-28', '2025-11-25']) {
  suite(`the conformance suite of ${revision}`, () => {
    test('every scenario that the revision requires of a server passes, except the explained ones', async (context) => {
      const required = await required_by(revision)
      assert.ok(required.length >= 30, `${required.length} scenarios are no requirement set`)
      const ran = await run_suite(revision)
      const failures = required.flatMap((scenario) => {
        const checks = ran.get(scenario) ?? []
        if (checks.length === 0) return [{ scenario, why: 'did not run' }]
        const failed = checks.filter(({ status }) => status === 'FAILURE')
        return failed.map(({ id, errorMessage }) => ({ scenario, why: `${id}: ${errorMessage}` }))
      })
      for (const { scenario, why } of failures) context.diagnostic(`${scenario}: ${why}`)
      // The suite runs these scenarios without a score: extensions, and scenarios that its own reference does not pass yet.
      for (const [scenario, checks] of ran) {
        if (required.includes(scenario)) continue
        const passed = checks.filter(({ status }) => status !== 'FAILURE').length
        context.diagnostic(`not scored: ${scenario}, ${passed} of ${checks.length} checks hold`)
      }
      for (const scenario of held[revision]!) {
        const checks = ran.get(scenario) ?? []
        const broken = checks.filter(({ status }) => status === 'FAILURE').map(({ errorMessage }) => errorMessage)
        assert.deepEqual([checks.length > 0, broken], [true, []], scenario)
      }
      const failed = [...new Set(failures.map(({ scenario }) => scenario))]
      context.diagnostic(`${required.length - failed.length} of ${required.length} scenarios pass`)
      assert.deepEqual(failed.sort(), [...explained[revision]!].sort())
    })
  })
}
