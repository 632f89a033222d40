// What the page of a sign-in shows: the keys to type, the accounts to choose, or the progress of the first sync.

import { with_choice_of } from '#engine/account_choice.ts'
import { added_fields, parted } from '#engine/connecting/added.ts'
import { connected_accounts, may_choose_all } from '#engine/connecting/choose.ts'
import { accounts_of, test_keys } from '#engine/connecting/listing.ts'
import { type About, type ConnectingParts, Stopped } from '#engine/connecting/parts.ts'
import {
  about_of,
  is_own,
  type Listed,
  load_pending,
  type Pending,
  read_reference,
  values_of,
  within,
} from '#engine/connecting/pending.ts'
import { check_typed } from '#engine/connecting/typed.ts'
import { type Missing, missing_of } from '#engine/connector/sign_in.ts'
import { type CredentialField, given_fields } from '#engine/vendors/credential_fields.ts'
import { message } from '#messages/message.ts'

export type SignInPage = About & { pending: Pending } & (
    | { shows: 'keys'; fields: CredentialField[]; secret_names: string[] }
    | { shows: 'waiting' | 'listing' }
    | {
        shows: 'accounts'
        accounts: (Listed & { connected_by?: string })[]
        /** Ids of the current choice. Undefined: all. */
        chosen: string[] | undefined
        /** False: only accounts that were chosen before are listed. */
        may_be_all: boolean
        missing: Missing
        /** Values that the person can add. */
        added: CredentialField[]
      }
    | {
        shows: 'progress'
        name: string
        missing: Missing
        run: RunState | undefined
        ends_at: string | null
      }
  )

export interface RunState {
  state: string
  progress: number
  stream: string | null
  rows: number
  error: string | null
}

/** The sign-in of a page. Only the browser that began it sees the page. */
export async function open_page(parts: ConnectingParts, reference: string, browser: string | undefined) {
  const place = read_reference(parts, 'page', reference)
  if (!place) throw new Stopped(message('connecting.page_ended'))
  const pending = await within(parts, place.org_id, (db) => load_pending(db, parts, place.sign_in_id))
  if (!pending || !is_own(pending, browser)) throw new Stopped(message('connecting.page_ended'))
  return { ...(await about_of(parts, place.org_id, pending.platform)), pending, returns: pending.returns }
}

export async function sign_in_page(
  parts: ConnectingParts,
  reference: string,
  browser: string | undefined,
): Promise<SignInPage> {
  const opened = await open_page(parts, reference, browser)
  const { pending, sign_in, connector } = opened
  if (pending.step === 'done') return { ...opened, shows: 'progress', ...(await progress_of(parts, opened)) }
  if (pending.step === 'begun') {
    if (sign_in.kind !== 'keys') return { ...opened, shows: 'waiting' }
    const secrets = given_fields(connector.auth.secrets)
    return {
      ...opened,
      shows: 'keys',
      fields: [...given_fields(connector.settings).filter(({ name }) => name !== 'account_ids'), ...secrets],
      secret_names: secrets.map(({ name }) => name),
    }
  }
  const accounts = await accounts_of(parts, opened, pending)
  if (!accounts) return { ...opened, shows: 'listing' }
  const { connected, values } = await within(parts, pending.org_id, async (db) => ({
    connected: await connected_accounts(db, pending),
    values: await values_of(db, parts, pending),
  }))
  const { account_ids } = pending.settings
  return {
    ...opened,
    shows: 'accounts',
    accounts: accounts.map((account) => ({ ...account, connected_by: connected.get(account.account_id) })),
    chosen: Array.isArray(account_ids) ? account_ids : undefined,
    may_be_all: may_choose_all(pending, Object.keys(parted(sign_in, values).own).length > 0),
    missing: missing_of(sign_in, connector, pending.scopes),
    added: added_fields(opened),
  }
}

/** Tests the typed keys. The next page shows the accounts. */
export async function type_keys(
  parts: ConnectingParts,
  page: About & { pending: Pending },
  typed: Record<string, string>,
): Promise<void> {
  if (page.pending.step === 'done' || page.sign_in.kind !== 'keys')
    throw new Stopped(message('connecting.page_ended'), page)
  const { settings, secrets } = check_typed(page, typed)
  await test_keys(parts, page, page.pending, { settings: with_choice_of(page.pending.settings, settings), secrets })
}

async function progress_of(parts: ConnectingParts, { pending, sign_in, connector }: About & { pending: Pending }) {
  const { connection_id, run_id, org_id } = pending
  return within(parts, org_id, async (db) => {
    const connection = await db
      .selectFrom('connections')
      .select(['name', 'granted_scopes', 'access_ends_at'])
      .where('connection_id', '=', connection_id!)
      .executeTakeFirst()
    const run = await db
      .selectFrom('sync_runs')
      .select(['state', 'progress', 'stream', 'rows', 'error'])
      .where('run_id', '=', run_id!)
      .executeTakeFirst()
    return {
      name: connection?.name ?? '',
      missing: missing_of(sign_in, connector, connection?.granted_scopes ?? null),
      ends_at: connection?.access_ends_at ?? null,
      run: run && { ...run, rows: Number(run.rows) },
    }
  })
}
