// Notes about accounts whose currency or time zone changed. Their days before are not read again, or were counted with other hours.
import type { Window } from '#domain/windows.ts'
import { name_of } from '#figures/sources/days_without_rows.ts'
import type { Source } from '#figures/sources/source_of.ts'
import { part_days_of } from '#figures/sources/stream_states.ts'
import { type Message, message, unique } from '#messages/message.ts'

/** Changes of time zone near the days, and between days that were read before such a change and older ones that were read after it. */
export const changed_zones = (of: Source, { from, to }: Pick<Window, 'from' | 'to'>): Message[] =>
  unique(
    of.changed_zones.flatMap(({ account_id: account, from: before, to: zone, since, on: date, first_read_before }) => {
      const values = { source: name_of(of), account, before, zone }
      return [
        ...(from <= date && to >= since ? [message('source.zone_changed', { ...values, since, date })] : []),
        ...(first_read_before !== undefined && from < first_read_before && to >= first_read_before
          ? [message('source.zone_of_older', { ...values, date: first_read_before })]
          : []),
      ]
    }),
  )

/** Changes of currency within the days. Before them, amounts keep the currency with which they were read: of days that were read later, the new one. */
export const changed_currencies = (of: Source, { from, to }: Pick<Window, 'from' | 'to'>): Message[] =>
  unique(
    of.changed_currencies.flatMap((changed) => {
      const { account_id: account, from: before, to: currency, on: date, first_read_before } = changed
      const source = name_of(of)
      const in_part = part_days_of(changed).filter((day) => from <= day && to >= day)
      return [
        ...(from <= date && to >= date
          ? [message('source.currency_changed', { source, account, before, currency, date })]
          : []),
        ...(first_read_before !== undefined && from < first_read_before
          ? [message('source.currency_of_older', { source, account, before, currency, date: first_read_before })]
          : []),
        ...in_part
          .slice(-1)
          .map((day) => message('source.part_of_day', { source, account, date: day, earlier: in_part.length - 1 })),
      ]
    }),
  )
