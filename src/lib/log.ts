// One log line is one JSON object. Every text in it is shortened first. Then redaction works on the finished line. So no secret passes in any
// field, at any depth, in any spelling, or in an error message of a library, and no caller decides how long a line takes.
import { type DestinationStream, type Logger, pino } from 'pino'
import { redact } from '#lib/redact.ts'
import { trace_ids } from '#lib/trace.ts'

export type Log = Logger

/** A longer line is replaced by a line that says so. */
export const LINE_CHARS_MAX = 64 * 1024
const TEXT_CHARS_MAX = 2_000
const STACK_CHARS_MAX = 8_000
const ITEMS_MAX = 50
const DEPTH_MAX = 6
const CAUSES_MAX = 5

export function create_log({ level = 'info', stream }: { level?: string; stream?: DestinationStream } = {}): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: (fields) => bounded(fields) as Record<string, unknown> },
      // A method gets fields and a message, or a message alone. An error alone becomes fields, because pino would repeat its whole text.
      hooks: {
        logMethod(args, method) {
          const [first, ...others] = args as unknown as unknown[]
          const given = first instanceof Error ? [{ err: first }, first.name] : [first, ...others]
          method.apply(this, given.map((part) => (typeof part === 'string' ? shortened(part) : part)) as typeof args)
        },
        streamWrite: (line) => redact(line.length > LINE_CHARS_MAX ? too_long(line) : line),
      },
      mixin: () => trace_ids(),
    },
    stream ?? standard_output(),
  )
}

/** When nothing reads the log any more, such as a closed terminal, the process continues without it. */
function standard_output(): DestinationStream {
  const destination = pino.destination({ fd: 1, sync: true })
  destination.on('error', () => {})
  return destination
}

export const silent_log = (): Log => pino({ level: 'silent' })

const shortened = (text: string, max = TEXT_CHARS_MAX) =>
  text.length > max ? `${text.slice(0, max)}… (${text.length} characters)` : text

/** A copy with short texts, few items and few levels. */
function bounded(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return shortened(value)
  if (value instanceof Error) return error_fields(value, depth)
  if (typeof value !== 'object' || value === null) return value
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`
  if ('toJSON' in value && typeof value.toJSON === 'function') return bounded(value.toJSON(), depth + 1)
  if (depth > DEPTH_MAX) return '…'
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS_MAX).map((item) => bounded(item, depth + 1))
    return value.length > ITEMS_MAX ? [...items, `… (${value.length} items)`] : items
  }
  const fields: Record<string, unknown> = {}
  let count = 0
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue
    if (++count > ITEMS_MAX) {
      fields['…'] = 'more fields'
      break
    }
    fields[shortened(key, 200)] = bounded((value as Record<string, unknown>)[key], depth + 1)
  }
  return fields
}

/** Fields of errors that name a place or a kind. Others, such as PostgreSQL's `detail`, repeat values of rows and of callers. */
const FIELDS_OF_ERRORS = [
  'code',
  'errno',
  'syscall',
  'port',
  'status',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'routine',
]

function error_fields(error: Error, depth: number): Record<string, unknown> {
  const fields: Record<string, unknown> = { type: error.name, message: message_of(error), stack: stack_of(error) }
  const given = error as unknown as Record<string, unknown>
  for (const name of FIELDS_OF_ERRORS)
    if (['string', 'number'].includes(typeof given[name])) fields[name] = bounded(given[name])
  if (error instanceof AggregateError && depth < CAUSES_MAX)
    fields.errors = error.errors.slice(0, CAUSES_MAX).map((inner) => bounded(inner, depth + 1))
  if (error.cause !== undefined && depth < CAUSES_MAX) fields.cause = bounded(error.cause, depth + 1)
  return fields
}

const SQLSTATE = /^[0-9A-Z]{5}$/

/** PostgreSQL quotes values of callers in errors of class 22, such as `invalid input syntax for type uuid: "…"`. */
function message_of({ message, ...error }: Error & { code?: unknown; severity?: unknown }): string {
  const is_about_data =
    error.severity !== undefined && SQLSTATE.test(String(error.code)) && String(error.code).startsWith('22')
  return shortened(is_about_data ? shortened(message).replace(/"[^"]*"/g, '"…"') : message)
}

/** The places without the message, which begins the stack. */
function stack_of({ stack = '' }: Error): string {
  const places = stack.search(/^ {4}at /m)
  return places < 0 ? '' : shortened(stack.slice(places), STACK_CHARS_MAX)
}

function too_long(line: string): string {
  const { level, time } = JSON.parse(line) as { level: string; time: string }
  return `${JSON.stringify({ level, time, msg: 'a log line was too long and was left out', chars: line.length })}\n`
}
