// What previews of changes at shops and marketplaces say to the person who decides, in English.
export const shop_actions_en = {
  'action.has_code': 'The text has more than words ({names}). It runs or loads something in the browsers of visitors.',
  'action.seo_apart': 'Search engines are shown a title or description of their own. Those stay as they are.',
  'action.answer_is_final': 'An answer can be given once.',
  'action.may_be_moderated': 'After it has accepted them, {platform} checks texts and can hide them.',
  'action.page_is_public': 'Everybody can see the page as soon as it exists.',
} as const satisfies Record<string, string>
