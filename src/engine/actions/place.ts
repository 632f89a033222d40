// Where an action works: an active connection, the action of its connector, one of its accounts, and the platform's API.
import { in_org } from '#db/org.ts'
import type { Action } from '#engine/action.ts'
import type { Account, Api } from '#engine/connector/api.ts'
import type { Connector, Settings } from '#engine/connector.ts'
import { api_of } from '#engine/sync/connected.ts'
import type { SyncParts } from '#engine/sync/reading.ts'
import type { Write } from '#engine/vendors/write.ts'

export interface ActionParts extends SyncParts {
  /** Called after every stored point of an execution, with its name. For tests that kill the process there. */
  after_point?: (point: string) => void
}

export interface ExecutionPlace {
  org_id: string
  execution_id: string
  signal: AbortSignal
}

export interface ActionPlace {
  org_id: string
  connection_id: string
  account_id: string
  action: string
  signal: AbortSignal
}

/** What a preflight or a step works with. */
export interface OpenPlace {
  connector: Connector
  action: Action<unknown, unknown>
  account: Account
  settings: Settings
  api: Pick<Api, 'call' | 'pages' | 'now'>
  write: Write
}

export interface NoPlace {
  /** A sentence that says what to do. */
  missing: string
  cause: 'disconnected' | 'refused'
}

/** Reads the connection and opens the platform's API for a person who waits. */
export async function open_place(parts: ActionParts, place: ActionPlace): Promise<OpenPlace | NoPlace> {
  const { org_id, connection_id, account_id } = place
  const { connection, accounts } = await in_org(parts.pool, { org_id }, async (db) => ({
    connection: await db
      .selectFrom('connections')
      .select(['name', 'platform', 'settings', 'status', 'needs_reconnection', 'granted_scopes'])
      .where('connection_id', '=', connection_id)
      .executeTakeFirst(),
    accounts: await db
      .selectFrom('connection_accounts')
      .selectAll()
      .where('connection_id', '=', connection_id)
      .orderBy('account_id')
      .execute(),
  }))
  const no = (cause: NoPlace['cause'], missing: string): NoPlace => ({ cause, missing })
  const connector = connection && parts.connectors[connection.platform]
  if (!connector || connection.status !== 'active' || connection.needs_reconnection)
    return no('disconnected', 'The connection is not active. Connect the platform again.')
  const { actions = {} } = connector
  const action = Object.hasOwn(actions, place.action) ? actions[place.action] : undefined
  if (!action) {
    const known = Object.keys(actions).join(', ')
    return no('refused', `'${place.action}' is no change of ${connector.title}. Changes: ${known || 'none'}.`)
  }
  const granted = connection.granted_scopes
  const lacking = granted ? action.scopes.filter((scope) => !granted.includes(scope)) : []
  if (lacking.length > 0)
    return no('refused', `The permission ${lacking.join(', ')} was not granted. Connect again and allow it.`)
  const account = accounts.find((one) => one.account_id === account_id)
  if (account?.state !== 'read') {
    const known = accounts.flatMap((one) => (one.state === 'read' ? [one.account_id] : []))
    const why = account?.reason ? ` ${account.reason}` : ''
    return no(
      'refused',
      `${account_id} is no account that can be changed.${why} Accounts: ${known.join(', ') || 'none'}.`,
    )
  }
  const settings = connection.settings as Settings
  const api = api_of(parts, place, { connector, platform: connection.platform, settings })
  const asking = { priority: 'person', account_id } as const
  return {
    connector,
    action: action as unknown as Action<unknown, unknown>,
    account: {
      account_id,
      name: account.name,
      time_zone: account.time_zone,
      currency: account.currency ?? undefined,
      created_on: account.created_on ?? undefined,
      extra: account.extra as Record<string, string>,
    },
    settings,
    api: api.asking(asking),
    write: api.writing(asking),
  }
}

export const is_open = (place: OpenPlace | NoPlace): place is OpenPlace => 'connector' in place

/**
 * Another connection that reads the account of a change, for a change whose own connection ended after something was sent. Undefined:
 * there is none.
 */
export async function open_other_place(parts: ActionParts, place: ActionPlace): Promise<OpenPlace | undefined> {
  const others = await in_org(parts.pool, place, async (db) => {
    const { platform } = await db
      .selectFrom('connections')
      .select('platform')
      .where('connection_id', '=', place.connection_id)
      .executeTakeFirstOrThrow()
    return db
      .selectFrom('connections as c')
      .innerJoin('connection_accounts as a', 'a.connection_id', 'c.connection_id')
      .select('c.connection_id')
      .where('c.platform', '=', platform)
      .where('c.connection_id', '<>', place.connection_id)
      .where('c.status', '=', 'active')
      .where('c.needs_reconnection', '=', false)
      .where('a.account_id', '=', place.account_id)
      .where('a.state', '=', 'read')
      .orderBy('c.created_at', 'desc')
      .execute()
  })
  for (const { connection_id } of others) {
    const other = await open_place(parts, { ...place, connection_id })
    if (is_open(other)) return other
  }
  return undefined
}
