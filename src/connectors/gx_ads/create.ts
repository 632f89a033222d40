// Creates a search campaign with its budget, ad group, keywords and ad in one atomic request: all of it is made, or nothing
// (GoogleAdsService.Mutate, v25, read 2026-11). Names with negative ids stand for things that the same request makes.
import { z } from 'zod'
import { decimal, micros } from '#domain/money.ts'
import {
  type ActionPlan,
  type ActionRefused,
  type ActionSource,
  action,
  type Difference,
  type Found,
} from '#engine/action.ts'
import { message } from '#messages/message.ts'
import { amount_fault, marked } from '../ad_actions.ts'
import { always, at, lines, type NewField, new_differences, new_values } from '../new_things.ts'
import { type Input, input } from './create_input.ts'
import { search } from './search.ts'
import { manager_header, scopes, unit_micros, validate, visible_within } from './writes.ts'

type Seen = Record<string, never>
type Source = Pick<ActionSource<Input>, 'account' | 'input' | 'mark'>

const DELIVERY = 'STANDARD'
const CHANNEL = 'SEARCH'
const GROUP_TYPE = 'SEARCH_STANDARD'
const political = { true: 'CONTAINS_EU_POLITICAL_ADVERTISING', false: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING' }
const declarations = new Map(Object.entries(political).map(([is, word]) => [word, is]))

/** The operations, in the order in which Google carries them out. */
function operations({ account, input: of, mark }: Source) {
  const made = (collection: string, id: number) => `customers/${account.account_id}/${collection}/${id}`
  const [budget, campaign, group] = [made('campaignBudgets', -1), made('campaigns', -2), made('adGroups', -3)]
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: budget,
          name: marked(of.name, mark),
          amountMicros: String(micros(of.daily_budget)),
          deliveryMethod: DELIVERY,
          explicitlyShared: false,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: campaign,
          name: marked(of.name, mark),
          status: 'PAUSED',
          advertisingChannelType: CHANNEL,
          campaignBudget: budget,
          maximizeConversions: {},
          networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
          containsEuPoliticalAdvertising: political[`${of.eu_political_advertising}`],
        },
      },
    },
    {
      adGroupOperation: {
        create: {
          resourceName: group,
          name: marked(of.ad_group_name ?? of.name, mark),
          campaign,
          status: 'PAUSED',
          type: GROUP_TYPE,
        },
      },
    },
    ...of.keywords.map(({ text, match }) => ({
      adGroupCriterionOperation: {
        create: { adGroup: group, status: 'ENABLED', keyword: { text, matchType: match.toUpperCase() } },
      },
    })),
    {
      adGroupAdOperation: {
        create: {
          adGroup: group,
          status: 'PAUSED',
          ad: {
            finalUrls: [of.final_url],
            responsiveSearchAd: {
              headlines: of.headlines.map((text) => ({ text })),
              descriptions: of.descriptions.map((text) => ({ text })),
              path1: of.path1,
              path2: of.path2,
            },
          },
        },
      },
    },
  ]
}

const request = (source: Source) => ({
  path: `/customers/${source.account.account_id}/googleAds:mutate`,
  method: 'POST' as const,
  headers: manager_header(source.account),
  body: { mutateOperations: operations(source) },
})

const text = z.string().nullable().default(null)
const flag = z.boolean().default(false)
const assets = z.array(z.object({ text: z.string() }).transform((one) => one.text)).default([])
const RSA = 'ad_group_ad.ad.responsive_search_ad'
const NETWORKS = 'campaign.network_settings'
const found_ad = z.object({
  'campaign.id': z.string(),
  'campaign.name': z.string(),
  'campaign.status': z.string(),
  'campaign.advertising_channel_type': text,
  'campaign.bidding_strategy_type': text,
  'campaign.contains_eu_political_advertising': text,
  [`${NETWORKS}.target_google_search`]: flag,
  [`${NETWORKS}.target_search_network`]: flag,
  [`${NETWORKS}.target_content_network`]: flag,
  'campaign_budget.amount_micros': z.string(),
  'campaign_budget.delivery_method': text,
  'campaign_budget.explicitly_shared': flag,
  'ad_group.id': z.string(),
  'ad_group.name': z.string(),
  'ad_group.status': text,
  'ad_group.type': text,
  'ad_group_ad.status': text,
  'ad_group_ad.ad.id': z.string(),
  'ad_group_ad.ad.final_urls': z.array(z.string()).default([]),
  [`${RSA}.headlines`]: assets,
  [`${RSA}.descriptions`]: assets,
  [`${RSA}.path1`]: text,
  [`${RSA}.path2`]: text,
})
const found_keyword = z.object({
  'ad_group_criterion.keyword.text': z.string(),
  'ad_group_criterion.keyword.match_type': z.string(),
  'ad_group_criterion.status': z.string(),
})

const keyword_line = (text: string, match: string) => `${text} (${match.toLowerCase()})`
const status_at = (field: string) => (found: Record<string, unknown>) => String(found[field]).toLowerCase()
/** Nothing names a place or a language, so Google shows the ads in all of them. */
const EVERYWHERE = 'all'

