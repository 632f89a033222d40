// How WordPress lets a person in with an application password, and refuses (Authentication of the REST API handbook, read 2026-11).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access } from '../../world/types.ts'
import { error } from './site.ts'

/** The person whose application password the sandbox accepts. */
const editor = { user: 'editor', password: 'abcd EFGH ijkl MNOP qrst UVWX' }

export class NotAllowed extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/**
 * False: nobody signed in. As soon as a site has one application password, WordPress takes the name and password of every request for one, also at
 * routes that need none. WooCommerce's keys count below /wp-json/wc/ alone. Functions wp_authenticate_application_password and
 * rest_application_password_check_errors of WordPress, since 5.6; is_request_to_rest_api of WooCommerce (read 2026-11).
 */
function is_editor({ headers }: FastifyRequest): boolean {
  const basic = /^Basic (\S+)$/.exec(headers.authorization ?? '')?.[1]
  if (!basic) return false
  const [user, ...password] = Buffer.from(basic, 'base64').toString().split(':')
  if (user !== editor.user)
    throw new NotAllowed(401, 'invalid_username', 'Unknown username. Check again or try your email address.')
  // WordPress ignores the spaces of an application password.
  if (password.join(':').replaceAll(' ', '') === editor.password.replaceAll(' ', '')) return true
  throw new NotAllowed(401, 'incorrect_password', 'The provided password is an invalid application password.')
}

/** Who asks: nobody, or the editor. */
export interface Person {
  is_editor: boolean
  /** Throws when the person may not edit pages. */
  needs_to_edit: (code: string) => void
}

type Answer<Call> = (call: Call, person: Person, reply: FastifyReply) => unknown

export function wordpress<Call>(app: FastifyInstance, access: Access) {
  return (method: 'GET' | 'POST' | 'PUT', path: string, answer: Answer<Call>) =>
    app.route({
      method,
      url: `/wp-json/${path}`,
      handler(request, reply) {
        try {
          const signed_in = is_editor(request)
          const needs_to_edit = (code: string) => {
            if (!signed_in || access.may_edit_pages === false)
              throw new NotAllowed(signed_in ? 403 : 401, code, 'Sorry, you are not allowed to do that.')
          }
          return answer(request as Call, { is_editor: signed_in, needs_to_edit }, reply)
        } catch (refused) {
          if (!(refused instanceof NotAllowed)) throw refused
          const { status, code, message } = refused
          return reply.code(status).send(error(status, code, message).body)
        }
      },
    })
}
