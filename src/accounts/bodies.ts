// What Tablero demands of a request beyond the library, before the library sees it.
import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { languages } from '#messages/message.ts'

/** Characters of a name, as in the table. */
const NAME_MAX = 100

/** Longer than any code. */
const CODE_MAX = 100

const name = z
  .string()
  .transform((text) => text.trim())
  .refine((text) => text.length >= 1 && text.length <= NAME_MAX)
const code_of_app = z.object({
  code: z
    .string()
    .trim()
    .regex(/^\d{6}$/),
})
const recovery_code = z.object({ code: z.string().trim().max(CODE_MAX) })
const language = z.enum(languages).nullish()

/** Fields that are not named here never reach the library. */
const forms: Record<string, { form: z.ZodType<Record<string, unknown>>; sentence: string }> = {
  '/sign-up/email': {
    form: z.object({ name, email: z.string(), password: z.string(), callbackURL: z.string().optional(), language }),
    sentence: `Send name (1 to ${NAME_MAX} characters), email and password, and as language ${languages.join(', ')} or nothing.`,
  },
  '/update-user': {
    form: z.strictObject({ name: name.optional(), language }),
    sentence: `Send name (1 to ${NAME_MAX} characters), language (${languages.join(', ')}), or both.`,
  },
  // A thief of the old password may have a session.
  '/change-password': {
    form: z
      .object({ currentPassword: z.string().min(1), newPassword: z.string() })
      .transform((body) => ({ ...body, revokeOtherSessions: true })),
    sentence: 'Send currentPassword and newPassword.',
  },
  // The library would delete the account of a session that is less than a day old without a password.
  '/delete-user': {
    form: z.object({ password: z.string().min(1) }),
    sentence: 'Send your password. If you have none, choose one first: the page for a forgotten password sends a link.',
  },
  '/revoke-session': { form: z.object({ id: z.string() }), sentence: 'Send the id of one of your sessions as id.' },
  // The library would also remember the browser for a month, and answer without making a session.
  '/two-factor/verify-totp': { form: code_of_app, sentence: 'Send code: the six digits that your app shows.' },
  '/two-factor/verify-backup-code': { form: recovery_code, sentence: 'Send code: one of your recovery codes.' },
  '/two-factor/enable': {
    form: z.object({ password: z.string().min(1) }),
    sentence: 'Send your password. If you have none, choose one first: the page for a forgotten password sends a link.',
  },
}

/** The body as the library gets it. Refuses a body that does not fit. */
export function checked_body(path: string, body: Record<string, unknown>): Record<string, unknown> {
  const demanded = forms[path]
  if (!demanded) return body
  const read = demanded.form.safeParse(body)
  return read.success ? read.data : refuse(demanded.sentence)
}
