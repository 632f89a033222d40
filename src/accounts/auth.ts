// Accounts of people, by better-auth: passwords, second factors, sessions, other providers. Organizations, members and limits are ours.
import { APIError, type BetterAuthOptions, betterAuth } from 'better-auth'
import { sql } from 'kysely'
import { forget } from '#accounts/attempts.ts'
import { language_of } from '#accounts/language.ts'
import { logger_of } from '#accounts/logger.ts'
import { oauth_plugins } from '#accounts/oauth.ts'
import { has_oauth } from '#accounts/oauth_metadata.ts'
import { outbox_of } from '#accounts/outbox.ts'
import { provider_options, providers_through } from '#accounts/providers.ts'
import { second_factor } from '#accounts/second_factor.ts'
import {
  type AccountSettings,
  ADDRESS_HEADER,
  AUTH_PATH,
  cookie_prefix,
  error_page_of,
  PASSWORD_MAX,
  PASSWORD_MIN,
  secrets_of,
  version_of,
} from '#accounts/settings.ts'
import { kysely_of_accounts } from '#db/accounts.ts'
import { cut_text } from '#lib/text.ts'

const DAY_S = 86_400
const SESSION_S = 30 * DAY_S
const LINK_S = 3_600

const dated = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** The names of our tables and columns. */
const tables = {
  user: {
    modelName: 'users',
    fields: { emailVerified: 'email_verified', ...dated },
    additionalFields: { language: { type: 'string', required: false } },
  },
  session: {
    modelName: 'sessions',
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...dated },
  },
  account: {
    modelName: 'accounts',
    fields: {
      accountId: 'account_id',
      providerId: 'provider_id',
      userId: 'user_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...dated,
    },
  },
  verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...dated } },
} as const satisfies Partial<BetterAuthOptions>

export function options_of(settings: AccountSettings): BetterAuthOptions {
  const { pool, ring, log, providers, mail } = settings
  const secrets = secrets_of(ring)
  const base_url = settings.base_url()
  const post = outbox_of(settings)
  const db = kysely_of_accounts(pool)
  return {
    appName: 'Tablero',
    baseURL: base_url,
    basePath: AUTH_PATH,
    trustedOrigins: [new URL(base_url).origin],
    database: pool.auth,
    secret: secrets[0],
    secrets: secrets.map((value) => ({ version: version_of(value), value })),
    telemetry: { enabled: false },
    logger: logger_of(log),
    // A fault reaches our server, which logs it; the library would print it. The page to sign in says that a provider failed.
    onAPIError: { throw: true, errorURL: error_page_of(base_url) },
    rateLimit: { enabled: false }, // src/accounts/attempts.ts counts by account, and not by an address that a client can invent
    ...tables,
    user: {
      ...tables.user,
      deleteUser: {
        enabled: true,
        async beforeDelete({ id }) {
          const { rows } = await sql<{ names: string[] }>`select auth.last_admin_of(${id}::uuid) as names`.execute(db)
          const { names } = rows[0]!
          if (names.length > 0)
            throw new APIError('BAD_REQUEST', {
              message: `You are the last admin of ${names.join(', ')}. Promote another member to admin first.`,
            })
        },
      },
    },
    session: { ...tables.session, expiresIn: SESSION_S, updateAge: DAY_S },
    account: { ...tables.account, accountLinking: { enabled: true, requireLocalEmailVerified: true } },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN,
      maxPasswordLength: PASSWORD_MAX,
      requireEmailVerification: true,
      revokeSessionsOnPasswordReset: true,
      resetPasswordTokenExpiresIn: LINK_S,
      disableSignUp: settings.sign_up === 'closed' || !mail,
      sendResetPassword: ({ user, token }, request) =>
        post(user, request, { message: 'reset', values: { url: `${base_url}/reset?token=${token}` } }),
      onExistingUserSignUp: ({ user }, request) =>
        post(user, request, { message: 'sign_up_known', values: { url: `${base_url}/sign-in` } }),
      async onPasswordReset({ user }, request) {
        await forget(db, { what: 'password', email: user.email, device: '' }) // guesses of others must not keep out an owner who has just proven the address
        await post(user, request, { message: 'password_changed', values: {} })
      },
    },
    emailVerification: {
      sendOnSignUp: true,
      autoSignInAfterVerification: true,
      expiresIn: LINK_S,
      sendVerificationEmail: ({ user, url }, request) => post(user, request, { message: 'verify', values: { url } }),
    },
    databaseHooks: {
      user: {
        create: {
          // The library answers 403 like a success, so that nobody learns who is invited.
          async before(user, context) {
            if (settings.sign_up === 'closed')
              throw new APIError('FORBIDDEN', { message: 'The operator of this Tablero makes no new accounts.' })
            if (settings.sign_up === 'invited' && !(await has_invitation(db, user.email)))
              throw new APIError('FORBIDDEN', { message: 'Only invited people can sign up here.' })
            const language = language_of(user.language, context?.request?.headers.get('accept-language'))
            return { data: { ...user, name: cut_text(user.name.trim(), NAME_MAX) || user.email, language } }
          },
        },
      },
    },
    socialProviders: provider_options(providers),
    plugins: [second_factor(), providers_through(settings), ...(has_oauth(base_url) ? oauth_plugins(settings) : [])],
    advanced: advanced_of(base_url),
  }
}

const advanced_of = (base_url: string): BetterAuthOptions['advanced'] => ({
  cookiePrefix: cookie_prefix(base_url),
  useSecureCookies: false, // the library's own prefix would let neighbors of the domain set cookies
  defaultCookieAttributes: { sameSite: 'lax', httpOnly: true, secure: base_url.startsWith('https:') },
  disableOriginCheck: false, // the library would check no address in a process with NODE_ENV=test
  database: { generateId: 'uuid' },
  ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
})

const NAME_MAX = 100

async function has_invitation(db: ReturnType<typeof kysely_of_accounts>, email: string): Promise<boolean> {
  const { rows } = await sql<{ invited: boolean }>`select auth.has_invitation(${email}) as invited`.execute(db)
  return rows[0]!.invited
}

export const create_auth = (settings: AccountSettings) => betterAuth(options_of(settings))
export type Auth = ReturnType<typeof create_auth>
