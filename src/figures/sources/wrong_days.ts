// Notes about days that a platform counted wrong, as it says itself.
import type { Window } from '#domain/windows.ts'
import type { FigureContext } from '#engine/tool.ts'
import { name_of } from '#figures/sources/days_without_rows.ts'
import { overlap } from '#figures/sources/lost_accounts.ts'
import { is_duplicate, type Sources } from '#figures/sources/sources.ts'
import { type Message, message, unique } from '#messages/message.ts'

/** Of windows that contain or compare such days. */
export const wrong_days_notes = (
  { connectors }: Pick<FigureContext, 'connectors'>,
  groups: readonly Sources[],
  windows: readonly Window[],
): Message[] =>
  unique(
    groups.flatMap(({ group, live }) =>
      live
        .filter((source) => !is_duplicate(source))
        .flatMap((source) =>
          (connectors[source.platform]?.platform.wrong_days ?? [])
            .filter(({ tables }) => tables.some((table) => group.tables.includes(table)))
            .filter(({ columns }) => group.columns?.some((name) => columns.includes(name)) ?? true)
            .filter((days) => windows.some((window) => overlap(days, window)))
            .map(({ note, from, to }) => message(note, { source: name_of(source), from, to })),
        ),
    ),
  )
