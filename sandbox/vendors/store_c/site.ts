// What a site of WordPress says of itself, and its errors and times.
import type { Answer } from '../../vendor.ts'
import type { Instant, Shop } from '../../world/types.ts'

export const error = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message, data: { status } },
})

/** Times are written without a zone: in that of the site, or in GMT where the name of the field says so. */
export const gmt = (at: Instant) => new Date(at).toISOString().slice(0, 19)
export const local = (at: Instant, { time_zone }: Shop) =>
  Temporal.Instant.fromEpochMilliseconds(Math.floor(at / 1000) * 1000)
    .toZonedDateTimeISO(time_zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })

export const site_body = (shop: Shop, offset_hours: number | undefined) => ({
  name: shop.name,
  description: '',
  url: `https://${shop.domain}`,
  home: `https://${shop.domain}`,
  gmt_offset: offset_hours ?? -3,
  timezone_string: offset_hours === undefined ? shop.time_zone : '',
  namespaces: ['wc/v3', 'wp/v2'],
})

const parameters = [
  'context',
  'page',
  'per_page',
  'search',
  'after',
  'before',
  'exclude',
  'include',
  'offset',
  'order',
  'orderby',
  'parent',
  'parent_exclude',
  'status',
  'customer',
  'product',
  'dp',
]
/** Parameters that WooCommerce has since version 5.8. */
const newer = ['modified_after', 'modified_before', 'dates_are_gmt']

export function index_body(is_older: boolean) {
  const of_orders = is_older ? parameters : [...parameters, ...newer]
  const route = (names: string[]) => ({
    namespace: 'wc/v3',
    methods: ['GET', 'POST'],
    endpoints: [
      // PHP writes an object without fields as [].
      { methods: ['POST'], args: [] },
      { methods: ['GET'], args: Object.fromEntries(names.map((name) => [name, { required: false }])) },
    ],
  })
  return {
    namespace: 'wc/v3',
    routes: {
      '/wc/v3': { namespace: 'wc/v3', methods: ['GET'], endpoints: [{ methods: ['GET'], args: [] }] },
      '/wc/v3/orders': route(of_orders),
      ...(!is_older && { '/wc/v3/refunds': route(of_orders) }),
    },
    _links: {},
  }
}
