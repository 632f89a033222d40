// A validator of requests and answers, from Google's discovery documents. It is strict: an unknown field is a fault.
import { readFileSync } from 'node:fs'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'

interface Field {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: string[]
  items?: Field
  properties?: Record<string, Field>
  additionalProperties?: Field
}

interface Parameter extends Field {
  location: 'path' | 'query'
  required?: boolean
  repeated?: boolean
}

interface Method {
  id: string
  httpMethod: string
  flatPath: string
  parameters?: Record<string, Parameter>
  request?: { $ref: string }
  response?: { $ref: string }
}

interface Resource {
  methods?: Record<string, Method>
  resources?: Record<string, Resource>
}

interface Document extends Resource {
  rootUrl: string
  parameters: Record<string, Parameter>
  schemas: Record<string, Field>
}

const formats: Record<string, object> = {
  int32: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  uint32: { type: 'integer', minimum: 0, maximum: 2 ** 32 - 1 },
  int64: { type: 'string', pattern: '^-?\\d{1,19}$' },
  uint64: { type: 'string', pattern: '^\\d{1,20}$' },
  'google-datetime': { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,9})?Z$' },
  'google-duration': { type: 'string', pattern: '^-?\\d+(\\.\\d{1,9})?s$' },
  byte: { type: 'string', pattern: '^[A-Za-z0-9+/_-]*={0,2}$' },
}

/** A discovery schema as JSON Schema. */
function json_schema(field: Field): object | boolean {
  if (field.$ref) return { $ref: `#/$defs/${field.$ref}` }
  if (field.type === 'any') return true
  if (field.type === 'array') return { type: 'array', items: json_schema(field.items!) }
  if (field.type === 'object') {
    const properties = Object.entries(field.properties ?? {}).map(([name, one]) => [name, json_schema(one)])
    return {
      type: 'object',
      properties: Object.fromEntries(properties),
      additionalProperties: field.additionalProperties ? json_schema(field.additionalProperties) : false,
    }
  }
  return {
    type: field.type,
    ...(field.format ? formats[field.format] : {}),
    ...(field.enum ? { enum: field.enum } : {}),
    ...(field.pattern ? { pattern: field.pattern } : {}),
  }
}

export interface Exchange {
  method: string
  url: string
  body: unknown
  answer: unknown
}

export interface Discovery {
  /** The id of the published method that a request calls, or null. */
  method_of(request: Pick<Exchange, 'method' | 'url'>): string | null
  /** The faults of a request and its (successful) answer. Empty when there are none. */
  faults(exchange: Exchange): string[]
}

export function read_discovery(file: string): Discovery {
  const document = JSON.parse(readFileSync(file, 'utf8')) as Document
  const ajv = new Ajv({ allErrors: true, strict: false })
  const $defs = Object.fromEntries(Object.entries(document.schemas).map(([name, field]) => [name, json_schema(field)]))
  ajv.addSchema({ $id: 'discovery', $defs })
  const compiled = new Map<string, ValidateFunction>()
  const methods = methods_of(document)

  function check(what: string, ref: string | undefined, value: unknown): string[] {
    if (!ref) return value === null || value === undefined ? [] : [`${what}: there must be none`]
    const validate = compiled.get(ref) ?? ajv.compile({ $ref: `discovery#/$defs/${ref}` })
    compiled.set(ref, validate)
    return validate(value) ? [] : (validate.errors ?? []).map((error) => `${what}: ${say(error)}`)
  }

  function find({ method, url }: Pick<Exchange, 'method' | 'url'>): Method | undefined {
    const { origin, pathname } = new URL(url)
    if (`${origin}/` !== document.rootUrl) return undefined
    return methods.find((one) => one.httpMethod === method && path_pattern(one.flatPath).test(pathname))
  }

  return {
    method_of: (request) => find(request)?.id ?? null,
    faults(exchange) {
      const method = find(exchange)
      if (!method) return [`${exchange.method} ${exchange.url} is no published method`]
      return [
        ...query_faults(new URL(exchange.url).searchParams, { ...document.parameters, ...method.parameters }),
        ...check('request', method.request?.$ref, exchange.body),
        ...check('answer', method.response?.$ref, exchange.answer),
      ]
    },
  }
}

function methods_of(resource: Resource): Method[] {
  return [...Object.values(resource.methods ?? {}), ...Object.values(resource.resources ?? {}).flatMap(methods_of)]
}

/** 'v1beta/properties/{propertiesId}:runReport' as a pattern. A placeholder contains neither a slash nor a colon. */
function path_pattern(flat_path: string): RegExp {
  const parts = flat_path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^/${parts.join('[^/:]+')}$`)
}

function query_faults(given: URLSearchParams, known: Record<string, Parameter>): string[] {
  return [...given].flatMap(([name, value]) => {
    const parameter = known[name]
    if (parameter?.location !== 'query') return [`query: ${name} is not known`]
    if (parameter.type === 'integer' && !/^-?\d+$/.test(value)) return [`query: ${name} is no integer`]
    if (parameter.type === 'boolean' && !/^(true|false)$/.test(value)) return [`query: ${name} is no boolean`]
    if (parameter.enum && !parameter.enum.includes(value)) return [`query: ${name} cannot be ${value}`]
    return []
  })
}

const say = ({ instancePath, message, params }: ErrorObject) =>
  `${instancePath || '/'} ${message}${params.additionalProperty ? ` (${params.additionalProperty})` : ''}`
