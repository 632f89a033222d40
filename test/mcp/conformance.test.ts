// The protocol's public conformance suite against /mcp, with the suite's fixtures. The requirements of each revision run in that
// revision's own protocol.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { create_server } from '#http/server.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { areas } from '#tools/index.ts'
import { conformance, make_conformance_server } from './conformance_fixtures.ts'
import { failures_of, key_proxy, PACKAGE, required_by, run_suite } from './conformance_suite.ts'

/**
 * Scenarios that fail, each with the line of the suite that cannot pass, in its `dist/index.js`. docs/mcp.md has the same lines and explains
 * them. A scenario in this list that passes fails the test, so the list stays current.
 */
const explained: Record<string, Record<string, { line: number; says: string }>> = {
  '2026-07-28': {},
  '2025-11-25': {
    'elicitation-sep1034-defaults': { line: 1535, says: 'Server did not request elicitation from client' },
    'elicitation-sep1330-enums': { line: 1558, says: 'Server did not request elicitation from client' },
    'resources-subscribe': { line: 1642, says: 'resources/subscribe' },
    'resources-unsubscribe': { line: 1680, says: 'resources/subscribe' },
    'tools-call-elicitation': { line: 1466, says: 'Server did not request elicitation from client' },
    'tools-call-sampling': { line: 1419, says: 'Server did not request sampling from client' },
  },
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
let proxy: Awaited<ReturnType<typeof key_proxy>>
before(async () => {
  app = await test_app({ areas: { ...areas, conformance } })
  fixture_server = await create_server(app.engine, { make_mcp_server: make_conformance_server })
  proxy = await key_proxy()
  proxy.target.url = await fixture_server.listen({ host: '127.0.0.1', port: 0 })
  proxy.target.key = app.keys.acme
  app.engine.base_url = proxy.url
})
after(async () => {
  proxy?.close()
  await fixture_server?.close()
  await app?.close()
})

for (const revision of ['2026-07-28', '2025-11-25']) {
  suite(`the conformance suite of ${revision}`, () => {
    test('every scenario that the revision requires of a server passes, except the explained ones', async (context) => {
      const required = await required_by(revision)
      assert.ok(required.length >= 30, `${required.length} scenarios are no requirement set`)
      const ran = await run_suite(proxy.url, revision)
      const failures = failures_of(ran, required)
      for (const { scenario, why } of failures) context.diagnostic(`${scenario}: ${why}`)
      // The suite runs these scenarios without a score: extensions, and scenarios that its own reference does not pass yet.
      for (const [scenario, checks] of ran) {
        if (required.includes(scenario)) continue
        const passed = checks.filter(({ status }) => status !== 'FAILURE').length
        context.diagnostic(`not scored: ${scenario}, ${passed} of ${checks.length} checks hold`)
      }
      for (const scenario of held[revision]!) assert.deepEqual(failures_of(ran, [scenario]), [], scenario)
      const failed = [...new Set(failures.map(({ scenario }) => scenario))]
      context.diagnostic(`${required.length - failed.length} of ${required.length} scenarios pass`)
      assert.deepEqual(failed.sort(), Object.keys(explained[revision]!).sort())
    })

    test('docs/mcp.md names each failing scenario with the line of the suite that cannot pass', async () => {
      const [program, page] = await Promise.all([
        readFile(join(PACKAGE, 'dist/index.js'), 'utf8'),
        readFile(join(import.meta.dirname, '../../docs/mcp.md'), 'utf8'),
      ])
      const lines = program.split('\n')
      for (const [scenario, { line, says }] of Object.entries(explained[revision]!)) {
        assert.ok(
          lines[line - 1]!.includes(says),
          `${scenario}: line ${line} of this version of the suite says something else`,
        )
        assert.ok(page.includes(`| \`${scenario}\` | ${line}: \`${says}\` |`), scenario)
      }
    })
  })
}
