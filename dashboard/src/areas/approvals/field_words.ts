// The words of fields that a change writes, and of their values. What a page does not know keeps the engine's or the platform's own word.
import { amount_text } from '../../components/figure.ts'
import { locale, t } from '../../lib/language.ts'
import { type Words, word_in } from './known_words.ts'

const fields: Words = {
  ad_format: () => t('Format'),
  advantage_audience: () => t('Meta may show it beyond the audience (Advantage+ audience)'),
  answer: () => t('Answer'),
  authorized_business: () => t('Authorized business'),
  beneficiary: () => t('Who benefits, as the EU requires'),
  bid_type: () => t('Bidding'),
  bidding: () => t('Bidding'),
  billing_event: () => t('What is paid for'),
  body: () => t('Text'),
  budget_mode: () => t('Kind of budget'),
  budget_optimize_on: () => t('The campaign divides the budget'),
  buying_type: () => t('Buying type'),
  call_to_action: () => t('Button'),
  channel: () => t('Channel'),
  conversion_event: () => t('What counts as a conversion'),
  count: () => t('Number'),
  countries: () => t('Countries'),
  daily_budget: () => t('Daily budget'),
  delivery: () => t('Delivery'),
  description: () => t('Description'),
  descriptions: () => t('Descriptions'),
  enhancements_off: () => t('Changes of the ad that Meta may not make'),
  handle: () => t('Last part of the address'),
  headline: () => t('Headline'),
  headlines: () => t('Headlines'),
  identity: () => t('In whose name'),
  identity_type: () => t('Kind of name'),
  is_political: () => t('Political advertising in the EU'),
  is_shared: () => t('Budget shared with other campaigns'),
  keywords: () => t('Keywords'),
  keywords_status: () => t('Status of the keywords'),
  landing_page: () => t('Landing page'),
  languages: () => t('Languages'),
  message: () => t('Text'),
  multi_advertiser_ads: () => t('Shown in one unit with ads of others'),
  name: () => t('Name'),
  networks: () => t('Networks'),
  objective: () => t('Objective'),
  optimization_goal: () => t('Optimized for'),
  pacing: () => t('Pacing'),
  page: () => t('In the name of the page'),
  page_speaks_on_instagram: () => t('On Instagram in the name of the page too'),
  payer: () => t('Who pays, as the EU requires'),
  path1: () => t('Shown path, first part'),
  path2: () => t('Shown path, second part'),
  picture: () => t('Picture'),
  pixel: () => t('Pixel'),
  placement_type: () => t('Placement'),
  places: () => t('Places'),
  promotion_type: () => t('What is promoted'),
  published: () => t('Published'),
  schedule_type: () => t('Schedule'),
  special_categories: () => t('Special ad categories'),
  special_category_countries: () => t('Countries of the special ad categories'),
  start_date_time: () => t('Start'),
  status: () => t('Status'),
  title: () => t('Title'),
  type: () => t('Type'),
  video: () => t('Video'),
}
const things: Words = {
  campaign: () => t('Campaign'),
  ad_group: () => t('Ad group'),
  ad_set: () => t('Ad set'),
  ad: () => t('Ad'),
}
/** One of several ads has a number. */
function thing_name(thing: string): string {
  const [, kind, number] = /^(\w+?)_(\d+)$/.exec(thing) ?? []
  return kind === undefined ? word_in(things, thing) : `${word_in(things, kind)} ${number}`
}

interface Group {
  /** Undefined: the change writes fields of one thing. */
  title: string | undefined
  fields: { field: string; name: string }[]
}

/** Fields of a new campaign begin with the thing that has them: campaign.daily_budget. */
export function field_groups(names: readonly string[]): Group[] {
  const groups = new Map<string, Group>()
  for (const field of names) {
    const [first = '', second] = field.split('.')
    // A text in one of several languages: title.es.
    const is_text = Object.hasOwn(fields, first)
    const thing = second === undefined || is_text ? '' : first
    const title = thing === '' ? undefined : thing_name(thing)
    const group = groups.get(thing) ?? { title, fields: [] }
    const own = word_in(fields, is_text ? first : (second ?? first))
    group.fields.push({ field, name: is_text && second ? `${own} (${language_name(second)})` : own })
    groups.set(thing, group)
  }
  return [...groups.values()]
}

const states: Words = {
  active: () => t('Active'),
  enabled: () => t('Active'),
  paused: () => t('Paused'),
  0: () => t('No'),
  1: () => t('Yes'),
  true: () => t('Yes'),
  false: () => t('No'),
  all: () => t('All'),
  none: () => t('None'),
  OPT_IN: () => t('Yes'),
  OPT_OUT: () => t('No'),
  google_search: () => t('Google search'),
}
/** Fields whose values are words of the engine. A title can be "active" too. */
const of_states = new Set(
  [
    'advantage_audience budget_optimize_on is_political is_shared keywords_status languages multi_advertiser_ads networks',
    'page_speaks_on_instagram places published special_categories status',
  ].flatMap((names) => names.split(' ')),
)
const matches: Words = {
  exact: () => t('exact match'),
  phrase: () => t('phrase match'),
  broad: () => t('broad match'),
}

/** What Meta calls features of a creative. */
const enhancements: Words = {
  adapt_to_placement: () => t('Fit the picture to each place'),
  description_automation: () => t('Add a description'),
  image_template: () => t('Lay text over the picture'),
  image_touchups: () => t('Touch up the picture'),
  inline_comment: () => t('Show a comment below the ad'),
  text_optimizations: () => t('Exchange the texts'),
}

const calls: Words = {
  LEARN_MORE: () => t('Learn more'),
  SHOP_NOW: () => t('Shop now'),
  SIGN_UP: () => t('Sign up'),
  CONTACT_US: () => t('Contact us'),
  GET_OFFER: () => t('Get the offer'),
  DOWNLOAD_NOW: () => t('Download'),
}
/** What the button of an ad says. */
export const call_name = (call: string): string => (Object.hasOwn(calls, call) ? calls[call]!() : call)

interface Money {
  currency: string | null
  reporting: string
}

/** A value before or after. Amounts are decimal text, which is written digit by digit. Lists have an item a line. */
export function value_text(field: string, value: string | null, { currency, reporting }: Money): string {
  if (value === null) return '—'
  const name = field.split('.').at(-1)!
  if (name === 'daily_budget')
    return amount_text(value, currency ?? reporting, currency !== null && currency !== reporting)
  if (of_states.has(name) && Object.hasOwn(states, value)) return states[value]!()
  if (name === 'call_to_action') return call_name(value)
  if (name === 'countries' || name === 'special_category_countries')
    return value.replace(/^[A-Z]{2}$/gm, (code) => `${country_name(code)} (${code})`)
  if (name === 'enhancements_off') return value.replace(/^\w+$/gm, (one) => word_in(enhancements, one))
  if (name === 'keywords') return value.replace(/\((\w+)\)$/gm, (_, match: string) => `(${word_in(matches, match)})`)
  if (name === 'landing_page' && value.startsWith('http:')) return `${value} (${t('not encrypted')})`
  return value
}

const language_name = (code: string) => new Intl.DisplayNames(locale(), { type: 'language' }).of(code) ?? code
const country_name = (code: string) => new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? code