const of_campaign: NewField<Source>[] = [
  { name: 'name', sent: ({ input, mark }) => marked(input.name, mark), shown: at('campaign.name') },
  { name: 'status', sent: always('paused'), shown: status_at('campaign.status') },
  {
    name: 'daily_budget',
    is_amount: true,
    sent: ({ input }) => decimal(micros(input.daily_budget)),
    shown: (found) => decimal(BigInt(found['campaign_budget.amount_micros'] as string)),
  },
  { name: 'delivery', sent: always(DELIVERY), shown: at('campaign_budget.delivery_method') },
  { name: 'is_shared', sent: always('false'), shown: at('campaign_budget.explicitly_shared') },
  { name: 'channel', sent: always(CHANNEL), shown: at('campaign.advertising_channel_type') },
  {
    name: 'networks',
    sent: always('google_search'),
    shown: (found) =>
      lines(['google_search', 'search_network', 'content_network'].filter((one) => found[`${NETWORKS}.target_${one}`])),
  },
  { name: 'places', sent: always(EVERYWHERE) },
  { name: 'languages', sent: always(EVERYWHERE) },
  { name: 'bidding', sent: always('MAXIMIZE_CONVERSIONS'), shown: at('campaign.bidding_strategy_type') },
  {
    name: 'is_political',
    sent: ({ input }) => String(input.eu_political_advertising),
    shown: ({ 'campaign.contains_eu_political_advertising': word }) => declarations.get(word as string) ?? String(word),
  },
]
const of_group: NewField<Source>[] = [
  {
    name: 'name',
    sent: ({ input, mark }) => marked(input.ad_group_name ?? input.name, mark),
    shown: at('ad_group.name'),
  },
  { name: 'status', sent: always('paused'), shown: status_at('ad_group.status') },
  { name: 'type', sent: always(GROUP_TYPE), shown: at('ad_group.type') },
  {
    name: 'keywords',
    sent: ({ input }) => lines(input.keywords.map(({ text, match }) => keyword_line(text, match))),
    shown: at('keywords'),
  },
  { name: 'keywords_status', sent: always('enabled'), shown: at('keywords_status') },
]
const of_ad: NewField<Source>[] = [
  { name: 'status', sent: always('paused'), shown: status_at('ad_group_ad.status') },
  { name: 'headlines', sent: ({ input }) => lines(input.headlines), shown: at(`${RSA}.headlines`) },
  { name: 'descriptions', sent: ({ input }) => lines(input.descriptions), shown: at(`${RSA}.descriptions`) },
  { name: 'landing_page', sent: ({ input }) => input.final_url, shown: at('ad_group_ad.ad.final_urls') },
  { name: 'path1', sent: ({ input }) => input.path1 ?? null, shown: at(`${RSA}.path1`) },
  { name: 'path2', sent: ({ input }) => input.path2 ?? null, shown: at(`${RSA}.path2`) },
]
const things = { campaign: of_campaign, ad_group: of_group, ad: of_ad }

const differences = (source: Source): Difference[] =>
  Object.entries(things).flatMap(([thing, fields]) =>
    new_differences(fields, source, { thing, step: 'campaign', currency: source.account.currency }),
  )

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

async function look({ api, account, input: of, mark }: ActionSource<Input>): Promise<Found | undefined> {
  const where = `campaign.name = ${quoted(marked(of.name, mark))}`
  for await (const [row] of search(api, account, 'ad_group_ad', found_ad, where)) {
    if (!row) continue
    const found = { ...row, ...(await keywords_of({ api, account }, row['campaign.id'])) }
    return {
      made: { campaign: row['campaign.id'], ad_group: row['ad_group.id'], ad: row['ad_group_ad.ad.id'] },
      values: Object.assign({}, ...Object.entries(things).map(([thing, fields]) => new_values(fields, thing, found))),
    }
  }
  return undefined
}

async function keywords_of({ api, account }: Pick<ActionSource<Input>, 'api' | 'account'>, campaign_id: string) {
  const found: z.output<typeof found_keyword>[] = []
  const where = `campaign.id = ${campaign_id} AND ad_group_criterion.type = KEYWORD`
  for await (const page of search(api, account, 'ad_group_criterion', found_keyword, where)) found.push(...page)
  const [text, match] = ['ad_group_criterion.keyword.text', 'ad_group_criterion.keyword.match_type'] as const
  return {
    keywords: found.map((one) => keyword_line(one[text], one[match])),
    keywords_status: [...new Set(found.map((one) => one['ad_group_criterion.status'].toLowerCase()))],
  }
}

export const create_campaign = action({
  about: 'Creates a search campaign with an ad group, keywords and a responsive search ad, all paused.',
  input,
  scopes,
  visible_within,
  async preflight(source): Promise<ActionRefused | ActionPlan<Seen>> {
    const { account, input: of } = source
    const sentence = amount_fault(source, unit_micros, of.daily_budget, of.currency)
    if (sentence) return { refused: sentence }
    await validate(source, request(source))
    return {
      target: { kind: 'campaign', id: null, name: of.name, account_id: account.account_id },
      differences: differences(source),
      warnings: [message('action.created_paused')],
      seen: {},
    }
  },
  steps: [{ name: 'campaign', request, look }],
})
