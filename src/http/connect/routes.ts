// The pages for connecting platforms, the address to which platforms send the browser back, and the one to which shops send keys.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { add_values } from '#engine/connecting/added.ts'
import { begin_sign_in, type Confirmed } from '#engine/connecting/begin.ts'
import { choose_accounts } from '#engine/connecting/choose.ts'
import { confirm_page, open_link } from '#engine/connecting/confirm_page.ts'
import { open_page, sign_in_page, type_keys } from '#engine/connecting/page.ts'
import { Stopped } from '#engine/connecting/parts.ts'
import type { Pending } from '#engine/connecting/pending.ts'
import { take_posted_keys, take_return } from '#engine/connecting/returned.ts'
import { Mistyped } from '#engine/connecting/typed.ts'
import type { Engine } from '#engine/engine.ts'
import { connections_path } from '#engine/notifications/connection_notices.ts'
import { read_body } from '#http/body.ts'
import { names_our_page } from '#http/caller.ts'
import { ask_first } from '#http/connect/accounts_page.ts'
import { send_page } from '#http/connect/layout.ts'
import * as pages from '#http/connect/pages.ts'
import type { Page } from '#http/connect/writing.ts'
import { accepted_language } from '#messages/accepted_language.ts'
import { message } from '#messages/message.ts'

const COOKIE_S = 2 * 3600
const BROWSER_BYTES = 32
/** A form with some thousand chosen accounts is below this. */
const FORM_BYTES_MAX = 256 * 1024

interface Platform {
  Params: { platform: string }
}
interface Reference {
  Params: { reference: string }
}

/** The browser that began a sign-in. With https, the name keeps other hosts of the domain from setting the cookie. */
function cookie_name({ base_url }: Pick<Engine, 'base_url'>): string {
  return `${base_url.startsWith('https:') ? '__Host-' : ''}tablero_connecting`
}

function browser_of(engine: Engine, { headers }: FastifyRequest): string | undefined {
  const name = cookie_name(engine)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  const [, value] = pairs.find(([key]) => key === name) ?? []
  return value && /^[\w-]{43}$/.test(value) ? value : undefined
}

const new_browser = () => randomBytes(BROWSER_BYTES).toString('base64url')

/** Lax: the browser sends the cookie when a platform sends the person back. */
function remember_browser(engine: Engine, reply: FastifyReply, browser: string): void {
  const secure = engine.base_url.startsWith('https:') ? '; Secure' : ''
  reply.header(
    'set-cookie',
    `${cookie_name(engine)}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${COOKIE_S}${secure}`,
  )
}

/** The fields of a form. A larger body counts as empty. */
function form_of({ body }: FastifyRequest): URLSearchParams {
  return new URLSearchParams(Buffer.isBuffer(body) && body.length <= FORM_BYTES_MAX ? body.toString('utf8') : '')
}

export async function connect(server: FastifyInstance, { engine }: { engine: Engine }): Promise<void> {
  server.setErrorHandler(async (error, request, reply) => {
    if (error instanceof Stopped) return show(engine, request, reply, pages.stopped(error))
    throw error
  })

  server.get<Platform>('/connect/callback/:platform', async (request, reply) => {
    const { platform } = request.params
    const parameters = new URLSearchParams(request.url.split('?')[1] ?? '')
    const page = await take_return(engine, { platform, parameters, browser: browser_of(engine, request) })
    return reply.redirect(`/connect/sign-in/${page}`, 303)
  })

  server.post<Platform>('/connect/keys/:platform', async ({ params, body, headers }, reply) => {
    const { value } = read_body(body, headers['content-type'])
    const is_taken = await take_posted_keys(engine, params.platform, value)
    return reply.code(is_taken ? 200 : 403).send({ ok: is_taken })
  })

  await server.register(pages_of_person, { engine })
}

async function pages_of_person(server: FastifyInstance, { engine }: { engine: Engine }): Promise<void> {
  // A form of another site would skip the page that asks, and the person would see nothing but the platform's own question.
  server.addHook('onRequest', async ({ method, headers }) => {
    if (method === 'POST' && !names_our_page(engine.base_url, headers))
      throw new Stopped(message('connecting.other_site'))
  })

  server.get<{ Querystring: { link?: string } }>('/settings/connections', async (request, reply) => {
    const { link } = request.query
    if (typeof link !== 'string') return show(engine, request, reply, pages.no_link())
    const person = await signed_in(engine, request)
    // Known before the form is sent, so that a person who presses twice is in the same browser.
    const browser = browser_of(engine, request) ?? new_browser()
    const of = await confirm_page(engine, link, { person, browser })
    remember_browser(engine, reply, browser)
    return show(engine, request, reply, pages.confirm(of, link))
  })

  server.post('/connect/begin', async (request, reply) => {
    const browser = browser_of(engine, request) ?? new_browser()
    const person = await signed_in(engine, request)
    const confirmed = { ...confirmed_of(form_of(request)), browser, person }
    const next = await begin_sign_in(engine, confirmed).catch((error) => {
      if (error instanceof Mistyped) return error
      throw error
    })
    if (next instanceof Mistyped) {
      const of = await confirm_page(engine, confirmed.link, { person, browser })
      const page = pages.confirm(of, confirmed.link, {
        failed: next.sentence,
        typed: confirmed.typed,
        faulty: next.fields,
      })
      return show(engine, request, reply, page)
    }
    remember_browser(engine, reply, browser)
    if ('page' in next) return reply.redirect(`/connect/sign-in/${next.page}`, 303)
    return show(engine, request, reply, pages.to_vendor(await open_link(engine, confirmed.link, person), next))
  })

  await server.register(sign_in_pages, { engine })
}

