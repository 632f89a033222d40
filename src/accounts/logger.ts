// What the library of accounts logs. It catches errors of the database and of emails, and answers without them, so the log has to show them.
import { BetterAuthError, type BetterAuthOptions } from 'better-auth'
import { isAPIError } from 'better-auth/api'
import type { Log } from '#lib/log.ts'
import { cut_text } from '#lib/text.ts'

type Logger = NonNullable<BetterAuthOptions['logger']>

const TEXT_CHARS_MAX = 200

/** Anybody can cause errors about a request: what was sent had the wrong form, or was forged. Their texts quote it. */
const is_about_request = (error: Error): boolean =>
  isAPIError(error) || error instanceof BetterAuthError || error instanceof SyntaxError || 'issues' in error

export const logger_of = (log: Log): Logger => ({
  log(level, ...given: unknown[]) {
    // In some places, the library gives the error in place of the text.
    const error = given.find((part) => part instanceof Error)
    if (level === 'error' && error && !is_about_request(error))
      log.error({ err: error }, 'accounts: the library caught an error')
    else log.debug({ level }, `accounts: ${cut_text(String(given[0]), TEXT_CHARS_MAX)}`)
  },
})
