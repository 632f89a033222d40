// The rules as the tools answer them, and what making or changing one answers.
import type { OrgTools } from '../../api/call.ts'

export type Rule = OrgTools['list_alert_rules']['result']['alert_rules'][number]
export type Tried = OrgTools['create_alert_rule']['result']
export type Condition = Rule['condition']
export type ComparisonPeriod = NonNullable<Rule['comparison_period']>
export type Channel = NonNullable<Rule['channels']>[number]
