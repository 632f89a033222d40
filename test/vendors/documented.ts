// A validator for platforms that publish no schema: the fields and types of the answers in their documents, and the parameters in their
// tables. It is strict: a field that no documented answer has is a fault.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { samples_folder } from './published.ts'

export type Shape = Map<string, Set<string>>

/** Objects whose names are languages or free, so that every name is documented. */
const FREE = /\.(name|description|handle|values\[\]|attributes\[\]|extra)$/

const type_of = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)

/** The fields and types of documented values, by path. Fields that only a table names can have any type. */
export function shape_of(values: readonly unknown[], named: readonly string[] = []): Shape {
  const shape: Shape = new Map()
  const add = (value: unknown, path: string) => {
    shape.set(path, (shape.get(path) ?? new Set()).add(type_of(value)))
    if (Array.isArray(value)) for (const one of value) add(one, `${path}[]`)
    else if (value !== null && typeof value === 'object')
      for (const [name, one] of Object.entries(value)) add(one, `${path}.${name}`)
  }
  for (const value of values) add(value, '')
  const record = Array.isArray(values[0]) ? '[].' : '.'
  for (const name of named) if (!shape.has(record + name)) shape.set(record + name, new Set(['any']))
  return shape
}

/** Fields that no documented answer has, and values of another type. Null is accepted, because examples rarely show it. */
export function shape_faults(shape: Shape, value: unknown, path = ''): string[] {
  const types = shape.get(path)
  if (!types) return FREE.test(path.replace(/\.[^.[]*$/, '')) ? [] : [`${path} is not documented`]
  if (types.has('any')) return []
  const type = type_of(value)
  // PHP writes an empty object as [].
  const is_empty = type === 'array' && (value as unknown[]).length === 0
  if (type !== 'null' && !types.has(type) && !is_empty && !(types.size === 1 && types.has('null')))
    return [`${path} must be ${[...types].join(' or ')}, and is ${type}`]
  if (Array.isArray(value)) {
    if (!shape.has(`${path}[]`)) return []
    return value.flatMap((one) => shape_faults(shape, one, `${path}[]`))
  }
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([name, one]) => shape_faults(shape, one, `${path}.${name}`))
}

/** The bodies of the documented examples of a page. */
export const documented_examples = (platform: string, page: string): { section: string; body: unknown }[] =>
  JSON.parse(readFileSync(join(samples_folder(platform), 'documented_examples', `${page}.examples.json`), 'utf8'))

/** The first cells of the tables of a Markdown text: names of fields or parameters. */
export const table_names = (markdown: string): string[] =>
  [...markdown.matchAll(/^\|\s*`?([\w[\]-]+)`?\s*\|/gm)].map(([, name = '']) => name)

/** The text of a Markdown page from a heading to the next one. */
export function section_of(markdown: string, heading: string): string {
  const from = markdown.indexOf(heading)
  return from < 0 ? '' : markdown.slice(from + heading.length).split(/\n#{2,3} /)[0]!
}
