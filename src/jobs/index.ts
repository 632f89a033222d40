import type { Jobs } from '#engine/job.ts'
import { backfill_connection } from './backfill_connection.ts'
import { carry_out_action } from './carry_out_action.ts'
import { continue_actions } from './continue_actions.ts'
import { delete_ended_orgs } from './delete_ended_orgs.ts'
import { delete_org } from './delete_org.ts'
import { end_abandoned_runs } from './end_abandoned_runs.ts'
import { evaluate_alerts } from './evaluate_alerts.ts'
import { evaluate_alerts_daily } from './evaluate_alerts_daily.ts'
import { expire_actions } from './expire_actions.ts'
import { export_anchors } from './export_anchors.ts'
import { find_recommendations } from './find_recommendations.ts'
import { find_recommendations_daily } from './find_recommendations_daily.ts'
import { forget_expired } from './forget_expired.ts'
import { load_fx_rates } from './load_fx_rates.ts'
import { load_fx_rates_daily } from './load_fx_rates_daily.ts'
import { measure_impacts } from './measure_impacts.ts'
import { notify_of_ends } from './notify_of_ends.ts'
import { register_webhooks } from './register_webhooks.ts'
import { schedule_syncs } from './schedule_syncs.ts'
import { schedule_webhooks } from './schedule_webhooks.ts'
import { schedule_withdrawals } from './schedule_withdrawals.ts'
import { send_mails, send_waiting_mails } from './send_mails.ts'
import { send_due_messages, send_messages } from './send_messages.ts'
import { sync_connection } from './sync_connection.ts'
import { warn_of_ends } from './warn_of_ends.ts'
import { withdraw_access } from './withdraw_access.ts'
import { work_run } from './work_run.ts'
import { work_webhooks } from './work_webhooks.ts'

export const jobs: Jobs = {
  backfill_connection,
  carry_out_action,
  continue_actions,
  delete_ended_orgs,
  delete_org,
  end_abandoned_runs,
  evaluate_alerts,
  evaluate_alerts_daily,
  expire_actions,
  export_anchors,
  find_recommendations,
  find_recommendations_daily,
  forget_expired,
  load_fx_rates,
  load_fx_rates_daily,
  measure_impacts,
  notify_of_ends,
  register_webhooks,
  schedule_syncs,
  schedule_webhooks,
  schedule_withdrawals,
  send_due_messages,
  send_mails,
  send_messages,
  send_waiting_mails,
  sync_connection,
  warn_of_ends,
  withdraw_access,
  work_run,
  work_webhooks,
}
