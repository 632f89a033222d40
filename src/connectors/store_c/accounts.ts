import { z } from 'zod'
import { zone_of_hours } from '#domain/time_zones.ts'
import type { Account, Api, Settings } from '#engine/connector.ts'
import { when_refused } from '#engine/vendors/refusal.ts'
import { fields_of } from '../lenient.ts'
import { decoded } from '../plain_text.ts'
import { currency_of } from '../shops.ts'
import { index_answer, listed_refund, order, order_fields, refund, setting_answer, site_answer } from './answers.ts'
import { list, signed, site_of, uncached } from './lists.ts'
import { SHOP } from './version.ts'

/** WordPress ignores parameters that it does not know. So an older shop would answer with everything instead of the changes. */
const CHANGES = ['modified_after', 'dates_are_gmt']

export async function read_account(api: Api, given: Settings, known: readonly Account[] = []): Promise<Account[]> {
  const index = await api.call({ path: '', ...signed(given), schema: index_answer })
  const parameters = parameters_of(index.routes[`/${SHOP}/orders`])
  const { extra, ...site } = await site_account(api, given, known)
  const [refunded] = await first_page(api, given, { status: 'refunded', per_page: 1, _fields: order_fields })
  return [
    {
      ...site,
      currency: await currency_of_shop(api, given),
      extra: {
        ...extra,
        knows_changes: CHANGES.every((name) => parameters.includes(name)) ? 'yes' : '',
        lists_refunds: refunded?.refunds?.length ? 'yes' : '',
        has_refund_list: (await has_refund_list(api, given, index.routes)) ? 'yes' : '',
      },
    },
  ]
}

/** A network of WordPress can have a shop in each folder of one host (developer.wordpress.org, "wp core multisite-install", read 2026-11). */
const account_of = (url: string): string => {
  const { host, pathname } = new URL(url)
  return `${host}${pathname.toLowerCase()}`.replace(/\/+$/, '')
}

const HIDDEN =
  'The site does not say its time zone to programs, so its days are those of UTC. Let a plugin that closes the REST API allow the address /wp-json/.'

/**
 * What the site says of itself, without a key. Plugins refuse that to everybody who is not signed in, and let the keys of the shop in below its own
 * routes (XiaoFaye/WooCommerce.NET issue 191, read 2026-11).
 */
async function site_account(api: Api, given: Settings, known: readonly Account[]): Promise<Account> {
  const request = { path: `${site_of(given)}/wp-json/`, query: { _fields: 'name,url,timezone_string,gmt_offset' } }
  const answer = api.call({ ...request, ...uncached, schema: site_answer })
  const site = await answer.catch(when_refused(['revoked', 'denied', 'refused'], () => undefined))
  const account_id = account_of(site_of(given))
  if (site)
    return {
      account_id,
      name: decoded(site.name),
      extra: { url: site.url },
      ...zone_of(site.timezone_string, Number(site.gmt_offset ?? 0)),
    }
  const before = known.find((one) => one.account_id === account_id)
  return before ?? { account_id, name: account_id, time_zone: 'UTC', limited: HIDDEN, extra: { url: site_of(given) } }
}

/** The parameters that a route accepts when it is read. */
function parameters_of(route: unknown): string[] {
  const { endpoints } = fields_of(route)
  const reading = (Array.isArray(endpoints) ? endpoints : [])
    .map(fields_of)
    .find(({ methods }) => Array.isArray(methods) && methods.includes('GET'))
  return Object.keys(fields_of(reading?.args))
}

/** A refunded order shows whether lists of orders contain refunds. Newer shops leave them out (woocommerce#65488, read 2026-11). */
async function first_page(api: Api, given: Settings, query: Record<string, string | number>) {
  const { path, query: all, schema } = list({ settings: given }, '/orders', order)
  return api.call({ path, query: { ...all, ...query }, ...signed(given), schema })
}

/**
 * Whether the shop lists the refunds of all orders. The list is only used where its newest refund is that of its order, because an empty
 * or a strange list would say that nothing was given back.
 */
async function has_refund_list(api: Api, given: Settings, routes: Record<string, unknown>): Promise<boolean> {
  const known = parameters_of(routes[`/${SHOP}/refunds`])
  if (!['after', 'dates_are_gmt'].every((name) => known.includes(name))) return false
  const query = { orderby: 'date', order: 'desc', per_page: 1 }
  const [newest] = await api.call({ path: '/refunds', query, ...signed(given), schema: z.array(listed_refund) })
  if (!newest?.parent_id) return false
  const of_order = list({ settings: given }, `/orders/${newest.parent_id}/refunds`, refund)
  for await (const page of api.pages(of_order)) if (page.some(({ id }) => id === newest.id)) return true
  return false
}

/** A key of a person who may not see settings reads everything else. */
async function currency_of_shop(api: Api, given: Settings): Promise<string | undefined> {
  const answer = api.call({ path: '/settings/general/woocommerce_currency', ...signed(given), schema: setting_answer })
  const found = await answer.catch(when_refused('denied', () => undefined))
  return found && currency_of(found.value, {}, 'currencies of shops')
}

/** A site without a named zone has an offset in hours. Zones of whole hours have a name, and others count as UTC. */
function zone_of(name: string | null | undefined, hours: number): Pick<Account, 'time_zone' | 'limited'> {
  if (name) return { time_zone: name }
  const known = zone_of_hours(hours)
  if (known) return { time_zone: known }
  const offset = `UTC${hours > 0 ? '+' : ''}${hours}`
  return {
    time_zone: 'UTC',
    limited: `The site names no time zone, only ${offset}, so its days are those of UTC. Choose a city in WordPress under Settings, General.`,
  }
}
