// The connectors of platforms on which a person can have several accounts, of which an organization reads all or some.
import { z } from 'zod'
import { type Account, type Connector, connector, type DeclaredConnector } from '#engine/connector.ts'

/** Ids of accounts are numbers on most platforms. */
const NUMBER = z.string().regex(/^\d+$/)

type Accounts = DeclaredConnector['accounts']

interface ChosenAccounts extends Omit<Accounts, 'read'> {
  /** Describes the setting that names the accounts to read. */
  about: string
  /** The form of their ids. */
  id?: z.ZodString
  /** `wanted`: the accounts that the setting names. Undefined: all. */
  read: (source: Parameters<Accounts['read']>[0] & { wanted?: readonly string[] }) => Promise<Account[]>
}

export interface OfAccounts extends Omit<DeclaredConnector, 'settings' | 'accounts'> {
  /** Settings beside the accounts to read. */
  settings?: z.ZodRawShape
  accounts: ChosenAccounts
}

/** A connector with the setting that names the accounts to read. */
export const account_connector = ({
  settings,
  accounts: { about, id = NUMBER, read, ...accounts },
  ...declared
}: OfAccounts): Connector =>
  connector({
    ...declared,
    settings: z.object({ ...settings, account_ids: z.array(id).min(1).optional().describe(about) }),
    accounts: {
      ...accounts,
      read: (source) => read({ ...source, wanted: source.settings.account_ids as string[] | undefined }),
    },
  })
