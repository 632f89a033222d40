// Runs a connector against the sandbox over HTTP, through the engine's own outbound requests, and keeps the exchanges for the
// validators.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import type { Account, Connector, Secrets, Stream } from '#engine/connector.ts'
import { Governor } from '#engine/vendors/governor.ts'
import { create_outbound } from '#engine/vendors/outbound.ts'
import { create_vendor_api } from '#engine/vendors/vendor_api.ts'
import { rows_of_days } from '#test/canned_api.ts'
import { memory_budgets } from '#test/memory_budgets.ts'
import { memory_reports } from '#test/memory_reports.ts'
import { in_flight } from '#test/sync.ts'
import { create_sandbox, type SandboxOptions } from '../../sandbox/server.ts'
import type { Exchange } from './discovery.ts'

export const google_secrets = (platform: string): Secrets => ({
  client_id: 'sandbox-client',
  client_secret: 'sandbox-secret',
  refresh_token: `sandbox-refresh-${platform}`,
})

interface Wired {
  connector: Connector
  platform: string
  secrets: Secrets
  settings?: Record<string, unknown>
  sandbox?: SandboxOptions
}

export async function wire({ connector, platform, secrets, settings = {}, sandbox: options }: Wired) {
  const sandbox = await create_sandbox({
    frozen: true,
    now: '2026-11-18T20:00:00Z',
    history_days: 380,
    keep_answers: true,
    ...options,
  })
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = sandbox.app.server.address() as AddressInfo
  const flight = in_flight()
  const http = create_outbound({ sandbox_url: `http://127.0.0.1:${port}` })
  const outbound = { ...http, fetch: (...asked: Parameters<typeof http.fetch>) => flight.during(http.fetch(...asked)) }
  // Does not wait, but moves the sandbox's clock, so that its rate limits are kept.
  const clock = {
    now: () => new Date(sandbox.clock.now()),
    async sleep(ms: number) {
      await flight.landed()
      sandbox.clock.advance(ms)
    },
  }
  let stored = secrets
  const reports = memory_reports()
  const { wait_ms, left_ms } = reports
  const budgets = memory_budgets()
  // As a sync that a person waits for, which may fill the whole limits.
  const vendor = create_vendor_api({
    connector,
    settings,
    outbound,
    reports,
    governor: new Governor(budgets, clock),
    platform,
    org_id: 'org',
    connection_id: 'wired',
    clock,
    signal: new AbortController().signal,
    secrets: {
      load: async () => stored,
      renew: async (renew) => {
        stored = await renew(stored)
        return stored
      },
    },
  })
  const api = vendor.asking({ priority: 'person' })

  let answered = 0
  return {
    sandbox,
    api,
    write: vendor.writing({ priority: 'person' }),
    reports,
    accounts: () => connector.accounts.read({ api, settings }),

    /** The next read finds no ordered report, and limits that nobody has used. */
    forget() {
      reports.clear()
      Object.assign(reports, { wait_ms, left_ms })
      budgets.clear()
      sandbox.limits.forget()
    },

    /** Every row that a window stream returns for the given days of an account. */
    async rows(stream: Stream | undefined, account: Account, from: string, to: string) {
      // As in a sync of its own.
      reports.wait_ms = wait_ms
      const found = await rows_of_days(stream, { api, account, from, to })
      for (const request of reports.read) await reports.store.forget(request)
      return found
    },

    /** Answered requests to the platform, without token requests. None exceeded a limit. */
    exchanges(): Exchange[] {
      assert.deepEqual(sandbox.limits.violations(), [])
      const found = sandbox.log
        .list(platform)
        .filter(({ status }) => status === 200)
        .map(({ method, url, body, answer }) => ({ method, url, body, answer: JSON.parse(answer ?? 'null') }))
      answered = Math.max(answered, found.length)
      return found
    },

    async close() {
      if (answered > 0)
        console.log(`${platform}: ${answered} requests and their answers were compared with the contract`)
      await outbound.close()
      await sandbox.app.close()
    },
  }
}
