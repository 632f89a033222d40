// What several parts of the page show.
import type { OrgTools } from '../../api/call.ts'

export type Action = OrgTools['get_action']['result']
export type Waiting = OrgTools['list_pending_actions']['result']['actions'][number]
export type Decided = OrgTools['browse_action_history']['result']['actions'][number]
export type Guardrail = OrgTools['list_guardrails']['result']['guardrails'][number]
export type ApprovalSettings = OrgTools['get_approval_settings']['result']

/** What a decision and its end change. */
export const ACTION_TOOLS = ['get_action', 'list_pending_actions', 'browse_action_history', 'list_guardrails'] as const
