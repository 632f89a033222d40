// Which limits of a vendor hold for the requests of a connection, and in whose name they are counted.

import type { App } from '#engine/connector/sign_in.ts'
import type { Connector, Pace, Secrets } from '#engine/connector.ts'
import { type Asker, app_of, user_of } from '#engine/vendors/governor.ts'

export interface Holder {
  platform: string
  org_id: string
  connection_id: string
  /** The operator's app at this platform. */
  app?: App
}

/** Names of a user and an app, from which nobody can read secrets. */
export type Counted = Pick<Asker, 'user' | 'app'>

type Declared = Pick<Connector, 'api' | 'auth'>

const secret_of_app = ({ auth }: Declared) => auth.app ?? 'client_id'

export const counted_as = (connector: Declared, secrets: Secrets, connection_id: string): Counted => ({
  user: user_of(secrets, connection_id, connector.auth),
  app: app_of(secrets, secret_of_app(connector)),
})

/** `by`: who asks, without the account and the kind of work. */
export function held_limits(connector: Declared, counted: Counted, { platform, org_id: org, app = {} }: Holder) {
  const is_of_operator = app_of(app, secret_of_app(connector)) === counted.app
  const paces: Pace[] = [connector.api.pace]
    .flat()
    .filter(
      ({ unless = {} }) => !is_of_operator || !Object.entries(unless).some(([name, value]) => app[name] === value),
    )
  return { paces, by: { platform, org, ...counted } }
}
