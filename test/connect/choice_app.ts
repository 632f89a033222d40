// Platforms with a key, whose list of accounts a test decides, and the pages of their choice.
import { z } from 'zod'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import { in_org } from '#db/org.ts'
import { NOT_CHOSEN } from '#engine/account_choice.ts'
import { typed_keys } from '#engine/connector/sign_in.ts'
import { type Account, type Connector, connector } from '#engine/connector.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { type Browser, connect_app } from '#test/connect_app.ts'

export const account = (number: number, more: Partial<Account> = {}): Account => ({
  account_id: `a${number}`,
  name: `Account <${number}>`,
  time_zone: 'UTC',
  currency: 'USD',
  ...more,
})
export const many = (count: number) => Array.from({ length: count }, (_, at) => account(at + 1))

/** What the platform lists now. */
let listed: Account[] = []
/** A platform with a key, whose list of accounts the test decides. */
const small = connector({
  ...connectors.email_a!,
  settings: z.object({}),
  auth: api_key({ secret: 'api_key', header: (key) => ({ authorization: key }) }),
  accounts: { into: [], read: async () => listed, rows: () => ({}) },
})

/** A password that a person can add. */
const secrets = z.object({ ...small.auth.secrets.shape, password: z.string().optional().describe('A password.') })
const adding: Connector = { ...small, auth: { ...small.auth, secrets } }
const adds = { secrets: ['password'], refused: async () => undefined }

/** `email_a` has a key, and `email_b` a password too. */
export async function choice_app() {
  const tablero = await connect_app({
    connectors: { ...connectors, email_a: small, email_b: adding },
    sign_ins: { ...sign_ins, email_b: { ...typed_keys, adds } },
  })
  async function to_accounts(
    accounts: Account[],
    typed: Record<string, string> = {},
    platform = 'email_a',
  ): Promise<Browser> {
    listed = accounts
    const browser = await tablero.browser().open(await tablero.link(platform))
    await browser.submit(typed)
    return browser.submit({ api_key: 'pk_of_the_test' })
  }

  async function connected(accounts: Account[], choice: Record<string, string | string[] | null> = {}) {
    const browser = await to_accounts(accounts)
    await browser.submit(choice)
    const [connection] = await tablero.connections()
    return { browser, connection }
  }

  /** What a sync stores about the accounts. */
  const store_accounts = (connection_id: string, accounts: Account[], account_ids?: string[]) =>
    in_org(tablero.engine.pool.worker, { org_id: tablero.org_id }, (db) =>
      db
        .insertInto('connection_accounts')
        .values(
          accounts.map(({ account_id, name, currency, time_zone, unreadable }) => {
            const reason = unreadable ?? (account_ids?.includes(account_id) === false ? NOT_CHOSEN : null)
            const state = reason ? 'skipped' : 'read'
            return {
              org_id: tablero.org_id,
              connection_id,
              account_id,
              name,
              currency,
              time_zone,
              state,
              reason,
              extra: '{}',
              seen_at: '2026-11-20T12:00:00Z',
            }
          }),
        )
        .execute(),
    )

  const other_choice = async (connection_id: string, platform = 'email_a') => {
    const { browser } = await tablero.member()
    await browser.open(await tablero.link(platform))
    await browser.submit({ action: `accounts ${connection_id}` })
    return browser
  }
  return {
    tablero,
    to_accounts,
    connected,
    store_accounts,
    /** The page of another choice, without a sign-in at the platform. */
    other_choice,
    list(accounts: Account[]) {
      listed = accounts
    },
  }
}

export type ChoiceApp = Awaited<ReturnType<typeof choice_app>>
