import { z } from 'zod'
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { words } from '#engine/vendors/field_words.ts'
import { me_answer } from './answers.ts'

/** Hosts of the consent by country. A seller signs in at the one of its country (page "Autenticación y Autorización", read 2026-11). */
const hosts = {
  AR: 'auth.mercadolibre.com.ar',
  BO: 'auth.mercadolibre.com.bo',
  BR: 'auth.mercadolivre.com.br',
  CL: 'auth.mercadolibre.cl',
  CO: 'auth.mercadolibre.com.co',
  CR: 'auth.mercadolibre.co.cr',
  DO: 'auth.mercadolibre.com.do',
  EC: 'auth.mercadolibre.com.ec',
  MX: 'auth.mercadolibre.com.mx',
  PA: 'auth.mercadolibre.com.pa',
  PE: 'auth.mercadolibre.com.pe',
  PY: 'auth.mercadolibre.com.py',
  UY: 'auth.mercadolibre.com.uy',
  VE: 'auth.mercadolibre.com.ve',
}
const country = z.enum(Object.keys(hosts) as [keyof typeof hosts]).meta(words('country_of_sales'))

export const mpa: OAuth2SignIn = {
  kind: 'oauth2',
  asks_once: z.object({ country }),
  authorize_url: ({ settings }) => `https://${hosts[country.parse(settings.country)]}/authorization`,
  token_url: 'https://api.mercadolibre.com/oauth/token',
  // Compulsory as soon as an app has switched it on.
  pkce: true,
  scopes: { read: 'all', offline_access: 'all', write: [] },
  operator_error: 'invalid_operator_user_id',
  // Mercado Libre ends the permission of the application for the seller (page "Usuarios y aplicaciones", read 2026-11).
  withdraw: {
    ends: 'account',
    async ask({ api, secrets }) {
      const { id } = await api.call({ path: '/users/me', schema: me_answer })
      await api.call({
        path: `/users/${id}/applications/${secrets.client_id}`,
        method: 'DELETE',
        schema: z.unknown(),
      })
    },
  },
}
