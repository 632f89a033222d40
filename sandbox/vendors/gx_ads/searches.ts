// What people searched for when they saw ads, and the shares of impressions of a campaign's day.
import { type Shares, split } from '../../world/ads_parts.ts'
import type { AdCampaign, AdFact } from '../../world/types.ts'
import type { Row } from './gaql.ts'

/** Searches by kind of campaign. Kinds that are not listed are not on the search network. The rest of each is rare searches. */
const searches: Partial<Record<AdCampaign['kind'], Shares>> = {
  brand_search: {
    'casa lumbre': 0.58,
    'casa lumbre muebles': 0.21,
    casalumbre: 0.09,
    'casa lumbre opiniones': 0.04,
    '': 0.08,
  },
  search: {
    'lámpara de pie': 0.19,
    'sofá cama': 0.16,
    'mesa de centro madera': 0.13,
    'lámparas colgantes comedor': 0.11,
    'muebles para sala pequeña': 0.08,
    'espejo redondo grande': 0.06,
    'comprar buró minimalista': 0.03,
    '': 0.24,
  },
  shopping: {
    'lámpara de mesa': 0.24,
    'cojines decorativos': 0.18,
    'tapete sala': 0.15,
    'florero cerámica': 0.09,
    '': 0.34,
  },
  pmax: {
    'decoración para el hogar': 0.17,
    'casa lumbre': 0.12,
    'sillón individual': 0.1,
    'regalos para casa': 0.05,
    '': 0.56,
  },
}

/** Google hides searches that too few people made. */
const SEEN_LEAST = 6

const encoded = (term: string) => Buffer.from(term).toString('base64url')

/** A row for each search of a day. Rare searches have none, so the rows do not reach the campaign. */
export const terms_of = (campaign: AdCampaign, facts: AdFact[]): [Row, AdFact][] =>
  split(facts, searches[campaign.kind] ?? {}, SEEN_LEAST).flatMap(([searchTerm, fact]): [Row, AdFact][] => {
    if (searchTerm === '') return []
    const customer = `customers/${campaign.account_id}`
    const resourceName = `${customer}/campaignSearchTermViews/${campaign.id}~${encoded(searchTerm)}`
    const view = { resourceName, searchTerm, campaign: `${customer}/campaigns/${campaign.id}` }
    return [[{ campaignSearchTermView: view }, fact]]
  })

/** A number between 0 and 1 that is always the same for a campaign and a day. */
const chance = (...of: (string | number)[]) =>
  ([...of.join()].reduce((sum, character) => (sum * 131 + character.charCodeAt(0)) % 1_000_003, 11) % 1000) / 1000

/** Shares as Google reports them: between 0.1 and 1, or 0.0999 for less; a lost share up to 0.9, or 0.9001 for more. */
export function shares_of({ kind, id }: AdCampaign, day: string): Record<string, number> {
  if (!searches[kind]) return {}
  const had = kind === 'brand_search' ? 0.82 + chance(id, day) * 0.15 : 0.04 + chance(id, day) * 0.5
  const to_budget = (1 - had) * chance(id, day, 'budget')
  const rounded = (value: number) => Math.round(value * 1e4) / 1e4
  const lost = (value: number) => (value > 0.9 ? 0.9001 : rounded(value))
  return {
    searchImpressionShare: had < 0.1 ? 0.0999 : rounded(had),
    searchBudgetLostImpressionShare: lost(to_budget),
    searchRankLostImpressionShare: lost(1 - had - to_budget),
  }
}
