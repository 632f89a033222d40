// Asks a rule about the connections whose figures can be trusted. About all others it stays silent: missing figures prove nothing.
import { known_days } from '#domain/coverage.ts'
import { descending } from '#domain/exact.ts'
import { last_days } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { overlap } from '#figures/sources/lost_accounts.ts'
import { type Counted, is_duplicate, read_sources, type Source, type Sources } from '#figures/sources/sources.ts'
import { doubtful_lists } from '#figures/sources/unread_lists.ts'
import type { Days, Finding, Rule } from './rule.ts'

export interface Verdict {
  state: 'evaluated' | 'in_part' | 'unknown' | 'no_source'
  /** The largest effect first. */
  findings: Finding[]
  /** True if the rule evaluated what belongs to this connection; of undefined: what belongs to none. */
  is_evaluated(connection_id: string | null): boolean
  /** Names of connections that were not evaluated. */
  untrusted: string[]
}

const NOTHING: Counted = { connection_ids: [], without: [], elsewhere: [] }

export async function evaluate(context: FigureContext, rule: Rule): Promise<Verdict> {
  const { needs } = rule
  const days = last_days(needs?.days ?? 1, context.today)
  if (!needs) return verdict(await rule.find({ context, days, trusted: [], counted: NOTHING, beside: NOTHING }), [])
  const groups = needs.beside ? [needs.of, needs.beside] : [needs.of]
  const [of, beside] = await read_sources(context, groups)
  const counting = of!.live.filter((source) => !is_duplicate(source) && !source.reports_none)
  if (counting.length === 0 || beside?.live.length === 0) return nothing_evaluated('no_source', [])
  const { counted: all } = of!
  const { unread } = await doubtful_lists(context, { ...needs.of, counted: all, lists: needs.lists ?? [] })
  const without_list = new Set(unread.map(({ connection_id }) => connection_id))
  const trusted = counting.filter(
    (source) => is_trusted(source, days, context.today) && !without_list.has(source.connection_id),
  )
  const untrusted = counting.filter((source) => !trusted.includes(source)).map(({ name }) => name)
  const doubted = beside ? all_doubted(beside, days, context.today) : []
  const is_hindered = needs.together && (untrusted.length > 0 || of!.lacks(days))
  if (trusted.length === 0 || is_hindered || doubted.length > 0 || beside?.lacks(days))
    return nothing_evaluated('unknown', [...untrusted, ...doubted])
  const ids = trusted.map(({ connection_id }) => connection_id)
  const counted = restricted(of!, ids)
  const findings = await rule.find({ context, days, trusted, counted, beside: beside?.counted ?? NOTHING })
  return { ...verdict(findings, untrusted), is_evaluated: (id) => id === null || ids.includes(id) }
}

/** True if every figure of the days is stored, and nothing says that some were lost. */
function is_trusted(
  { health, suspect, is_left_out, denied, lost, empty_days, covered }: Source,
  days: Days,
  today: string,
) {
  if (health !== 'ok' || suspect !== null || is_left_out || denied.length > 0) return false
  if (lost.some(({ lacking }) => overlap(lacking, days))) return false
  if (empty_days.some((day) => day >= days.from && day <= days.to)) return false
  return known_days(covered, days, today).is === 'whole'
}

const all_doubted = ({ live }: Sources, days: Days, today: string) =>
  live
    .filter((source) => !is_duplicate(source) && !source.reports_none && !is_trusted(source, days, today))
    .map(({ name }) => name)

const restricted = ({ counted }: Sources, ids: readonly string[]): Counted => ({
  ...(counted ?? NOTHING),
  connection_ids: ids,
})

const nothing_evaluated = (state: 'unknown' | 'no_source', untrusted: string[]): Verdict => ({
  state,
  findings: [],
  // Without any connection, nothing is left to recommend.
  is_evaluated: () => state === 'no_source',
  untrusted,
})

const verdict = (findings: Finding[], untrusted: string[]): Verdict => ({
  state: untrusted.length > 0 ? 'in_part' : 'evaluated',
  findings: findings.toSorted((one, other) => descending(one.effect?.low ?? null, other.effect?.low ?? null)),
  is_evaluated: () => true,
  untrusted,
})
