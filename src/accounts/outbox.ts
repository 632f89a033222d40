// Emails of accounts, in the person's language. The library catches their errors, and answers as if they were stored.
import { AsyncLocalStorage } from 'node:async_hooks'
import { language_of } from '#accounts/language.ts'
import type { AccountSettings } from '#accounts/settings.ts'
import type { Email } from '#engine/mail.ts'

interface Reader {
  email: string
  /** A column of ours, which the library's types do not know. */
  language?: unknown
}

/** The errors of the emails of one request. */
const lost = new AsyncLocalStorage<unknown[]>()

/**
 * Runs a request whose answer says that an email was sent. Fails before it when none can be stored: then nobody gets an account without the
 * email that confirms it. An address without an account gets no email, and fails as well, so a failure says nothing about the address.
 */
export async function with_email<T>(mail: AccountSettings['mail'], request: () => Promise<T>): Promise<T> {
  await mail?.rehearse()
  const errors: unknown[] = []
  const answer = await lost.run(errors, request)
  if (errors.length > 0) throw errors[0]
  return answer
}

/** A function that stores an email to a person. Without an email server, nothing is stored, and the log says so. */
export function outbox_of({ mail, log }: Pick<AccountSettings, 'mail' | 'log'>) {
  return async (user: object, request: Request | undefined, what: Pick<Email, 'message' | 'values'>): Promise<void> => {
    const { email: to, language } = user as Reader
    if (!mail) return log.warn({ message: what.message }, 'an email was not sent: set SMTP_URL')
    try {
      await mail.post({ to, language: language_of(language, request?.headers.get('accept-language')), ...what })
    } catch (error) {
      lost.getStore()?.push(error)
      throw error
    }
  }
}
