// Hosts on which vendors show nothing but their pages of consent. Pages on hosts of an API are with that vendor.
import type { Box, Vendor } from '../vendor.ts'
import { type Consent, consent_page, type Query } from './page.ts'

/** Google's scopes by platform. */
export const google_scopes: Record<string, string> = {
  gx_ads: 'https://www.googleapis.com/auth/adwords',
  gx_analytics: 'https://www.googleapis.com/auth/analytics.readonly',
  seo_console: 'https://www.googleapis.com/auth/webmasters.readonly',
  merchant_feed: 'https://www.googleapis.com/auth/content',
}
const platform_of_scope = ({ scope = '' }: Query) =>
  Object.keys(google_scopes).find((platform) => scope.includes(google_scopes[platform]!)) ?? 'gx_ads'

const pages: { hosts: string[]; path: string; of: Consent }[] = [
  {
    hosts: ['accounts.google.com'],
    path: '/o/oauth2/v2/auth',
    of: {
      vendor: 'Google',
      platform: platform_of_scope,
      needs: ['client_id', 'access_type', 'code_challenge'],
      returns: () => ({ iss: 'https://accounts.google.com' }),
    },
  },
  {
    hosts: ['www.facebook.com'],
    path: '/:version/dialog/oauth',
    of: {
      vendor: 'Facebook',
      platform: ({ scope = '' }) => (scope.includes('instagram_') ? 'social_a' : 'mx_ads'),
      separator: ',',
      needs: ['client_id'],
      denied: { error: 'access_denied', error_reason: 'user_denied', error_description: 'Permissions error' },
    },
  },
  {
    hosts: ['www.linkedin.com'],
    path: '/oauth/v2/authorization',
    of: {
      vendor: 'LinkedIn',
      platform: ({ scope = '' }) => (scope.includes('r_ads') ? 'net_c_ads' : 'net_c'),
      needs: ['client_id', 'response_type'],
      denied: { error: 'user_cancelled_authorize', error_description: 'The user cancelled the authorization' },
    },
  },
  {
    // Grants come from the administrator of a seller only. An operator gets an error at the exchange.
    // A seller signs in at the page of its country (page "Autenticación y Autorización", read 2026-11).
    hosts: [
      ...['com.ar', 'com.bo', 'cl', 'com.co', 'co.cr', 'com.do', 'com.ec', 'com.mx', 'com.pa', 'com.pe', 'com.py'].map(
        (country) => `auth.mercadolibre.${country}`,
      ),
      'auth.mercadolibre.com.uy',
      'auth.mercadolibre.com.ve',
      'auth.mercadolivre.com.br',
    ],
    path: '/authorization',
    of: {
      vendor: 'Mercado Libre',
      platform: 'mpa',
      people: ['owner', 'operator', 'other'],
      needs: ['client_id', 'response_type', 'code_challenge'],
    },
  },
  {
    hosts: ['www.amazon.com', 'eu.account.amazon.com', 'apac.account.amazon.com'],
    path: '/ap/oa',
    of: { vendor: 'Amazon', platform: 'mpb_ads', needs: ['client_id', 'scope', 'response_type', 'code_challenge'] },
  },
  {
    // A seller has a page of consent in the country in which it registered (docs/seller-central-urls, read 2026-11).
    hosts: [
      ...['com', 'com.br', 'ca', 'com.mx', 'co.jp', 'com.au', 'sg', 'in', 'ae'].map(
        (country) => `sellercentral.amazon.${country}`,
      ),
      'sellercentral-europe.amazon.com',
    ],
    path: '/apps/authorize/consent',
    of: {
      vendor: 'Amazon Seller Central',
      platform: 'mpb_sp',
      code: 'spapi_oauth_code',
      needs: ['application_id'],
      returns: () => ({ selling_partner_id: 'A2CASALUMBRE01' }),
    },
  },
]

const plain = {
  platform: 'consent',
  throttle: (seconds: number) => ({ status: 429, headers: { 'retry-after': String(seconds) }, body: {} }),
  fail: (status: number) => ({ status, body: {} }),
}

/** The token of Tiendanube: a page of the app itself, which knows its scopes and its return address, and a code of 30 seconds. */
const tiendanube: Vendor = {
  ...plain,
  hosts: ['www.tiendanube.com'],
  routes(app, box) {
    consent_page(app, box, '/apps/:app/authorize', {
      vendor: 'Tiendanube',
      platform: 'tnx',
      code_s: 30,
      return_url: (_query, { consents }) => consents.return_urls.get('tnx'),
    })
    app.post<{ Body: Record<string, unknown> | null }>('/apps/authorize/token', ({ body }, reply) => {
      if (body?.grant_type !== 'authorization_code') return reply.code(400).send({ error: 'unsupported_grant_type' })
      const granted = box.consents.exchange('tnx', body)
      if (typeof granted === 'string') return reply.code(400).send({ error: granted, error_description: granted })
      return {
        access_token: 'tnx_sandbox',
        token_type: 'bearer',
        scope: [...box.world.shops.tnx.access.scopes].join(','),
        user_id: Number(box.world.shops.tnx.shop.id),
      }
    })
  },
}

export const consent_hosts: Vendor[] = [
  ...pages.map(({ hosts, path, of }) => ({
    ...plain,
    hosts,
    routes: (app: Parameters<Vendor['routes']>[0], box: Box) => consent_page(app, box, path, of),
  })),
  tiendanube,
]
