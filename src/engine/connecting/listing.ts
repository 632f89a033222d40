// The accounts that a new sign-in can read, listed by the connector itself. The list also proves that the credential works.

import type { About, ConnectingParts } from '#engine/connecting/parts.ts'
import {
  change_pending,
  type Listed,
  load_pending,
  type Pending,
  values_of,
  within,
} from '#engine/connecting/pending.ts'
import { vendor_stopped } from '#engine/connecting/vendor_errors.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { Governor, shared_budgets } from '#engine/vendors/governor.ts'
import { type Reports, reports_in } from '#engine/vendors/reports.ts'
import { create_vendor_api, type SecretStore } from '#engine/vendors/vendor_api.ts'

/** A person waits for the list. When it takes longer, the person loads the page again. */
const LIST_MS = 60_000

/** No list of accounts orders a report. */
const no_reports: Reports = reports_in({ find: async () => undefined, keep: async () => {}, forget: async () => {} })

interface Wanted {
  settings: Settings
  secrets: SecretStore
}

/** The API of the platform, for a person who waits for the answer. */
export function sign_in_api(
  { apps, outbound, clock, pool }: ConnectingParts,
  { connector, platform }: About,
  { org_id, sign_in_id, connection_id }: Pending,
  { settings, secrets }: Wanted,
) {
  return create_vendor_api({
    ...{ connector, platform, settings, secrets, outbound, clock },
    org_id,
    connection_id: connection_id ?? sign_in_id,
    app: apps[platform],
    governor: new Governor(shared_budgets(pool.worker.org), clock),
    reports: no_reports,
    signal: AbortSignal.timeout(LIST_MS),
  }).asking({ priority: 'person' })
}

async function list(
  parts: ConnectingParts,
  about: About,
  pending: Pending,
  { settings, secrets }: Wanted,
): Promise<Listed[]> {
  const { connector } = about
  // The choice is made among all accounts.
  const { account_ids: _, ...all } = settings
  const api = sign_in_api(parts, about, pending, { settings: all, secrets })
  const found = await connector.accounts.read({ api, settings: all }).catch(async (error) => {
    throw vendor_stopped(error, about, await secrets.load())
  })
  return found.map(({ account_id, name, currency, unreadable, limited }) => ({
    account_id,
    name,
    currency,
    unreadable,
    limited,
  }))
}

/** The accounts of a sign-in to which the platform has answered. They are listed once. */
export async function accounts_of(parts: ConnectingParts, about: About, pending: Pending): Promise<Listed[]> {
  if (pending.accounts) return pending.accounts
  const accounts = await list(parts, about, pending, {
    settings: pending.settings,
    secrets: stored_secrets(parts, pending),
  })
  await within(parts, pending.org_id, (db) => change_pending(db, parts, pending, { accounts }))
  return accounts
}

/** Stores typed keys only after they have listed the accounts. */
export async function test_keys(
  parts: ConnectingParts,
  about: About,
  pending: Pending,
  { settings, secrets }: { settings: Settings; secrets: Secrets },
): Promise<void> {
  let newest = secrets
  const memory: SecretStore = {
    load: async () => newest,
    renew: async (renew) => {
      newest = await renew(newest)
      return newest
    },
  }
  const accounts = await list(parts, about, pending, { settings, secrets: memory })
  await within(parts, pending.org_id, (db) =>
    change_pending(db, parts, pending, { step: 'returned', settings, secrets: newest, accounts }),
  )
}

/** A token for one use is stored before it is used, as for connections. */
function stored_secrets(parts: ConnectingParts, pending: Pending): SecretStore {
  return {
    load: () => within(parts, pending.org_id, (db) => values_of(db, parts, pending)),
    renew: (renew) =>
      within(parts, pending.org_id, async (db) => {
        const locked = (await load_pending(db, parts, pending.sign_in_id, { lock: true })) ?? pending
        const stored = await values_of(db, parts, locked)
        const fresh = await renew(stored)
        if (fresh !== stored) await change_pending(db, parts, pending, { secrets: fresh })
        return fresh
      }),
  }
}
