// The methods with which vendors sign requests. Each is written once.
import { z } from 'zod'
import { read_renewal, read_tokens } from '#engine/connector/sign_in_answers.ts'
import type { Auth, Settings } from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'

/** A secret that Tablero gets from the platform by itself. An operator leaves it out. */
export const renewed = () => z.string().optional().describe(RENEWED)
export const RENEWED = 'Tablero gets and renews it. Leave it out.'

/** OAuth 2.0 with a refresh token (RFC 6749, section 6). A rotated refresh token replaces the old one. */
export function oauth2({
  token_url,
  client = 'form',
  ends_unused_after_days,
}: {
  token_url: string
  client?: 'form' | 'basic'
  ends_unused_after_days?: number
}): Auth {
  return {
    secrets: z.object({
      client_id: z.string().min(1).describe('Id of your OAuth client.'),
      client_secret: z.string().min(1).describe('Secret of your OAuth client.'),
      refresh_token: z.string().min(1).describe('Refresh token of a user who may read the accounts.'),
      access_token: renewed(),
      expires_at: renewed(),
      ends_at: renewed(),
    }),
    headers: (secrets) => ({ authorization: `Bearer ${secrets.access_token ?? ''}` }),
    refresh: {
      request: ({ client_id, client_secret, refresh_token }) => ({
        url: token_url,
        method: 'POST',
        form: {
          grant_type: 'refresh_token',
          refresh_token,
          ...(client === 'form' && { client_id, client_secret }),
        },
        ...(client === 'basic'
          ? { headers: { authorization: `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}` } }
          : {}),
      }),
      read: read_renewal,
      ends_unused_after_days,
    },
  }
}

/** The credentials of the vendor's app (RFC 6749, section 4.4), or a token that is valid until it is revoked. */
export function client_credentials({
  token_url,
  header,
}: {
  token_url: (settings: Settings) => string
  header: (token: string) => Record<string, string>
}): Auth {
  const secrets = z
    .object({
      client_id: z.string().min(1).optional().describe('Client id of your app.'),
      client_secret: z.string().min(1).optional().describe('Client secret of your app.'),
      access_token: z.string().min(1).optional().describe('A permanent token, instead of client id and secret.'),
      refresh_token: renewed(),
      expires_at: renewed(),
    })
    .refine((given) => given.access_token || (given.client_id && given.client_secret), {
      path: ['client_id'],
      message: 'give client_id and client_secret, or a permanent access_token',
    })
  return {
    secrets,
    headers: ({ access_token = '' }) => header(access_token),
    refresh: {
      // A person's sign-in gives a refresh token, which each renewal replaces.
      request: ({ client_id, client_secret, refresh_token }, settings) =>
        client_id && client_secret
          ? {
              url: token_url(settings),
              method: 'POST',
              form: {
                grant_type: refresh_token ? 'refresh_token' : 'client_credentials',
                client_id,
                client_secret,
                refresh_token,
              },
            }
          : undefined,
      // Each renewal moves the end of the refresh token, so the access has no known end.
      read: (body, now) => read_tokens(body, now).secrets,
    },
  }
}

/** A credential that is valid until it is revoked. */
export function api_key({
  secret,
  header,
}: {
  secret: 'api_key' | 'api_token' | 'access_token'
  header: (value: string) => Record<string, string>
}): Auth {
  return {
    secrets: z.object({ [secret]: z.string().min(1).meta(words(secret)) }),
    headers: (secrets) => header(secrets[secret] ?? ''),
  }
}
