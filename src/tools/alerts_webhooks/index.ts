import { area } from '#engine/tool.ts'
import { alert_rules } from './alert_rules.ts'
import { create_alert_rule } from './create_alert_rule.ts'
import { update_alert_rule } from './update_alert_rule.ts'

export const alerts_webhooks = area({
  title: 'Alerts and webhooks',
  tools: {
    ...alert_rules.tools,
    create_alert_rule,
    update_alert_rule,
  },
})
