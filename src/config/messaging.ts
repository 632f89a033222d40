// The variables of the phone number that sends notifications by WhatsApp.
import { z } from 'zod'

/** Values of the app at Meta, which are needed together. */
const needed = {
  WHATSAPP_PHONE: {
    about:
      'The WhatsApp number of this Tablero, such as +525512345678. It sends notifications to phones. The other WHATSAPP variables belong to it.',
    schema: z.string().regex(/^\+[1-9]\d{6,14}$/, { error: 'must be a phone number such as +525512345678' }),
  },
  WHATSAPP_PHONE_ID: {
    about: 'Id of this number in the Cloud API.',
    schema: z.string().regex(/^\d{5,30}$/, { error: 'must be the number that Meta shows as the phone number ID' }),
  },
  WHATSAPP_TOKEN: {
    about: 'Token of a system user of the app at Meta that may send messages.',
    schema: z.string().min(20, { error: 'must be a token of Meta' }),
  },
  WHATSAPP_APP_SECRET: {
    about: 'Secret of the app at Meta, with which it signs what it sends to BASE_URL/hooks/messaging/whatsapp.',
    schema: z.string().min(16, { error: 'must be the secret of the app' }),
  },
  WHATSAPP_VERIFY_TOKEN: {
    about: 'A text of your choice that you also enter at Meta beside that address, so that Meta can check it.',
    schema: z.string().min(16, { error: 'must have at least 16 characters' }),
  },
} as const

export const messaging_variables = {
  ...needed,
  WHATSAPP_TEMPLATE: {
    about:
      'Name of an approved template with one value in its body, in en, es and pt_BR. People who have not written for 24 hours get it. Without it, they get nothing.',
    schema: z.string().regex(/^[a-z0-9_]{1,512}$/, { error: 'must be the name of a template' }),
  },
} as const

type Values = { [Name in keyof typeof messaging_variables as Lowercase<Name>]?: string }

/** Undefined: nothing is configured. `faults` gets a sentence when only a part is. */
export function read_messaging(values: Values, faults: string[]) {
  const names = Object.keys(needed) as (keyof typeof needed)[]
  const missing = names.filter((name) => values[name.toLowerCase() as keyof Values] === undefined)
  if (missing.length === names.length) return undefined
  if (missing.length > 0) faults.push(`${missing.join(', ')} must be set too, because other WHATSAPP variables are.`)
  return {
    phone: values.whatsapp_phone!,
    phone_id: values.whatsapp_phone_id!,
    token: values.whatsapp_token!,
    app_secret: values.whatsapp_app_secret!,
    verify_token: values.whatsapp_verify_token!,
    ...(values.whatsapp_template !== undefined && { template: values.whatsapp_template }),
  }
}
