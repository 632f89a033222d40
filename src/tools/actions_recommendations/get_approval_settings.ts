import { tool } from '#engine/tool.ts'
import { read_settings, settings_fields } from './approval_settings.ts'

export const get_approval_settings = tool({
  about: 'What the organization demands of approvals, and how long proposals wait for a decision.',
  scopes: ['actions:read'],
  effect: 'read',
  internal: true,
  input: {},
  result: settings_fields,
  run: (_, context) => read_settings(context),
})
