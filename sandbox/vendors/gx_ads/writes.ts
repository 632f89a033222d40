// Writes of the Google Ads API: status of campaigns, amounts of budgets, and one atomic request that makes a search campaign
// (services and resources of v25, read 2026-11).
import type { World } from '../../world/types.ts'
import type { Row } from './gaql.ts'

/** Seconds until search shows a mutation. */
const DELAY_S = 5
type Fields = Record<string, unknown>

export class MutateError extends Error {
  readonly kind: string
  readonly code: string
  readonly path: { fieldName: string; index?: number }[]
  constructor(kind: string, code: string, message: string, path: { fieldName: string; index?: number }[] = []) {
    super(message)
    this.kind = kind
    this.code = code
    this.path = path
  }
}

interface Operation {
  create?: Fields
  update?: Fields
  updateMask?: string
}
export interface MutateBody {
  operations?: Operation[]
  mutateOperations?: Record<string, Operation>[]
  validateOnly?: boolean
  partialFailure?: boolean
}
interface Account {
  id: string
  currency?: string
}

const at = (index: number, fieldName = 'operations') => [{ fieldName, index }]

/** The row of a resource with what clients have changed. */
export function with_edits(world: World, row: Row, by: 'readers' | 'vendor' = 'readers'): Row {
  const { writes } = world
  const part = (name: string): Row => {
    const own = row[name] as Fields | undefined
    const edit = own && writes.of('gx_ads', `${name} ${String(own.id ?? '')}`, by)
    return edit ? { [name]: { ...own, ...edit } } : {}
  }
  return { ...row, ...part('campaign'), ...part('campaignBudget'), ...part('adGroup') }
}

/** Rows of things that clients have made. */
export const made_rows = (
  world: World,
  account: { id: string },
  resource: string,
  by: 'readers' | 'vendor' = 'readers',
) =>
  world.writes
    .made('gx_ads', resource, by)
    .filter((one) => one.account_id === account.id)
    .map(({ row }) => with_edits(world, row as Row, by))

/** Rows of the keywords that clients have made. */
export const made_keywords = (world: World, account: { id: string }): Row[] =>
  world.writes
    .made('gx_ads', 'made')
    .filter((one) => one.account_id === account.id)
    .flatMap(({ row, keywords }) => {
      const { campaign, adGroup } = with_edits(world, row as Row)
      return (keywords as Fields[]).map(
        (adGroupCriterion): Row => ({
          campaign: campaign!,
          adGroup: adGroup!,
          adGroupCriterion,
        }),
      )
    })

/** Rounds of a currency in micros, which amounts must be multiples of. */
const unit_of = (currency = '') => (currency === 'JPY' || currency === 'CLP' || currency === 'KRW' ? 1_000_000 : 10_000)

function check_amount(amount: unknown, account: Account, index: number) {
  if (!/^\d+$/.test(String(amount)) || Number(amount) === 0)
    throw new MutateError('campaignBudgetError', 'NON_POSITIVE_AMOUNT', 'A budget amount must be positive.', at(index))
  if (Number(amount) % unit_of(account.currency) !== 0)
    throw new MutateError(
      'campaignBudgetError',
      'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
      'The money amount must be a multiple of a minimum currency unit.',
      at(index),
    )
}

type Rows = (resource: string) => Row[]

/** campaigns:mutate and campaignBudgets:mutate, with updates only. All operations are checked before one is carried out. */
export function mutate(world: World, account: Account, service: string, body: MutateBody, rows: Rows) {
  const part = service === 'campaigns' ? 'campaign' : 'campaignBudget'
  const operations = body.operations ?? []
  if (operations.length === 0)
    throw new MutateError('requestError', 'REQUIRED_FIELD_MISSING', 'Required field is missing.')
  const changes = operations.map(({ update = {}, updateMask = '' }, index) => {
    const found = rows('campaign').find((row) => (row[part] as Fields).resourceName === update.resourceName)?.[part] as
      | Fields
      | undefined
    if (!found) throw new MutateError('mutateError', 'RESOURCE_NOT_FOUND', 'Resource was not found.', at(index))
    if (found.status === 'REMOVED')
      throw new MutateError(
        'contextError',
        'OPERATION_NOT_PERMITTED_FOR_REMOVED_RESOURCE',
        'The operation is not allowed for removed resources.',
        at(index),
      )
    const fields = Object.fromEntries(
      updateMask.split(',').map((name) => {
        const camel = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
        return [camel, update[camel]]
      }),
    )
    if ('amountMicros' in fields) check_amount(fields.amountMicros, account, index)
    if ('status' in fields && !['ENABLED', 'PAUSED'].includes(String(fields.status)))
      throw new MutateError('fieldError', 'INVALID_VALUE', 'The field has an invalid value.', at(index))
    return { id: String(found.id), fields, resourceName: found.resourceName }
  })
  if (body.validateOnly) return {}
  for (const { id, fields } of changes) world.writes.change('gx_ads', `${part} ${id}`, fields, DELAY_S)
  return { results: changes.map(({ resourceName }) => ({ resourceName })) }
}

const invalid = (kind: string, code: string, message: string, index: number) =>
  new MutateError(kind, code, message, at(index, 'mutate_operations'))

function check_texts(texts: unknown, { min, max, chars }: { min: number; max: number; chars: number }, index: number) {
  const all = (texts ?? []) as { text?: string }[]
  if (all.length < min || all.length > max)
    throw invalid(
      'collectionSizeError',
      all.length < min ? 'TOO_FEW' : 'TOO_MANY',
      'The number of texts is not allowed.',
      index,
    )
  if (all.some(({ text = '' }) => text.length === 0 || text.length > chars))
    throw invalid('stringLengthError', 'TOO_LONG', 'Too long.', index)
}

