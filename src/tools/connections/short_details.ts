// The rows of `list_connections_detail`. An organization with many connections gets short rows: what is as usual is left out of them.
import { z } from 'zod'
import { own_text } from '#engine/texts.ts'
import { detailed_connection, run, WEBHOOKS, webhooks } from './details.ts'
import { stream } from './reading_states.ts'

const AS_USUAL = 'In short rows, a field is missing when it is as usual: null, false, empty, healthy.'

/** Every row has these. */
const ALWAYS = ['connection_id', 'platform', 'name', 'status', 'health', 'last_sync', 'streams', 'runs'] as const
/** A short row has these where they say something. */
const AT_TIMES = [
  ...[
    'sync_state',
    'progress',
    'history_left',
    'history_expected_at',
    'health_reason',
    'needs_reconnection',
    'notices',
  ],
  'accounts_left_out',
  'last_error',
  'last_error_at',
  'limited_until',
  'revoked_at',
  'webhooks',
  'covered_until',
] as (keyof z.input<typeof listed_connection>)[]

/** The schema, in which every field but these can be missing. */
function with_only<Shape extends z.core.$ZodLooseShape, Name extends keyof Shape & string>(
  of: z.ZodObject<Shape, z.core.$strict>,
  names: readonly Name[],
) {
  const others = Object.keys(of.shape).filter((name) => !names.includes(name as Name))
  const mask = Object.fromEntries(others.map((name) => [name, true])) as Record<Exclude<keyof Shape, Name>, true>
  return of.partial(mask as never) as unknown as z.ZodObject<
    { [Key in keyof Shape]: Key extends Name ? Shape[Key] : z.ZodOptional<Shape[Key] & z.core.SomeType> },
    z.core.$strict
  >
}

export const listed_connection = with_only(detailed_connection, ALWAYS).extend({
  covered_until: own_text()
    .nullable()
    .optional()
    .describe('Only in short rows: last whole day that is stored for the streams that name no other.'),
  streams: z
    .array(with_only(stream, ['stream']))
    .describe(`What it reads, and how far. ${AS_USUAL} accounts is missing when it is 1.`),
  webhooks: webhooks.partial().nullable().optional().describe(`${WEBHOOKS} In short rows, a missing number is 0.`),
  runs: z
    .array(with_only(run, ['run_id', 'state', 'rows']))
    .describe(
      `Last syncs, newest first. Short rows have the newest, and those that did not succeed. ${AS_USUAL} finished_at is missing when it is last_sync, and restatements when it is 0.`,
    ),
})

type Row = z.input<typeof listed_connection>
type Stream = Row['streams'][number]
type Run = Row['runs'][number]

/** Without the values that say nothing further. */
function telling<Of extends object>(of: Of, usual: Partial<Of> = {}): Of {
  const says_nothing = ([name, value]: [string, unknown]) =>
    value === (usual as Record<string, unknown>)[name] ||
    value === null ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  return Object.fromEntries(Object.entries(of).filter((entry) => !says_nothing(entry))) as Of
}

/** The day that most streams have, so that only the others name theirs. */
function usual_day(streams: readonly Stream[]): string | null {
  const by_day = Map.groupBy(streams, ({ covered_until }) => covered_until ?? null)
  return [...by_day].sort(([, a], [, b]) => b.length - a.length)[0]?.[0] ?? null
}

function short_stream(of: Stream, usual: string | null): Stream {
  const { covered_until = null, ...others } = of
  const day = covered_until === usual ? {} : { covered_until }
  return { ...telling(others as Stream, { state: 'ok', accounts: 1 }), ...day, stream: of.stream }
}

function short_run(of: Run, last_sync: string | null): Run {
  const { finished_at = null, ...others } = of
  return { ...telling(others as Run, { restatements: 0 }), ...(finished_at !== last_sync && { finished_at }) }
}

const NO_WEBHOOKS = { received: 0, forged: 0, late: 0, missed: 0 }

function short_connection(row: Row): Row {
  const covered_until = usual_day(row.streams)
  const { streams, runs, ...others } = row
  return {
    ...telling(others as Row, { sync_state: 'idle', ...(row.health === 'ok' && { health_reason: row.health_reason }) }),
    last_sync: row.last_sync,
    ...(row.webhooks && { webhooks: telling(row.webhooks, NO_WEBHOOKS) }),
    covered_until,
    streams: streams.map((one) => short_stream(one, covered_until)),
    runs: runs.filter(({ state }, at) => at === 0 || state !== 'succeeded').map((one) => short_run(one, row.last_sync)),
  }
}

export const short_details = {
  fields: [...ALWAYS, ...AT_TIMES],
  while_small: ['next_sync_at'] as const,
  of: short_connection,
}
