// The endpoints of the library that Tablero opens. All others do not exist.
export interface Endpoint {
  method: 'GET' | 'POST'
  path: RegExp
  /** The password of the account that the body names is tried, or that of the session's own account. */
  tries?: 'password' | 'own password'
}

const post = (path: string, tries?: Endpoint['tries']): Endpoint => ({
  method: 'POST',
  path: new RegExp(`^${path}$`),
  ...(tries && { tries }),
})
const get = (path: string): Endpoint => ({ method: 'GET', path: new RegExp(`^${path}$`) })

const endpoints: readonly Endpoint[] = [
  post('/sign-up/email'),
  post('/sign-in/email', 'password'),
  post('/sign-in/social'),
  get('/callback/(google|github)'),
  post('/sign-out'),
  get('/get-session'),
  post('/request-password-reset'),
  post('/reset-password'),
  post('/send-verification-email'),
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
  post('/two-factor/verify-totp'),
  post('/two-factor/verify-backup-code'),
  post('/two-factor/generate-backup-codes', 'own password'),
]

export const endpoint_of = (method: string, path: string): Endpoint | undefined =>
  endpoints.find((one) => one.method === method && one.path.test(path))
