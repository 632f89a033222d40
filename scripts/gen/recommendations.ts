// docs/recommendations.md: what recommendations are, and every rule.
import { rules } from '#rules/index.ts'
import { table } from './tables.ts'

export const recommendations_md = (): string => `# Recommendations

Rules look at the stored figures after each sync, at most once an hour, and each morning at six in the organization's time zone. What they
find is a recommendation: its evidence, what it is worth in a month, and the call that would change it. \`list_recommendations\` shows them, and
\`quick_wins\` the most important ones beside campaigns, carts and alerts. [ADR 56](adr/0056_rules_recommend_what_is_certain.md) has the reasons.

## What a rule says

- **It is sure to 95 %, or it says nothing.** Rates and ROAS count by their bound: a campaign with three orders is not worse than its account because
  of them. Amounts are the lower and the upper end of the effect in 30 days, in the reporting currency. A rule
  may miss what is there.
- **It trusts no figure that may be wrong.** A source counts when its health is \`ok\`, every day that the rule needs is stored, and no part is
  suspect or without permission. No record of these days may be in a state that Tablero does not know. Visits whose source web analytics
  withhold can be those of ads. \`notes\` name the sources that were not evaluated, so that an empty list does not mean that all is well.
- **One recommendation of a rule and a subject is open at a time.** The next run renews its figures. At most 20 of a rule are open.

| Status | Meaning | Next |
|---|---|---|
| \`new\` | the evidence is there | any other |
| \`snoozed\` | \`snooze_recommendation\` put it off | \`new\` on the minute that was named, or any other |
| \`resolved\` | the evidence ended, or the connection did | none; new evidence makes a new recommendation |
| \`applied\` | \`apply_recommendation\` recorded it, or an executed change carried it out | none; the rule is silent about the subject for 30 days |
| \`dismissed\` | \`dismiss_recommendation\` | none; the rule is silent about the subject permanently |

\`apply_recommendation\` changes nothing at a platform. Its answer names the call that proposes the change, which a person approves
([approvals.md](approvals.md)). Missing figures change no status.

## Rules

${table(
  ['Rule', 'Finds', 'Module'],
  Object.entries(rules).map(([name, { about, module }]) => [`\`${name}\``, about, `\`${module}\``]),
)}

A new recommendation is an event for webhooks (\`recommendation.created\`). Those that are more than information are one notification together.

\`test/recommendations/world.test.ts\` and \`test/recommendations/world_roas.test.ts\` measure how often a rule is wrong.
\`test/recommendations/lifecycle.test.ts\` and \`test/recommendations/morning.test.ts\` test the states and the times.
`
