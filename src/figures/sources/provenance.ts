// The result fields that say where the figures of an answer come from.
import { z } from 'zod'
import { BEGINNING } from '#domain/coverage.ts'
import { type Health, healths, unhealthy_first } from '#domain/health.ts'
import { platform_keys } from '#domain/platforms.ts'
import { add_days } from '#domain/windows.ts'
import { name_or_message, sentence } from '#engine/sentence.ts'
import { outside_text, own_text } from '#engine/texts.ts'
import { least, type Source } from '#figures/sources/source_of.ts'
import type { Sources } from '#figures/sources/sources.ts'
import { type Message, unique } from '#messages/message.ts'

/** Number of sources that an answer names. If there are more, unhealthy ones come first. */
const SOURCES_SHOWN_MAX = 12

/** An absent field has the value that all sources share, which the answer says once (ADR 35). */
const source = z.strictObject({
  platform: z.enum(platform_keys).or(own_text()).describe('Platform key.'),
  connection_id: own_text(),
  name: outside_text(),
  health: z
    .enum(healths)
    .describe(
      'Whether the figures of this connection can be trusted; with anything but `ok`, a zero may be missing data.',
    ),
  last_sync: own_text().nullish().describe('When it was last read to the end, if not `as_of`.'),
  settled_until: own_text()
    .nullish()
    .describe(
      'Last day whose figures the platform no longer changes, if it differs from the answer; null where that does not apply.',
    ),
  covered_from: own_text()
    .nullish()
    .describe('First day that is stored, where the sources differ; null: everything there ever was, or no day.'),
  covered_until: own_text()
    .nullish()
    .describe('Last whole day that is stored, where the sources differ; null: no day.'),
})

const covered_part = z.strictObject({
  of: name_or_message('What these figures are of.'),
  from: own_text(),
  to: own_text(),
  figures: z.record(own_text(), z.number().nullable()).describe('Sums of these days; money in the reporting currency.'),
})
export type CoveredPart = z.input<typeof covered_part>

/** The numbers of sources that an answer does not name. */
export const by_health = z.partialRecord(z.enum(healths), z.int())

const rate = z.strictObject({
  currency: own_text(),
  lowest: z.number().describe('In the period: units of the reporting currency for one unit of currency.'),
  highest: z.number(),
  source: outside_text().describe('Who publishes the rate, or the name of the organization’s own rate.'),
  filled_days: z.int().describe('Days that used the last rate before them.'),
})

export const provenance = {
  sources: z.array(source).describe('Connections the figures come from; of many, unhealthy ones first.'),
  more_sources: by_health.optional().describe('Connections the figures come from too, by health.'),
  covered_parts: z
    .array(covered_part)
    .optional()
    .describe('Where days of the window are not stored, so that totals are null: the sums of the days that are.'),
  as_of: own_text().nullable().describe('The oldest last_sync of the sources: everything here is at least as fresh.'),
  settled_until: own_text().nullable().describe('Figures up to this day are final; a later change is rare.'),
  covered_from: own_text()
    .nullish()
    .describe('First stored day of every source; null: everything there ever was, or no day; absent: they differ.'),
  covered_until: own_text()
    .nullish()
    .describe('Last whole stored day of every source; null: no day; absent: they differ.'),
  rates: z.array(rate).optional().describe('Exchange rates that converted amounts; absent when nothing was converted.'),
  notes: z
    .array(sentence())
    .describe('What a reader must know to read the figures rightly; empty when there is nothing.'),
}

export interface Provenance {
  sources: z.input<typeof source>[]
  /** Number of unnamed sources, by health. Absent when the answer names all sources. */
  more_sources?: Partial<Record<Health, number>>
  covered_parts?: CoveredPart[]
  as_of: string | null
  settled_until: string | null
  covered_from?: string | null
  covered_until?: string | null
  rates?: z.input<typeof rate>[]
  notes: Message[]
}

/** What a source says about itself, and the answer once for all of them. Undefined: they differ. */
type Read = Record<'last_sync' | 'settled_until' | 'covered_from' | 'covered_until', string | null | undefined>

/** Names a limited number of sources and counts the others, because an agency's client can have hundreds of connections. */
export function provenance_of(groups: readonly Sources[], notes: Iterable<Message>): Provenance {
  const live = groups.flatMap((group) => group.live)
  const all = [...Map.groupBy(live, ({ connection_id }) => connection_id).values()].map(as_one)
  const { shown, left_out } = unhealthy_first(all, SOURCES_SHOWN_MAX)
  const covered = all.map(covered_of)
  const together: Read = {
    last_sync: least(live.map(({ last_sync }) => last_sync)),
    // A source that promises nothing can still change any day.
    settled_until: all.every(({ settled_until }) => settled_until) ? least(all.map((of) => of.settled_until)) : null,
    covered_from: shared(covered.map(({ covered_from }) => covered_from)),
    covered_until: shared(covered.map(({ covered_until }) => covered_until)),
  }
  const { last_sync: as_of, settled_until, covered_from, covered_until } = together
  return {
    sources: shown.map((of) => shown_source(of, together)),
    ...(left_out && { more_sources: left_out }),
    as_of: as_of ?? null,
    settled_until: settled_until ?? null,
    ...(covered_from !== undefined && { covered_from }),
    ...(covered_until !== undefined && { covered_until }),
    notes: unique(notes),
  }
}

/** The common fields of an answer, with further notes. */
export const with_notes = <Of extends { notes: Message[] }>(of: Of, notes: Iterable<Message>): Of => ({
  ...of,
  notes: unique([...of.notes, ...notes]),
})

/** A connection of several groups is as healthy as its worst part, and final and stored as far as all of its parts are. */
function as_one(parts: Source[]): Source {
  const read = parts.filter(({ is_left_out }) => !is_left_out)
  const worst = Math.max(...parts.map(({ health }) => healths.indexOf(health)))
  return {
    ...parts[0]!,
    health: healths[worst]!,
    settled_until: least(parts.map(({ settled_until }) => settled_until)),
    covered: read.every(({ covered }) => covered.length > 0) ? read.flatMap(({ covered }) => covered) : [],
  }
}

function shown_source(of: Source, together: Read): z.input<typeof source> {
  const { platform, connection_id, name, health, last_sync, settled_until } = of
  const own: Read = { last_sync, settled_until, ...covered_of(of) }
  const differing = Object.entries(own).filter(([field, value]) => value !== together[field as keyof Read])
  return { platform, connection_id, name, health, ...Object.fromEntries(differing) }
}

/** The value of all. Undefined when they differ, or when there is none. */
const shared = (values: (string | null)[]): string | null | undefined =>
  values.every((value) => value === values[0]) ? values[0] : undefined

/** The days that are stored of all accounts of a source, or of all that are still read. */
function covered_of({ covered: all }: Source) {
  const read = all.filter(({ lacking }) => !lacking)
  const covered =
    read.length > 0 ? read : all.map((of) => (of.lacking ? { ...of, until: add_days(of.lacking.from, -1) } : of))
  // An account without a day sorts last, because then no day is stored of all.
  const from =
    covered
      .map((of) => of.from)
      .sort()
      .at(-1) ?? null
  const until = least(covered.map((of) => of.until))
  return {
    covered_from: from === BEGINNING ? null : from,
    // What is read since today has no whole day yet.
    covered_until: from !== null && from !== BEGINNING && until !== null && until < from ? null : until,
  }
}
