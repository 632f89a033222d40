// Emails of accounts, in the person's language.
import { language_of } from '#accounts/language.ts'
import type { AccountSettings } from '#accounts/settings.ts'
import type { Email } from '#engine/mail.ts'

interface Reader {
  email: string
  /** A column of ours, which the library's types do not know. */
  language?: unknown
}

/** A function that stores an email to a person. Without an email server, nothing is stored, and the log says so. */
export function outbox_of({ mail, log }: Pick<AccountSettings, 'mail' | 'log'>) {
  return async (user: object, request: Request | undefined, what: Pick<Email, 'message' | 'values'>): Promise<void> => {
    const { email: to, language } = user as Reader
    if (!mail) return log.warn({ message: what.message }, 'an email was not sent: set SMTP_URL')
    await mail.post({ to, language: language_of(language, request?.headers.get('accept-language')), ...what })
  }
}
