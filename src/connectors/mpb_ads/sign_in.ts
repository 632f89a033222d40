import type { OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { amazon_token_urls, region_of } from '../amazon_sign_in.ts'

/** Pages of the consent (guides/account-management/authorization/authorization-grants, read 2026-11). */
const pages = {
  na: 'https://www.amazon.com/ap/oa',
  eu: 'https://eu.account.amazon.com/ap/oa',
  fe: 'https://apac.account.amazon.com/ap/oa',
}

export const mpb_ads: OAuth2SignIn = {
  kind: 'oauth2',
  asks: ['region'],
  authorize_url: ({ settings }) => pages[region_of(settings)],
  token_url: ({ settings }) => amazon_token_urls[region_of(settings)],
  pkce: true,
  scopes: { 'advertising::campaign_management': 'all' },
}
