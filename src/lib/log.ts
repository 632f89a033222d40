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
      // pino's own form of an error takes everything of it: the fields above have chosen.
      serializers: { err: (fields) => fields },
      // A method gets fields and a message, or one of them. pino would repeat the whole text of an error that has no message beside it.
      hooks: {
        logMethod(args, method) {
          const [first, ...others] = args as unknown as unknown[]
          const fields = first instanceof Error ? { err: first } : first
          const given = others.length === 0 ? [fields, ...name_of(fields)] : [fields, ...others]
          method.apply(this, given.map((part) => (typeof part === 'string' ? shortened(part) : part)) as typeof args)
        },
        streamWrite: (line) => redact(line.length > LINE_CHARS_MAX ? too_long(line) : line),
      },
      mixin: () => trace_ids(),
    },
    stream ?? standard_output(),
  )
}

/** The kind of the error in these fields, for a line without a message. */
function name_of(fields: unknown): string[] {
  const { err } = (typeof fields === 'object' && fields ? fields : {}) as { err?: unknown }
  return err instanceof Error ? [err.name] : []
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
/** SQLSTATEs of errors about data, and about the syntax of a text: `invalid input syntax for type uuid: "…"`. */
const QUOTES_VALUES = /^(?:22|42601)/
/** Fastify's messages repeat the address of the request. Their codes say as much. */
const CODE_OF_FASTIFY = /^FST_/

/** The message without values of callers. A value can have quotes, so everything from the first to the last one is left out. */
function message_of({ message, ...error }: Error & { code?: unknown; severity?: unknown }): string {
  const code = String(error.code)
  if (CODE_OF_FASTIFY.test(code)) return ''
  const quotes = error.severity !== undefined && SQLSTATE.test(code) && QUOTES_VALUES.test(code)
  const first = quotes ? message.indexOf('"') : -1
  return shortened(first < 0 ? message : `${message.slice(0, first)}"…"${message.slice(message.lastIndexOf('"') + 1)}`)
}

/** The places without the message, which begins the stack, and whose lines can look like places. */
function stack_of({ message, stack = '' }: Error): string {
  const begin = message === '' ? 0 : stack.indexOf(message)
  const rest = begin < 0 ? stack : stack.slice(begin + message.length)
  const places = rest.search(/^ {4}at /m)
  return places < 0 ? '' : shortened(rest.slice(places), STACK_CHARS_MAX)
}

function too_long(line: string): string {
  const { level, time } = JSON.parse(line) as { level: string; time: string }
  return `${JSON.stringify({ level, time, msg: 'a log line was too long and was left out', chars: line.length })}\n`
}
