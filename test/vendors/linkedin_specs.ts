// A validator of requests to LinkedIn, from a third party's OpenAPI documents, and of the fields of answers, from recorded records.
// LinkedIn publishes no machine-readable contract.
import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import type { Exchange } from './discovery.ts'
import { airbyte_records, contract_file } from './published.ts'

interface Document {
  paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>
}

const files = ['linkedin-marketing-campaigns', 'linkedin-marketing-reporting-roi', 'linkedin-marketing-content']
/** Parameters in Microsoft's pages (cursor-based pagination, Ads Reporting, read 2026-11) that the documents above lack. */
const pages = ['pageSize', 'pageToken']
const more: Record<string, string[]> = {
  '/adAccounts': pages,
  '/adAccounts/{}/adCampaignGroups': pages,
  '/adAccounts/{}/adCampaigns': ['search', ...pages],
  '/adAccounts/{}/creatives': ['q', ...pages],
  '/adAnalytics': ['pivots'],
}

let known: Map<string, Set<string>> | undefined
function parameters_by_path(): Map<string, Set<string>> {
  if (known) return known
  known = new Map(Object.entries(more).map(([path, names]) => [path, new Set(names)]))
  for (const file of files) {
    const platform = file.endsWith('content') ? 'net_c' : 'net_c_ads'
    const document: Document = parse(readFileSync(contract_file(platform, `third_party/${file}.openapi.yml`), 'utf8'))
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
]

/** The faults of a request and its (successful) answer. Empty when there are none. */
export function linkedin_faults({ method, url, answer }: Exchange): string[] {
  const { origin, pathname, searchParams } = new URL(url)
  const path = pathname.replace(/^\/rest/, '')
  const wanted = parameters_by_path().get(path.replaceAll(/\/\d+/g, '/{}'))
  if (origin !== 'https://api.linkedin.com' || method !== 'GET' || !pathname.startsWith('/rest/') || !wanted)
    return [`${method} ${url} is not published`]
  const unknown = [...searchParams.keys()].filter((name) => name !== 'fields' && !wanted.has(name))
  return [...unknown.map((name) => `parameter ${name} is not known`), ...field_faults(path, answer)]
}

function field_faults(path: string, answer: unknown): string[] {
  const [, streams = [], fields = []] = recorded.find(([pattern]) => pattern.test(path)) ?? []
  const samples = airbyte_records('net_c_ads').filter(({ stream }) => streams.includes(stream))
  const names = new Set([...fields, ...samples.flatMap(({ data }) => Object.keys(data))])
  const { elements = [] } = answer as { elements?: Record<string, unknown>[] }
  const invented = elements.flatMap((element) => Object.keys(element).filter((name) => !names.has(name)))
  return [...new Set(invented)].map((name) => `answer: ${name} is not known`)
}
