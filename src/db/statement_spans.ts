// Statements as spans, without their values. The span of a caller's own SQL has no text, because the text contains values.
import { type Span, SpanKind } from '@opentelemetry/api'
import type pg from 'pg'
import { in_span, is_recorded } from '#lib/trace.ts'

/** The search for a statement's table reads this number of characters. */
const SUMMARY_CHARS = 2_000

type Query = (...given: unknown[]) => unknown

/** Records every statement of the pool as a span of its request or job, when that is traced. `hides_texts`: callers wrote some of them. */
export function trace_statements(pool: pg.Pool, { hides_texts }: { hides_texts: boolean }): void {
  pool.on('connect', (client) => {
    client.query = traced(client.query.bind(client) as Query, hides_texts) as typeof client.query
  })
  pool.query = traced(pool.query.bind(pool) as Query, hides_texts) as typeof pool.query
}

function traced(query: Query, hides_texts: boolean): Query {
  return (...given) => {
    const text = is_recorded() ? text_of(given) : undefined
    if (text === undefined) return query(...given)
    const is_shown = !hides_texts
    const asked = async (span: Span) => {
      if (is_shown && span.isRecording()) describe_statement(span, text)
      try {
        return await query(...given)
      } catch (error) {
        span.setAttributes({ 'db.response.status_code': (error as { code?: string }).code })
        throw error
      }
    }
    return in_span('a statement of the caller', { 'db.system.name': 'postgresql' }, asked, SpanKind.CLIENT)
  }
}

/** The text of a statement. Undefined for streams and callbacks, which only parts of the driver use and which are not recorded. */
function text_of([statement, ...more]: unknown[]): string | undefined {
  if (typeof more.at(-1) === 'function') return undefined
  if (typeof statement === 'string') return statement
  const { text, submit } = statement as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}

/** Parameters are placeholders already. The few values inside the text are replaced by placeholders. */
function describe_statement(span: Span, statement: string): void {
  const text = statement.replace(/'(?:[^']|'')*'/g, '?')
  const start = text.slice(0, SUMMARY_CHARS)
  const operation = /[a-z]+/i.exec(start)?.[0].toLowerCase() ?? 'statement'
  const table = table_of(outside_brackets(start)) ?? table_of(start)
  span.updateName(table === undefined || operation === 'begin' ? operation : `${operation} ${table}`)
  span.setAttributes({ 'db.operation.name': operation, 'db.query.text': text })
}

const table_of = (text: string) => /\b(?:from|into|update|analyze|truncate)\s+(?:only\s+)?"?([\w.]+)/i.exec(text)?.[1]

/** The statement without its inner ones, so that one in the list of columns does not name it. */
function outside_brackets(text: string): string {
  let depth = 0
  let outside = ''
  for (const char of text) {
    if (char === '(') depth += 1
    if (depth === 0) outside += char
    if (char === ')') depth = Math.max(0, depth - 1)
  }
  return outside
}
