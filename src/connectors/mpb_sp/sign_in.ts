import type { OAuth2SignIn } from '#engine/sign_in.ts'
import { read_tokens } from '#engine/sign_in_answers.ts'
import { amazon_token_urls, region_of } from '../amazon_sign_in.ts'

/** Seller Central by region (developer-docs.amazon.com/sp-api/docs/website-authorization-workflow, read 2026-11). */
const pages = {
  na: 'https://sellercentral.amazon.com/apps/authorize/consent',
  eu: 'https://sellercentral-europe.amazon.com/apps/authorize/consent',
  fe: 'https://sellercentral.amazon.co.jp/apps/authorize/consent',
}

export const mpb_sp: OAuth2SignIn = {
  kind: 'oauth2',
  asks: ['region'],
  app: { application_id: 'Id of the application, which begins with amzn1.sp.solution.' },
  authorize_url: ({ settings }) => pages[region_of(settings)],
  token_url: ({ settings }) => amazon_token_urls[region_of(settings)],
  // Roles belong to the application. A person grants all of them.
  scopes: {},
  parameters: ({ app }) => ({
    application_id: app.application_id,
    client_id: undefined,
    response_type: undefined,
    scope: undefined,
  }),
  code_parameter: 'spapi_oauth_code',
  read: (body, now, parameters) => ({
    ...read_tokens(body, now),
    settings: { seller_id: parameters.get('selling_partner_id') ?? undefined },
  }),
  // The seller must renew the authorization each year (docs/renew-authorizations, read 2026-11).
  ends_after_days: 365,
}
