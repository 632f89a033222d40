// The settings and secrets that a connection needs, as fields that an operator fills in.
import { z } from 'zod'
import type { Connector } from '#engine/connector.ts'
import { refuse } from '#engine/outcomes.ts'
import { RENEWED } from '#engine/vendors/vendor_auth.ts'

export interface CredentialField {
  name: string
  is_required: boolean
  /** Its value is a list of texts. */
  is_list: boolean
  about: string
}

export function fields_of(schema: z.ZodObject): CredentialField[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' }) as {
    properties?: Record<string, { description?: string; type?: string }>
    required?: string[]
  }
  return Object.entries(properties).map(([name, { description = '', type }]) => ({
    name,
    is_required: required.includes(name),
    is_list: type === 'array',
    about: description,
  }))
}

/** The fields without those that Tablero fills in itself. */
export const given_fields = (schema: z.ZodObject) => fields_of(schema).filter(({ about }) => about !== RENEWED)

interface Given {
  settings: Record<string, unknown>
  secrets: Record<string, unknown>
}

/** Returns the checked values, or refuses them. The error names only the fields. */
export function check_credentials(platform: string, connector: Connector, given: Given): Given {
  const settings = connector.settings.safeParse(given.settings)
  if (!settings.success) refuse(`Settings of ${platform}: ${faults(settings.error.issues)}`)
  const secrets = connector.auth.secrets.safeParse(given.secrets)
  if (!secrets.success) refuse(`Secrets of ${platform}: ${faults(secrets.error.issues)}`)
  return { settings: { ...given.settings, ...settings.data }, secrets: secrets.data }
}

function faults(issues: readonly z.core.$ZodIssue[]): string {
  return issues
    .map(({ path, message }) => {
      const name = path.map(String).join('.')
      return message.endsWith('received undefined') ? `${name} is missing.` : `${name}: ${message}.`
    })
    .join(' ')
}
