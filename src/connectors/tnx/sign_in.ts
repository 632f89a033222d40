import { z } from 'zod'
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { read_tokens } from '#engine/connector/sign_in_answers.ts'
import { id_text, with_reading } from '../shops.ts'

const TOKEN_URL = 'https://www.tiendanube.com/apps/authorize/token'

export const tnx: OAuth2SignIn = {
  kind: 'oauth2',
  app: ['contact'],
  authorize_url: ({ app }) => `https://www.tiendanube.com/apps/${app.client_id}/authorize`,
  token_url: TOKEN_URL,
  scopes: {
    read_orders: ['orders', 'checkouts'],
    read_products: ['products'],
    read_customers: [],
    write_products: [],
    write_content: [],
  },
  // The app itself names its scopes and its return address (resources/authentication, read 2026-11).
  parameters: { response_type: undefined, client_id: undefined, redirect_uri: undefined, scope: undefined },
  // The code works for 30 seconds.
  exchange: ({ app: { client_id, client_secret }, code }) => ({
    url: TOKEN_URL,
    method: 'POST',
    json: { client_id, client_secret, grant_type: 'authorization_code', code },
  }),
  read: (body, now) => {
    const { user_id } = z.object({ user_id: id_text }).parse(body)
    return with_reading({ ...read_tokens(body, now), settings: { store_id: user_id } })
  },
}
