// Webhooks and attempts as the tools answer them.
import type { OrgTools } from '../../api/call.ts'

export type Webhook = OrgTools['list_webhooks']['result']['webhooks'][number]
export type Attempt = OrgTools['list_webhook_attempts']['result']['attempts'][number]
export type EventType = OrgTools['create_webhook']['input']['events'][number]
