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
import { amount_fault, amount_text, marked } from '../ad_actions.ts'
import { search } from './search.ts'
import { manager_header, scopes, unit_micros, validate, visible_within } from './writes.ts'

// Texts of responsive search ads (ResponsiveSearchAdInfo and AssetErrorEnum, v25; Google Ads help 'About responsive search ads', read 2026-11).
const HEADLINES = { min: 3, max: 15, chars: 30 }
const DESCRIPTIONS = { min: 2, max: 4, chars: 90 }
const PATH_CHARS = 15
const KEYWORDS_MAX = 100
/** A keyword has at most ten words (CriterionErrorEnum.KEYWORD_HAS_TOO_MANY_WORDS, v25, read 2026-11). */
const KEYWORD_CHARS = 80
const KEYWORD_WORDS = 10
const NAME_CHARS = 200

const wide = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/gu
/** Characters of East Asian scripts count twice. */
const width = (text: string) => [...text].length + (text.match(wide)?.length ?? 0)
const texts = ({ min, max, chars }: typeof HEADLINES) =>
  z
    .array(
      z
        .string()
        .min(1)
        .refine((text) => width(text) <= chars, `must have at most ${chars} characters`),
    )
    .min(min)
    .max(max)
    .refine((all) => new Set(all).size === all.length, 'must not repeat a text')

const name = z.string().min(1).max(NAME_CHARS)
const path = z.string().min(1).max(PATH_CHARS).optional()
const input = z.object({
  name,
  daily_budget: amount_text,
  currency: z.string().length(3).optional(),
  ad_group_name: name.optional(),
  headlines: texts(HEADLINES),
  descriptions: texts(DESCRIPTIONS),
  final_url: z.url({ protocol: /^https?$/ }).max(2_000),
  path1: path,
  path2: path,
  keywords: z
    .array(
      z
        .object({
          text: z
            .string()
            .min(1)
            .max(KEYWORD_CHARS)
            .refine(
              (text) => text.trim().split(/\s+/).length <= KEYWORD_WORDS,
              `must have at most ${KEYWORD_WORDS} words`,
            ),
          match: z.enum(['exact', 'phrase', 'broad']).default('phrase'),
        })
        .strict(),
    )
    .min(1)
    .max(KEYWORDS_MAX),
  eu_political_advertising: z
    .boolean()
    .default(false)
    .describe('The declaration that Google requires: whether the campaign has political advertising for the EU.'),
})
type Input = z.output<typeof input>
type Seen = Record<string, never>
type Source = Pick<ActionSource<Input>, 'account' | 'input' | 'mark'>

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
          deliveryMethod: 'STANDARD',
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
          advertisingChannelType: 'SEARCH',
          campaignBudget: budget,
          maximizeConversions: {},
          networkSettings: { targetGoogleSearch: true, targetSearchNetwork: false, targetContentNetwork: false },
          containsEuPoliticalAdvertising: of.eu_political_advertising
            ? 'CONTAINS_EU_POLITICAL_ADVERTISING'
            : 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
        },
      },
    },
    {
      adGroupOperation: {
        create: {
          ...{ resourceName: group, name: marked(of.ad_group_name ?? of.name, mark), campaign },
          ...{ status: 'PAUSED', type: 'SEARCH_STANDARD' },
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
              ...{ path1: of.path1, path2: of.path2 },
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

function differences({ account, input: of, mark }: Source): Difference[] {
  const made = (field: string, after: string) => ({ field, before: null, after })
  return [
    made('campaign.name', marked(of.name, mark)),
    made('campaign.status', 'paused'),
    { ...made('campaign.daily_budget', decimal(micros(of.daily_budget))), currency: account.currency },
    made('ad_group.name', marked(of.ad_group_name ?? of.name, mark)),
    made('ad.headlines', of.headlines.join(' | ')),
    made('ad.descriptions', of.descriptions.join(' | ')),
  ]
}

const RSA = 'ad_group_ad.ad.responsive_search_ad'
const shown_texts = z.array(z.object({ text: z.string() })).default([])
const found_ad = z.object({
  'campaign.id': z.string(),
  'campaign.name': z.string(),
  'campaign.status': z.string(),
  'campaign_budget.amount_micros': z.string(),
  'ad_group.id': z.string(),
  'ad_group.name': z.string(),
  'ad_group_ad.ad.id': z.string(),
  [`${RSA}.headlines`]: shown_texts,
  [`${RSA}.descriptions`]: shown_texts,
})

const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`

async function look({ api, account, input: of, mark }: ActionSource<Input>): Promise<Found | undefined> {
  const where = `campaign.name = ${quoted(marked(of.name, mark))}`
  for await (const [row] of search(api, account, 'ad_group_ad', found_ad, where)) {
    if (!row) continue
    const joined = (all: { text: string }[]) => all.map(({ text }) => text).join(' | ')
    return {
      made: {
        campaign: row['campaign.id'],
        ad_group: row['ad_group.id'],
        ad: row['ad_group_ad.ad.id'],
      },
      values: {
        'campaign.name': row['campaign.name'],
        'campaign.status': row['campaign.status'].toLowerCase(),
        'campaign.daily_budget': decimal(BigInt(row['campaign_budget.amount_micros'])),
        'ad_group.name': row['ad_group.name'],
        'ad.headlines': joined(row[`${RSA}.headlines`]),
        'ad.descriptions': joined(row[`${RSA}.descriptions`]),
      },
    }
  }
  return undefined
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
      warnings: [message('action.created_paused'), message('action.cannot_undo')],
      seen: {},
    }
  },
  steps: [{ name: 'campaign', request, look }],
})
