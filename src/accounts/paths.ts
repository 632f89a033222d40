// The endpoints of the library that Tablero opens. All others do not exist.
import { REPLACEMENT, storable_text } from '#lib/text.ts'

export interface Endpoint {
  method: 'GET' | 'POST'
  path: RegExp
  /**
   * What is tried: the password of the account that the body names, that of the session's own account, or a code of the person who signs in.
   * `email`: the account that the body names can get an email.
   */
  tries?: 'password' | 'own password' | 'code' | 'email'
}

const post = (path: string, tries?: Endpoint['tries']): Endpoint => ({
  method: 'POST',
  path: new RegExp(`^${path}$`),
  ...(tries && { tries }),
})
const get = (path: string): Endpoint => ({ method: 'GET', path: new RegExp(`^${path}$`) })

const endpoints: readonly Endpoint[] = [
  post('/sign-up/email', 'email'),
  post('/sign-in/email', 'password'),
  post('/sign-in/social'),
  get('/callback/(google|github)'),
  post('/sign-out'),
  get('/get-session'),
  post('/request-password-reset', 'email'),
  post('/reset-password'),
  post('/send-verification-email', 'email'),
  get('/verify-email'),
  get('/list-sessions'),
  post('/revoke-session'),
  post('/revoke-other-sessions'),
  post('/change-password', 'own password'),
  post('/update-user'),
  post('/delete-user', 'own password'),
  post('/two-factor/enable', 'own password'),
  post('/two-factor/disable', 'own password'),
  post('/two-factor/get-totp-uri', 'own password'),
  post('/two-factor/verify-totp', 'code'),
  post('/two-factor/verify-backup-code', 'code'),
  post('/two-factor/generate-backup-codes', 'own password'),
]

/** An encoded query or form whose values PostgreSQL can look up. Bodies of JSON have no NUL (src/http/body.ts). */
export const storable_query = (text: string): string => storable_text(text).replaceAll('%00', REPLACED)

const REPLACED = encodeURIComponent(REPLACEMENT)

export const endpoint_of = (method: string, path: string): Endpoint | undefined =>
  endpoints.find((one) => one.method === method && one.path.test(path))
