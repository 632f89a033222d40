// Stand-ins for the published tools of one record, such as create_lead, update_lead and list_leads. A record declaration with its own
// table creates them, like the built tools later. A record whose creating tool is not published has no stand-ins.
import type { z } from 'zod'
import type { Scope } from '#domain/scopes.ts'
import { only_where, records_in } from '#engine/record.ts'
import type { Filter, Row, Spec, ToolOf } from '#engine/records/declaration.ts'
import type { Tool } from '#engine/tool.ts'
import { about_stand_in, field_of } from '#test/stand_in_fields.ts'
import type { Parameter, PublishedTool } from '../contract/published.ts'

type AnyTool = ToolOf<string, Row>
type Parameters = Record<string, Parameter>

const does_by_verb: Record<string, AnyTool['does']> = {
  create: 'create',
  add: 'create',
  upsert: 'upsert',
  update: 'update',
  delete: 'delete',
  remove: 'delete',
  get: 'get',
  list: 'list',
}
const ROWS = 50

interface Member extends PublishedTool {
  name: string
  noun: string
  does: AnyTool['does']
}

interface Made {
  tools: Record<string, Tool>
  /** Statements that create the tables. */
  tables: string
}

/** Stand-ins for those of `names` that belong to a record. */
export function stand_in_records(names: string[], tools: Record<string, PublishedTool>): Made {
  const members = names.flatMap((name) => member_of(name, tools[name]!))
  const families = Object.entries(Object.groupBy(members, ({ noun }) => noun))
  const made = families.flatMap(([noun, family]) => (family!.some(creates) ? record_of(noun, family!) : []))
  return {
    tools: Object.assign({}, ...made.map((one) => one.tools)),
    tables: made.map((one) => one.tables).join('\n'),
  }
}

const creates = ({ does }: Member) => does === 'create' || does === 'upsert'

function member_of(name: string, facts: PublishedTool): Member[] {
  const [verb, ...words] = name.split('_')
  const does = does_by_verb[verb!]
  if (!does) return []
  const noun = words.join('_')
  return [{ ...facts, name, does, noun: does === 'list' ? noun.replace(/ies$/, 'y').replace(/s$/, '') : noun }]
}

function record_of(noun: string, members: Member[]): Made {
  const by_id = members.find(({ does }) => does !== 'create' && does !== 'list')
  const id = by_id ? Object.keys(by_id.parameters)[0]! : `${noun}_id`
  const parameters = parameters_of(members, id)
  const table = `stand_in_${noun}`
  const words = noun.replaceAll('_', ' ')
  const fields: Record<string, z.ZodType> = Object.fromEntries(
    Object.entries(parameters).map(([name, given]) => [name, record_field(name, given)]),
  )
  const { tools } = records_in<Record<string, Row>>()({
    one: words,
    many: `${noun}_rows`,
    table,
    id,
    scopes: { read: [], write: [] },
    keywords: { es: words, en: words, pt: words },
    fields,
    tools: Object.fromEntries(members.map((member) => [member.name, tool_of(member, id, parameters)])),
  } satisfies Spec)
  const published = members.map(({ name, scopes, module = null }) => [
    name,
    { ...tools[name]!, scopes: scopes as Scope[], module },
  ])
  return { tools: Object.fromEntries(published), tables: table_of(table, id, parameters) }
}

/** All parameters and filters of the record's tools. Only parameters that a new record requires are required. */
function parameters_of(members: Member[], id: string): Parameters {
  const all: Parameters = {}
  // The tool that creates the record comes first, because its facts count.
  for (const member of [...members].sort((a, b) => Number(creates(b)) - Number(creates(a))))
    for (const [name, given] of Object.entries(member.parameters))
      if (name !== id && name !== 'limit' && !name.endsWith('_only') && !all[name])
        all[name] = { ...given, required: creates(member) && given.required === true }
  for (const { parameters } of members)
    for (const filter of Object.keys(parameters).filter((name) => name.endsWith('_only')))
      all[flag_of(filter, all)] ??= { type: 'boolean' }
  return all
}

/** The field that `enabled_only` or `pinned_only` is about: `enabled`, or else `is_pinned`. */
function flag_of(filter: string, fields: Parameters): string {
  const word = filter.replace(/_only$/, '')
  return word in fields ? word : `is_${word}`
}

function record_field(name: string, given: Parameter): z.ZodType {
  const { schema } = field_of(name, given)
  if (given.required) return schema
  return given.default === undefined ? schema.nullable() : schema.default(given.default)
}

function tool_of({ name, does, parameters }: Member, id: string, fields: Parameters): AnyTool {
  const about = about_stand_in(name)
  const takes = Object.keys(parameters).filter((parameter) => parameter !== id)
  const required = takes.filter((parameter) => fields[parameter]?.required)
  const values_of = (names: string[]) =>
    Object.fromEntries(names.map((field) => [field, field_of(field, fields[field]!).example]))
  switch (does) {
    case 'create':
    case 'upsert':
      return { does, about, takes, example: values_of(required) }
    case 'update':
      return { does, about, takes, example: values_of(takes.slice(0, 1)) }
    case 'list':
      return { does, about, filters: filters_of(takes, fields), ...('limit' in parameters && { limit: ROWS }) }
    default:
      return { does, about }
  }
}

const filters_of = (names: string[], fields: Parameters): Record<string, true | Filter> =>
  Object.fromEntries(
    names
      .filter((name) => name !== 'limit')
      .map((name) => [
        name,
        name.endsWith('_only') ? only_where(flag_of(name, fields), 'Only those that are so.') : true,
      ]),
  )

function table_of(table: string, id: string, parameters: Parameters): string {
  const columns = Object.entries(parameters).map(([name, given]) => `"${name}" ${field_of(name, given).column}, `)
  return `
    create table ${table} (
      org_id uuid not null default current_org() references orgs on delete cascade,
      "${id}" uuid not null default uuid_v7(), ${columns.join('')}
      created_at timestamptz not null default now(), updated_at timestamptz not null default now(),
      primary key (org_id, "${id}"));
    call protect('${table}', for_calls => 'insert, update, delete');`
}
