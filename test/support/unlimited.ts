// Tools without rate limits, for tests that call a tool hundreds of times a minute.
import type { Area } from '#engine/tool.ts'

const CALLS_PER_MINUTE = 1_000_000

export const unlimited = (areas: Record<string, Area>): Record<string, Area> =>
  Object.fromEntries(
    Object.entries(areas).map(([name, { tools, ...area }]) => [
      name,
      {
        ...area,
        tools: Object.fromEntries(
          Object.entries(tools).map(([tool, declared]) => [tool, { ...declared, rate: CALLS_PER_MINUTE }]),
        ),
      },
    ]),
  )
