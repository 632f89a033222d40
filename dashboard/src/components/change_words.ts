// Kinds of changes at platforms in words.
import { t } from '../lib/language.ts'
import type { PlotMark } from './plot_data.ts'

const types: Record<string, () => string> = {
  pause_campaign: () => t('Pause a campaign'),
  resume_campaign: () => t('Resume a campaign'),
  set_daily_budget: () => t('Change a daily budget'),
  create_campaign: () => t('New campaign'),
  answer_question: () => t('Answer a question'),
  change_listing_texts: () => t('Change texts of a listing'),
  change_product_texts: () => t('Change texts of a product'),
  publish_page: () => t('Publish a page'),
  update_page: () => t('Change a page'),
  delete_page: () => t('Delete a page'),
}
/** A kind that the page does not know keeps the engine's own word. */
export const type_name = (action_type: string): string =>
  Object.hasOwn(types, action_type) ? types[action_type]!() : action_type.replaceAll('_', ' ')

/** The marks of executed changes in plots of days. */
export const marks_of = (changes: readonly { date: string; action_type: string; target: string }[]): PlotMark[] =>
  changes.map(({ date, action_type, target }) => ({ day: date, name: `${type_name(action_type)}: ${target}` }))
