// Asks a rule about the connections whose figures can be trusted. About all others it stays silent: missing figures prove nothing.
import { known_days } from '#domain/coverage.ts'
import { descending } from '#domain/exact.ts'
import { last_days } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { overlap } from '#figures/sources/lost_accounts.ts'
import { type Counted, is_duplicate, read_sources, type Source, type Sources } from '#figures/sources/sources.ts'
import { doubtful_lists } from '#figures/sources/unread_lists.ts'
import { with_unknown_states } from '#figures/sums/unknown_states.ts'
import type { Days, Finding, Rule } from './rule.ts'

export interface Verdict {
  state: 'evaluated' | 'in_part' | 'unknown' | 'no_source'
  /** The largest effect first. */
  findings: Finding[]
  /** True if the rule evaluated this subject of the connection; of null: of none. */
  is_evaluated(connection_id: string | null, subject: string): boolean
  /** Names of connections that were not evaluated, or of which an account was left out. */
  untrusted: string[]
}

const NOTHING: Counted = { connection_ids: [], without: [], elsewhere: [] }

export async function evaluate(context: FigureContext, rule: Rule): Promise<Verdict> {
  const { needs } = rule
  const days = last_days(needs?.days ?? 1, context.today)
  if (!needs) return verdict(await rule.find({ context, days, trusted: [], counted: NOTHING, beside: NOTHING }), [])
  const groups = needs.beside ? [needs.of, needs.beside] : [needs.of]
  const [of, beside] = await with_unknown_states(context, await read_sources(context, groups), [days])
  const counting = of!.live.filter((source) => !is_duplicate(source) && !source.reports_none)
  if (counting.length === 0 || beside?.live.length === 0) return nothing_evaluated('no_source', [])
  const left_out = await accounts_left_out(context, needs, of!, days)
  const accounts_of = ({ connection_id }: Source) => left_out.get(connection_id) ?? NO_ACCOUNTS
  const trusted = counting.filter(
    (source) => !has_unknown_states(of!, source) && is_trusted(source, days, context.today, accounts_of(source)),
  )
  const untrusted = counting
    .filter((source) => !trusted.includes(source) || accounts_of(source).size > 0)
    .map(({ name }) => name)
  const doubted = beside ? all_doubted(beside, days, context.today) : []
  const is_hindered = needs.together && (untrusted.length > 0 || of!.lacks(days))
  if (trusted.length === 0 || is_hindered || doubted.length > 0 || beside?.lacks(days))
    return nothing_evaluated('unknown', [...untrusted, ...doubted])
  const counted = restricted(of!, trusted, left_out)
  const findings = await rule.find({ context, days, trusted, counted, beside: beside?.counted ?? NOTHING })
  const is_evaluated = (id: string | null, subject: string) =>
    id === null || trusted.some((source) => source.connection_id === id && is_of(source, accounts_of(source), subject))
  return { ...verdict(findings, untrusted), is_evaluated }
}

const NO_ACCOUNTS: ReadonlySet<string> = new Set()

/** Accounts that a rule about lists leaves out, by connection: those without such a list, and those that are not read (any more). */
async function accounts_left_out(
  context: FigureContext,
  { of: group, lists = [] }: NonNullable<Rule['needs']>,
  { counted, live }: Sources,
  { from }: Days,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (lists.length === 0) return new Map()
  const { unread } = await doubtful_lists(context, { ...group, counted, lists })
  const not_read = live.flatMap(({ connection_id, denied, lost }) => [
    ...denied.filter((one) => one.is_left_out).map(({ account_id }) => ({ connection_id, account_id })),
    ...lost
      .filter(({ lacking }) => overlap(lacking, { from, to: context.today }))
      .map(({ account_id }) => ({ connection_id, account_id })),
  ])
  const all = Map.groupBy([...unread, ...not_read], ({ connection_id }) => connection_id)
  return new Map([...all].map(([id, accounts]) => [id, new Set(accounts.map(({ account_id }) => account_id))]))
}

/** True if the subject is surely none of the accounts that were left out. Subjects of an account begin with its connection and its id. */
const is_of = ({ connection_id, accounts }: Source, left_out: ReadonlySet<string>, subject: string) =>
  left_out.size === 0 ||
  Object.keys(accounts).some((one) => !left_out.has(one) && subject.startsWith(`${connection_id}/${one}/`))

/** True if every figure of the days is stored of the accounts that are not left out, and nothing says that some were lost. */
function is_trusted(
  { health, suspect, part_denied, is_left_out, denied, lost, empty_days, short_days, covered, accounts }: Source,
  days: Days,
  today: string,
  left_out = NO_ACCOUNTS,
) {
  if (left_out.size > 0 && Object.keys(accounts).every((one) => left_out.has(one))) return false
  const is_counted = ({ account_id }: { account_id: string }) => !left_out.has(account_id)
  // An account that is not read makes its connection suspect.
  const is_suspect_by_account = health === 'suspect' && denied.length + lost.length > 0
  if ((health !== 'ok' && !(left_out.size > 0 && is_suspect_by_account)) || suspect !== null) return false
  if (part_denied !== null || is_left_out || denied.some(is_counted)) return false
  if (lost.filter(is_counted).some(({ lacking }) => overlap(lacking, days))) return false
  if ([...empty_days, ...short_days].some((day) => day >= days.from && day <= days.to)) return false
  return known_days(covered, days, today).is === 'whole'
}

/** True if records of the source are in states that Tablero does not know, so that its sums of the days can be a part. */
const has_unknown_states = ({ unknown_states }: Sources, of: Source) =>
  unknown_states.some(({ source }) => source === of)

const all_doubted = (of: Sources, days: Days, today: string) =>
  of.live
    .filter((source) => !is_duplicate(source) && !source.reports_none)
    .filter((source) => has_unknown_states(of, source) || !is_trusted(source, days, today))
    .map(({ name }) => name)

function restricted(
  { counted }: Sources,
  trusted: readonly Source[],
  left_out: ReadonlyMap<string, ReadonlySet<string>>,
): Counted {
  const of = counted ?? NOTHING
  const accounts = [...left_out].flatMap(([connection_id, ids]) =>
    [...ids].map((account_id) => ({ connection_id, account_id })),
  )
  return {
    ...of,
    connection_ids: trusted.map(({ connection_id }) => connection_id),
    without: [...of.without, ...accounts],
  }
}

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
