import { z } from 'zod'
import { limit } from '#engine/lists.ts'
import { tool } from '#engine/tool.ts'
import * as f from '#figures/index.ts'
import { list_today, today_fields } from '#figures/sources/totals.ts'
import { message } from '#messages/message.ts'
import { BODY_CHARS_MAX, BODY_DAYS, campaigns, newest_campaigns } from '#tools/query/email_campaigns.ts'

export const query_email_campaigns = tool({
  about:
    'Email campaigns with subject, recipients, opens and clicks, newest first. include_body adds truncated plain-text copy of recently sent ones.',
  keywords: {
    es: 'campañas de correo newsletter mails enviados aperturas clics asunto destinatarios borradores programados cuerpo texto del email',
    en: 'email campaigns newsletter sent open rate clicks subject lines recipients scheduled drafts body text of the email',
    pt: 'campanhas de e-mail newsletter enviadas aberturas cliques assunto destinatários rascunhos agendados texto do e-mail',
  },
  scopes: ['crm:read'],
  effect: 'read',
  input: {
    limit: limit(50),
    status: z.enum(['draft', 'scheduled', 'sending', 'sent']).optional().describe('Only campaigns in this state.'),
    include_body: z
      .boolean()
      .default(false)
      .describe(`Adds the copy of emails sent within ${BODY_DAYS} days, at most ${BODY_CHARS_MAX} characters each.`),
  },
  result: { ...campaigns.fields, ...today_fields },
  example: { status: 'sent', limit: 10 },
  async run(input, context) {
    const beside = input.include_body ? { email_campaigns: message('list.bodies') } : undefined
    const { connection_ids, ...today } = await f.sources_today(context, { ...f.broadcasts, beside })
    return list_today(campaigns.of_counted(await newest_campaigns(context, { connection_ids, ...input })), today)
  },
})