const checks: Record<string, (create: Fields, account: Account, index: number, names: Set<string>) => void> = {
  campaignBudgetOperation: ({ amountMicros }, account, index) => check_amount(amountMicros, account, index),
  campaignOperation(create, _account, index, names) {
    if (!create.containsEuPoliticalAdvertising)
      throw invalid('fieldError', 'REQUIRED', 'The required field was not present.', index)
    if (names.has(String(create.name)))
      throw invalid('campaignError', 'DUPLICATE_CAMPAIGN_NAME', 'The name is already assigned to a campaign.', index)
    if (!create.maximizeConversions && !create.manualCpc)
      throw invalid('campaignError', 'CAMPAIGN_BIDDING_STRATEGY_REQUIRED', 'A bidding strategy is required.', index)
  },
  adGroupOperation({ name, campaign }, _account, index) {
    if (!name || !campaign) throw invalid('fieldError', 'REQUIRED', 'The required field was not present.', index)
  },
  adGroupCriterionOperation({ keyword }, _account, index) {
    const { text = '', matchType } = (keyword ?? {}) as { text?: string; matchType?: string }
    if (!['EXACT', 'PHRASE', 'BROAD'].includes(matchType ?? ''))
      throw invalid('fieldError', 'REQUIRED', 'The required field was not present.', index)
    if (text.split(/\s+/).length > 10)
      throw invalid('criterionError', 'KEYWORD_HAS_TOO_MANY_WORDS', 'Keyword text has too many words.', index)
    if (/[!@%,*]/.test(text))
      throw invalid('criterionError', 'KEYWORD_HAS_INVALID_CHARS', 'Keyword text has invalid characters.', index)
  },
  adGroupAdOperation({ ad }, _account, index) {
    const { responsiveSearchAd, finalUrls } = (ad ?? {}) as { responsiveSearchAd?: Fields; finalUrls?: string[] }
    if (!finalUrls?.length) throw invalid('adError', 'MISSING_FINAL_URLS', 'Final URLs are required.', index)
    check_texts(responsiveSearchAd?.headlines, { min: 3, max: 15, chars: 30 }, index)
    check_texts(responsiveSearchAd?.descriptions, { min: 2, max: 4, chars: 90 }, index)
  },
}

const collections: Record<string, [collection: string, answer: string]> = {
  campaignBudgetOperation: ['campaignBudgets', 'campaignBudgetResult'],
  campaignOperation: ['campaigns', 'campaignResult'],
  adGroupOperation: ['adGroups', 'adGroupResult'],
  adGroupCriterionOperation: ['adGroupCriteria', 'adGroupCriterionResult'],
  adGroupAdOperation: ['adGroupAds', 'adGroupAdResult'],
}

const criterion = (customer: string, adGroup: Fields, id: string): Fields => ({
  resourceName: `${customer}/adGroupCriteria/${adGroup.id}~${id}`,
  criterionId: id,
  adGroup: adGroup.resourceName,
  type: 'KEYWORD',
  negative: false,
})

/** googleAds:mutate: all operations are carried out, or none. */
export function mutate_all(world: World, account: Account, body: MutateBody, rows: Rows) {
  const operations = (body.mutateOperations ?? []).map((one) => Object.entries(one)[0]!)
  const names = new Set(rows('campaign').map((row) => String((row.campaign as Fields).name)))
  for (const [index, [kind, { create }]] of operations.entries()) {
    const check = checks[kind]
    if (!check || !create) throw invalid('requestError', 'INVALID_INPUT', 'The operation is not supported.', index)
    check(create, account, index, names)
  }
  if (body.validateOnly) return {}
  const customer = `customers/${account.id}`
  const made = operations.map(([kind, { create }]) => ({
    kind,
    create: create!,
    id: world.writes.next_id(),
    collection: collections[kind]![0],
  }))
  const name_of = ({ collection, id }: (typeof made)[number]) => `${customer}/${collection}/${id}`
  const one = (kind: string) => {
    const found = made.find((each) => each.kind === kind)!
    return { ...found.create, resourceName: name_of(found), id: found.id } as Fields & { id: string }
  }
  const campaignBudget = { ...one('campaignBudgetOperation'), period: 'DAILY', status: 'ENABLED' }
  const campaign: Fields = {
    ...one('campaignOperation'),
    servingStatus: 'SUSPENDED',
    biddingStrategyType: 'MAXIMIZE_CONVERSIONS',
    campaignBudget: (campaignBudget as Fields).resourceName,
  }
  const adGroup: Fields = { ...one('adGroupOperation'), campaign: campaign.resourceName }
  const { ad, status } = one('adGroupAdOperation') as Fields
  const ad_id = world.writes.next_id()
  const adGroupAd = {
    resourceName: `${customer}/adGroupAds/${adGroup.id}~${ad_id}`,
    status,
    adGroup: adGroup.resourceName,
    ad: { ...(ad as Fields), id: ad_id, resourceName: `${customer}/ads/${ad_id}`, type: 'RESPONSIVE_SEARCH_AD' },
  }
  const row = { campaign, campaignBudget, adGroup, adGroupAd }
  const keywords = made.flatMap(({ kind, create, id }) =>
    kind === 'adGroupCriterionOperation' ? [{ ...create, ...criterion(customer, adGroup, id) }] : [],
  )
  world.writes.make('gx_ads', 'made', { id: String(campaign.id), account_id: account.id, row, keywords }, DELAY_S)
  return {
    mutateOperationResponses: made.map((each) => ({ [collections[each.kind]![1]]: { resourceName: name_of(each) } })),
  }
}
