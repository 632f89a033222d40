// Emails of accounts, in the person's language.
import { language_of } from '#accounts/language.ts'
import type { AccountSettings } from '#accounts/settings.ts'
import type { Letter } from '#engine/mail.ts'

interface Reader {
  email: string
  /** A column of ours, which the library's types do not know. */
  language?: unknown
}

/** A function that stores an email to a person. Without mail, nothing is stored, and the log says so. */
export function outbox_of({ mail, log }: Pick<AccountSettings, 'mail' | 'log'>) {
  return async (
    user: object,
    request: Request | undefined,
    letter: Pick<Letter, 'message' | 'values'>,
  ): Promise<void> => {
    const { email, language } = user as Reader
    if (!mail) return log.warn({ message: letter.message }, 'an email was not sent: set SMTP_URL')
    await mail.post({ to: email, language: language_of(language, request?.headers.get('accept-language')), ...letter })
  }
}
