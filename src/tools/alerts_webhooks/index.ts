import { area } from '#engine/tool.ts'
import { alert_rules } from './alert_rules.ts'
import { create_alert_rule } from './create_alert_rule.ts'
import { list_webhook_attempts } from './list_webhook_attempts.ts'
import { list_webhook_deliveries } from './list_webhook_deliveries.ts'
import { list_webhooks } from './list_webhooks.ts'
import { replay_webhook } from './replay_webhook.ts'
import { resend_webhook_delivery } from './resend_webhook_delivery.ts'
import { rotate_webhook_secret } from './rotate_webhook_secret.ts'
import { test_webhook } from './test_webhook.ts'
import { update_alert_rule } from './update_alert_rule.ts'
import { update_org_channels } from './update_org_channels.ts'
import { webhooks } from './webhooks.ts'

export const alerts_webhooks = area({
  title: 'Alerts and webhooks',
  tools: {
    ...alert_rules.tools,
    create_alert_rule,
    update_alert_rule,
    list_webhook_attempts,
    list_webhook_deliveries,
    list_webhooks,
    replay_webhook,
    resend_webhook_delivery,
    rotate_webhook_secret,
    test_webhook,
    ...webhooks.tools,
    update_org_channels,
  },
})
