// A small parser of the Google Ads query language: `SELECT fields FROM resource WHERE conditions ORDER BY fields LIMIT n`.
// Grammar: developers.google.com/google-ads/api/docs/query/grammar, read 2026-11.

/** A row of an answer: fields by resource. */
export type Row = Record<string, Record<string, unknown>>

export interface Condition {
  field: string
  operator: '=' | '!=' | '>' | '>=' | '<' | '<=' | 'IN' | 'NOT IN' | 'BETWEEN' | 'DURING'
  values: string[]
}

export interface Query {
  fields: string[]
  resource: string
  conditions: Condition[]
  order: { field: string; down: boolean }[]
  limit: number | null
}

/** The vendor's code of the error, one of errors.QueryErrorEnum or of another enum of errors. */
export class QueryError extends Error {
  readonly code: string
  readonly kind: string
  constructor(code: string, message: string, kind = 'queryError') {
    super(message)
    this.code = code
    this.kind = kind
  }
}

const word = /[A-Za-z_][A-Za-z0-9_.]*|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|>=|<=|!=|[=<>(),]/g
const operators = ['=', '!=', '>', '>=', '<', '<=', 'IN', 'NOT', 'BETWEEN', 'DURING']

export function read_query(text: string): Query {
  const left = text.replace(word, '').trim()
  if (left !== '') throw new QueryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${left.split(/\s/)[0]}.`)
  const words = text.match(word) ?? []
  let at = 0
  const is = (wanted: string) => words[at]?.toUpperCase() === wanted
  const take = (wanted: string): boolean => {
    if (!is(wanted)) return false
    at += 1
    return true
  }
  const next = (): string => {
    const found = words[at]
    if (found === undefined) throw new QueryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
    at += 1
    return found
  }
  const listed = <T>(item: () => T): T[] => {
    const items = [item()]
    while (take(',')) items.push(item())
    return items
  }

  if (!take('SELECT')) throw new QueryError('EXPECTED_SELECT', 'Error in query: expected SELECT.')
  const fields = listed(next)
  if (!take('FROM')) throw new QueryError('EXPECTED_FROM', 'Error in query: expected FROM.')
  const resource = next()
  const conditions: Condition[] = []
  if (take('WHERE')) {
    do conditions.push(condition(next, take, listed))
    while (take('AND'))
  }
  const order: Query['order'] = []
  if (take('ORDER')) {
    if (!take('BY')) throw new QueryError('EXPECTED_BY', 'Error in query: expected BY.')
    order.push(...listed(() => ({ field: next(), down: take('DESC') || (take('ASC') && false) })))
  }
  const limit = take('LIMIT') ? Number(next()) : null
  if (limit !== null && (!Number.isInteger(limit) || limit < 1))
    throw new QueryError('BAD_LIMIT_VALUE', 'Error in query: the limit must be a positive number.')
  if (take('PARAMETERS')) while (at < words.length) at += 1
  if (at < words.length) throw new QueryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${words[at]}.`)
  return { fields, resource, conditions, order, limit }
}

function condition(
  next: () => string,
  take: (wanted: string) => boolean,
  listed: <T>(item: () => T) => T[],
): Condition {
  const field = next()
  let operator = next().toUpperCase()
  if (!operators.includes(operator))
    throw new QueryError('BAD_OPERATOR', `Error in query: invalid operator ${operator}.`)
  const value = () =>
    next()
      .replace(/^(['"])(.*)\1$/s, '$2')
      .replace(/\\(.)/g, '$1')
  if (operator === 'NOT') operator = `NOT ${next().toUpperCase()}`
  if (operator === 'BETWEEN') {
    const low = value()
    if (!take('AND')) throw new QueryError('EXPECTED_AND', 'Error in query: expected AND.')
    return { field, operator, values: [low, value()] }
  }
  if (operator === 'IN' || operator === 'NOT IN') {
    if (!take('(')) throw new QueryError('EXPECTED_LIST', 'Error in query: expected a list.')
    const values = listed(value)
    if (!take(')')) throw new QueryError('EXPECTED_LIST', 'Error in query: expected a list.')
    return { field, operator, values }
  }
  return { field, operator: operator as Condition['operator'], values: [value()] }
}

/** Whether a value meets a condition. Compares numbers as numbers, and days and words as text. */
export function meets(value: unknown, { operator, values }: Condition): boolean {
  const compare = (wanted: string): number => {
    const text = typeof value === 'boolean' ? String(value).toUpperCase() : String(value ?? '')
    const other = typeof value === 'boolean' ? wanted.toUpperCase() : wanted
    if (/^-?\d+(\.\d+)?$/.test(text) && /^-?\d+(\.\d+)?$/.test(other)) return Number(text) - Number(other)
    return text < other ? -1 : text > other ? 1 : 0
  }
  const [first = '', second = ''] = values
  if (operator === 'IN') return values.some((wanted) => compare(wanted) === 0)
  if (operator === 'NOT IN') return values.every((wanted) => compare(wanted) !== 0)
  if (operator === 'BETWEEN') return compare(first) >= 0 && compare(second) <= 0
  if (operator === '=') return compare(first) === 0
  if (operator === '!=') return compare(first) !== 0
  if (operator === '>') return compare(first) > 0
  if (operator === '>=') return compare(first) >= 0
  if (operator === '<') return compare(first) < 0
  return compare(first) <= 0
}
