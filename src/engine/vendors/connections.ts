// Creates connections with validated settings and encrypted secrets, and revokes them.
import type { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Connector } from '#engine/connector.ts'
import { refuse } from '#engine/outcomes.ts'
import { type Keyring, store_secrets } from '#engine/vendors/secrets.ts'

export interface NewConnection {
  org_id: string
  platform: string
  name: string
  settings: Record<string, unknown>
  secrets: Record<string, string>
}

/** Refuses invalid settings or secrets. The error names only the fields. `db` is a transaction of the organization. */
export async function create_connection(
  db: Database,
  engine: Keyring & { connectors: Record<string, Connector> },
  { org_id, platform, name, settings, secrets }: NewConnection,
): Promise<string> {
  const { connectors } = engine
  const connector = connectors[platform]
  if (!connector) refuse(`'${platform}' cannot be connected. Platforms: ${Object.keys(connectors).join(', ')}.`)
  const checked = connector.settings.safeParse(settings)
  if (!checked.success) refuse(`Settings of ${platform}: ${faults(checked.error.issues)}`)
  const sealed = connector.auth.secrets.safeParse(secrets)
  if (!sealed.success) refuse(`Secrets of ${platform}: ${faults(sealed.error.issues)}`)
  const { connection_id } = await db
    .insertInto('connections')
    .values({ org_id, platform, name, settings: JSON.stringify({ ...settings, ...checked.data }) })
    .returning('connection_id')
    .executeTakeFirstOrThrow()
  await store_secrets(db, engine, { org_id, connection_id }, sealed.data as Record<string, string>)
  return connection_id
}

function faults(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map(({ path, message }) => {
      const name = path.map(String).join('.')
      return message.endsWith('received undefined') ? `${name} is missing.` : `${name}: ${message}.`
    })
    .join(' ')
}
