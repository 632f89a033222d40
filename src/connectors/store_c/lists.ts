// What the streams of the shop share: settings, pages of a list, and the meaning of errors.
import { z } from 'zod'
import type {
  PagedRequest,
  Query,
  Recheck,
  Settings,
  Source,
  VendorAnswer,
  VendorRequest,
  Verdict,
} from '#engine/connector.ts'
import { words } from '#engine/vendors/field_words.ts'
import { retry_after } from '#engine/vendors/retry_after.ts'
import { all_of, mapped, one_by_one } from '../records.ts'
import { id_text, imported_channels } from '../shops.ts'
import { type ErrorLine, verdict_of } from '../verdicts.ts'
import { error_answer, hidden_error } from './answers.ts'

export const settings = z.object({
  url: z
    .url({ protocol: /^https$/, error: 'must be an https address, such as https://shop.example' })
    .refine((url) => !/[?#]|\/\/[^/]*@/.test(url), 'must be an address without user, query and fragment')
    .meta(words('shop_url')),
  keys_in_address: z
    .boolean()
    .optional()
    .describe('True for a host that removes the header Authorization. The key is then a part of each address.'),
  states: z
    .record(z.string(), z.enum(['sold', 'pending', 'void']))
    .optional()
    .describe('What states mean that plugins added, such as {"shipped": "sold"}. Without it they count nowhere.'),
  imported_channels,
})

export const site_of = (given: Settings) => settings.parse(given).url.replace(/\/+$/, '')

/** The largest page (Pagination of the REST API, read 2026-11). */
const PAGE_RECORDS = 100

/**
 * Caches before a site answer an address again with what they answered first, for as long as a week and to anyone who asks. So each request has an address of
 * its own. Sources: goshippo/shippo-php-client issue 70, 2020-05; hippoo.app, "Order Status Not Updating" (read 2026-11).
 * WordPress ignores the parameter, which browsers send for the same reason (api.jquery.com, jQuery.ajax, read 2026-11).
 */
export const uncached = { query_of_secrets: (): Query => ({ _: crypto.randomUUID() }) }

/** A request of the shop. Its keys are in the address where the host removes the header. */
export const signed = (given: Settings): Pick<VendorRequest<unknown>, 'query_of_secrets'> =>
  settings.parse(given).keys_in_address
    ? {
        query_of_secrets: ({ consumer_key, consumer_secret }) => ({
          consumer_key,
          consumer_secret,
          ...uncached.query_of_secrets(),
        }),
      }
    : uncached

/** The pages of a list, oldest record first, so that new records come last and move nothing between pages. */
export const list = <T>(
  { settings: given }: Pick<Source, 'settings'>,
  path: string,
  item: z.ZodType<T>,
  query: Query = {},
): PagedRequest<T[], T> => ({
  path,
  query: { orderby: 'id', order: 'asc', ...query, per_page: PAGE_RECORDS },
  ...signed(given),
  page_size: 'per_page',
  // PHP ends without a word when a page needs more memory or time than the host allows (woocommerce issue 22035, 2019-01). A page number means
  // earlier records in smaller pages, so that some come twice and none is left out.
  halves_unanswered: true,
  schema: z.array(item),
  records: (all) => all,
  left: (_, { pages, headers }) => Number(headers['x-wp-totalpages'] ?? 0) + 1 - pages,
  next: (page, { pages, headers }) => {
    const last = Number(headers['x-wp-totalpages'] ?? Number.NaN)
    const is_last = Number.isNaN(last) ? page.length === 0 : pages >= last
    return is_last ? null : { query: { page: pages + 1 } }
  },
})

/** Records of some pages, by id. A record can come twice, when another one moves it to the next page. */
export async function by_id<T extends { id: string }>(pages: AsyncIterable<T[]>): Promise<Map<string, T>> {
  return new Map((await all_of(pages)).map((one) => [one.id, one]))
}

interface Timed {
  date_created_gmt?: string | null
  date_modified_gmt?: string | null
}
/** When a record changed. Some have no time, such as old products and orders of an import. */
export const changed_at = ({ date_modified_gmt, date_created_gmt }: Timed): string =>
  date_modified_gmt ?? date_created_gmt ?? '1970-01-01T00:00:00.000Z'

const state = z.object({ status: z.string() })
const DELETED = { status: 'trash' }

/** Whether the shop says of a record that it is deleted. A list can come empty by error, so a record that it lacks is asked for by itself. */
async function is_deleted({ api, settings: given }: Source, path: string): Promise<boolean> {
  const { status } = await api.call({
    path,
    query: { _fields: 'id,status' },
    ...signed(given),
    schema: state,
    is_not_found: (answer) => status_of(answer) === 404,
    if_not_found: ({ body }) =>
      /_invalid_id$/.test(error_answer.safeParse(body).data?.code ?? '') ? DELETED : undefined,
  })
  return status === DELETED.status
}

/** Looks stored records up. The trash is in no list. */
export const recheck_of = <T extends { id: string }>(
  path: string,
  pages: (source: Source, query: Query) => AsyncIterable<T[]>,
): Omit<Recheck<T>, 'id' | 'at'> => ({
  async read({ ids, ...source }) {
    const found = await by_id(pages(source, { include: ids.join(',') }))
    const look_up = async (id: string) => ((await is_deleted(source, `${path}/${id}`)) ? null : undefined)
    return one_by_one(ids, async (id) => found.get(id) ?? look_up(id))
  },
  existing: {
    every: '1d',
    read: (source) => {
      const ids = list(source, path, z.object({ id: id_text }), { status: 'any', _fields: 'id' })
      return mapped(source.api.pages(ids), ({ id }) => id)
    },
  },
})

const ADDRESS = 'the address has no WooCommerce API. Check the address, the plugin, and that permalinks are not plain.'
const SIGN_IN = 'the shop does not see the key. If its host removes the header Authorization, set keys_in_address.'

const READ_ONLY =
  'the key may only read. In WooCommerce under Settings, Advanced, REST API, give it the permission Read/Write.'

/** A person's application password is missing or wrong, or the person may not do this. The keys of the shop stay valid. */
const OF_PERSON =
  /^(rest_not_logged_in|rest_cannot_\w+|rest_forbidden_context|invalid_username|incorrect_password|application_passwords_disabled)$/

/** Codes of WordPress and WooCommerce. Another refusal keeps its message. */
const lines: readonly ErrorLine[] = [
  { codes: ['woocommerce_rest_cannot_view', 'rest_forbidden'], verdict: 'denied' },
  { codes: ['internal_server_error'], verdict: 'transient' },
]
const reasons: Record<string, string> = { rest_no_route: ADDRESS, woocommerce_rest_cannot_view: SIGN_IN }

/** Behind a warning, PHP can no longer send a status. An error then has status 200, and its own status inside. */
const status_of = ({ status, body }: VendorAnswer): number =>
  (status < 300 ? hidden_error.safeParse(body).data?.data.status : undefined) ?? status

/** Limits come from the host of the site, which answers 429, or 503 with a time. The engine reads 429 and other 5xx. */
export function classify(answer: VendorAnswer): Verdict | undefined {
  const { headers, body } = answer
  const status = status_of(answer)
  if (answer.status < 300 && status >= 500) return { kind: 'transient', reason: `status ${status}.` }
  if (status === 503 && headers['retry-after']) return { kind: 'throttled', wait_s: retry_after(answer) }
  if (status < 300 || status === 429 || status >= 500) return undefined
  if (status < 400)
    return { kind: 'refused', reason: `the address leads to ${headers.location ?? 'another one'}. Connect that one.` }
  const { data } = error_answer.safeParse(body)
  if (!data) return status === 401 ? undefined : { kind: 'refused', reason: `the host answers status ${status}.` }
  if (/does not have write permissions/.test(data.message)) return { kind: 'denied', reason: READ_ONLY }
  if (OF_PERSON.test(data.code)) return { kind: 'denied', reason: data.message }
  if (status === 401) return { kind: 'revoked', reason: reasons[data.code] ?? data.message }
  const message = status === 404 ? (reasons[data.code] ?? data.message) : data.message
  return verdict_of(lines, { code: data.code, status, message })
}
