// How Tablero asks the providers with which people sign in. The library would ask them without a limit of time, and by a way of its own.

import { authorizationCodeRequest, getOAuth2Tokens, type OAuthProvider } from '@better-auth/core/oauth2'
import type { BetterAuthPlugin } from 'better-auth'
import type { AccountSettings } from '#accounts/settings.ts'
import type { OutboundRequest } from '#engine/vendors/outbound.ts'

/** A person waits before a blank page meanwhile, for up to three answers. Google and GitHub take less than a second. */
const TIMEOUT_MS = 10_000
/** Tokens, a profile, or the addresses of a person. */
const BYTES_MAX = 1024 * 1024

const TOKEN_ENDPOINTS: Record<string, string> = {
  google: 'https://oauth2.googleapis.com/token',
  github: 'https://github.com/login/oauth/access_token',
}
const GOOGLE_KEYS = 'https://www.googleapis.com/oauth2/v3/certs'
const GITHUB = 'https://api.github.com'
const AGENT = 'Tablero' // GitHub answers no request that names no program

type Outbound = AccountSettings['outbound']
type Exchange = OAuthProvider['validateAuthorizationCode']
type Tokens = Parameters<OAuthProvider['getUserInfo']>[0]
type Keys = Extract<NonNullable<OAuthProvider['idToken']>, { jwks: unknown }>['jwks']
type Key = Extract<Awaited<ReturnType<Keys>>, { kty?: string }>

/** The operator's apps, as the library names them. */
export const provider_options = (providers: AccountSettings['providers']) =>
  Object.fromEntries(
    Object.entries(providers).map(([name, { client_id, client_secret }]) => [
      name,
      { clientId: client_id, clientSecret: client_secret },
    ]),
  )

/** The library's providers, which send their requests through `outbound`. */
export function providers_through({ outbound, log }: Pick<AccountSettings, 'outbound' | 'log'>): BetterAuthPlugin {
  // The library leads the person to a page after a failed exchange and after a missing person, but not after an error here.
  const person = (tokens: Tokens) =>
    person_at_github(outbound, tokens).catch((error) => {
      log.error({ err: error }, 'accounts: a provider did not say who signs in')
      return null
    })
  // The library answers 401 after an error here, and does not log it.
  const keys = () =>
    answer_to<{ keys: Key[] }>(outbound, { url: GOOGLE_KEYS }).catch((error) => {
      log.error({ err: error }, 'accounts: a provider did not give the keys of its tokens')
      throw error
    })
  return {
    id: 'providers',
    init: ({ socialProviders }) => ({
      context: {
        socialProviders: socialProviders.map((provider) => ({
          ...provider,
          validateAuthorizationCode: exchange_at(outbound, provider),
          ...(provider.id === 'github' && { getUserInfo: person }),
          // Google's profile is in the token of identity, which the exchange brings, or the page.
          ...(provider.id === 'google' && { idToken: { ...provider.idToken, jwks: key_among(keys) } }),
        })),
      },
    }),
  }
}

/** Exchanges the code of a sign-in for tokens. */
const exchange_at =
  (outbound: Outbound, { id, options = {} }: OAuthProvider): Exchange =>
  async ({ code, codeVerifier, redirectURI }) => {
    const { body, headers } = await authorizationCodeRequest({ code, codeVerifier, redirectURI, options })
    const asked = { url: TOKEN_ENDPOINTS[id]!, method: 'POST', headers, body: body.toString() } as const
    const answer = await answer_to<Record<string, unknown>>(outbound, asked)
    // GitHub refuses a code with the status of a success.
    if ('error' in answer) throw new Error(`${id} refused the code of a sign-in`)
    return getOAuth2Tokens(answer)
  }

interface Profile {
  id: number
  login: string
  name: string | null
  email: string | null
  avatar_url: string
}

interface Address {
  email: string
  primary: boolean
  verified: boolean
}

/** The public address of a profile is optional. Only the list of addresses says which are confirmed. */
async function person_at_github(outbound: Outbound, { accessToken }: Tokens) {
  const headers = { authorization: `Bearer ${accessToken}`, accept: 'application/json', 'user-agent': AGENT }
  const profile = await answer_to<Profile>(outbound, { url: `${GITHUB}/user`, headers })
  const addresses = await answer_to<Address[]>(outbound, { url: `${GITHUB}/user/emails`, headers })
  const email = profile.email ?? (addresses.find(({ primary }) => primary) ?? addresses[0])?.email ?? null
  const emailVerified = addresses.some((one) => one.email === email && one.verified)
  return {
    user: { name: profile.name || profile.login, email, image: profile.avatar_url, emailVerified },
    data: { ...profile, email },
  }
}

/** The key that a token of identity from a page names. Anybody can send one, so its errors are not logged. */
const key_among =
  (ask: () => Promise<{ keys: Key[] }>): Keys =>
  async ({ kid }) => {
    const key = (await ask()).keys.find((one) => one.kid === kid)
    if (!key) throw new Error('Google has no key with the name that a token of a sign-in gives')
    return key
  }

/** The JSON of an answer. Its texts reach no error, because tokens are among them. */
async function answer_to<T>(outbound: Outbound, asked: OutboundRequest): Promise<T> {
  const { status, text } = await outbound.fetch({
    ...asked,
    timeout_ms: TIMEOUT_MS,
    bytes_max: BYTES_MAX,
    redirects: 0,
  })
  const { host } = new URL(asked.url)
  if (status !== 200) throw new Error(`${host} answered ${status} to a sign-in`)
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${host} answered a sign-in with something that is no JSON`)
  }
}
