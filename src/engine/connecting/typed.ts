// Values that a person typed into the form of a platform with keys, checked by the connector's own schemas.
import { type About, Stopped } from '#engine/connecting/parts.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { Refusal } from '#engine/outcomes.ts'
import { check_credentials, given_fields, value_of } from '#engine/vendors/credential_fields.ts'
import { message } from '#messages/message.ts'

export function check_typed(about: About, typed: Record<string, string>): { settings: Settings; secrets: Secrets } {
  const { platform, connector } = about
  const values = (schema: Parameters<typeof given_fields>[0]) =>
    Object.fromEntries(
      given_fields(schema)
        .map((field) => [field.name, value_of(field, typed[field.name])] as const)
        .filter(([, value]) => value !== undefined),
    )
  try {
    const { settings, secrets } = check_credentials(platform, connector, {
      settings: values(connector.settings),
      secrets: values(connector.auth.secrets),
    })
    return { settings, secrets: secrets as Secrets }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Stopped(
      message('connecting.refused', { vendor: connector.platform.vendor, reason: error.message }),
      about,
    )
  }
}
