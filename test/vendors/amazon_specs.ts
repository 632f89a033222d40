// A validator of requests and answers, from the specifications that Amazon publishes. An unknown field is a fault.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv, type ValidateFunction } from 'ajv'
import { parse } from 'yaml'
import type { Exchange } from './discovery.ts'
import { contract_file } from './published.ts'

type Schema = Record<string, unknown>
interface Operation {
  parameters?: { name?: string; in?: string; $ref?: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
interface Document {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema> }
}

const files = ['amazon_ads_v1.openapi.trimmed.json', 'reporting_v3.openapi.json', 'profiles.openapi.yaml']
const formats = {
  ...Object.fromEntries(['double', 'float', 'int32', 'int64', 'uri'].map((name) => [name, true as const])),
  'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/,
}

/** Objects accept no fields but their own, and references point to the document's schemas. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict)
  if (schema === null || typeof schema !== 'object') return schema
  const entries = Object.entries(schema as Schema).flatMap(([name, value]): [string, unknown][] => {
    if (name === '$ref') return [['$ref', String(value).replace('#/components/schemas/', '#/$defs/')]]
    if (['description', 'example', 'nullable', 'readOnly', 'title', 'discriminator', 'xml', 'default'].includes(name))
      return []
    return [[name, name === 'enum' || name === 'required' ? value : strict(value)]]
  })
  const found = Object.fromEntries(entries) as Schema
  const own = schema as Schema
  if (own.properties && !own.additionalProperties) found.additionalProperties = false
  // `nullable` is of OpenAPI 3.0.
  if (own.nullable && found.type) found.type = [found.type, 'null']
  if (own.nullable && found.$ref) return { anyOf: [{ $ref: found.$ref }, { type: 'null' }] }
  return found
}

interface Validators {
  path: RegExp
  method: string
  parameters: Set<string>
  body?: ValidateFunction
  answer?: ValidateFunction
}

let known: Validators[] | undefined
function validators(): Validators[] {
  known ??= files.flatMap((file) => {
    const document: Document = parse(readFileSync(contract_file('mpb_ads', file), 'utf8'))
    const $defs = strict(document.components.schemas)
    const compile = (schema: Schema | undefined) =>
      schema && new Ajv({ strict: false, allErrors: true, formats }).compile({ ...(strict(schema) as Schema), $defs })
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]): Validators[] => {
        const { parameters = [], requestBody, responses } = operation
        if (!['get', 'post'].includes(method) || /create|update|targets/.test(path)) return []
        const first = (content: Record<string, { schema: Schema }> = {}) => Object.values(content)[0]?.schema
        return [
          {
            path: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
            method: method.toUpperCase(),
            parameters: new Set(parameters.flatMap((one) => (one.in === 'query' ? [one.name!] : []))),
            body: compile(first(requestBody?.content)),
            answer: compile(first(responses['200']?.content)),
          },
        ]
      }),
    )
  })
  return known
}

const faults_of = (validate: ValidateFunction | undefined, value: unknown, what: string): string[] =>
  !validate || validate(value)
    ? []
    : validate.errors!.map(
        ({ instancePath, message, params }) => `${what}${instancePath} ${message} ${JSON.stringify(params)}`,
      )

/** The faults of a request and its (successful) answer. Empty when there are none. */
export function amazon_faults({ method, url, body, answer }: Exchange): string[] {
  const { pathname, searchParams } = new URL(url)
  const found = validators().find((one) => one.method === method && one.path.test(pathname))
  if (!found) return [`${method} ${pathname} is not published`]
  const unknown = [...searchParams.keys()].filter((name) => !found.parameters.has(name))
  return [
    ...unknown.map((name) => `parameter ${name} is not known`),
    ...faults_of(found.body, body, 'request'),
    ...faults_of(found.answer, answer, 'answer'),
  ]
}

/** The kinds of ads of a specification. */
export function kinds_of(file: string): string[] {
  const { components }: Document = parse(readFileSync(contract_file('mpb_ads', file), 'utf8'))
  const { AdProduct, AsyncReportAdProduct } = components.schemas as Record<string, { enum: string[] } | undefined>
  return (AsyncReportAdProduct ?? AdProduct)!.enum
}

/** The documented columns of a report type (guides/reporting/v3/report-types), by the kind of ads. */
export function columns_of(page: string, product: string): Set<string> {
  const text = readFileSync(
    contract_file('mpb_ads', `docs_mirror/guides__reporting__v3__report-types__${page}.md`),
    'utf8',
  )
  const [, section = ''] = text.split(new RegExp(`^## ${product}$`, 'm'))
  const [own = ''] = section.split(/^## /m)
  return new Set([...own.matchAll(/\[(\w+)\]\(/g)].map(([, name]) => name!))
}

/** The values of `groupBy` in the table of each report type. */
export function groups_of_reports(): string[] {
  const folder = contract_file('mpb_ads', 'docs_mirror')
  const pages = readdirSync(folder).filter((name) => name.includes('reporting__v3__report-types__'))
  const rows = pages.flatMap((name) => readFileSync(join(folder, name), 'utf8').match(/^\|\s*`groupBy`.*$/gm) ?? [])
  return rows.flatMap((row) => [...row.matchAll(/`"?(\w+)"?`/g)].map(([, name]) => name!))
}
