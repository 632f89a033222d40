// A validator of requests and answers, from Meta's api_specs: parameters and fields by name and type. The specs do not describe
// paging.
import { existsSync, readFileSync } from 'node:fs'
import type { Exchange } from './discovery.ts'
import { contract_file } from './published.ts'

interface Spec {
  apis: { method: string; endpoint?: string; return: string; params: { name: string; type: string }[] }[]
  fields: { name: string; type: string }[]
}

const files = new Map<string, Spec | null>()
function spec(type: string): Spec | null {
  if (!files.has(type)) {
    const places = ['mx_ads', 'social_a'].map((platform) => contract_file(platform, `api_specs/${type}.json`))
    const file = places.find((one) => existsSync(one))
    files.set(type, file ? JSON.parse(readFileSync(file, 'utf8')) : null)
  }
  return files.get(type)!
}

let enums: Map<string, string[]> | undefined
function enum_values(name: string): string[] | undefined {
  enums ??= new Map(
    ['mx_ads', 'social_a'].flatMap((platform) =>
      (
        JSON.parse(readFileSync(contract_file(platform, 'api_specs/enum_types.trimmed.json'), 'utf8')) as {
          name: string
          values: string[]
        }[]
      ).map((one): [string, string[]] => [one.name, one.values]),
    ),
  )
  return enums.get(name)
}

/** Parameters of every edge, which Graph itself defines. */
const general = ['fields', 'limit', 'after', 'before', 'access_token']

const owners: [form: RegExp, type: string][] = [
  [/^me$/, 'User'],
  [/^act_/, 'AdAccount'],
  [/^17841\d{12}$/, 'IGUser'],
  [/^17900\d{12}$/, 'IGMedia'],
  [/^\d+$/, 'AdReportRun'],
]

/** The faults of a request and its (successful) answer. Empty when there are none. */
export function graph_faults({ method, url, answer }: Exchange): string[] {
  const { origin, pathname, searchParams } = new URL(url)
  const [, version, node = '', edge = ''] = pathname.split('/')
  const owner = owners.find(([form]) => form.test(node))?.[1] ?? node
  if (origin !== 'https://graph.facebook.com' || version !== 'v26.0') return [`${url} is not Graph v26.0`]
  const api = spec(owner)?.apis.find((one) => one.method === method && (one.endpoint ?? '').replace(/^\//, '') === edge)
  if (!api) return [`${method} ${pathname} is no published edge`]
  const asked = [
    ...[...searchParams].flatMap(([name, value]) => parameter_faults(api.params, name, value)),
    // A report is requested with the fields of its lines.
    ...field_list_faults(method === 'POST' ? 'AdsInsights' : api.return, searchParams.get('fields') ?? ''),
  ]
  if (!edge || method === 'POST') {
    const { report_run_id: _, ...one } = answer as Record<string, unknown>
    return [...asked, ...value_faults('answer', api.return, one)]
  }
  // A breakdown adds its own field to each line, which the specs do not list.
  const breakdowns: string[] = JSON.parse(searchParams.get('breakdowns') ?? '[]')
  const { data, paging, ...rest } = answer as { data?: unknown[]; paging?: object }
  return [
    ...asked,
    ...Object.keys(rest).map((name) => `answer: ${name} is not known`),
    ...Object.keys(paging ?? {}).flatMap((name) =>
      ['cursors', 'next', 'previous'].includes(name) ? [] : [`paging: ${name} is not known`],
    ),
    ...(data
      ? data.flatMap((item, at) => value_faults(`data.${at}`, api.return, without(breakdowns, item)))
      : ['answer: there is no data']),
  ]
}

const without = (names: string[], item: unknown) =>
  Object.fromEntries(Object.entries(item as object).filter(([name]) => !names.includes(name)))

function parameter_faults(known: { name: string; type: string }[], name: string, value: string): string[] {
  if (general.includes(name)) return []
  const type = known.find((one) => one.name === name)?.type
  if (!type) return [`parameter ${name} is not known`]
  const is_text = type === 'string' || enum_values(type) !== undefined || !/^(bool|int|list|map|unsigned)/.test(type)
  // Graph also reads instants in seconds, and lists of words with commas.
  if (type === 'datetime' && /^\d+$/.test(value)) return []
  const is_list_of_words = type.startsWith('list<') && !value.startsWith('[')
  const given = is_text ? value : is_list_of_words ? value.split(',') : JSON.parse(value)
  return value_faults(`parameter ${name}`, type, given)
}

/** Checks 'id,creative{id,title}' against the fields of the type, and nested fields against the field's own type. */
function field_list_faults(type: string, list: string): string[] {
  const known = spec(type)?.fields ?? []
  return [...list.matchAll(/([a-z_0-9]+)(?:\{([^}]*)\})?/g)].flatMap(([, name, below]) => {
    const field = known.find((one) => one.name === name)
    if (!field) return [`fields: ${type} has no ${name}`]
    return below ? field_list_faults(field.type, below) : []
  })
}

const kinds: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  datetime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/.test(value),
  bool: (value) => typeof value === 'boolean',
  int: (value) => Number.isInteger(value),
  'unsigned int': (value) => Number.isInteger(value) && Number(value) >= 0,
  float: (value) => typeof value === 'number',
  // Meta also writes Object where the documented value is a number, such as the value of an insight.
  Object: (value) => typeof value === 'object' || typeof value === 'number',
}

function value_faults(where: string, type: string, value: unknown): string[] {
  const kind = kinds[type]
  if (kind) return kind(value) ? [] : [`${where}: ${JSON.stringify(value)} is no ${type}`]
  const items = /^list<(.+)>$/.exec(type)?.[1]
  if (items)
    return Array.isArray(value)
      ? value.flatMap((item, at) => value_faults(`${where}.${at}`, items, item))
      : [`${where}: no list`]
  const allowed = enum_values(type)
  if (allowed) return allowed.includes(String(value)) ? [] : [`${where}: ${value} is not one of ${type}`]
  if (value === null || typeof value !== 'object') return [`${where}: no ${type}`]
  const fields = spec(type)?.fields
  if (!fields) return []
  return Object.entries(value).flatMap(([name, one]) => {
    const field = fields.find((known) => known.name === name)
    return field ? value_faults(`${where}.${name}`, field.type, one) : [`${where}: ${type} has no ${name}`]
  })
}

/** The faults of a write: its parameters are in the body. `owner` is the type of the node, or of the account whose edge it is. */
export function graph_write_faults({ url, body }: Pick<Exchange, 'url' | 'body'>, owner: string): string[] {
  const [, version, , edge = ''] = new URL(url).pathname.split('/')
  const api = spec(owner)?.apis.find((one) => one.method === 'POST' && (one.endpoint ?? '').replace(/^\//, '') === edge)
  if (!api || version !== 'v26.0') return [`${url} is no published edge of ${owner}`]
  return Object.entries(body as object).flatMap(([name, value]) => {
    const type = api.params.find((one) => one.name === name)?.type
    return type ? value_faults(`parameter ${name}`, type, value) : [`parameter ${name} is not known`]
  })
}
