import { area } from '#engine/tool.ts'
import { update_org_channels } from './update_org_channels.ts'

export const alerts_webhooks = area({
  title: 'Alerts and webhooks',
  tools: {
    update_org_channels,
  },
})
