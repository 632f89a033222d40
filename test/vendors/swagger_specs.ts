// A validator of requests and answers, from Swagger 2.0 documents. It is strict: an unknown field or parameter is a fault.
import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import type { Exchange } from './discovery.ts'

type Json = Record<string, unknown>
interface Parameter {
  name: string
  in: 'query' | 'path' | 'body'
  required?: boolean
  enum?: string[]
  items?: { enum?: string[] }
  schema?: Json
}
interface Operation {
  parameters?: Parameter[]
  responses: Record<string, { schema?: Json }>
}
interface Document {
  basePath?: string
  paths: Record<string, Record<string, Operation>>
  definitions: Record<string, Json>
}

/** Objects have only the fields that the document names. */
function strict(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(strict)
  if (value === null || typeof value !== 'object') return value
  const { format: _, example: __, ...rest } = value as Json
  const copied = Object.fromEntries(Object.entries(rest).map(([name, one]) => [name, strict(one)]))
  const is_object = 'properties' in rest && !('additionalProperties' in rest)
  return is_object ? { ...copied, additionalProperties: false } : copied
}

export function read_swagger(files: readonly string[]) {
  const documents = files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Document)
  const operations = documents.flatMap(({ basePath = '/', paths, definitions }) => {
    const checked = strict(definitions) as Json
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
    const validate = ajv.compile({ definitions, ...(strict(schema) as Json) })
    if (validate(value)) return []
    return validate.errors!.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }
  const find = ({ method, url }: Pick<Exchange, 'method' | 'url'>) => {
    const { pathname } = new URL(url)
    return operations.find((one) => one.method === method && one.matches.test(pathname))
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
