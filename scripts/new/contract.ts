// What the published contract says about the tools of a new unit (test/contract/tools.json).
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scope } from '#domain/scopes.ts'

interface PublishedTool {
  scopes: Scope[]
  module?: string
  parameters: Record<string, unknown>
}

const CONTRACT = 'test/contract/tools.json'

/** The tools of an area. Empty for an area that is not published. */
export function contract_of(area: string, root: string): Record<string, PublishedTool> {
  const areas = JSON.parse(readFileSync(join(root, CONTRACT), 'utf8'))
  return Object.hasOwn(areas, area) ? areas[area] : {}
}

/** Next steps of the author: published.test.ts compares each tool with the contract. */
export function steps_of_contract(area: string, tools: string[], root: string): string[] {
  const published = contract_of(area, root)
  const [known, unknown] = [tools.filter((tool) => published[tool]), tools.filter((tool) => !published[tool])]
  const parameters = known.map((tool) => `${tool}(${Object.keys(published[tool]!.parameters).join(', ')})`)
  return [
    ...(known.length > 0
      ? [`${CONTRACT} has scopes and parameters: ${parameters.join(', ')}. Declare the same ones.`]
      : []),
    ...(unknown.length > 0
      ? [
          `${CONTRACT} lacks ${unknown.join(', ')} in '${area}'. Add each one that callers may use, and remove the others.`,
        ]
      : []),
  ]
}
