// Answers of a mocked API for the page where a person tries a tool: the published document, and the list of tools that belongs to it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Answers, type Mocked, ok, refused } from '#test/dashboard.ts'
import { me_as, states as of_people } from '#test/dashboard_answers.ts'

interface Schema {
  properties?: Record<string, Record<string, unknown>>
  required?: string[]
}

interface Operation {
  operationId: string
  description: string
  tags: string[]
  parameters: { $ref: string }[]
  requestBody: { content: { 'application/json': { schema: { $ref: string }; example: Record<string, unknown> } } }
}

const DOCUMENT = join(import.meta.dirname, '../../../docs/openapi.json')
const document: {
  paths: Record<string, { post?: Operation }>
  components: { schemas: Record<string, Schema> }
} = JSON.parse(readFileSync(DOCUMENT, 'utf8'))

export interface PublishedTool {
  name: string
  input: Schema
  example: Record<string, unknown>
  effect: 'read' | 'write'
}

const operations = Object.values(document.paths).flatMap(({ post }) => post ?? [])

/** Only a write takes an idempotency key. */
const effect_of = ({ parameters }: Operation) =>
  parameters.some(({ $ref }) => $ref.endsWith('/Idempotency-Key')) ? ('write' as const) : ('read' as const)

/** Every tool of the published document. */
export const published_tools: PublishedTool[] = operations.map((operation) => {
  const { schema, example } = operation.requestBody.content['application/json']
  const input = document.components.schemas[schema.$ref.split('/').at(-1)!]!
  return { name: operation.operationId, input, example, effect: effect_of(operation) }
})

const listed = (operation: Operation) => {
  const { operationId: name, description, tags } = operation
  const [about = '', facts = ''] = description.split('\n\n')
  const scopes = /Scopes: ([^.]+)\./.exec(facts)?.[1]?.split(', ') ?? []
  return {
    ...{ name, description: about, scopes: scopes.filter((scope) => scope !== 'none'), rate_limit_per_minute: 60 },
    ...{ area: tags[0], module: null, effect: effect_of(operation) },
  }
}

const list_of = (tools: object[]): Mocked => ({ body: { count: tools.length, tools } })
const document_answer: Mocked = { body: document }

/** As many tools as the product will have: those of today under further names, which the document has too. */
const COPIES = 4
const copies = Array.from({ length: COPIES }, (_, number) =>
  operations.map((operation) => ({ ...operation, operationId: `${operation.operationId}_${number}` })),
).flat()
const grown_document: Mocked = {
  body: { ...document, paths: Object.fromEntries(copies.map((post) => [`/api/v1/${post.operationId}`, { post }])) },
}

const base: Answers = { ...of_people.data, tools: list_of(operations.map(listed)), 'openapi.json': document_answer }
const instead = (answer: Mocked): Answers => ({ ...base, tools: answer })

export const try_states = {
  data: base,
  viewer: { ...base, get_me: ok(me_as('viewer')) },
  most: { ...base, tools: list_of(copies.map(listed)), 'openapi.json': grown_document },
  none: instead(list_of([])),
  loading: instead({ is_silent: true }),
  error: instead(refused(500, 'fault', 'Something went wrong on our side. It has been logged as request request-1.')),
  '429': instead(refused(429, 'rate_limited', 'Too many requests of this list in a minute.', { 'retry-after': '30' })),
  offline: instead({ is_offline: true }),
} satisfies Record<string, Answers>
