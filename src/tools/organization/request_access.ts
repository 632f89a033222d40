import { z } from 'zod'
import { day_in } from '#domain/windows.ts'
import { post_mail } from '#engine/mail.ts'
import { request_access as request } from '#engine/people/agencies.ts'
import { name_of } from '#engine/people/members.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'
import { send_mails } from '#jobs/send_mails.ts'

/** Longer than any address, so that the sentence about addresses answers. */
const GIVEN_CHARS_MAX = 1_000

export const request_access = tool({
  about:
    'Ask an admin of a client by email to let the agency act on their organization. They find the request in Tablero and choose. Asking again renews it.',
  scopes: ['admin:*'],
  effect: 'write',
  internal: true,
  rate: 10,
  open_world: true,
  input: {
    email: z
      .string()
      .max(GIVEN_CHARS_MAX, `must have at most ${GIVEN_CHARS_MAX} characters`)
      .describe('Address of an admin of the client. The answer does not say whether anybody has it.'),
  },
  result: {
    request_id: z.uuid(),
    email: own_text(),
    expires_at: own_text(),
    mail: z
      .enum(['queued', 'not_configured'])
      .describe('not_configured: this Tablero sends no email, so tell the client.'),
  },
  example: { email: 'ana@example.com' },
  async run({ email }, context) {
    const requested = await request(context, email)
    const { db, org, caller, mailing, base_url, enqueue } = context
    if (!mailing) return { ...requested, mail: 'not_configured' as const }
    const asked_by = caller.via === 'session' ? await name_of(db, caller.user_id) : undefined
    const values = {
      org_name: org.name,
      inviter_name: asked_by ?? org.name,
      url: base_url,
      expires_on: day_in(org.time_zone, requested.expires_at),
    }
    const sealed = mailing.sealed({ to: requested.email, language: org.language, message: 'access_request', values })
    await post_mail(db, sealed)
    await enqueue(send_mails, {})
    return { ...requested, mail: 'queued' as const }
  },
})
