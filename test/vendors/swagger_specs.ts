// A validator of requests and answers, from Swagger 2.0 documents, or from OpenAPI documents in the form of Swagger. It is strict: an unknown
// field or parameter is a fault.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { Exchange } from './discovery.ts'

type Json = Record<string, unknown>
export interface Parameter {
  name: string
  in: 'query' | 'path' | 'body'
  required?: boolean
  type?: string
  maximum?: number
  enum?: string[]
  items?: { enum?: string[] }
  schema?: Json
}
interface Operation {
  parameters?: Parameter[]
  responses: Record<string, { schema?: Json }>
}
export interface Document {
  basePath?: string
  paths: Record<string, Record<string, Operation>>
  definitions: Record<string, Json>
}

/** Objects have only the fields that the document names. The parts of `allOf` are one object. */
function strict(value: unknown, definitions: Record<string, Json> = {}): unknown {
  if (Array.isArray(value)) return value.map((one) => strict(one, definitions))
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray((value as Json).allOf)) return strict(merged(value as Json, definitions), definitions)
  const { format: _, example: __, ...rest } = value as Json
  const copied = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, strict(one, definitions)]))
  const names = Object.keys((rest.properties as Json | undefined) ?? {})
  const is_object = names.length > 0 && !('additionalProperties' in rest)
  return is_object ? { ...copied, additionalProperties: false } : copied
}

function merged({ allOf, ...rest }: Json, definitions: Record<string, Json>): Json {
  const parts = (allOf as Json[]).map((part) => {
    const named = typeof part.$ref === 'string' ? definitions[part.$ref.split('/').at(-1)!]! : part
    return named.allOf ? merged(named, definitions) : named
  })
  return {
    ...rest,
    properties: Object.assign({}, ...parts.map(({ properties }) => properties)),
    required: parts.flatMap(({ required }) => (required as string[] | undefined) ?? []),
  }
}

export const read_swagger = (files: readonly string[]) =>
  validator_of(files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Document))

export function validator_of(documents: readonly Document[]) {
  const operations = documents.flatMap(({ basePath = '/', paths, definitions }) => {
    const checked = strict(definitions, definitions) as Json
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const pattern = `^${`${basePath}${path}`.replace('//', '/').replace(/\{\w+\}/g, '[^/]+')}$`
        return { path, method: method.toUpperCase(), operation, matches: new RegExp(pattern), definitions: checked }
      }),
    )
  })
  const ajv = new Ajv({ strict: false, allErrors: true })
  const faults_of = (schema: Json | undefined, definitions: Json, value: unknown): string[] => {
    if (!schema) return []
    const validate = ajv.compile({ definitions, ...(strict(schema, definitions as Record<string, Json>) as Json) })
    if (validate(value)) return []
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  const find = ({ method, url }: Pick<Exchange, 'method' | 'url'>) => {
    const { pathname } = new URL(url)
    const found = operations.filter((one) => one.method === method && one.matches.test(pathname))
    // '/contacts/lists' is no '/contacts/{identifier}'.
    return found.toSorted((one, other) => one.path.split('{').length - other.path.split('{').length)[0]
  }
  return {
    path_of: (exchange: Exchange) => find(exchange)?.path,
    faults(exchange: Exchange, status = '200'): string[] {
      const found = find(exchange)
      if (!found) return [`${exchange.method} ${exchange.url} is no published operation`]
      const { operation, definitions } = found
      const { parameters = [], responses } = operation
      const query = new URL(exchange.url).searchParams
      const known = new Map(parameters.filter((one) => one.in === 'query').map((one) => [one.name, one]))
      const body = parameters.find((one) => one.in === 'body')
      const wrong = [...query].flatMap(([name, value]) => {
        const parameter = known.get(name)
        if (!parameter) return [`the parameter ${name} is not known`]
        if (parameter.type === 'integer' && !(/^\d+$/.test(value) && Number(value) <= (parameter.maximum ?? Infinity)))
          return [`${name} cannot be ${value}`]
        const allowed = parameter.enum ?? parameter.items?.enum
        return value
          .split(',')
          .flatMap((one) => (allowed && !allowed.includes(one) ? [`${name} cannot be ${one}`] : []))
      })
      const missing = [...known.values()].filter(({ name, required }) => required && !query.has(name))
      const answer = responses[status] ?? responses['202']
      return [
        ...wrong,
        ...missing.map(({ name }) => `the parameter ${name} is missing`),
        ...(body ? faults_of(body.schema, definitions, exchange.body) : []),
        ...faults_of(answer?.schema, definitions, exchange.answer),
      ]
    },
  }
}
