// Groups of query_data by week and month. A window, or its last known day, can lie within one, so its row has only a part of the group's days.
import { add_days, type Window } from '#domain/windows.ts'
import type { Dimension } from '#figures/metrics/catalog.ts'
import { type Message, message } from '#messages/message.ts'

type Days = Pick<Window, 'from' | 'to'>

export function first_day({ type }: Pick<Dimension, 'type'>, date: string): string {
  const day = Temporal.PlainDate.from(date)
  if (type === 'week') return add_days(date, 1 - day.dayOfWeek)
  return type === 'month' ? day.with({ day: 1 }).toString() : date
}

export function last_day({ type }: Pick<Dimension, 'type'>, date: string): string {
  if (type === 'week') return add_days(first_day({ type }, date), 6)
  const day = Temporal.PlainDate.from(date)
  return type === 'month' ? day.with({ day: day.daysInMonth }).toString() : date
}

/** Says which rows have only a part of their week or month: the first one, the last one, or both. `window`: the days that rows sum. */
export function part_notes(dimensions: readonly Dimension[], window: Days): Message[] {
  return dimensions.filter(({ type }) => type === 'week' || type === 'month').flatMap((of) => notes_of(of, window))
}

function notes_of(of: Pick<Dimension, 'type'>, window: Days): Message[] {
  const groups = new Set([window.from, window.to].map((day) => first_day(of, day)))
  return [...groups].flatMap((first) => {
    const last = last_day(of, first)
    if (first >= window.from && last <= window.to) return []
    const [, from = first] = [first, window.from].sort()
    const [to = last] = [last, window.to].sort()
    return [message('group.part', { unit: of.type, first, from, to })]
  })
}
