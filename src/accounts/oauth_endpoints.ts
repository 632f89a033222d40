// The endpoints of OAuth. A person's browser starts and decides a request. Apps call the others, without cookies.
import { sql } from 'kysely'
import { z } from 'zod'
import type { Auth } from '#accounts/auth.ts'
import { with_organization } from '#accounts/oauth_consent.ts'
import {
  challenge_of,
  has_oauth,
  issuer_metadata,
  issuer_of,
  OFFLINE,
  resource_metadata,
} from '#accounts/oauth_metadata.ts'
import { authorize_query, CLIENT_NAME_MAX, registered_scope, registration_body } from '#accounts/oauth_requests.ts'
import { storable_query } from '#accounts/paths.ts'
import { type AccountSettings, ADDRESS_HEADER, error_page_of } from '#accounts/settings.ts'
import { kysely_of_accounts } from '#db/accounts.ts'
import { scopes } from '#domain/scopes.ts'
import { refuse } from '#engine/outcomes.ts'
import { cut_text, one_line } from '#lib/text.ts'

interface FromBrowser {
  cookie: string | undefined
  address: string
}

interface FromApp {
  /** Identifies an app with a secret. */
  authorization: string | undefined
  address: string
}

export interface OAuth {
  issuer(): object
  resource(): object
  /** The part of WWW-Authenticate that says where to ask for a token. Undefined: this address has no OAuth. */
  challenge(scopes?: readonly string[]): string | undefined
  /** Redirects to the page of the request, or back to the app with an error. */
  authorize(search: URLSearchParams, from: FromBrowser): Promise<Response>
  /** What an app says of itself. Undefined: there is no such app. */
  app(body: unknown): Promise<DescribedApp | undefined>
  /** The person's decision. */
  consent(body: unknown, from: FromBrowser & { origin: string | undefined }): Promise<Response>
  /** Issues or revokes tokens. */
  send_form(path: '/oauth2/token' | '/oauth2/revoke', form: string, from: FromApp): Promise<Response>
  register(body: Record<string, unknown>, from: Pick<FromApp, 'address'>): Promise<Response>
}

export interface DescribedApp {
  /** Null: the app gave itself none. */
  name: string | null
  /** Where a document describes the app. Null: the app registered itself, and anybody can register any name. */
  document: string | null
}

const described = z.strictObject({ client_id: z.string().min(1).max(2_000) })
const QUERY_CHARS_MAX = 8_000
const decision = z.union([
  z.strictObject({ accept: z.literal(false), oauth_query: z.string().max(QUERY_CHARS_MAX) }),
  z.strictObject({
    accept: z.literal(true),
    oauth_query: z.string().max(QUERY_CHARS_MAX),
    org_id: z.uuid(),
    scopes: z.array(z.enum(scopes)).min(1).max(scopes.length),
  }),
])

/** The signed request is one parameter of the page, so that no program between changes how its own parameters are written. */
const CONSENT_PAGE = '/consent?'
const ERROR_PAGE = '/consent/refused'
const EXPIRED = 'This request is too old, or was changed. Start again in the app.'
/** PostgreSQL refuses a token without its grant, or for somebody who is no member any more. */
const FOREIGN_KEY_VIOLATION = '23503'
const GRANT_ENDED = {
  error: 'invalid_grant',
  error_description: 'The grant has ended. Ask the person for a new one.',
}

type Settings = Pick<AccountSettings, 'base_url' | 'app_registration' | 'pool'>

