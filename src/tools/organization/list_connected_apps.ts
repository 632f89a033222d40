import { z } from 'zod'
import { scopes } from '#domain/scopes.ts'
import { list_tool } from '#engine/list_tool.ts'
import { counted_rows } from '#engine/lists.ts'
import { APPS_SHOWN_MAX, list_apps } from '#engine/people/apps.ts'
import { outside_text, own_text } from '#engine/texts.ts'

export const list_connected_apps = list_tool({
  about: 'Apps that act for people in the organization, by OAuth. Who is no admin sees own apps.',
  scopes: [],
  internal: true,
  list: 'apps',
  row: {
    grant_id: z.uuid(),
    name: outside_text().describe('As the app names itself.'),
    hosts: z
      .array(outside_text())
      .describe('Hosts that get the answers of people. A loopback host is a program on their own machine.'),
    scopes: z
      .array(z.enum(scopes))
      .describe('What the person allowed. A call does no more than the person may at that moment.'),
    person: z.strictObject({ user_id: z.uuid(), name: outside_text(), email: own_text() }),
    connected_at: own_text(),
    last_used_at: own_text().nullable(),
  },
  hint: `The newest ${APPS_SHOWN_MAX} apps are shown.`,
  order: 'Newest first.',
  read: async (_input, { db, caller }) => counted_rows(await list_apps(db, caller)),
})
