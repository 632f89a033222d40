// What previews of changes say to the person who decides, in English.
export const actions_en = {
  'action.budget_shared': 'The budget is shared, so the change holds for {campaigns} too.',
  'action.created_paused': 'Everything is created paused. Nothing is spent until somebody resumes the campaign.',
  'action.cannot_undo': 'This cannot be undone here. Delete what was created at the platform.',
  'action.is_final': 'This cannot be undone here.',
  'action.objective_ends': 'From {date}, {platform} does not create campaigns with this objective any more.',
  'impact.history_short':
    'The campaign has figures of fewer than 70 days before the action, so nothing shows how it varies.',
  'impact.nothing_before': 'The campaign had too little in the four weeks before the action to compare with.',
  'impact.no_others': 'No other campaign of the account has enough figures to compare with.',
  'impact.other_action': 'Another action changed a campaign of the account in the compared days.',
  'impact.unstated': 'The platform does not state the conversions of some of the compared days.',
} as const satisfies Record<string, string>
