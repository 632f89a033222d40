// Which limits of a vendor hold for the requests of a connection, and in whose name they are counted.
import type { Connector, Pace, Secrets } from '#engine/connector.ts'
import type { App } from '#engine/sign_in.ts'
import { type Asker, app_of, user_of } from '#engine/vendors/governor.ts'

export interface Holder {
  platform: string
  org_id: string
  connection_id: string
  /** The operator's app at this platform. */
  app?: App
}

/** `by`: who asks, without the account and the kind of work. */
export function held_limits({ api, auth }: Pick<Connector, 'api' | 'auth'>, secrets: Secrets, of: Holder) {
  const { platform, org_id: org, connection_id } = of
  const name = auth.app ?? 'client_id'
  const app = of.app?.[name] === secrets[name] ? of.app : undefined
  const paces: Pace[] = [api.pace]
    .flat()
    .filter(({ unless = {} }) => !Object.entries(unless).some(([name, value]) => app?.[name] === value))
  const by = { platform, org, user: user_of(secrets, connection_id, auth), app: app_of(secrets, name) }
  return { paces, by: by satisfies Omit<Asker, 'account_id' | 'priority'> }
}
