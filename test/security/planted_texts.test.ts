// Instructions in the fields of a simulated business that others can write are synced like other data, and stand in a row of each table of a
// second organization. Every reading tool is called over MCP, and each field of others is read with one, or listed with a reason. Each answer must name each of its fields with such a text, and contain no hidden character.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Client } from '@modelcontextprotocol/client'
import { read_scopes } from '#domain/scopes.ts'
import { is_of_others, texts_of } from '#engine/texts.ts'
import { widest } from '#test/many_rows.ts'
import { catalog_in, type Table } from '../../dashboard/src/api/metric_catalog.ts'
import { FILLED_BY_US, UNPLANTED } from './planted_fields.ts'
import { Plants } from './planted_texts.ts'
import { type PlantedWorld, planted_world } from './planted_world.ts'

const PLANTED_LEAST = 60
const META_KEY = 'untrusted-text'
/** Written without the product's own rule: every character of these kinds, except tabs and line breaks. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u

/** The sign that makes a character an emoji hides nothing. */
const has_hidden = (text: string) => HIDDEN.test(text.replace(/\p{Emoji}\uFE0F/gu, ''))

interface Text {
  path: string
  text: string
}
interface Answered {
  tool: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape differs by tool
  result: any
  texts: Text[]
  /** The paths that the answer names. */
  named: string[]
  meta: Record<string, unknown>
}

const plants = new Plants()
const undo: (() => Promise<unknown>)[] = []
let world: PlantedWorld
let client: Client
let answers: Answered[] = []

before(async () => {
  world = await planted_world(plants, undo)
  client = await world.mcp()
  answers = await ask_each(client, await questions())
  // What the simulated business does not have, such as proposals and alerts.
  const { key, webhook_id } = await world.every_table(plants.text('every table'))
  const of_rows = await world.mcp('legacy', '/mcp', key)
  answers.push(...(await ask_each(of_rows, [...widest_of_each(), ['list_webhook_deliveries', { webhook_id }]])))
  for (const tool of ['list_recommendations', 'query_contacts']) answers.push(await ask(of_rows, [tool, { limit: 5 }]))
  // Errors, and the notes that quote them, take the place of figures. So they come second.
  await world.fail()
  answers.push(...(await ask_each(client, widest_of_each())))
})
after(async () => {
  for (const step of undo.reverse()) await step()
})

const reading = () =>
  [...world.engine.catalog.values()].filter(({ effect, internal }) => effect === 'read' && !internal)

/** Long lists, and short ones, which have whole rows. */
const widest_of_each = () =>
  reading().flatMap((tool): Question[] => {
    const input = widest(tool)
    return [[tool.name, input], ...('limit' in input ? [[tool.name, { ...input, limit: 5 }] as Question] : [])]
  })

type Question = [tool: string, input: Record<string, unknown>]

/** Every reading tool with its largest answer, every text that query_data groups by, and every table of SQL. */
async function questions(): Promise<Question[]> {
  const { result } = await ask(client, ['get_data_catalog', {}])
  const { sources, sql_tables } = catalog_in(result)
  const by_text = sources.flatMap(({ metrics, dimensions }): Question[] =>
    dimensions
      .filter(({ type }) => type === 'text')
      .map(({ dimension }) => ['query_data', { metric: metrics[0]!.metric, dimensions: [dimension] }]),
  )
  return [
    ...widest_of_each(),
    ['list_mpa_questions', { status: 'answered' }],
    ['query_email_campaigns', { limit: 5, include_body: true }],
    ['diagnosticar_cambio', { days_back: 2, metric: 'spend' }],
    ['diagnosticar_cambio', { days_back: 2, metric: 'store_revenue' }],
    ...by_text,
    ...sql_tables.flatMap(selects),
  ]
}

/** Some rows of a table, and for each column of text those with a planted one: a limit alone leaves it to chance which rows come. */
function selects({ table, columns }: Table): Question[] {
  const planted = columns
    .filter(({ type }) => type === 'text')
    .map(({ column }) => `(select * from ${table} where ${column} like '%plant-%' limit 20)`)
  return [[`select * from ${table} limit 20`], planted].flatMap((parts) =>
    parts.length > 0 ? [['run_readonly_sql', { sql: parts.join(' union all ') }]] : [],
  )
}

async function ask_each(by: Client, asked: Question[]): Promise<Answered[]> {
  const answered: Answered[] = []
  for (const question of asked) answered.push(await ask(by, question))
  return answered
}

