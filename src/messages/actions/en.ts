// What previews of changes say to the person who decides, in English.
export const actions_en = {
  'action.budget_shared': 'The budget is shared, so the change holds for {campaigns} too.',
  'action.created_paused': 'Everything is created paused. Nothing is spent until somebody resumes the campaign.',
  'action.cannot_undo': 'This cannot be undone here. Delete what was created at the platform.',
  'action.objective_ends': 'From {date}, {platform} does not create campaigns with this objective any more.',
} as const satisfies Record<string, string>
