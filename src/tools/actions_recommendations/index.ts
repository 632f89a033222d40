import { area } from '#engine/tool.ts'
import { apply_recommendation } from '#tools/actions_recommendations/apply_recommendation.ts'
import { approve_action } from '#tools/actions_recommendations/approve_action.ts'
import { approve_action_with_code } from '#tools/actions_recommendations/approve_action_with_code.ts'
import { browse_action_history } from '#tools/actions_recommendations/browse_action_history.ts'
import { browse_recommendations } from '#tools/actions_recommendations/browse_recommendations.ts'
import { dismiss_recommendation } from '#tools/actions_recommendations/dismiss_recommendation.ts'
import { end_guardrail } from '#tools/actions_recommendations/end_guardrail.ts'
import { get_action } from '#tools/actions_recommendations/get_action.ts'
import { get_approval_settings } from '#tools/actions_recommendations/get_approval_settings.ts'
import { list_action_history } from '#tools/actions_recommendations/list_action_history.ts'
import { list_guardrails } from '#tools/actions_recommendations/list_guardrails.ts'
import { list_pending_actions } from '#tools/actions_recommendations/list_pending_actions.ts'
import { list_recommendations } from '#tools/actions_recommendations/list_recommendations.ts'
import { mark_notification_read } from '#tools/actions_recommendations/mark_notification_read.ts'
import { propose_undo } from '#tools/actions_recommendations/propose_undo.ts'
import { reject_action } from '#tools/actions_recommendations/reject_action.ts'
import { set_action_expiry } from '#tools/actions_recommendations/set_action_expiry.ts'
import { set_code_amount } from '#tools/actions_recommendations/set_code_amount.ts'
import { set_guardrail } from '#tools/actions_recommendations/set_guardrail.ts'
import { set_second_person } from '#tools/actions_recommendations/set_second_person.ts'
import { snooze_recommendation } from '#tools/actions_recommendations/snooze_recommendation.ts'

export const actions_recommendations = area({
  title: 'Actions and recommendations',
  tools: {
    browse_action_history,
    browse_recommendations,
    snooze_recommendation,
    list_recommendations,
    dismiss_recommendation,
    apply_recommendation,
    mark_notification_read,
    approve_action,
    approve_action_with_code,
    end_guardrail,
    get_action,
    get_approval_settings,
    list_action_history,
    list_guardrails,
    list_pending_actions,
    propose_undo,
    reject_action,
    set_action_expiry,
    set_code_amount,
    set_guardrail,
    set_second_person,
  },
})
