import { z } from 'zod'
import { roles } from '#domain/roles.ts'
import { day_in } from '#domain/windows.ts'
import { post_mail } from '#engine/mail.ts'
import { type Invited, invite } from '#engine/people/invitations.ts'
import { name_of } from '#engine/people/members.ts'
import { own_text } from '#engine/texts.ts'
import { type Context, tool } from '#engine/tool.ts'
import { send_mails } from '#jobs/send_mails.ts'
import { role_of_new } from './roles.ts'

/** Longer than any address, so that the sentence about addresses answers. */
const GIVEN_CHARS_MAX = 1_000

/** The email goes out after the invitation is stored. */
async function mail_of(
  { email, role, expires_at, accept_url }: Invited,
  { db, org, caller, mailing, enqueue }: Context,
) {
  if (!mailing) return 'not_configured' as const
  const inviter = caller.via === 'session' || caller.via === 'key' ? await name_of(db, caller.user_id) : undefined
  const values = {
    org_name: org.name,
    inviter_name: inviter ?? org.name,
    role,
    url: accept_url,
    expires_on: day_in(org.time_zone, expires_at),
  }
  await post_mail(db, mailing.sealed({ to: email, language: org.language, message: 'invitation', values }))
  await enqueue(send_mails, {})
  return 'queued' as const
}

export const invite_user = tool({
  about: 'Invite a person to the organization by email. Inviting the same address again renews the link.',
  keywords: {
    es: 'invitar agregar añadir persona usuario colega compañero equipo dar acceso correo',
    en: 'invite add person user colleague teammate give access email onboard',
    pt: 'convidar adicionar pessoa usuário colega equipe dar acesso e-mail',
  },
  scopes: ['admin:*'],
  effect: 'write',
  rate: 20,
  shown_once: ['accept_url'],
  open_world: true,
  input: {
    email: z
      .string()
      .max(GIVEN_CHARS_MAX, `must have at most ${GIVEN_CHARS_MAX} characters`)
      .describe('Address of the person. Only the owner of this address can accept.'),
    role: role_of_new,
  },
  result: {
    invitation_id: z.uuid(),
    email: own_text(),
    role: z.enum(roles),
    expires_at: own_text(),
    accept_url: own_text()
      .nullable()
      .describe(
        'Where the person accepts. It is shown only now. null: this is the repeated answer of an idempotency key.',
      ),
    mail: z
      .enum(['queued', 'not_configured'])
      .describe('not_configured: this Tablero sends no email, so pass accept_url on.'),
    renewed: z.boolean().describe('True: the address had an invitation, whose link no longer works.'),
  },
  example: { email: 'ana@example.com', role: 'viewer' },
  async run({ email, role }, context) {
    const invited = await invite(context, { email, role, base_url: context.base_url })
    return { ...invited, mail: await mail_of(invited, context) }
  },
})