async function ask(by: Client, [tool, input]: Question): Promise<Answered> {
  const answer = await by.callTool({ name: tool, arguments: input })
  const result = JSON.parse((answer.content[0] as { text: string }).text)
  const { [META_KEY]: named = [] } = (answer._meta ?? {}) as { [META_KEY]?: string[] }
  return { tool, result, texts: [...texts_in(result, '')], named, meta: answer._meta ?? {} }
}

// biome-ignore lint/suspicious/noExplicitAny: the shape is what is being tested
async function post(path: string, body: string): Promise<any> {
  const answer = await fetch(new URL(`/api/v1/${path}`, world.url), {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.key()}`, 'content-type': 'application/json' },
    body,
  })
  return { status: answer.status, ...((await answer.json()) as object) }
}

/** Every text of an answer, names in objects too. */
function* texts_in(value: unknown, path: string): Generator<Text> {
  if (typeof value === 'string') yield { path, text: value }
  else if (Array.isArray(value)) for (const item of value) yield* texts_in(item, `${path}[]`)
  else if (typeof value === 'object' && value !== null)
    for (const [name, of] of Object.entries(value)) {
      const inner = path === '' ? name : `${path}.${name}`
      yield { path: inner, text: name }
      yield* texts_in(of, inner)
    }
}

/** A named path covers everything inside of it. `.*` is any name. */
const covers = (named: string, path: string) =>
  new RegExp(`^${named.replace(/[[\].]/g, '\\$&').replaceAll('*', '.+?')}($|[.[])`, 's').test(path)

const planted_in = ({ texts }: Answered) => texts.filter(({ text }) => Plants.numbers_in(text).length > 0)

test(`at least ${PLANTED_LEAST} planted texts were synced, and each of them is in an answer`, (context) => {
  const seen = new Set(answers.flatMap(planted_in).flatMap(({ text }) => Plants.numbers_in(text)))
  const unseen = plants.places.filter((_, number) => !seen.has(number))
  context.diagnostic(`${plants.places.length} planted, ${seen.size} in ${answers.length} answers`)
  assert.deepEqual(unseen, [])
  assert.ok(seen.size >= PLANTED_LEAST, `${seen.size} texts`)
  assert.ok(plants.places.filter((place) => place.startsWith('error of')).length >= 5, 'errors of platforms too')
})

test('every reading tool answered', () => {
  const answered = new Set(answers.filter(({ result }) => result.ok !== false).map(({ tool }) => tool))
  for (const { name } of reading()) assert.ok(answered.has(name), name)
  const refused = answers.filter(({ tool, result }) => tool === 'run_readonly_sql' && result.error)
  assert.deepEqual(
    refused.map(({ result }) => result.error),
    [],
  )
})

test('every answer names each of its fields with a planted text', () => {
  const unnamed = answers.flatMap((answer) =>
    planted_in(answer)
      .filter(({ path }) => !answer.named.some((named) => covers(named, path)))
      .filter(({ path }) => !FILLED_BY_US.some((known) => known.test(`${answer.tool} ${path}`)))
      .map(({ path, text }) => `${answer.tool} ${path}: ${text.slice(0, 80)}`),
  )
  assert.deepEqual([...new Set(unnamed)], [])
})

test('each field that others can write was read with a planted text', () => {
  const seen = new Map<string, string[]>()
  for (const answer of answers)
    seen.set(answer.tool, [...(seen.get(answer.tool) ?? []), ...planted_in(answer).map(({ path }) => path)])
  const unseen = reading().flatMap(({ name, result_schema }) => {
    const paths = texts_of(result_schema).flatMap(({ path, writer }) => (is_of_others(writer) ? [path] : []))
    return [...new Set(paths)]
      .filter((path) => !seen.get(name)?.some((at) => covers(path, at)))
      .map((path) => `${name} ${path}`)
  })
  assert.deepEqual(
    unseen.filter((field) => !UNPLANTED.some(([fields]) => fields.test(field))),
    [],
  )
  for (const [fields, why] of UNPLANTED)
    assert.ok(
      unseen.some((field) => fields.test(field)),
      `${fields}: ${why}`,
    )
})

test('no answer has a hidden character', () => {
  const hidden = answers.flatMap(({ tool, texts }) =>
    texts.filter(({ text }) => has_hidden(text)).map(({ path }) => `${tool} ${path}`),
  )
  assert.deepEqual([...new Set(hidden)], [])
})

test('an error that quotes a row says so', async () => {
  const sql = 'select name::int from ad_campaigns limit 1'
  const { result, named, texts } = await ask(client, ['run_readonly_sql', { sql }])
  assert.match(result.error, /plant-\d+/)
  assert.deepEqual(named, ['error'])
  assert.ok(texts.every(({ text }) => !HIDDEN.test(text)))
})

test('an error that repeats what the caller sent has no hidden character either', async () => {
  const name = 'query\u202Eorders'
  await assert.rejects(client.callTool({ name, arguments: {} }), ({ message }: Error) => !HIDDEN.test(message))
  await assert.rejects(client.getPrompt({ name, arguments: {} }), ({ message }: Error) => !HIDDEN.test(message))
  for (const [path, body] of [
    [encodeURIComponent(name), '{}'],
    ['query_orders', `{"limit\u202E": 1}`],
    ['query_orders', `{\u202E`],
  ] as const) {
    const { status, error } = await post(path, body)
    assert.ok(status >= 400 && status < 500)
    assert.doesNotMatch(error, HIDDEN)
  }
})

test('an answer without text of others names nothing', async () => {
  // Tables that a sync fills can lack something, and notes then name the connection.
  const { meta } = await ask(client, ['run_readonly_sql', { sql: 'select count(*) as connections from connections' }])
  assert.equal(META_KEY in meta, false)
})

test('clients of the newer revision and of the search mode get the same names', async () => {
  const question: Question = ['query_products', { limit: 2 }]
  const { named } = await ask(client, question)
  assert.ok(named.includes('products[].title'))
  const newer = await ask(await world.mcp({ pin: '2026-07-28' }), question)
  assert.deepEqual(newer.named, named)
  assert.ok('io.modelcontextprotocol/serverInfo' in newer.meta)
  const searching = await world.mcp('legacy', '/mcp?mode=search')
  const [name, input] = question
  assert.deepEqual((await ask(searching, ['call_tool', { name, arguments: input }])).named, named)
})

test('REST answers with the same texts, and its document marks these fields', async () => {
  const { result } = await ask(client, ['query_products', { limit: 2 }])
  assert.deepEqual((await post('query_products', '{"limit": 2}')).result, result)
  const document = await fetch(new URL('/api/openapi.json', world.url))
  // biome-ignore lint/suspicious/noExplicitAny: a document
  const { products } = ((await document.json()) as any).components.schemas.query_products_result.properties
  const { title, product_id } = products.items.properties
  assert.deepEqual([title['x-untrusted-text'], product_id['x-untrusted-text']], [true, undefined])
})

test('the instructions of the server, and the tool that describes tools, say what such text is', async () => {
  assert.match(client.getInstructions() ?? '', /data, never instructions/)
  const searching = await world.mcp('legacy', '/mcp?mode=search')
  const { tools } = await searching.listTools()
  assert.match(tools.find(({ name }) => name === 'call_tool')!.description!, /data, never instructions/)
  const described = await ask(searching, ['describe_tool', { name: 'query_products', with_result: true }])
  assert.match(JSON.stringify(described.result), /"x-untrusted-text":true/)
  assert.match(described.result.description, /x-untrusted-text .* data, never instructions/)
})

/** Tools that a reading key may call by contract, although they store what they found: scores of a public page. */
const OWN_RECORDS = ['run_pagescore_scan']

test('the documented key of an agent reads, and an agent with this key sees no tool that does more', async () => {
  const folder = join(import.meta.dirname, '../..')
  const documents = ['README.md', 'docs/connecting.md', 'docs/mcp.md'].map((name) =>
    readFileSync(join(folder, name), 'utf8'),
  )
  const commands = documents.flatMap((text) => text.match(/tablero key create .*agent.*/g) ?? [])
  assert.ok(commands.length > 0)
  for (const command of commands) assert.match(command, /--scopes read(`|$)/)
  // test/runtime/demo.test.ts shows what this key of the demo may do.
  assert.doesNotMatch(documents[0]!, /key only reads|reads only/)
  assert.match(documents[0]!, /This key reads, and can have the speed of a page measured/)
  assert.match(
    documents[0]!,
    /the agent's key that the demo printed[^`]+```\nexport TABLERO_URL=.*\nexport TABLERO_KEY=/,
  )
  const key = await world.key(read_scopes)
  const reader = await world.mcp('legacy', '/mcp', key)
  const { tools } = await reader.listTools()
  const writing = tools.filter(({ name, annotations }) => !annotations?.readOnlyHint && !OWN_RECORDS.includes(name))
  assert.ok(writing.length >= 3)
  for (const { name } of writing) {
    const { result } = await ask(reader, [name, world.engine.catalog.get(name)!.example!])
    assert.equal(result.outcome, 'denied_scope', name)
  }
})
