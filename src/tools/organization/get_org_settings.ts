import { tool } from '#engine/tool.ts'
import { read_settings, settings_fields } from './org_settings.ts'

export const get_org_settings = tool({
  about: 'Settings of the organization.',
  scopes: [],
  effect: 'read',
  internal: true,
  input: {},
  result: settings_fields,
  run: (_input, { db, org }) => read_settings(db, org.modules_off),
})
