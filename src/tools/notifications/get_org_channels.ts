import { tool } from '#engine/tool.ts'
import { channel_fields, show_channels } from '#tools/channels.ts'

export const get_org_channels = tool({
  about: 'Where notifications of the organization go, and when.',
  scopes: ['notifications:read'],
  effect: 'read',
  internal: true,
  input: {},
  result: channel_fields,
  example: {},
  run: (_input, { db, messaging_phone }) => show_channels(db, messaging_phone),
})
