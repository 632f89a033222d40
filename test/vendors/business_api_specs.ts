// A validator of requests, from the OpenAPI document that is derived from TikTok's own SDK. It describes no answers
// but the envelope, so recorded answers say which fields there are.
import { readFileSync } from 'node:fs'
import type { Exchange } from './discovery.ts'
import { airbyte_records, contract_file } from './published.ts'

interface Document {
  paths: Record<string, Record<string, { parameters: Parameter[] }>>
  components: { schemas: Record<string, { properties: Record<string, unknown> }> }
}
interface Parameter {
  name: string
  in: 'query' | 'header'
  required: boolean
  schema: { type?: string; $ref?: string }
}

let document: Document | undefined
const read = (): Document => {
  document ??= JSON.parse(readFileSync(contract_file('tx_ads', 'tiktok_v1.3.sdk_derived.openapi.json'), 'utf8'))
  return document!
}

/** Published in a file of its own, with the parameters of a list. */
const smart_plus = '/open_api/v1.3/smart_plus/campaign/get/'
const campaigns = '/open_api/v1.3/campaign/get/'

/** The faults of a request and its (successful) answer. Empty when there are none. */
export function business_api_faults({ method, url, answer }: Exchange): string[] {
  const { origin, pathname, searchParams } = new URL(url)
  const known = read().paths[pathname === smart_plus ? campaigns : pathname]?.[method.toLowerCase()]
  if (origin !== 'https://business-api.tiktok.com' || !known) return [`${method} ${url} is not published`]
  const wanted = known.parameters.filter((one) => one.in === 'query')
  const missing = wanted.filter(({ name, required }) => required && !searchParams.has(name))
  const unknown = Object.keys(answer as object).filter(
    (name) => !['code', 'message', 'request_id', 'data'].includes(name),
  )
  return [
    ...missing.map(({ name }) => `parameter ${name} is missing`),
    ...[...searchParams].flatMap(([name, value]) => parameter_faults(wanted, name, value)),
    ...unknown.map((name) => `answer: ${name} is not known`),
    ...invented_fields(new URL(url), answer),
  ]
}

/** Lists whose fields recorded answers have, by path. */
const recorded: Record<string, string> = {
  '/campaign/get/': 'campaigns',
  '/adgroup/get/': 'ad_groups',
  '/ad/get/': 'ads',
  '/advertiser/info/': 'advertisers',
}
/**
 * Fields that the recorded lines lack. The SDK has the first one. Programs read the second one since campaigns are upgraded to Smart+
 * (public repositories, read 2026-11).
 */
const UNRECORDED = ['call_to_action', 'campaign_automation_type']
let records: Map<string, Set<string>> | undefined
function recorded_fields(pathname: string): Set<string> | undefined {
  if (!records) {
    records = new Map()
    for (const { stream, data } of airbyte_records('tx_ads'))
      records.set(stream, new Set([...(records.get(stream) ?? UNRECORDED), ...Object.keys(data)]))
  }
  const of = Object.keys(recorded).find((path) => pathname.endsWith(path))
  return of && pathname !== smart_plus ? records.get(recorded[of]!) : undefined
}

/** Fields of lines that no recorded line has, or that a report did not ask for by `metrics` and `dimensions`. */
function invented_fields({ pathname, searchParams }: URL, answer: unknown): string[] {
  const lines = (answer as { data?: { list?: Record<string, object>[] } }).data?.list ?? []
  const asked = (parameter: string): Set<string> | undefined => {
    const value = searchParams.get(parameter)
    return value ? new Set(JSON.parse(value) as string[]) : undefined
  }
  const beyond = (given: object | undefined, known: Set<string> | undefined) =>
    known ? Object.keys(given ?? {}).filter((name) => !known.has(name)) : []
  const found = lines.flatMap((line) => [
    ...beyond(line, recorded_fields(pathname)),
    ...beyond(line.metrics, asked('metrics')),
    ...beyond(line.dimensions, asked('dimensions')),
  ])
  return [...new Set(found)].map((name) => `answer: ${name} is not known`)
}

/** Lists and objects are JSON in a parameter. */
function parameter_faults(wanted: Parameter[], name: string, value: string): string[] {
  const schema = wanted.find((one) => one.name === name)?.schema
  if (!schema) return [`parameter ${name} is not known`]
  if (schema.type === 'integer') return /^\d+$/.test(value) ? [] : [`parameter ${name}: ${value} is no number`]
  if (schema.type === 'array') return Array.isArray(JSON.parse(value)) ? [] : [`parameter ${name} is no list`]
  if (!schema.$ref) return []
  const fields = read().components.schemas[schema.$ref.split('/').at(-1)!]!.properties
  return Object.keys(JSON.parse(value)).flatMap((field) =>
    field in fields ? [] : [`parameter ${name}: ${field} is not known`],
  )
}
