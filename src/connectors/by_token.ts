// Pages of which each names the next one by a token.
import { z } from 'zod'
import type { PagedRequest, VendorRequest } from '#engine/connector.ts'
import { columns } from './columns.ts'

interface Listed<Item> extends Omit<VendorRequest<unknown>, 'schema' | 'if_not_found' | 'body'> {
  body?: object
  /** The field of an answer with its records, and how it is read. */
  list: readonly [field: string, read: z.ZodType<Item[]>]
  /** The field of an answer with the token, and its name in the request for the next page. The last page has none. */
  token: readonly [field: string, parameter: string]
}

interface Page<Item> {
  list: Item[]
  token?: string | null
}

/** The pages of a list. The token goes to where the request has its parameters. */
export function by_token<Item>(listed: Listed<Item>): PagedRequest<Page<Item>, Item> {
  const {
    list,
    token: [field, parameter],
    ...request
  } = listed
  return {
    ...request,
    schema: columns({ list, token: [field, z.string().nullish()] }).schema,
    records: (page) => page.list,
    next({ token }) {
      if (!token) return null
      return request.body ? { body: { ...request.body, [parameter]: token } } : { query: { [parameter]: token } }
    },
  }
}
