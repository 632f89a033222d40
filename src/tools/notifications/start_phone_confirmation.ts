import { new_code } from '#engine/notifications/channels.ts'
import { refuse } from '#engine/outcomes.ts'
import { own_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

export const start_phone_confirmation = tool({
  about:
    'Make the code that the owner of the phone number sends to the number of this Tablero by WhatsApp, to get notifications.',
  scopes: ['notifications:write'],
  effect: 'write',
  internal: true,
  input: {},
  result: {
    phone: own_text().describe('Who sends it.'),
    send_to: own_text().describe('The number of this Tablero.'),
    code: own_text(),
    until: own_text(),
    link: own_text().describe('Opens WhatsApp with the code.'),
  },
  example: {},
  async run(_input, { db, org, now, messaging_phone }) {
    if (messaging_phone === undefined)
      refuse('This Tablero has no WhatsApp number of its own. Its operator sets WHATSAPP_PHONE.')
    const made = await new_code(db, org.org_id, now)
    if (!made) refuse('No phone number waits to be confirmed. Set messaging_phone with update_org_channels.')
    const link = `https://wa.me/${messaging_phone.slice(1)}?text=${made.code}`
    return { ...made, send_to: messaging_phone, link }
  },
})
