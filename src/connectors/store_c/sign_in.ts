import { z } from 'zod'
import type { PostedKeysSignIn } from '#engine/connector/sign_in.ts'
import { with_query } from '#engine/vendors/forms.ts'
import { site_of } from './lists.ts'
import { person_of, refusals } from './wordpress.ts'

const posted = z.object({
  user_id: z.string(),
  consumer_key: z.string().startsWith('ck_'),
  consumer_secret: z.string().startsWith('cs_'),
  key_permissions: z.enum(['read', 'write', 'read_write']).optional(),
})

// The shop sends the keys to `callback_url`, and the browser to `return_url`, in any order. `user_id` is ours and not signed, so it is a
// nonce (docs/_authentication.md of the REST API, read 2026-11).
export const store_c: PostedKeysSignIn = {
  kind: 'posted_keys',
  asks: ['url', 'imported_channels'],
  scopes: {},
  adds: {
    secrets: ['wp_user', 'wp_application_password'],
    refused: async ({ api, settings }) => refusals[await person_of(api, settings)],
  },
  authorize_url: ({ settings, nonce, return_url, callback_url }) =>
    with_query(`${site_of(settings)}/wc-auth/v1/authorize`, {
      app_name: 'Tablero',
      // Reading alone registers no webhooks, and changes nothing.
      scope: 'read_write',
      user_id: nonce,
      return_url,
      callback_url,
    }),
  read: (body) => {
    const { user_id, key_permissions, ...secrets } = posted.safeParse(body).data ?? {}
    if (user_id === undefined) return undefined
    return { nonce: user_id, secrets, ...(key_permissions && { scopes: [key_permissions] }) }
  },
}