/** The person of the dashboard's session in this browser. */
async function signed_in({ session_token, directory }: Engine, { headers }: FastifyRequest) {
  const session = headers.cookie === undefined ? undefined : session_token?.(headers.cookie)
  return session === undefined ? undefined : directory.person(session)
}

/** In the language that the account of the person keeps, else in the one of the browser. */
async function show(engine: Engine, request: FastifyRequest, reply: FastifyReply, page: Page) {
  const person = await signed_in(engine, request)
  return send_page(reply, page, person?.language ?? accepted_language(request.headers['accept-language']))
}

/** What the person confirmed. The form has the action and its connection in one value. */
function confirmed_of(form: URLSearchParams): Omit<Confirmed, 'browser' | 'person'> {
  const [action = 'new', connection_id] = (form.get('action') ?? 'new').split(' ')
  return {
    link: form.get('link') ?? '',
    action: action === 'again' || action === 'accounts' ? action : 'new',
    connection_id,
    typed: Object.fromEntries([...form].filter(([, value]) => value !== '')),
  }
}

/** The page of connections, with the new one. The address has only ids that were signed or stored here, so it leads nowhere else. */
const connected_address = ({ org_id, connection_id }: Pick<Pending, 'org_id' | 'connection_id'>) =>
  `${connections_path(org_id)}?connected=${connection_id}`

async function sign_in_pages(server: FastifyInstance, { engine }: { engine: Engine }): Promise<void> {
  server.get<Reference>('/connect/sign-in/:reference', async (request, reply) => {
    const { reference } = request.params
    const shown = await sign_in_page(engine, reference, browser_of(engine, request))
    if (shown.shows === 'progress' && shown.pending.returns)
      return reply.redirect(connected_address(shown.pending), 303)
    return show(engine, request, reply, pages.sign_in(shown, reference))
  })

  /** Shows the page again with the sentence and the choice, so that the person can correct what they typed or chose. */
  const again = async (
    request: FastifyRequest<Reference>,
    reply: FastifyReply,
    error: unknown,
    choice?: { chosen: string[] | undefined },
  ) => {
    if (!(error instanceof Stopped) || !error.about || error.sentence.key === 'connecting.page_ended') throw error
    const { reference } = request.params
    const shown = await sign_in_page(engine, reference, browser_of(engine, request))
    // Another page has no form to correct.
    if (shown.shows !== 'keys' && shown.shows !== 'accounts') throw error
    const page = choice && shown.shows === 'accounts' ? { ...shown, ...choice } : shown
    const typed = Object.fromEntries(form_of(request))
    const faulty = error instanceof Mistyped ? error.fields : []
    return show(engine, request, reply, pages.sign_in(page, reference, { failed: error.sentence, typed, faulty }))
  }

  server.post<Reference>('/connect/sign-in/:reference/keys', async (request, reply) => {
    const { reference } = request.params
    const opened = await open_page(engine, reference, browser_of(engine, request))
    try {
      await type_keys(engine, opened, Object.fromEntries(form_of(request)))
    } catch (error) {
      return again(request, reply, error)
    }
    return reply.redirect(`/connect/sign-in/${reference}`, 303)
  })

  server.post<Reference>('/connect/sign-in/:reference/accounts', async (request, reply) => {
    const { reference } = request.params
    const opened = await open_page(engine, reference, browser_of(engine, request))
    const form = form_of(request)
    const is_all = form.get('which') === 'all'
    const ticked = form.getAll('account_id')
    const may_replace = form.get('replace') === 'yes'
    try {
      if (opened.pending.step === 'returned') await add_values(engine, opened, Object.fromEntries(form))
      const question = await choose_accounts(engine, opened, opened.pending, { is_all, ticked, may_replace })
      if (question)
        return show(engine, request, reply, ask_first(opened, reference, question, is_all ? undefined : ticked))
    } catch (error) {
      return again(request, reply, error, { chosen: is_all && ticked.length === 0 ? undefined : ticked })
    }
    return reply.redirect(`/connect/sign-in/${reference}`, 303)
  })
}
