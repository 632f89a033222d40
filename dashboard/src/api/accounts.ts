// Requests about a person's own account: signing in, password, second factor, sessions.
import type { Scope } from '../../../src/domain/scopes.ts'
import { Failure } from './failure.ts'
import { outcome_of_status, send } from './send.ts'
import { sign_in_again } from './session_end.ts'

export interface SignUpOptions {
  sign_up: 'open' | 'invited' | 'closed'
  providers: ('google' | 'github')[]
  password_min: number
  password_max: number
}

export interface SessionOfPerson {
  id: string
  ipAddress: string | null
  userAgent: string | null
  createdAt: string
  updatedAt: string
  expiresAt: string
}

/** What an app says of itself, and the address of the document that says so. */
export interface AppOfRequest {
  name: string | null
  document: string | null
}

export type Decision = { oauth_query: string } & (
  | { accept: false }
  | { accept: true; org_id: string; scopes: readonly Scope[] }
)

/** Each path with the body that it takes and what it answers. A path without a body is read with GET. */
interface Paths {
  options: { body: undefined; result: SignUpOptions }
  'get-session': { body: undefined; result: { session: { id: string }; user: { id: string } } | null }
  'list-sessions': { body: undefined; result: SessionOfPerson[] }
  'sign-in/email': { body: { email: string; password: string }; result: { twoFactorRedirect?: boolean } }
  'sign-in/social': {
    body: { provider: string; callbackURL: string; errorCallbackURL: string }
    result: { url?: string }
  }
  'sign-up/email': { body: { name: string; email: string; password: string; callbackURL: string }; result: object }
  'sign-out': { body: object; result: object }
  'request-password-reset': { body: { email: string; redirectTo: string }; result: object }
  'reset-password': { body: { newPassword: string; token: string }; result: object }
  'send-verification-email': { body: { email: string; callbackURL: string }; result: object }
  'revoke-session': { body: { id: string }; result: object }
  'revoke-other-sessions': { body: object; result: object }
  'change-password': {
    body: { currentPassword: string; newPassword: string; revokeOtherSessions: boolean }
    result: object
  }
  'update-user': { body: { name?: string; language?: string }; result: object }
  'delete-user': { body: { password: string }; result: object }
  'two-factor/enable': { body: { password: string }; result: { totpURI: string; backupCodes: string[] } }
  'two-factor/disable': { body: { password: string }; result: object }
  'two-factor/verify-totp': { body: { code: string; trustDevice?: boolean }; result: object }
  'two-factor/verify-backup-code': { body: { code: string }; result: object }
  'oauth2/app': { body: { client_id: string }; result: AppOfRequest }
  'oauth2/consent': { body: Decision; result: { url: string } }
  'two-factor/generate-backup-codes': { body: { password: string }; result: { backupCodes: string[] } }
}

type Path = keyof Paths

/** Answers 401 to a person who is not signed in yet, so these requests never ask to sign in. */
const BEFORE_SESSION = /^(options|get-session|sign-|request-password|reset-|send-|two-factor\/verify-)/

export async function account<P extends Path>(path: P, body?: Paths[P]['body']): Promise<Paths[P]['result']> {
  const ask = () => send(`/api/auth/${path}`, body === undefined ? { method: 'GET' } : { method: 'POST', body })
  let answer = await ask()
  const had_session =
    answer.status === 401 && !BEFORE_SESSION.test(path) && !String(answer.body?.code ?? '').startsWith('INVALID')
  if (had_session && (await sign_in_again())) answer = await ask()
  const { status, body: result, request_id, retry_after_s } = answer
  if (status >= 200 && status < 300) return result as Paths[P]['result']
  const code = typeof result?.code === 'string' ? result.code : undefined
  const sentence = String(result?.message ?? result?.error ?? '')
  throw new Failure(sentence, { outcome: outcome_of_status(status), request_id, retry_after_s, code })
}
