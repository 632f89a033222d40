// Connections with recent orders or email campaigns in states that Tablero does not know. A person can say what such a state means.
import { last_days } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { broadcasts, gross_sales } from '#figures/groups.ts'
import { read_sources } from '#figures/sources/sources.ts'
import { notices_of_states, with_unknown_states } from '#figures/sums/unknown_states.ts'
import type { Message } from '#messages/message.ts'

/** Older ones are in the notes of answers over their days. Today counts too, so that a new state is named on its first day. */
const RECENT_DAYS = 30

export async function unknown_states_of_connections(context: FigureContext): Promise<Map<string, Message>> {
  const { today } = context
  const recent = { ...last_days(RECENT_DAYS, today), to: today }
  const sources = await read_sources(context, [gross_sales, broadcasts])
  return notices_of_states(await with_unknown_states(context, sources, [recent]))
}
