import { z } from 'zod'
import { own_id } from '#engine/fields.ts'
import { end_app } from '#engine/people/apps.ts'
import { outside_text } from '#engine/texts.ts'
import { tool } from '#engine/tool.ts'

export const disconnect_app = tool({
  about: 'Disconnect an app, with all of its tokens, within a second. Who is no admin disconnects own apps.',
  scopes: [],
  effect: 'write',
  internal: true,
  destructive: true,
  input: {
    grant_id: own_id('grant_id', 'an app').describe('App; list_connected_apps shows them.'),
  },
  result: { grant_id: z.uuid(), name: outside_text(), disconnected: z.literal(true) },
  example: { grant_id: '01980000-0000-7000-8000-000000000000' },
  async run({ grant_id }, context) {
    const { name } = await end_app(context, grant_id)
    return { grant_id, name, disconnected: true as const }
  },
})
