// A vendor's answer names the next page. The request for the next page contains the connection's credential, so it may go only to
// hosts that the connector declares.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { connectors } from '#connectors/index.ts'
import type { Connector } from '#engine/connector.ts'
import { Governor } from '#engine/vendors/governor.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { create_vendor_api } from '#engine/vendors/vendor_api.ts'
import { system_clock } from '#lib/clock.ts'
import { memory_budgets } from '#test/memory_budgets.ts'
import { memory_reports } from '#test/memory_reports.ts'
import { no_dialing } from '#test/no_dialing.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { talkative } from './leaky_vendor.ts'

const BASE = 'https://vendor.test'
const elsewhere = [
  'https://elsewhere.test/next',
  'https://vendor.test.elsewhere.test/',
  'https://elsewhere.test/vendor.test',
  'https://elsewhere.test#vendor.test',
  'https://vendor.test@elsewhere.test/',
  'https://elsewhere.test\\@vendor.test/',
  'https://vendor.test:444/',
  'https://xvendor.test/',
  'https://vendor.test%2eelsewhere.test/',
  'https://127.0.0.1/',
  '.elsewhere.test/',
  '@elsewhere.test/',
  ':444/',
  'http://vendor.test/',
  'https://[elsewhere?access_token=token',
  'https://',
  '[',
]

function api_of(connector: Connector, next: string | undefined, settings: Record<string, unknown> = {}) {
  const reached: string[] = []
  const fetch = async ({ url }: { url: string }) => {
    reached.push(url)
    return { status: 200, headers: {}, text: JSON.stringify({ next }) }
  }
  const kept = { access_token: 'token', client_id: 'id', client_secret: 'secret', refresh_token: 'refresh' }
  const api = create_vendor_api({
    connector,
    settings,
    secrets: { load: async () => kept, renew: async (renew) => renew(kept) },
    outbound: { ...no_dialing, fetch },
    reports: memory_reports(),
    governor: new Governor(memory_budgets(), system_clock),
    platform: 'talkative',
    org_id: 'org',
    connection_id: 'one',
    clock: system_clock,
    signal: new AbortController().signal,
  })
  return { api, reached }
}

async function read_pages({ api }: ReturnType<typeof api_of>, path = '/first') {
  const schema = z.object({ next: z.string().optional() })
  const pages = api.pages({ path, schema, records: () => [] as never[], next: (body) => body.next ?? null })
  for await (const _ of pages);
}

for (const next of elsewhere)
  test(`a next page at ${next} is not requested`, async () => {
    const vendor = api_of(talkative, next)
    await assert.rejects(read_pages(vendor), VendorRefusal)
    assert.deepEqual(vendor.reached, [`${BASE}/first`])
  })

test('a next page at the vendor’s own host is requested', async () => {
  const vendor = api_of(talkative, undefined)
  await read_pages(vendor, `${BASE}/second?page=2`)
  assert.deepEqual(vendor.reached, [`${BASE}/second?page=2`])
})

test('no connector reaches a host that it does not declare', async () => {
  for (const [platform, connector] of Object.entries(connectors)) {
    const settings = sandbox_connections.find((one) => one.platform === platform)?.settings ?? {}
    const { hosts } = connector.api
    assert.ok((typeof hosts === 'function' ? hosts(settings) : hosts).length > 0, platform)
    const vendor = api_of(connector, undefined, settings)
    await assert.rejects(read_pages(vendor, 'https://elsewhere.test/'), VendorRefusal, platform)
    assert.deepEqual(vendor.reached, [], platform)
  }
})
