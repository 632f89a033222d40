// A validator of requests, from the OpenAPI document that is derived from TikTok's own SDK. It describes no answers but the envelope.
import { readFileSync } from 'node:fs'
import type { Exchange } from './discovery.ts'
import { contract_file } from './published.ts'

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
    ...invented_fields(searchParams, answer),
  ]
}

/** Fields of lines that the request did not ask for: TikTok gives those alone that `fields`, `metrics` and `dimensions` name. */
function invented_fields(asked: URLSearchParams, answer: unknown): string[] {
  const lines = (answer as { data?: { list?: Record<string, object>[] } }).data?.list ?? []
  const names = (parameter: string): string[] | undefined => {
    const value = asked.get(parameter)
    return value ? JSON.parse(value) : undefined
  }
  const beyond = (given: object | undefined, known: string[] | undefined) =>
    known ? Object.keys(given ?? {}).filter((name) => !known.includes(name)) : []
  const found = lines.flatMap((line) => [
    ...beyond(line, names('fields')),
    ...beyond(line.metrics, names('metrics')),
    ...beyond(line.dimensions, names('dimensions')),
  ])
  return [...new Set(found)].map((name) => `answer: nobody asked for ${name}`)
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
