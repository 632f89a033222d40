// What rules recommend, in English.
export const rules_en = {
  'rule.roas_below_one.title': 'Pause {name}, or change it: it costs more than it brings',
  'rule.roas_below_one.text':
    'From {from} to {to} it cost {spend} and the platform claims {revenue} of sales for it. Allowing for chance, its ROAS is at most {most}.',
  'rule.campaign_without_conversions.title': '{name} spends and has no conversion',
  'rule.campaign_without_conversions.text':
    'From {from} to {to} it cost {spend}. Other campaigns of the account had about {expected} conversions for as much.',
  'rule.budget_lost.title': 'Raise the budget of {name}: it earns, and its budget ends too early',
  'rule.budget_lost.text':
    'From {from} to {to} its budget kept it from {lost} of the possible impressions. From {valued_from} to {valued_to}, whose sales have arrived, it cost {spend}. Allowing for chance, its ROAS of these days is at least {least}.',
  'rule.pacing.title': '{name} will not spend its budget',
  'rule.pacing.text': 'It ends on {end}. At the pace of the last week, {spent} of {budget} will be spent by then.',
  'rule.creative_fatigue.title': 'Replace the creative {name}: people have seen it too often',
  'rule.creative_fatigue.text':
    'From {from} to {to} its click rate was {fall} lower than in its first week, and a click cost {rise} more.',
  'rule.search_terms.title': 'Exclude the search {term}',
  'rule.search_terms.text':
    '{count, plural, one {From {from} to {to} it brought # click to {campaign}, cost {spend} and sold nothing.} other {From {from} to {to} it brought # clicks to {campaign}, cost {spend} and sold nothing.}}',
  'rule.spend_without_sessions.title': 'Check the links and tags of {name}: its clicks do not arrive',
  'rule.spend_without_sessions.text':
    'From {from} to {to} people clicked its ads {clicks} times for {spend}, and web analytics counted {sessions} sessions from it.',
  'rule.claims_beyond_sales.title': 'Check the conversion tracking: ads claim more than the shops sold',
  'rule.claims_beyond_sales.text':
    'From {from} to {to} the ad platforms claim {claimed} of sales. From {from} to {sold_to} all shops and marketplaces sold {revenue}.',
  'rule.carts_rising.title': 'Customers leave more carts than before',
  'rule.carts_rising.text':
    'From {from} to {to} {count} carts were left, which is {now} of all carts. In the two weeks before it was {before}.',
  'rule.advertised_stock_out.title': 'Ads lead to {product}, which is sold out',
  'rule.advertised_stock_out.text':
    '{count, plural, one {# ad that still runs leads to it, and cost {spend} from {from} to {to}.} other {# ads that still run lead to it, and cost {spend} from {from} to {to}.}}',
  'rule.slow_page.title': '{url} is slow',
  'rule.slow_page.text': 'A quarter of its visitors ({device}) wait longer than {seconds} seconds for its content.',
  'rule.unanswered_questions.title':
    '{count, plural, one {Answer # question at {name}} other {Answer # questions at {name}}}',
  'rule.unanswered_questions.text': 'The oldest has waited for {hours} hours.',
  'rule.unanswered_questions.days': 'The oldest has waited for {days} days.',
  'rule.sick_connection.title': '{name}: its figures cannot be trusted',
  'rule.drift.title': '{name}: rows do not add up to the total of the platform',
  'rule.drift.text':
    '{count, plural, one {# day between {from} and {to} has another sum than the platform states, also after it was read again.} other {# days between {from} and {to} have another sum than the platform states, also after they were read again.}}',
  'rule.dead_webhook.title': 'The webhook {name} receives nothing',
  'rule.dead_webhook.failing': 'Every delivery of the last day failed.',
  'rule.dead_webhook.off': 'Tablero switched it off, because its address did not accept deliveries.',
  'rule.feed_errors.title':
    '{count, plural, one {# product of {name} is not shown} other {# products of {name} are not shown}}',
  'rule.feed_errors.text': 'The platform says: {reason}. The feed has {all} products.',
  'rule.mail_list_without_sending.title': 'Write to the subscribers of {name}',
  'rule.mail_list_without_sending.text': '{count} contacts have had no campaign for {days} days.',
  'recommendations.new.title': '{count} new recommendations',
  'recommendations.new.text':
    '{others, plural, =0 {{titles}.} one {{titles}, and # more.} other {{titles}, and # more.}}',
  'quick_wins.campaign.title': '{name}: ROAS below 1',
  'quick_wins.campaign.text':
    'From {from} to {to} it cost {spend} and the platform claims {revenue} of sales for it. That can still be chance.',
  'quick_wins.alert.title': 'Alert {name} of {day}',
  'quick_wins.alert.text': '{metric} breached the threshold of this rule on {day}, and has not come back yet.',
  'quick_wins.carts.title': 'Remind the customers of abandoned carts',
  'quick_wins.carts.text':
    'From {from} to {to} {count} carts worth {value} were left. {reachable} of them have an email address or a phone number.',
  'quick_wins.carts.part': 'The carts of the days before are not stored.',
  'quick_wins.none': 'Nothing stands out now.',
  'quick_wins.no_source': 'Nothing can be said, because no platform is connected. Connect one first.',
  'quick_wins.unknown': 'Nothing can be said yet, because no rule could evaluate any figures.',
  'quick_wins.summary':
    '{count, plural, one {# thing stands out: {first}.} other {# things stand out. The first: {first}.}}',
  'recommendations.unevaluated':
    '{count, plural, one {When it ran on {time}, # rule could not be evaluated, because figures were missing or could not be trusted: {sources}.} other {When they ran on {time}, # rules could not be evaluated, because figures were missing or could not be trusted: {sources}.}}',
  'recommendations.in_part':
    'When they ran on {time}, rules left out connections, or accounts of them, whose figures were missing or could not be trusted: {sources}.',
  'recommendations.other_currency':
    '{count, plural, one {# recommendation still has amounts in {former}. Its effect is stated again after the next run of its rule.} other {# recommendations still have amounts in {former}. Their effects are stated again after the next run of their rules.}}',
  'recommendations.more': '{rule} found {count} more with less effect.',
  'recommendations.never': 'The rules have not run yet. They run after a sync, and each morning.',
  'report.recommendations':
    '{count, plural, =0 {There are no open recommendations.} one {There is # open recommendation.} other {There are # open recommendations.}}',
  'connections.disconnected':
    '{count, plural, one {# connection is disconnected} other {# connections are disconnected}}, without another one of the platform: {platforms}.',
  'connections.state':
    '{count, plural, =0 {No platform is connected.} one {# connection, {bad, plural, =0 {and its figures can be trusted.} other {and its figures cannot be trusted.}}} other {# connections, of which {bad} have figures that cannot be trusted.}}',
  'connections.noticed':
    '{count, plural, one {# connection has a notice of what a person should do} other {# connections have notices of what a person should do}}: {names}.',
  'connections.alerts': '{count, plural, =0 {No alert is open.} one {# alert is open.} other {# alerts are open.}}',
  'connections.credits': '{balance} of {grant} credits are left until {date}.',
} as const satisfies Record<string, string>
