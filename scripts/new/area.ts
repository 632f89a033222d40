// Plans the other changes for a new unit of an area: a line in the area's index and prompts for search. A new area also gets its
// index and its tests.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Scope, scopes } from '#domain/scopes.ts'
import { contract_of } from './contract.ts'
import { listed } from './lists.ts'
import type { Plan } from './unit.ts'

export interface Unit {
  area: string
  /** Name of the export and of the file. */
  name: string
  /** The entry in the area's index. By default the name. */
  entry?: string
  /** Names of the tools of this unit. */
  tools: string[]
}

const prompts_of = (area: string) => `test/mcp/prompts/${area}.json`
/** The index of search has these questions, and the prompts measure it. */
const asked_of = (area: string) => `src/http/mcp/search/asked/${area}.json`

export const questions_of = (area: string) =>
  `${asked_of(area)} (for the index) and ${prompts_of(area)} (to measure it)`

export const suites_of = (area: string) => `test/areas/${area}.test.ts`

export function in_area({ area, name, entry, tools }: Unit, root: string): Pick<Plan, 'files' | 'lists'> {
  const index = `src/tools/${area}/index.ts`
  const questions = [asked_of(area), prompts_of(area)]
  const line = { name, entry, from: `./${name}.ts`, before: 'tools: {' }
  const is_new = (path: string) => !existsSync(join(root, path))
  const in_areas = { name: area, from: `#tools/${area}/index.ts`, before: 'areas: Record<string, Area> = {' }
  return {
    files: {
      ...(is_new(index) && { [index]: listed(new_area(area, module_of(area, tools, root)), line) }),
      ...Object.fromEntries(questions.filter(is_new).map((path) => [path, asked('{}', tools)])),
      ...(is_new(suites_of(area)) && { [suites_of(area)]: tested(area) }),
    },
    lists: {
      ...(is_new(index)
        ? { 'src/tools/index.ts': (text) => listed(text, in_areas) }
        : { [index]: (text) => listed(text, line) }),
      ...Object.fromEntries(
        questions.filter((path) => !is_new(path)).map((path) => [path, (text: string) => asked(text, tools)]),
      ),
      'test/contract/not_built.json': (text) => built(text, area, tools),
    },
  }
}

export const words_of = (name: string) => name.replaceAll('_', ' ')

/** Keywords to start with: the words of the name. The author replaces them. */
export const keywords_of = (name: string) =>
  `keywords: { es: '${words_of(name)}', en: '${words_of(name)}', pt: '${words_of(name)}' },`

/** Questions for the tools: at first the words of their names. The author replaces them. */
function asked(text: string, tools: string[]): string {
  const prompts = tools.map((tool) => {
    const words = words_of(tool)
    return [
      tool,
      { es: [words, `Necesito ${words}`], en: [words, `I need ${words}`], pt: [words, `Preciso de ${words}`] },
    ] as const
  })
  return `${JSON.stringify({ ...JSON.parse(text), ...Object.fromEntries(prompts) }, null, 2)}\n`
}

const tested = (area: string) => `import { test_area } from '../contract/test_area.ts'

test_area('${area}')
`

/** Removes the new tools from the list of published tools that are not built yet. */
function built(text: string, area: string, tools: string[]): string {
  const left = Object.entries(JSON.parse(text) as Record<string, string[]>).map(
    ([of, names]) => [of, of === area ? names.filter((name) => !tools.includes(name)) : names] as const,
  )
  return `${JSON.stringify(Object.fromEntries(left.filter(([, names]) => names.length > 0)), null, 2)}\n`
}

/** The area's own scope if one exists. */
export function scope_of(area: string, ability: 'read' | 'write'): Scope {
  const own = `${area}:${ability}` as Scope
  return scopes.includes(own) ? own : `connections:${ability}`
}

/** The module that the contract names for these tools. */
function module_of(area: string, tools: string[], root: string): string | undefined {
  const published = contract_of(area, root)
  return tools.map((tool) => published[tool]?.module).find(Boolean)
}

const new_area = (area: string, module?: string) => `import { area } from '#engine/tool.ts'

export const ${area} = area({
  title: '${area.charAt(0).toUpperCase()}${words_of(area.slice(1))}',${module ? `\n  module: '${module}',` : ''}
  tools: {},
})
`
