// The dashboard: its built files, which never change under their names, and the frame at the addresses of its pages.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Failure, send_failure } from '#http/answers.ts'
import { accepted_encodings } from '#http/compressed.ts'
import { type Built, open_built } from '#http/dashboard/built.ts'
import { send_shell, wants_page } from '#http/dashboard/shell.ts'

/** Addresses outside of an organization. Those within begin with /o/. */
const PAGES = [
  '/sign-in',
  '/sign-up',
  '/verify',
  '/reset',
  '/invitation',
  '/consent',
  '/consent/refused',
  '/new',
  '/account',
  '/settings/*',
  '/o/*',
]
const FOREVER = 'public, max-age=31536000, immutable'

const NO_FILE: Failure = {
  status: 404,
  outcome: 'not_found',
  error: 'There is no such file. The page that names it is of another version: load the page again.',
}

interface Asset {
  Params: { name: string }
}
interface InOrganization {
  Params: { org: string }
}

/** Sends the frame of the pages. Undefined for a request that wants no page. */
export type ShowPage = (request: FastifyRequest, reply: FastifyReply, status?: number) => FastifyReply | undefined

export function page_shower(built: Built | undefined = open_built()): ShowPage {
  return (request, reply, status) => (wants_page(request) ? send_shell(built, request, reply, status) : undefined)
}

export async function dashboard(
  server: FastifyInstance,
  { built = open_built() }: { built?: Built | undefined },
): Promise<void> {
  for (const url of PAGES) server.get(url, (request, reply) => send_shell(built, request, reply))
  // Old links of the product pointed to the settings.
  server.get<InOrganization>('/o/:org/settings/connections', ({ params }, reply) =>
    reply.redirect(`/o/${encodeURIComponent(params.org)}/connections`, 302),
  )
  server.get<Asset>('/assets/:name', async ({ params: { name }, headers }, reply) => {
    const type = built?.type_of(name)
    if (!built || !type) return send_failure(reply, NO_FILE)
    const { body, encoding } = await built.read(name, accepted_encodings(headers['accept-encoding']))
    reply.headers({ 'cache-control': FOREVER, 'content-type': type, vary: 'accept-encoding' })
    if (encoding) reply.header('content-encoding', encoding)
    return reply.send(body)
  })
}
