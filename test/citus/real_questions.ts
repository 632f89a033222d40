// Questions to every tool that reads, made from its own declaration and from the data: its windows, the choices of its parameters, and for
// its texts values that earlier answers show.
import { z } from 'zod'
import { add_days, today_in } from '#domain/windows.ts'
import type { Engine } from '#engine/engine.ts'
import type { NamedTool } from '#engine/tool.ts'
import { call_as_member, type Member, result_of } from '#test/people.ts'
import { catalog_in } from '../../dashboard/src/api/metric_catalog.ts'
import type { Question } from './compared.ts'
import { data_questions, type Shown } from './data_questions.ts'
import type { People } from './real_records.ts'
import { combined, sums_of, views_in_order } from './sql_questions.ts'

export interface Window {
  days_back: number
  date_from: string
  date_to: string
}

export interface Asking {
  engine: Engine
  people: People
  windows: readonly Window[]
  /** Fewer choices of each parameter, and of each source. */
  is_small: boolean
}

type Input = Question['input']

/** Asked otherwise, because its questions are texts of their own. */
const OTHERWISE = ['query_data', 'run_readonly_sql']
const OF_AGENCIES = ['list_clients']
/** Values of a text or id. */
const VALUES_MAX = 2
/** Rows of a short list, so that rows of equal rank are on both sides of its end. */
const FEW = 3
/** A parameter whose values stand in answers under other names. */
const SHOWN_AS: Record<string, readonly string[]> = {
  before: ['notification_id', 'attempt_id'],
  query_filter: ['query'],
  search: ['title', 'email', 'product_name'],
  traffic_source: ['source', 'traffic_source'],
}

export function windows_of(now: Date, time_zone: string, [date_from, date_to]: readonly [string, string]): Window[] {
  const today = today_in(time_zone, now)
  const last = (days: number) => ({ days_back: days, date_from: add_days(today, -days), date_to: add_days(today, -1) })
  return [last(7), last(30), { days_back: 90, date_from, date_to }]
}

const days_of = ({ date_from, date_to }: Window) => ({ date_from, date_to })

interface Parameter {
  name: string
  type?: string
  enum?: unknown[]
  maximum?: number
  is_required: boolean
}

function parameters_of({ input }: NamedTool): Parameter[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(input as z.ZodRawShape), {
    ...{ io: 'input', unrepresentable: 'any' },
  })
  return Object.entries(properties).map(([name, declared]) => ({
    ...(declared as Omit<Parameter, 'name' | 'is_required'>),
    ...{ name, is_required: required.includes(name) },
  }))
}

/** Values that answers showed, by the name of their field: of any tool, and of one tool. */
interface Seen {
  any: Values
  own: Map<string, Values>
}
type Values = Map<string, Set<string>>

function see(values: Values, shown: unknown, name = ''): void {
  if (typeof shown === 'string' && shown !== '') values.set(name, (values.get(name) ?? new Set()).add(shown))
  if (Array.isArray(shown)) for (const one of shown) see(values, one, name)
  else if (shown !== null && typeof shown === 'object')
    for (const [field, one] of Object.entries(shown)) see(values, one, field)
}

/** What the tool itself shows, else what others show. */
function seen_for({ any, own }: Seen, tool: string, name: string): string[] {
  const fields = [...(SHOWN_AS[name] ?? []), name]
  const of = (values: Values | undefined) => fields.flatMap((field) => [...(values?.get(field) ?? [])])
  const shown = of(own.get(tool))
  return (shown.length > 0 ? shown : of(any)).slice(0, VALUES_MAX)
}

/** The values that a parameter is asked with. */
function choices_of({ name, type, enum: options, maximum }: Parameter, tool: string, seen: Seen): unknown[] {
  if (name === 'limit') return [FEW, maximum]
  if (options) return options
  if (type === 'boolean') return [true, false]
  return type === 'string' ? seen_for(seen, tool, name) : []
}

