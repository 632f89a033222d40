// Compares the figures of an answer with the truth. A figure is whole, or it is partial or null with a note that names the source, and
// only where something counted was not read.
import { add_days } from '#domain/windows.ts'
import { whole_sources } from '#test/sources.ts'
import { type Amount, left_out, percent, quotient_of, ratio, type Sum, shown, sum_of } from './exact_sums.ts'
import * as expected from './expected.ts'
import type { History } from './history.ts'
import type { Asked, Asking, Days, Listed, Term } from './questions.ts'
import { days_of, earlier } from './world.ts'

export type Verdict = 'whole' | 'partial' | 'null' | 'suspect'
export type Fault =
  | 'silent difference'
  | 'needless null'
  | 'needless partial'
  | 'no note'
  | 'not marked partial'
  | 'settled too early'

export interface Assessment {
  verdicts: Verdict[]
  faults: { fault: Fault; text: string }[]
}

const NOT_REPORTED = '(not reported at this level)'

type Side = 'current' | 'previous' | 'year_before'

/** What the world says about a term over the days of a side. */
interface Truth {
  /** The days that the figure sums. null: it may be unknown. */
  days: Days | null
  may_be_null: boolean
  sum: Sum
  /** True if the figure is allowed to leave something out. */
  is_part: boolean
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one answer, shared by the short functions inside
export function assess(history: History, asking: Asking): Assessment {
  const assessment: Assessment = { verdicts: [], faults: [] }
  const { answer } = asking
  const notes: string[] = answer.notes
  const fault = (kind: Fault, text: string) => assessment.faults.push({ fault: kind, text: `${asking.text}: ${text}` })
  const today = expected.today_of(history)
  const yesterday = add_days(today, -1)

  /** The day up to which a note says that the figures of a group are summed. */
  function until_of({ group }: Term): string {
    const label = group.label.replace(/[()]/g, '.')
    const note = notes
      .map((text) =>
        new RegExp(
          `^Figures of (?:the ${label}|every ${label}, also by platform,) are sums up to (\\S+?)[,.](?: |$)`,
        ).exec(text),
      )
      .find(Boolean)
    return note?.[1] ?? asking.window.to
  }

  const names_source = ({ group, measure }: Term, { unrated }: Sum) =>
    notes.some(
      (note) =>
        group.platforms.some((platform) => note.includes(platform)) ||
        note.includes(group.label) ||
        [...unrated].some((currency) => note.includes(`${currency} of`)),
    ) ||
    (measure === 'clicks' && notes.some((note) => note.startsWith('No ')))

  const is_suspect = ({ group }: Term) =>
    notes.some(
      (note) => group.platforms.some((platform) => note.startsWith(platform)) && note.includes('may have lost rows'),
    ) && history.connections.some(({ platform, given }) => group.platforms.includes(platform) && given.wronged.size > 0)

  /** Days whose rows the platform left out several times, so that they count as zero. The answer must say so. */
  const is_emptied = ({ group }: Term) =>
    notes.some(
      (note) => group.platforms.some((platform) => note.startsWith(platform)) && note.includes('no longer reports'),
    ) && history.connections.some(({ platform, given }) => group.platforms.includes(platform) && given.wronged.size > 0)

  /** True if a connection, such as one that lost its only account, brings no rows. Then a zero is unknown, and the answer must say so. */
  const brings_nothing = ({ group }: Term) =>
    notes.some((note) => group.platforms.some((one) => note.startsWith(one)) && note.includes('has brought no rows')) &&
    history.connections.some(({ platform, given }) => group.platforms.includes(platform) && given.lost.size > 0)

  const knows_all = ({ group }: Term, { from, to }: Days) =>
    days_of(from, earlier(to, yesterday)).every(expected.known_days(history, group))

  /** True if every known day of the window comes before every unknown day. */
  function is_known_at_the_start({ group }: Term): boolean {
    const { from, to } = asking.window
    const is_known = days_of(from, earlier(to, yesterday)).map(expected.known_days(history, group))
    const first_unknown = is_known.indexOf(false)
    return first_unknown !== 0 && !(first_unknown > 0 && is_known.includes(true, first_unknown))
  }

  /** True if the figure of the window can be a sum, perhaps of its first days only. */
  const is_summed = (term: Term) =>
    asking.window.from >= today ? expected.reads_today(history, term.group) : is_known_at_the_start(term)

  const window_of = (side: Side) =>
    side === 'current' ? asking.window : side === 'previous' ? asking.previous : asking.year_before

  /** The days of a side that a figure of these terms sums, and whether it may be null. */
  function truth_of(term: Term, beside: Term | undefined, side: Side): Truth {
    const window = window_of(side)!
    const all = beside ? [term, beside] : [term]
    const until = all.every(is_summed) ? all.map(until_of).sort()[0]! : asking.window.to
    const count = days_of(asking.window.from, until).length
    const last = side === 'current' ? until : add_days(window.from, count - 1)
    const days = { from: window.from, to: earlier(last, window.to) }
    const may_be_null = all.some((one) => {
      if (expected.has_nothing(history, one.group, window.from)) return true
      if (side !== 'current') return !knows_all(one, days)
      return !is_summed(one)
    })
    const sum = sum_of(expected.amounts_of(history, term.group, term.measure, days), history.currency)
    const is_left_out = expected.lacks(history, term.group, window)
    const lacks_refunds = expected.lacks_refunds(history, term, days_of(days.from, days.to))
    return {
      days,
      may_be_null,
      sum,
      is_part: days.to < window.to || sum.unrated.size > 0 || is_left_out || lacks_refunds,
    }
  }

  function assess_figure(figure: Asked, side: Side): Verdict | undefined {
    const value = figure[side]
    if (value === undefined || !window_of(side)) return undefined
    const { over, under } = figure
    const truth = truth_of(over, under, side)
    const below = under && truth_of(under, over, side)
    const window = window_of(side)!
    const lacks = under && [over, under].some(({ group }) => expected.lacks(history, group, window))
    const of = below ? ratio(truth.sum.exact, below.sum.exact) : shown(truth.sum, figure.unit)
    const what = `${figure.name} ${side} of ${truth.days?.from}..${truth.days?.to}`
    const all = [over, ...(under ? [under] : [])]
    const sums = [truth.sum, ...(below ? [below.sum] : [])]
    const is_named = all.some((term, n) => names_source(term, sums[n]!))
    if (value === null) {
      const is_unrated = figure.unit !== 'count' && sums.some(({ unrated }) => unrated.size > 0)
      const nothing_to_divide = below && of === null
      const is_zero_unknown = (term: Term) => brings_nothing(term) || expected.leaves_out(history, term.group)
      if (of === 0 && all.some(is_zero_unknown) && is_named) return 'null'
      if (!(truth.may_be_null || below?.may_be_null || lacks || is_unrated || nothing_to_divide))
        fault('needless null', `${what} is null, and everything counted was read (${of})`)
      else if (!nothing_to_divide && !is_named) fault('no note', `${what} is null, and no note names a source`)
      return 'null'
    }
    if (lacks) {
      fault('silent difference', `${what} is ${value}, a ratio of a whole that lacks a source`)
      return undefined
    }
    // Within one group, both sides leave out the same rows.
    if (under && under.group !== over.group && sums.some(({ unrated }) => unrated.size > 0)) {
      fault('silent difference', `${what} is ${value}, and a side has amounts without an exchange rate`)
      return undefined
    }
    if ((figure.unit === 'ratio' ? Number(value.toFixed(4)) : value) !== of) {
      if (all.some(is_suspect)) return 'suspect'
      if (all.some(is_emptied)) {
        if (side === 'current' && !answer.window.lacks) fault('not marked partial', `${what} lacks days`)
        return 'suspect'
      }
      fault('silent difference', `${what} is ${value}, and the truth is ${of}`)
      return undefined
    }
    const is_part = truth.is_part || below?.is_part === true
    if (is_part && !is_named) fault('no note', `${what} is a part, and no note names a source`)
    if (is_part && side === 'current' && !answer.window.lacks) fault('not marked partial', `${what} is a part`)
    const ends = side === 'current' && truth.days !== null && truth.days.to < window.to && truth.days.to < yesterday
    if (truth.days && ends && !all.some(is_suspect) && !all.some(is_emptied)) {
      const next = add_days(truth.days.to, 1)
      if (all.every(({ group }) => expected.known_days(history, group)(next)))
        fault('needless partial', `${what} ends, and ${next} was read too`)
    }
    return is_part || (side === 'current' && window.to >= today) ? 'partial' : 'whole'
  }

  function assess_change(figure: Asked, against: 'previous' | 'year_before', change: number | null | undefined) {
    if (change === undefined || figure[against] === undefined) return
    const [now, then] = [figure.current, figure[against]]
    // A part of a day is not compared with a whole day.
    if (now === null || then === null || then === undefined || asking.window.from >= today) {
      if (change !== null)
        fault('silent difference', `${figure.name} changes by ${change} percent, and nothing is comparable`)
      return
    }
    const is_alike = ({ group }: Term) => expected.are_alike(history, group, window_of('current')!, window_of(against)!)
    if (![figure.over, ...(figure.under ? [figure.under] : [])].every(is_alike)) {
      if (change !== null)
        fault('silent difference', `${figure.name} changes by ${change} percent, and only one side has an account`)
      return
    }
    const sums_of = (side: Side) => [
      truth_of(figure.over, figure.under, side).sum,
      ...(figure.under ? [truth_of(figure.under, figure.over, side).sum] : []),
    ]
    const left = figure.unit === 'count' ? 'nothing' : left_out([...sums_of('current'), ...sums_of(against)])
    if (left === 'days' && change !== null)
      fault('silent difference', `${figure.name} changes by ${change} percent, and some days have no rate`)
    if (left === 'days' || (left === 'currencies' && change === null)) return
    const [a, b] = [quotient_of(sums_of('current')), quotient_of(sums_of(against))]
    const of = a === null || b === null ? null : percent(a, b)
    const is_close = change === of || (change !== null && of !== null && Math.abs(change - of) < 0.0101)
    if (!is_close)
      fault('silent difference', `${figure.name} changes by ${change} percent since ${against}, truth ${of}`)
  }

  /** A day that an answer calls settled must not have changed since it was read. */
  function assess_settled({ over }: Asked) {
    const { settled_until } = answer
    if (!settled_until || over.group.level === 'search') return
    const last = earlier(settled_until, asking.window.to)
    if (asking.window.from > last) return
    const changed = days_of(asking.window.from, last).find((day) =>
      expected.has_changed(history, over.group, over.measure, day),
    )
    if (changed && !is_suspect(over))
      fault('settled too early', `${over.measure} of ${changed} changed, settled_until is ${settled_until}`)
  }

  /** Amounts of the rows of a list. What a finer level does not reach has a row of its own. */
  function list_amounts({ group, measure }: Term, days: Days): expected.Keyed[] {
    const whole = expected.amounts_of(history, group, measure, days)
    if (!group.finer) return whole
    const finer = expected.amounts_of(history, { ...group, level: group.finer }, measure, days)
    const rest = (sign: 1 | -1) => (amount: expected.Keyed) => ({
      ...amount,
      cents: sign * amount.cents,
      key: NOT_REPORTED,
    })
    return [...finer, ...whole.map(rest(1)), ...finer.map(rest(-1))]
  }

  function assess_list({ by, name, term, unit, total, rows }: Listed) {
    if (is_suspect(term) || is_emptied(term)) return
    const until = until_of(term)
    const amounts = list_amounts(term, { from: asking.window.from, to: until })
    const key_of = (amount: expected.Keyed) =>
      by === 'date' ? amount.day : by === 'month' ? `${amount.day.slice(0, 7)}-01` : amount[by]
    const groups = Map.groupBy(amounts, key_of)
    const value_of = (all: Amount[]) => shown(sum_of(all, history.currency), unit)
    if (total !== null)
      for (const [key, all] of groups)
        if (value_of(all) !== 0 && !rows.some((row) => row.key === key))
          fault('silent difference', `${name} ${key} has no row, truth ${value_of(all)}`)
    for (const { key, value } of rows) {
      const all = groups.get(key) ?? []
      const of = value_of(all)
      if (value === null || value === of) continue
      const is_today = (day: string) => day >= today && expected.reads_today(history, term.group)
      // Where the whole is not known, a row sums the days that the answer says are stored.
      const source = whole_sources(answer).reduce(
        (days: Days, { covered_from, covered_until }) => ({
          from: covered_from && covered_from > days.from ? covered_from : days.from,
          to: covered_until && covered_until < days.to && !is_today(days.to) ? covered_until : days.to,
        }),
        { from: asking.window.from, to: until },
      )
      const stored = all.filter(({ day }) => day >= source.from && day <= source.to)
      if (total === null && by !== 'date' && value === value_of(stored)) continue
      fault('silent difference', `row ${name} ${key} is ${value}, truth ${of}, total ${total}`)
    }
  }

  for (const figure of asking.figures) {
    const before = assessment.faults.length
    for (const side of ['current', 'previous', 'year_before'] as const) {
      const verdict = assess_figure(figure, side)
      if (verdict) assessment.verdicts.push(verdict)
    }
    if (
      assessment.faults.length > before ||
      [figure.over, figure.under].some((term) => term && (is_suspect(term) || is_emptied(term)))
    )
      continue
    assess_change(figure, 'previous', figure.change_percent)
    assess_change(figure, 'year_before', figure.year_change_percent)
    assess_settled(figure)
  }
  if (asking.list) assess_list(asking.list)
  const { only } = asking
  if (only && answer.window.lacks && asking.figures.every(({ current }) => current !== null)) {
    const terms = asking.figures.flatMap(({ over, under }) => (under ? [over, under] : [over]))
    const is_whole = terms.every((term) => {
      const { sum, is_part } = truth_of(term, undefined, 'current')
      const may_lack = ['refunds', 'net'].includes(term.measure) && expected.has_older_orders(history, term.group)
      return !is_part && !may_lack && sum.unrated.size === 0 && knows_all(term, asking.window)
    })
    if (is_whole && !terms.some(is_emptied))
      fault('needless partial', 'the answer lacks something, and everything counted was read')
  }
  return assessment
}
