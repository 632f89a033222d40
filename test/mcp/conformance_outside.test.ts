// The public conformance suite against /mcp of a real process with the product's own tools, as an external client reaches it.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { load_config } from '#config'
import { command_line } from '#test/command_line.ts'
import { type TestDatabase, test_database } from '#test/database.ts'
import { start_tablero, type TableroProcess } from '#test/processes.ts'
import { failures_of, key_proxy, required_by, run_suite } from './conformance_suite.ts'

/** The scenarios that need neither a fixture nor what Tablero does not offer. */
const passing: Record<string, readonly string[]> = {
  '2026-07-28': [
    'caching',
    'dns-rebinding-protection',
    // These accept the error for an unknown tool too.
    'input-required-result-ignore-extra-params',
    'input-required-result-missing-input-response',
    'input-required-result-unsupported-methods',
    'input-required-result-validate-input',
    'prompts-list',
    'resources-list',
    'sep-2164-resource-not-found',
    'server-sse-multiple-streams',
    'tools-list',
  ],
  '2025-11-25': [
    'dns-rebinding-protection',
    'ping',
    'prompts-list',
    'resources-list',
    'server-initialize',
    'tools-list',
  ],
}

/** How a check fails that calls a tool, a prompt or a resource of the suite. */
const LACKS_A_FIXTURE = /'test_\w+'|test:\/\/|InputRequiredResult/
/** Methods that are not announced, because Tablero does not offer them. docs/mcp.md says so. */
const NOT_OFFERED: Record<string, readonly string[]> = {
  '2026-07-28': [],
  '2025-11-25': ['logging-set-level', 'resources-subscribe', 'resources-unsubscribe', 'tools-call-with-logging'],
}

let database: TestDatabase
let folder: string
let proxy: Awaited<ReturnType<typeof key_proxy>>
let tablero: TableroProcess
const { answer } = command_line(() => ({ url: database.url, folder }))

before(async () => {
  database = await test_database()
  folder = await mkdtemp(join(tmpdir(), 'tablero-conformance-'))
  const { org_id } = await answer('org', 'create', 'Conformance')
  const { key } = await answer('key', 'create', '--name', 'suite', '--scopes', 'all', '--org', org_id)
  const { master_key } = load_config({}, { DATA_DIR: folder })
  proxy = await key_proxy()
  const env = { BASE_URL: proxy.url }
  tablero = await start_tablero({ name: 'conformance', role: 'api', database_url: database.url, master_key, env })
  Object.assign(proxy.target, { url: tablero.url, key })
})
after(async () => {
  proxy?.close()
  await tablero?.end('SIGTERM')
  await database?.drop()
  await rm(folder, { recursive: true, force: true })
})

for (const revision of ['2026-07-28', '2025-11-25'])
  test(`${revision}: every scenario passes that needs no fixture, and others fail only for lack of one`, async (context) => {
    const required = await required_by(revision)
    const ran = await run_suite(proxy.url, revision)
    const failures = failures_of(ran, required)
    // A scenario without a successful check has tested nothing.
    const passed = required.filter(
      (scenario) =>
        failures_of(ran, [scenario]).length === 0 && ran.get(scenario)!.some(({ status }) => status === 'SUCCESS'),
    )
    context.diagnostic(`${passed.length} of ${required.length} scenarios pass: ${passed.join(', ')}`)
    assert.deepEqual(passed.sort(), passing[revision])
    const others = failures.filter(({ why }) => !LACKS_A_FIXTURE.test(why)).map(({ scenario }) => scenario)
    assert.deepEqual([...new Set(others)].sort(), NOT_OFFERED[revision])
  })
