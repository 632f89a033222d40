// Values that a person typed into the form of a platform with keys, checked by the connector's own schemas.
import { type About, Stopped } from '#engine/connecting/parts.ts'
import type { Secrets, Settings } from '#engine/connector.ts'
import { Refusal } from '#engine/outcomes.ts'
import { check_credentials, given_fields } from '#engine/vendors/credential_fields.ts'
import { message } from '#messages/message.ts'

/** A value as its schema expects it. A form has texts only. */
function value_of(text: string | undefined, is_list: boolean): unknown {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  return is_list ? trimmed.split(/[\s,]+/).filter(Boolean) : trimmed
}

export function check_typed(about: About, typed: Record<string, string>): { settings: Settings; secrets: Secrets } {
  const { platform, connector } = about
  const values = (schema: Parameters<typeof given_fields>[0]) =>
    Object.fromEntries(
      given_fields(schema)
        .map(({ name, is_list }) => [name, value_of(typed[name], is_list)] as const)
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
