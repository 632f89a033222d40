// A validator of requests and answers, from Klaviyo's OpenAPI document. It is strict: an unknown field or parameter is a fault.
import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import { contract_file } from './published.ts'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Json
}
interface Operation {
  parameters?: Parameter[]
  requestBody?: { content: Record<string, { schema: Json }> }
  responses: Record<string, { content?: Record<string, { schema: Json }> }>
}
interface Document {
  servers: { url: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Json> }
}

export interface Exchange {
  method: string
  url: string
  headers: Record<string, unknown>
  body: unknown
  answer: unknown
}

const media_type = 'application/vnd.api+json'

const places = new Set(['latitude', 'longitude'])
const pages = new Set(['next', 'prev', 'first', 'last'])

/**
 * The document as JSON Schema. The vendor's own answers break the document in three points, which are relaxed here. Links may be null,
 * a place's latitude may be null, and some alternatives match more than one branch.
 */
function to_json_schema(document: Document) {
  const resolve = (schema: Json): Json =>
    typeof schema.$ref === 'string' ? document.components.schemas[schema.$ref.split('/').at(-1)!]! : schema

  /** Merges the parts of one object, so that a field that no part names is a fault. */
  const merge = (parts: Json[]): Json =>
    parts.map(resolve).reduce((whole, part) => {
      const properties = { ...(whole.properties as Json) }
      for (const [name, one] of Object.entries((part.properties ?? {}) as Record<string, Json>)) {
        const both = [properties[name] as Json | undefined, one].filter((half) => half !== undefined)
        properties[name] = both.every((half) => resolve(half).properties) ? merge(both) : one
      }
      const required = [...((whole.required as string[]) ?? []), ...((part.required as string[]) ?? [])]
      return Object.assign(whole, part, { properties, required })
    }, {})

  const convert = (schema: unknown, name = ''): unknown => {
    if (Array.isArray(schema)) return schema.map((one) => convert(one))
    if (schema === null || typeof schema !== 'object') return schema
    const { oneOf, allOf, properties, nullable, ...rest } = schema as Json
    if (allOf) return convert(merge(allOf as Json[]), name)
    const result: Json = { ...rest }
    for (const key of ['items', 'additionalProperties', 'anyOf']) if (key in rest) result[key] = convert(rest[key])
    for (const said of ['example', 'default', 'description']) delete result[said]
    if (oneOf) result.anyOf = convert(oneOf)
    if (properties) {
      const fields = Object.entries(properties).map(([field, one]) => [field, convert(one, field)])
      result.properties = Object.fromEntries(fields)
      result.additionalProperties ??= false
    }
    const may_be_null = nullable || places.has(name) || (pages.has(name) && rest.type === 'string')
    return may_be_null ? { anyOf: [result, { type: 'null' }] } : result
  }
  return convert
}

export function read_openapi() {
  const document = JSON.parse(
    readFileSync(contract_file('email_a', 'klaviyo.openapi.trimmed.json'), 'utf8'),
  ) as Document
  const json_schema = to_json_schema(document)
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => [name, json_schema(schema)])
  const formats = {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
    date: /^\d{4}-\d\d-\d\d$/,
    uri: /^https:\/\/\S+$/,
  }
  const ajv = new Ajv({ strict: false, allErrors: true, formats: { ...formats, int32: true, email: true } })
  ajv.addSchema({ $id: 'klaviyo', components: { schemas: Object.fromEntries(schemas) } })
  const compiled = new Map<string, ValidateFunction>()

  function check(what: string, schema: unknown, value: unknown): string[] {
    if (!schema) return value === null || value === undefined ? [] : [`${what}: there must be none`]
    const text = JSON.stringify(schema).replaceAll('"#/components', '"klaviyo#/components')
    const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text))
    compiled.set(text, validate)
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${what}: ${say(error)}`)
  }

  function find(method: string, url: string): { path: string; operation: Operation } | undefined {
    const { origin, pathname } = new URL(url)
    if (origin !== document.servers[0]!.url) return undefined
    for (const [path, operations] of Object.entries(document.paths)) {
      const operation = operations[method.toLowerCase()]
      if (operation && new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`).test(pathname)) return { path, operation }
    }
  }

  return {
    path_of: ({ method, url }: Pick<Exchange, 'method' | 'url'>) => find(method, url)?.path ?? null,
    faults({ method, url, headers, body, answer }: Exchange): string[] {
      const found = find(method, url)
      if (!found) return [`${method} ${url} is no published operation`]
      const { parameters = [], requestBody, responses } = found.operation
      return [
        ...parameter_faults(parameters, new URL(url).searchParams, headers, (what, schema, value) =>
          check(what, json_schema(schema), value),
        ),
        ...(body ? check('request', json_schema(requestBody?.content[media_type]?.schema), body) : []),
        ...check('answer', json_schema(responses[200]?.content?.[media_type]?.schema), answer),
      ]
    },
  }
}

function parameter_faults(
  parameters: Parameter[],
  query: URLSearchParams,
  headers: Record<string, unknown>,
  check: (what: string, schema: unknown, value: unknown) => string[],
): string[] {
  const known = parameters.filter((one) => one.in === 'query')
  const unknown = [...query.keys()].filter((name) => !known.some((one) => one.name === name))
  const missing = parameters.filter(
    (one) => one.required && (one.in === 'query' ? !query.has(one.name) : one.in === 'header' && !headers[one.name]),
  )
  const wrong = known.flatMap(({ name, schema }) => {
    const text = query.get(name)
    if (text === null) return []
    const value = schema.type === 'integer' ? Number(text) : schema.type === 'array' ? text.split(',') : text
    return check(`query ${name}`, schema, value)
  })
  return [
    ...unknown.map((name) => `query: ${name} is not known`),
    ...missing.map(({ name }) => `${name} is missing`),
    ...wrong,
  ]
}

const say = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath} ${message}${'additionalProperty' in params ? ` (${params.additionalProperty})` : ''}`
