// A validator of requests to LinkedIn, from a third party's OpenAPI documents, and of the fields of answers, from recorded records.
// LinkedIn publishes no machine-readable contract.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Exchange } from './discovery.ts'
import { airbyte_records, contract_file } from './published.ts'

interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
}

const files: Record<string, string[]> = {
  net_c_ads: ['linkedin-marketing-campaigns', 'linkedin-marketing-reporting-roi'],
  net_c: ['linkedin-marketing-content', 'linkedin-marketing-community'],
}
/** Parameters in Microsoft's pages (pagination, Ads Reporting, Posts, Share Statistics, read 2026-11) that the documents above lack. */
const pages = ['pageSize', 'pageToken']
const numbered = ['start', 'count']
const more: Record<string, string[]> = {
  '/adAccounts': pages,
  '/adAccounts/{}/adCampaignGroups': pages,
  '/adAccounts/{}/adCampaigns': ['search', ...pages],
  '/adAccounts/{}/creatives': ['q', ...pages],
  '/adAnalytics': ['pivots', 'campaigns'],
  '/organizationAcls': ['q', 'role', 'state', ...numbered],
  '/posts': ['q', 'author', 'sortBy', ...numbered],
  '/organizationalEntityShareStatistics': ['timeIntervals', 'shares', 'ugcPosts'],
  '/networkSizes/urn:li:organizationBrand:{}': ['edgeType'],
}

let known: Map<string, Set<string>> | undefined
function parameters_by_path(): Map<string, Set<string>> {
  if (known) return known
  known = new Map(Object.entries(more).map(([path, names]) => [path, new Set(names)]))
  for (const [platform, file] of Object.entries(files).flatMap(([of, names]) => names.map((name) => [of, name]))) {
    const document: Document = parse(readFileSync(contract_file(platform!, `third_party/${file}.openapi.yml`), 'utf8'))
    for (const [path, { get }] of Object.entries(document.paths)) {
      const plain = path.replace(/^\/rest/, '').replaceAll(/\{[^}]*\}/g, '{}')
      const names = known.get(plain) ?? new Set()
      for (const one of get?.parameters ?? []) if (one.in === 'query') names.add(one.name)
      known.set(plain, names)
    }
  }
  return known
}

/** Fields of records that the connector of the recordings renames, or did not request. */
const stamps = ['changeAuditStamps']
const recorded: [path: RegExp, streams: string[], fields: string[]][] = [
  [/\/adAccounts$/, ['accounts'], stamps],
  [/\/adCampaignGroups$/, ['campaign_groups'], stamps],
  [/\/adCampaigns$/, ['campaigns'], stamps],
  [/\/creatives$/, ['creatives'], []],
  [
    /\/adAnalytics$/,
    ['ad_campaign_analytics', 'ad_creative_analytics'],
    ['dateRange', 'conversionValueInLocalCurrency', 'approximateMemberReach'],
  ],
  [/\/organizations(\/|$)/, ['organization_lookup'], []],
  [/\/organizationBrands(\/|$)/, ['organization_lookup'], []],
  [/\/networkSizes/, ['total_follower_count'], []],
  [/\/organizationalEntityShareStatistics$/, ['share_statistics'], ['timeRange', 'share', 'ugcPost']],
  [/\/images$/, [], ['id', 'owner', 'status', 'downloadUrl', 'downloadUrlExpiresAt']],
  [/\/organizationAcls$/, [], ['role', 'organization', 'roleAssignee', 'state']],
  [
    /\/posts$/,
    [],
    // Fields of a post in Microsoft's page of the Posts API (read 2026-11).
    ['id', 'author', 'commentary', 'visibility', 'lifecycleState', 'createdAt', 'publishedAt', 'lastModifiedAt'].concat(
      ...['isReshareDisabledByAuthor', 'distribution', 'content'],
    ),
  ],
]

/** The faults of a request and its (successful) answer. Empty when there are none. */
export function linkedin_faults({ method, url, answer }: Exchange): string[] {
  const { origin, pathname, searchParams } = new URL(url)
  const path = decodeURIComponent(pathname.replace(/^\/rest/, ''))
  const wanted = parameters_by_path().get(path.replaceAll(/(?<=[/:])\d+/g, '{}'))
  if (origin !== 'https://api.linkedin.com' || method !== 'GET' || !pathname.startsWith('/rest/') || !wanted)
    return [`${method} ${url} is not published`]
  const unknown = [...searchParams.keys()].filter((name) => name !== 'fields' && !wanted.has(name))
  return [...unknown.map((name) => `parameter ${name} is not known`), ...field_faults(path, answer)]
}

function field_faults(path: string, answer: unknown): string[] {
  const [, streams = [], fields = []] = recorded.find(([pattern]) => pattern.test(path)) ?? []
  const records = ['net_c_ads', 'net_c']
    .flatMap((platform) => airbyte_records(platform))
    .filter(({ stream }) => streams.includes(stream))
  const names = new Set([...fields, ...records.flatMap(({ data }) => names_in(data))])
  const { elements, results } = answer as { elements?: object[]; results?: Record<string, object> }
  const found = elements ?? (results ? Object.values(results) : [answer as object])
  const invented = found.flatMap(names_in).filter((name) => !names.has(name))
  return [...new Set(invented)].map((name) => `answer: ${name} is not known`)
}

/** The names of fields, and of the statistics inside of a record. */
function names_in(record: object): string[] {
  const { totalShareStatistics = {} } = record as { totalShareStatistics?: object }
  return [...Object.keys(record), ...Object.keys(totalShareStatistics)]
}
