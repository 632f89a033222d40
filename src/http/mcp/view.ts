// Decides which tools an address shows. /mcp shows all tools, and ?toolsets=ads,query only some areas.
// ?readonly=1 shows only tools that change nothing, and ?mode=search three tools that find and call the others.
// ?pictures=1 adds pictures of answers. These options are in the address, so that a client's list never changes.
import { has_tool, type Identified } from '#engine/calls/admission.ts'
import { refuse } from '#engine/outcomes.ts'
import type { Catalog, NamedTool } from '#engine/tool.ts'

export interface View {
  /** Names of areas. All areas when absent. */
  toolsets?: ReadonlySet<string>
  is_readonly: boolean
  is_search: boolean
  /** The client shows pictures. Only for clients of 2025-11-25, which cannot declare the extension. */
  has_pictures: boolean
}

const modes = { list: false, search: true } as const
const switches: Record<string, boolean> = { '1': true, true: true, '0': false, false: false }
const PARAMETERS =
  'toolsets (areas, with commas between), readonly (1 or 0), pictures (1 or 0) and mode (list or search)'

/** Refuses unknown parameters. Ignoring readonly=yes, for example, would show writing tools to a client that wants none. */
export function view_of({ catalog }: { catalog: Catalog }, query: unknown): View {
  const {
    toolsets,
    readonly = '0',
    pictures = '0',
    mode = 'list',
    ...others
  } = query as Record<string, string | string[]>
  const unknown = Object.keys(others)[0]
  if (unknown !== undefined) refuse(`'${unknown.slice(0, 50)}' is not a parameter of /mcp; there are ${PARAMETERS}.`)
  const is_readonly = switches[String(readonly)] ?? refuse('readonly must be 1 or 0.')
  const has_pictures = switches[String(pictures)] ?? refuse('pictures must be 1 or 0.')
  const is_search = Object.hasOwn(modes, String(mode))
    ? modes[mode as keyof typeof modes]
    : refuse('mode must be list or search.')
  return {
    is_readonly,
    is_search,
    has_pictures,
    ...(toolsets === undefined ? {} : { toolsets: areas_of(catalog, String(toolsets)) }),
  }
}

function areas_of(catalog: Catalog, given: string): ReadonlySet<string> {
  const wanted = given
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const known = new Set([...catalog.values()].map(({ area }) => area))
  const unknown = wanted.find((name) => !known.has(name))
  if (unknown !== undefined || wanted.length === 0)
    refuse(
      `${unknown === undefined ? 'toolsets is empty' : `There is no toolset '${unknown.slice(0, 50)}'`}; there are ${[...known].sort().join(', ')}.`,
    )
  return new Set(wanted)
}

/** Whether a tool exists for this caller at this address. */
export function shows(view: View, tool: NamedTool | undefined, caller: Identified): tool is NamedTool {
  return (
    has_tool(tool, caller) && (view.toolsets?.has(tool.area) ?? true) && !(view.is_readonly && tool.effect !== 'read')
  )
}

export const shown_tools = ({ catalog }: { catalog: Catalog }, view: View, caller: Identified) =>
  [...catalog.values()].filter((tool) => shows(view, tool, caller))
