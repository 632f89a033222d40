// The published tools that answer with figures of platforms, from the catalog, so that a new tool is in their tests by itself.
import { catalog_of } from '#engine/catalog.ts'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { areas } from '#tools/index.ts'

/** Published tools that read. */
export const reading = [...(catalog_of(areas) as Catalog).values()].filter(
  ({ effect, internal }) => effect === 'read' && !internal,
)

/** Of them, those whose answers name the connections of their figures, and what a reader must know of them. */
export const with_sources = reading.filter(({ result }) => 'sources' in result && 'notes' in result)

/** The tool's own example for all rows of a list. */
export function example_of({ example, input }: NamedTool): Record<string, unknown> {
  const { limit: _, ...rest } = (example ?? {}) as Record<string, unknown>
  return 'limit' in input ? rest : { ...example }
}
