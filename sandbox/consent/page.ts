// A vendor's page of consent: who signs in, which permissions are allowed, and the way back to the app.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Box } from '../vendor.ts'
import type { Person } from './codes.ts'

export type Query = Record<string, string | undefined>

export interface Consent {
  /** Name of the vendor, for the page. */
  vendor: string
  platform: string | ((query: Query) => string)
  /** The parameter with the client's id. Default: client_id. */
  client?: string
  separator?: string
  /** The parameter of the code. Default: code. */
  code?: string
  /** Seconds in which the code works. Default: 600. */
  code_s?: number
  /** Parameters of a refusal. */
  denied?: Record<string, string>
  /** The exchange does not repeat the return address. */
  forgets_return?: boolean
  /** Further parameters of the return. */
  returns?: (
    query: Query,
    returned: Record<string, string>,
    request: Pick<FastifyRequest, 'params'>,
  ) => Record<string, string>
  /** The app's own return address, where the page does not take one. */
  return_url?: (query: Query, box: Box) => string | undefined
  people?: readonly Person[]
  needs?: readonly string[]
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

const people_words: Record<Person, string> = {
  owner: 'Owner of the business',
  operator: 'Operator, who may not grant access',
  other: 'Owner of another business',
}

/** The page. Without a script, so that any browser can use it. */
export function show_page(reply: FastifyReply, vendor: string, scopes: readonly string[], people: readonly Person[]) {
  const who = people.map(
    (one, at) =>
      `<label><input type="radio" name="person" value="${one}"${at === 0 ? ' checked' : ''}> ${people_words[one]}</label><br>`,
  )
  const what = scopes.map(
    (one) => `<label><input type="checkbox" name="scope" value="${escaped(one)}" checked> ${escaped(one)}</label><br>`,
  )
  return reply.type('text/html; charset=utf-8').send(`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>${escaped(vendor)} (sandbox)</title>
<h1>${escaped(vendor)}</h1><p>Tablero wants access. This is a sandbox: nobody signs in.</p>
<form method="post">${who.join('')}<p>${what.join('')}</p>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Deny</button></form></html>`)
}

const back = (address: string, parameters: Record<string, string | undefined>) => {
  const url = new URL(address)
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value)
  return url.href
}

/** Values of a form. A field that comes several times is joined. */
const values = (body: unknown, name: string): string[] => {
  const value = (body as Record<string, string> | null)?.[name]
  return value === undefined ? [] : value.split('\n')
}

/** Adds a vendor's page of consent, and its answer to the person's decision. */
export function consent_page(app: FastifyInstance, box: Box, path: string, of: Consent) {
  const { vendor, separator = ' ', code = 'code', code_s = 600, people = ['owner'] } = of
  const fault_of = (query: Query): string | undefined => {
    const needed = [of.return_url ? undefined : 'redirect_uri', 'state', ...(of.needs ?? [])]
    const missing = needed.find((name) => name !== undefined && !query[name])
    return missing === undefined ? undefined : `Missing parameter: ${missing}`
  }
  app.get<{ Querystring: Query }>(path, ({ query }, reply) => {
    const fault = fault_of(query)
    if (fault) return reply.code(400).send({ error: 'invalid_request', error_description: fault })
    return show_page(reply, vendor, query.scope?.split(separator).filter(Boolean) ?? [], people)
  })
  app.post<{ Querystring: Query }>(path, (request, reply) => {
    const { query, body } = request
    const address = of.return_url ? of.return_url(query, box) : query.redirect_uri
    if (fault_of(query) || !address) return reply.code(400).send({ error: 'invalid_request' })
    const { state } = query
    const [decision] = values(body, 'decision')
    if (decision !== 'allow')
      return reply.redirect(back(address, { ...(of.denied ?? { error: 'access_denied' }), state }))
    const [person = 'owner'] = values(body, 'person') as Person[]
    const issued = box.consents.allow(
      {
        platform: typeof of.platform === 'string' ? of.platform : of.platform(query),
        redirect_uri: of.forgets_return ? undefined : query.redirect_uri,
        challenge: query.code_challenge_method === 'S256' ? query.code_challenge : undefined,
        scopes: values(body, 'scope'),
        person,
      },
      code_s,
    )
    const returned = { [code]: issued, state: state! }
    return reply.redirect(back(address, { ...returned, ...of.returns?.(query, returned, request) }))
  })
}
