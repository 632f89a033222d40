import { z } from 'zod'
import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { read_tokens } from '#engine/connector/sign_in_answers.ts'
import { words } from '#engine/vendors/field_words.ts'
import { type AmazonRegion, region_of } from '../amazon_sign_in.ts'

/** Seller Central by country, where it is not that of the region (developer-docs.amazon.com/sp-api/docs/seller-central-urls, read 2026-11). */
const hosts: Record<AmazonRegion, { others: string } & Record<string, string>> = {
  na: {
    others: 'sellercentral.amazon.com',
    BR: 'sellercentral.amazon.com.br',
    CA: 'sellercentral.amazon.ca',
    MX: 'sellercentral.amazon.com.mx',
  },
  eu: {
    others: 'sellercentral-europe.amazon.com',
    AE: 'sellercentral.amazon.ae',
    BE: 'sellercentral.amazon.com.be',
    EG: 'sellercentral.amazon.eg',
    IE: 'sellercentral.amazon.ie',
    IN: 'sellercentral.amazon.in',
    NL: 'sellercentral.amazon.nl',
    PL: 'sellercentral.amazon.pl',
    SA: 'sellercentral.amazon.sa',
    SE: 'sellercentral.amazon.se',
    TR: 'sellercentral.amazon.com.tr',
    ZA: 'sellercentral.amazon.co.za',
  },
  fe: {
    others: 'sellercentral.amazon.co.jp',
    AU: 'sellercentral.amazon.com.au',
    SG: 'sellercentral.amazon.sg',
  },
}
const countries = [...new Set(Object.values(hosts).flatMap((of) => Object.keys(of)))] as [string, ...string[]]
const country = z.enum(countries).default('others').meta(words('country_of_seller'))

export const mpb_sp: OAuth2SignIn = {
  kind: 'oauth2',
  asks: ['region'],
  asks_once: z.object({ country }),
  app: ['application_id'],
  // A seller signs in at the page of its country. A country of another region has no page there.
  authorize_url: ({ settings }) => {
    const of_region = hosts[region_of(settings)]
    return `https://${of_region[country.parse(settings.country)] ?? of_region.others}/apps/authorize/consent`
  },
  // One address for all regions (docs/website-authorization-workflow, read 2026-11).
  token_url: 'https://api.amazon.com/auth/o2/token',
  // Roles belong to the application. A person grants all of them.
  scopes: {},
  parameters: ({ app }) => ({
    application_id: app.application_id,
    // Without it, Amazon refuses the consent to an application that is a draft (docs/website-authorization-workflow, read 2026-11).
    version: app.draft === 'yes' ? 'beta' : undefined,
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