const within = (parameters: Parameter[], windows: readonly Window[]): Input[] => {
  const names = new Set(parameters.map(({ name }) => name))
  const inputs = windows.flatMap(({ days_back, date_from, date_to }): Input[] => [
    ...(names.has('days_back') ? [{ days_back }] : []),
    ...(names.has('date_from') ? [{ date_from, date_to }] : []),
  ])
  return inputs.length > 0 ? inputs : [{}]
}

/** Inputs with what the tool requires, in each window, then with one further parameter, each choice of it. */
function inputs_of(tool: NamedTool, seen: Seen, { windows, is_small }: Pick<Asking, 'windows' | 'is_small'>): Input[] {
  const parameters = parameters_of(tool)
  const spans = within(parameters, windows)
  const chosen = parameters.filter(({ name }) => !['days_back', 'date_from', 'date_to'].includes(name))
  const bases = chosen
    .filter(({ is_required }) => is_required)
    .reduce<Input[]>(
      (inputs, parameter) =>
        inputs.flatMap((input) =>
          choices_of(parameter, tool.name, seen).map((value) => ({ ...input, [parameter.name]: value })),
        ),
      [{}],
    )
  const choices = chosen
    .filter(({ is_required }) => !is_required)
    .flatMap((parameter) => choices_of(parameter, tool.name, seen).map((value) => ({ [parameter.name]: value })))
    .slice(0, is_small ? 1 : undefined)
  return bases.flatMap((base) =>
    spans.flatMap((span) => [{}, ...choices].map((choice) => ({ ...base, ...span, ...choice }))),
  )
}

const reading = ({ catalog }: Engine) =>
  [...catalog.values()].filter(({ effect, name }) => effect === 'read' && !OTHERWISE.includes(name))

const asked_by = ({ people }: Asking, name: string): Member =>
  OF_AGENCIES.includes(name) ? people.agency : people.admin

/** Asks every tool once, those first that need nothing. */
async function look_around(asking: Asking): Promise<Seen> {
  const seen: Seen = { any: new Map(), own: new Map() }
  const tools = reading(asking.engine)
  const needs = (tool: NamedTool) => parameters_of(tool).filter(({ is_required }) => is_required).length
  const [longest] = asking.windows.toSorted((one, other) => other.days_back - one.days_back)
  for (const tool of tools.toSorted((one, other) => needs(one) - needs(other))) {
    const [input] = inputs_of(tool, seen, { windows: [longest!], is_small: true })
    if (!input) continue
    const answer = await call_as_member(asking.engine, tool.name, input, asked_by(asking, tool.name))
    if (!answer.ok) continue
    const own: Values = new Map()
    see(own, answer.result)
    see(seen.any, answer.result)
    seen.own.set(tool.name, own)
  }
  return seen
}

export async function real_questions(asking: Asking): Promise<Question[]> {
  const { engine, people, windows, is_small } = asking
  const seen = await look_around(asking)
  const declared = reading(engine).flatMap((tool) =>
    inputs_of(tool, seen, asking).map((input) => ({ name: tool.name, input, as: asked_by(asking, tool.name) })),
  )
  const catalog = catalog_in(result_of(await call_as_member(engine, 'get_data_catalog', {}, people.admin)))
  const [first] = windows
  const ask = async (input: Input) => {
    const answer = await call_as_member(engine, 'query_data', { ...days_of(first!), ...input }, people.admin)
    return answer.ok ? (answer.result as unknown as Shown) : undefined
  }
  const { accepted, refused } = await data_questions(catalog.sources, is_small, ask)
  const of_data = [
    ...windows.flatMap((window) => accepted.map((input) => ({ ...input, ...days_of(window) }))),
    ...refused.map((input) => ({ ...input, ...days_of(first!) })),
  ]
  const views = views_in_order(catalog.sql_tables)
  const statements = is_small ? views : [...views, ...combined, ...sums_of(catalog.sql_tables)]
  return [
    ...declared,
    ...of_data.map((input) => ({ name: 'query_data', input, as: people.admin })),
    ...statements.map((sql) => ({ name: 'run_readonly_sql', input: { sql }, as: people.admin })),
  ]
}
