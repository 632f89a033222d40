// Queries and forms of requests.
import type { Query } from '#engine/connector.ts'

export const form_type = { 'content-type': 'application/x-www-form-urlencoded' }

function entries(query: Query): [string, string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)] as [string, string]],
  )
}

export const encode_form = (form: Query) => new URLSearchParams(entries(form)).toString()

export function with_query(url: string, query: Query | undefined): string {
  const added = query ? encode_form(query) : ''
  return added ? `${url}${url.includes('?') ? '&' : '?'}${added}` : url
}
