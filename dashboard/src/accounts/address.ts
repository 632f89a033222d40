// What the address of a page says: plain texts, never read as JSON. And where a page continues after signing in.

const parameter = (name: string): string | undefined => new URLSearchParams(location.search).get(name) ?? undefined

export const token_of_address = () => parameter('token')
export const error_of_address = () => parameter('error')
export const email_of_address = () => parameter('email')
/** Somebody comes from a provider or an email, and only the code of the second factor is missing. */
export const needs_code = () => parameter('step') === 'code'

/** Only an address of this server. Another one could be a copy of these pages. */
export function next_address(): string {
  const next = parameter('next') ?? '/'
  const url = new URL(next, location.origin)
  return url.origin === location.origin ? url.pathname + url.search + url.hash : '/'
}

/** `?next=…` for a link to another page of the same way in. */
export function with_next(path: string): string {
  const next = parameter('next')
  return next === undefined ? path : `${path}?next=${encodeURIComponent(next)}`
}
