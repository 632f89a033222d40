// A validator of documents and answers, from Shopify's published schema. It is strict: an additional field is a fault.
import { readFileSync } from 'node:fs'
import { buildSchema, execute, type GraphQLSchema, isScalarType, parse, validate } from 'graphql'
import { contract_file } from './published.ts'

const scalars: Record<string, RegExp> = {
  DateTime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
  Decimal: /^-?\d+\.\d+$/,
  Money: /^-?\d+\.\d\d$/,
  URL: /^https:\/\/\S+$/,
  UnsignedInt64: /^\d+$/,
}

/** The published schema, with scalars that check their values. */
export function read_schema(): GraphQLSchema {
  const schema = buildSchema(readFileSync(contract_file('sx', 'admin_2026-07.graphql'), 'utf8'), { assumeValid: true })
  for (const [name, pattern] of Object.entries(scalars)) {
    const type = schema.getType(name)
    if (!isScalarType(type)) throw new Error(`${name} is no published scalar`)
    type.serialize = (value) => {
      if (typeof value !== 'string' || !pattern.test(value)) throw new TypeError(`'${value}' is no ${name}`)
      return value
    }
  }
  return schema
}

export interface GraphqlCall {
  query: string
  variables?: Record<string, unknown>
}

/** The faults of a document: unknown fields, wrong arguments, deprecated names. */
export function document_faults(schema: GraphQLSchema, query: string): string[] {
  const document = parse(query)
  const deprecated: string[] = []
  const faults = validate(schema, document).map(({ message }) => message)
  validate(schema, document, [
    (context) => ({
      Field() {
        const field = context.getFieldDef()
        if (field?.deprecationReason) deprecated.push(`${field.name} is deprecated: ${field.deprecationReason}`)
      },
    }),
  ])
  return [...faults, ...deprecated]
}

/** The faults of an answer: wrong types, nulls, missing or additional fields. */
export async function answer_faults(
  schema: GraphQLSchema,
  { query, variables = {} }: GraphqlCall,
  answer: unknown,
): Promise<string[]> {
  const { data } = answer as { data: unknown }
  // The id of a node contains its type. All events are basic ones.
  const type_of_id = String([variables.id ?? variables.ids].flat()[0] ?? '').split('/')[3]
  const { data: taken, errors = [] } = await execute({
    schema,
    document: parse(query),
    variableValues: variables,
    rootValue: data,
    fieldResolver: (parent, _args, _context, { path }) => parent[path.key],
    typeResolver: (_value, _context, { fieldName, path }) =>
      path.prev?.key === 'events' && fieldName === 'nodes' ? 'BasicEvent' : type_of_id,
  })
  if (errors.length) return errors.map(({ message, path }) => `${path?.join('.')}: ${message}`)
  return JSON.stringify(taken) === JSON.stringify(data) ? [] : ['the answer holds more than was asked for']
}
