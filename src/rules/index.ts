// All rules, by name. The name stands in every recommendation of the rule.
import { budget_lost, campaign_without_conversions, pacing, roas_below_one } from './ads.ts'
import { dead_webhook, drift, sick_connection } from './connections.ts'
import { creative_fatigue } from './creatives.ts'
import { feed_errors } from './feeds.ts'
import { mail_list_without_sending } from './mails.ts'
import { unanswered_questions } from './questions.ts'
import type { Rule } from './rule.ts'
import { search_terms } from './searches.ts'
import { advertised_stock_out, carts_rising } from './shop.ts'
import { slow_page } from './sites.ts'
import { claims_beyond_sales, spend_without_sessions } from './tracking.ts'

export const rules = {
  roas_below_one,
  campaign_without_conversions,
  budget_lost,
  pacing,
  creative_fatigue,
  search_terms,
  spend_without_sessions,
  claims_beyond_sales,
  carts_rising,
  advertised_stock_out,
  slow_page,
  unanswered_questions,
  sick_connection,
  drift,
  dead_webhook,
  feed_errors,
  mail_list_without_sending,
} satisfies Record<string, Rule>