export function create_oauth({ base_url, app_registration, pool }: Settings, auth: () => Promise<Auth>): OAuth {
  const db = kysely_of_accounts(pool)

  async function send(path: string, init: RequestInit, headers: Record<string, string | undefined>): Promise<Response> {
    const passed = new Headers()
    for (const [name, value] of Object.entries(headers)) if (value !== undefined) passed.set(name, value)
    return (await auth()).handler(new Request(issuer_of(base_url()) + path, { ...init, headers: passed }))
  }

  return {
    issuer: () => issuer_metadata(base_url(), { has_registration: app_registration === 'open' }),
    resource: () => resource_metadata(base_url()),
    challenge: (wanted) => (has_oauth(base_url()) ? challenge_of(base_url(), wanted) : undefined),

    async authorize(search, { cookie, address }) {
      const { query, asked } = authorize_query(search, base_url())
      const target = `/oauth2/authorize?${storable_query(String(query))}`
      const answer = await send(target, {}, { cookie, [ADDRESS_HEADER]: address })
      const to = answer.headers.get('location')
      if (to === null) return to_error_page(answer)
      const error_page = error_page_of(base_url())
      if (to.startsWith(error_page)) return redirect(ERROR_PAGE + to.slice(error_page.length))
      if (!to.startsWith(CONSENT_PAGE)) return redirect(to)
      const request = to.slice(CONSENT_PAGE.length)
      return redirect(CONSENT_PAGE + new URLSearchParams({ request, asked: asked.join(' ') }))
    },

    async app(given) {
      const read = described.safeParse(given)
      if (!read.success) return refuse('Send client_id.')
      const { rows } = await sql<DescribedApp>`
        select name, case when client_discovery_id is not null then client_id end as document
        from auth.oauth_clients where client_id = ${read.data.client_id} and disabled is not true`.execute(db)
      const [app] = rows
      return app && { ...app, name: app.name && heading(app.name) }
    },

    async consent(given, { cookie, origin, address }) {
      const read = decision.safeParse(given)
      if (!read.success) refuse('Send accept and oauth_query, and with true also org_id and scopes.')
      const decided = read.data
      const { oauth_query } = decided
      const headers = { cookie, origin, 'content-type': 'application/json', [ADDRESS_HEADER]: address }
      const pass = async (body: object) => {
        const init = { method: 'POST', body: JSON.stringify({ ...body, oauth_query }) }
        return in_words_of_page(await send('/oauth2/consent', init, headers))
      }
      if (!decided.accept) return pass({ accept: false })
      const scope = [...new Set(decided.scopes), OFFLINE].join(' ')
      return with_organization(decided.org_id, () => pass({ accept: true, scope }))
    },

    send_form(path, form, { authorization, address }) {
      const headers = {
        authorization,
        'content-type': 'application/x-www-form-urlencoded',
        [ADDRESS_HEADER]: address,
      }
      return send(path, { method: 'POST', body: storable_query(form) }, headers).catch((error: { code?: unknown }) => {
        if (error.code !== FOREIGN_KEY_VIOLATION) throw error
        return Response.json(GRANT_ENDED, { status: 400 })
      })
    },

    async register(given, { address }) {
      const headers = { 'content-type': 'application/json', [ADDRESS_HEADER]: address }
      const body = JSON.stringify(registration_body(given))
      const answer = await send('/oauth2/register', { method: 'POST', body }, headers)
      if (!answer.ok) return answer
      return Response.json(
        { ...((await answer.json()) as object), scope: registered_scope(given) },
        { status: answer.status },
      )
    },
  }
}

/** Anybody can register an app, so its name must not look like another one. */
function heading(name: string): string {
  const shown = one_line(name)
  const cut = cut_text(shown, CLIENT_NAME_MAX)
  return cut === shown ? shown : `${cut}…`
}

/** The person reads the error on a page. The address that the request names is not known to belong to the app, so nothing goes there. */
async function to_error_page(answer: Response): Promise<Response> {
  const { error = 'invalid_request', error_description = '' } = (await answer.json().catch(() => ({}))) as Said
  return redirect(`${ERROR_PAGE}?${new URLSearchParams({ error, error_description })}`)
}

/** The library says only that the signature is not valid: it is too old, or was changed. */
async function in_words_of_page(answer: Response): Promise<Response> {
  if (answer.status !== 400) return answer
  const said = (await answer.json().catch(() => ({}))) as Said
  const known = said.error === 'invalid_signature' ? { code: 'REQUEST_EXPIRED', message: EXPIRED } : said
  return Response.json(known, { status: answer.status })
}

interface Said {
  error?: string
  error_description?: string
}

const redirect = (to: string) => new Response(null, { status: 302, headers: { location: to } })
