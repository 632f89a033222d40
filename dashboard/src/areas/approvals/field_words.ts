// The words of fields that a change writes, and of their values. What a page does not know keeps the engine's or the platform's own word.
import { amount_text } from '../../components/figure.ts'
import { locale, t } from '../../lib/language.ts'

type Words = Record<string, () => string>

const readable = (word: string) => word.replaceAll('_', ' ')
const of = (words: Words, word: string) => (Object.hasOwn(words, word) ? words[word]!() : readable(word))

const fields: Words = {
  ad_format: () => t('Format'),
  answer: () => t('Answer'),
  authorized_business: () => t('Authorized business'),
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
  name: () => t('Name'),
  networks: () => t('Networks'),
  objective: () => t('Objective'),
  optimization_goal: () => t('Optimized for'),
  pacing: () => t('Pacing'),
  page: () => t('In the name of the page'),
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
  return kind === undefined ? of(things, thing) : `${of(things, kind)} ${number}`
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
    const thing = second === undefined ? '' : first
    const title = thing === '' ? undefined : thing_name(thing)
    const group = groups.get(thing) ?? { title, fields: [] }
    group.fields.push({ field, name: of(fields, second ?? first) })
    groups.set(thing, group)
  }
  return [...groups.values()]
}

const states: Words = {
  active: () => t('Active'),
  enabled: () => t('Active'),
  paused: () => t('Paused'),
  true: () => t('Yes'),
  false: () => t('No'),
  all: () => t('All'),
  none: () => t('None'),
  google_search: () => t('Google search'),
}
/** Fields whose values are words of the engine. A title can be "active" too. */
const of_states = new Set(
  'budget_optimize_on is_political is_shared keywords_status languages networks places published special_categories status'.split(
    ' ',
  ),
)
const matches: Words = {
  exact: () => t('exact match'),
  phrase: () => t('phrase match'),
  broad: () => t('broad match'),
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
  if (name === 'countries') return value.replace(/^[A-Z]{2}$/gm, (code) => `${country_name(code)} (${code})`)
  if (name === 'keywords') return value.replace(/\((\w+)\)$/gm, (_, match: string) => `(${of(matches, match)})`)
  if (name === 'landing_page' && value.startsWith('http:')) return `${value} (${t('not encrypted')})`
  return value
}

const country_name = (code: string) => new Intl.DisplayNames(locale(), { type: 'region' }).of(code) ?? code
