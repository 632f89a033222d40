// What the Amazon Ads API does in every answer: the two client headers, the profile of a request, and errors by status. Source:
// reference/concepts/errors and guides/account-management (read 2026-11).
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { client } from '../../tokens.ts'
import type { Answer } from '../../vendor.ts'
import type { AdAccount, AdCampaign, AdPlatform, World } from '../../world/types.ts'

export const refusal = (status: number, code: string, detail: string, headers?: Record<string, string>): Answer => ({
  status,
  headers,
  body: { code, detail },
})

export class Refused extends Error {
  readonly answer: Answer
  constructor(...parts: Parameters<typeof refusal>) {
    super(parts[2])
    this.answer = refusal(...parts)
  }
}

export const invalid = (detail: string) => new Refused(400, '400', detail)

export type Product = 'SPONSORED_PRODUCTS' | 'SPONSORED_BRANDS' | 'SPONSORED_DISPLAY' | 'SPONSORED_TELEVISION'

export const product_of = ({ kind }: AdCampaign): Product => {
  if (kind === 'brand_search') return 'SPONSORED_BRANDS'
  if (kind === 'awareness') return 'SPONSORED_TELEVISION'
  return kind === 'retargeting' ? 'SPONSORED_DISPLAY' : 'SPONSORED_PRODUCTS'
}

/**
 * A kind of ads that a profile cannot have is refused (airbyte, source-amazon-ads: errors of report streams, read 2026-11). Here that is a
 * kind without any campaign: Sponsored Brands of an author of books everywhere, and the reports of Sponsored Display in a marketplace.
 */
export function check_offered(product: Product, { campaigns }: AdPlatform, account: AdAccount, of: 'list' | 'report') {
  if (campaigns.some((one) => one.account_id === account.id && product_of(one) === product)) return
  if (product === 'SPONSORED_BRANDS') throw invalid('KDP authors do not have access to Sponsored Brands functionality')
  if (product === 'SPONSORED_DISPLAY' && of === 'report')
    throw invalid('Tactic T00020 is not supported for report API in marketplace A1C3SOZRARQ6R3.')
}

export const scope_in = ({ headers }: FastifyRequest) => headers['amazon-advertising-api-scope'] as string | undefined

/** The profile that a request names. One that the user may not read is answered 401, with a valid token. */
export function profile_of(request: FastifyRequest, { ads: { mpb } }: World): AdAccount {
  const scope = scope_in(request)
  if (!scope) throw new Refused(401, '401', 'Scope header is missing')
  const found = mpb.accounts.find(({ id }) => id === scope)
  if (!found) throw new Refused(401, '401', 'No matching advertiser found for scope')
  return found
}

/** Codes of the unified API by status (ErrorCode of its specification, read 2026-11). */
const unified_codes: Record<number, string> = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  413: 'CONTENT_TOO_LARGE',
  429: 'TOO_MANY_REQUESTS',
}

export function amazon_rules(app: FastifyInstance) {
  // The unified API writes errors in another form than reports and profiles.
  app.addHook('preSerialization', async ({ url }, { statusCode }, body) => {
    const { detail } = (body ?? {}) as { detail?: string }
    if (statusCode < 400 || !url.includes('/adsApi/') || detail === undefined) return body
    return { code: unified_codes[statusCode] ?? 'INTERNAL_ERROR', message: detail }
  })
  app.setErrorHandler((error, _request, reply) => {
    if (!(error instanceof Refused)) throw error
    return reply
      .code(error.answer.status)
      .headers(error.answer.headers ?? {})
      .send(error.answer.body)
  })
  app.addHook('preHandler', async ({ url, headers }) => {
    const header = url.includes('/adsApi/') ? 'amazon-ads-clientid' : 'amazon-advertising-api-clientid'
    if (/\/(adsApi|reporting|v2)\//.test(url) && headers[header] !== client.id)
      throw new Refused(401, '401', `${header} header is missing`)
  })
}
