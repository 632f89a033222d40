// Runs queries of the Google Ads API, page by page. A field has one name in the query and in the row that is read.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import type { Columns, columns } from '../columns.ts'
import { listed } from '../google.ts'
import { mapped } from '../records.ts'

export const id = z.string().regex(/^\d+$/)

/** Where the answer has a field: 'campaign.start_date_time' is campaign.startDateTime. */
const path_of = (field: string) =>
  field.split('.').map((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))
const value_at = (row: unknown, path: string[]) =>
  path.reduce<unknown>((found, name) => (found as Record<string, unknown> | undefined)?.[name], row)

/**
 * Rows of a resource, with the fields of the schema. No condition on a status: what was removed keeps its figures, so it keeps its name.
 * Pages have a fixed size. A request that names a size is an error (GoogleAdsService.Search, v25, read 2026-11).
 */
export function search<Item extends z.ZodObject>(
  api: Pick<Api, 'pages'>,
  customer: Pick<Account, 'account_id' | 'extra'>,
  resource: string,
  item: Item,
  where?: string,
): AsyncIterable<z.output<Item>[]> {
  const paths = Object.keys(item.shape).map((field) => [field, path_of(field)] as const)
  const row = z
    .looseObject({})
    .transform((found) => Object.fromEntries(paths.map(([field, path]) => [field, value_at(found, path)])))
    .pipe(item)
  const query = `SELECT ${Object.keys(item.shape).join(', ')} FROM ${resource}${where ? ` WHERE ${where}` : ''}`
  const path = `/customers/${customer.account_id}/googleAds:search`
  // A customer below a manager account is accessible only through the manager.
  const headers = { 'login-customer-id': customer.extra?.login_customer_id ?? customer.account_id }
  return api.pages(listed({ path, headers, body: { query } }, 'results', row))
}

/** Rows of a resource, with our names of the fields. */
export const search_columns = <C extends Columns>(
  api: Pick<Api, 'pages'>,
  customer: Pick<Account, 'account_id' | 'extra'>,
  resource: string,
  { record, named }: ReturnType<typeof columns<C>>,
  where: string,
) => mapped(search(api, customer, resource, record, where), named)
