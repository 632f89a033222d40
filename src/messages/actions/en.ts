// What previews of changes say to the person who decides, in English.
export const actions_en = {
  'action.budget_shared': 'The budget is shared, so the change holds for {campaigns} too.',
  'action.created_paused': 'Everything is created paused. Nothing is spent until somebody resumes the campaign.',
  'action.cannot_undo': 'This cannot be undone here. Delete what was created at the platform.',
  'action.is_final': 'This cannot be undone here.',
  'action.was_rejected': 'A person rejected such a change on {at}, so no rule approves one before {until}.',
  'action.objective_ends': 'From {date}, {platform} does not create campaigns with this objective any more.',
  'action.to_check':
    'Check in the account {account} whether it shows this: {changes}. If it does, the change was carried out. Tablero reads it every hour and says how it ended when the platform, or another connection of this account, shows it. Before that, no other change of the same thing can be approved.',
  'action.resume_spends': 'Resuming it may spend {amount} a day.',
  'action.resume_shares':
    'Resuming it may spend from a budget of {amount} a day that it shares with {campaigns}. Its own part is not known.',
  'action.resume_groups':
    'Resuming it may spend {amount} a day, the sum of the daily budgets of its groups: {budgets}. Groups without a daily budget are not counted.',
  'action.group_budget': '{group} {amount}',
  'action.resume_unknown':
    'What resuming it may spend in a day is not known: it has no daily budget that the platform shows.',
  'guardrail.unknown_kind': 'There is no such kind of change, so the rule decides about nothing. End it.',
  'guardrail.no_limits':
    'The rule limits neither one change nor a day, so it approves nothing that spends money. Write it again with both limits.',
  'impact.history_short':
    'The campaign has figures of fewer than 70 days before the action, so nothing shows how it varies.',
  'impact.nothing_before': 'The campaign had too little in the four weeks before the action to compare with.',
  'impact.no_others': 'No other campaign of the account has enough figures to compare with.',
  'impact.other_action': 'Another action changed a campaign of the account in the compared days.',
  'impact.unstated': 'The platform does not state the conversions of some of the compared days.',
} as const satisfies Record<string, string>
