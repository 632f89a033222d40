// Errors of accounts in words. None of them says whether an address has an account.
import { Failure } from '../api/failure.ts'
import { t } from '../lib/language.ts'

const sentences: Record<string, () => string> = {
  INVALID_EMAIL_OR_PASSWORD: () => t('Email or password is wrong.'),
  INVALID_PASSWORD: () => t('The password is wrong.'),
  EMAIL_NOT_VERIFIED: () => t('Confirm your email address first. We sent you a link.'),
  INVALID_CODE: () => t('This code is wrong or was used already.'),
  INVALID_BACKUP_CODE: () => t('This code is wrong or was used already.'),
  INVALID_TWO_FACTOR_COOKIE: () => t('This took too long. Sign in again.'),
  INVALID_TOKEN: () => t('This link was used already, or it is too old. Ask for a new one.'),
  TOKEN_EXPIRED: () => t('This link was used already, or it is too old. Ask for a new one.'),
  REQUEST_EXPIRED: () => t('This request is too old, or was changed. Start again in the app.'),
  INVALID_EMAIL: () => t('This is not an email address.'),
  PASSWORD_TOO_SHORT: () => t('The password is too short.'),
  PASSWORD_TOO_LONG: () => t('The password is too long.'),
  PASSWORD_COMPROMISED: () => t('This password is known from a leak. Choose another one.'),
}

/** The same error, in words of the person's language where we have them. */
export function in_words(error: unknown): unknown {
  if (!(error instanceof Failure) || error.code === undefined) return error
  const sentence = sentences[error.code]?.()
  if (sentence === undefined) return error
  const { request_id, retry_after_s, code } = error
  return new Failure(sentence, { outcome: 'error', request_id, retry_after_s, code })
}
