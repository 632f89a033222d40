// Checks a caller's SQL against the allowed shapes, on PostgreSQL's own parse tree. The role, row security and the read-only
// transaction are further layers of protection. This layer rejects everything except plain queries before PostgreSQL runs it.
import { parse } from 'libpg-query'
import { refuse } from '#engine/outcomes.ts'
import { constructs } from '#tools/query/sql/constructs.ts'
import { is_constant, SqlCost } from '#tools/query/sql/cost.ts'
import { SqlFlow } from '#tools/query/sql/flow.ts'
import { SqlNames } from '#tools/query/sql/names.ts'
import {
  expression_kinds,
  functions,
  instants,
  operators,
  shapes,
  sublinks,
  table_functions,
  types,
} from '#tools/query/sql/shapes.ts'

const SQL_CHARS_MAX = 10_000
const DEPTH_MAX = 60
const NODES_MAX = 3_000
const TOO_DEEP = `The statement is nested deeper than ${DEPTH_MAX} levels. Use WITH for its parts.`
const MESSAGE_CHARS_MAX = 300
const TYPE_LENGTH_MAX = 32_767
/** PostgreSQL repeats a merged column once for each full join. Fifty full joins take half a gigabyte of memory. */
const FULL_JOINS_MAX = 8
type Node = Record<string, unknown>

export interface CheckedSql {
  /** The statement without the text after its semicolon. */
  statement: string
  /** The published relations that the statement reads. */
  relations: ReadonlySet<string>
}

/** Refuses everything except one harmless SELECT. */
export async function check_sql(text: string, tables: ReadonlyMap<string, ReadonlySet<string>>): Promise<CheckedSql> {
  if (text.length > SQL_CHARS_MAX) refuse(`The statement is too long; at most ${SQL_CHARS_MAX} characters.`)
  if (text.includes('\0')) refuse('The statement must not contain a NUL character.')
  const { stmts = [] } = await parse_or_refuse(text)
  if (stmts.length !== 1) refuse(`Send exactly one SELECT; this is ${stmts.length} statements.`)
  const { stmt, stmt_location = 0, stmt_len } = stmts[0]!
  if (!stmt || Object.keys(stmt).length !== 1 || !('SelectStmt' in stmt))
    refuse('Only SELECT is allowed; nothing can be changed here.')
  const relations = new Checker(tables).check(stmt as Node)
  new SqlNames(tables).check(stmt as Node)
  new SqlFlow().check(stmt as Node)
  const bytes = Buffer.from(text)
  const statement = bytes.subarray(stmt_location, stmt_len ? stmt_location + stmt_len : undefined).toString()
  return { statement, relations }
}

interface Parsed {
  stmts?: { stmt?: Node; stmt_location?: number; stmt_len?: number }[]
}

async function parse_or_refuse(text: string): Promise<Parsed> {
  try {
    return (await parse(text)) as Parsed
  } catch (error) {
    const { message, cursorPosition } =
      (error as { sqlDetails?: { message: string; cursorPosition: number } }).sqlDetails ?? {}
    refuse(
      message
        ? `The SQL cannot be read: ${shortened(message)}, at character ${(cursorPosition ?? 0) + 1}.`
        : 'The SQL cannot be read.',
    )
  }
}

/** Truncates PostgreSQL's message, which can repeat invalid input of any length. */
export const shortened = (message: string) =>
  message.length > MESSAGE_CHARS_MAX ? `${message.slice(0, MESSAGE_CHARS_MAX)}…` : message

class Checker {
  readonly #tables: ReadonlyMap<string, ReadonlySet<string>>
  readonly #read = new Set<string>()
  /** Items of a list of columns. Only there does a star mean a list of columns. Elsewhere a star means a whole row. */
  readonly #listed = new WeakSet<object>()
  #nodes = 0
  #full_joins = 0
  readonly #cost = new SqlCost()

  constructor(tables: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#tables = tables
  }

  check(statement: Node): CheckedSql['relations'] {
    check_aliases(statement, 0)
    this.#wrapped(statement, new Set(), 0)
    return this.#read
  }

  /** A wrapped node: { Type: fields }. */
  #wrapped(node: unknown, scope: ReadonlySet<string>, depth: number): void {
    if (Array.isArray(node)) {
      for (const item of node) this.#wrapped(item, scope, depth)
      return
    }
    const entries = Object.entries((node ?? {}) as Node)
    // An empty node means an absent node.
    if (entries.length === 0) return
    const [type, fields] = entries[0]!
    if (entries.length > 1) refuse_construct(type)
    this.#node(type, fields as Node, scope, depth + 1)
  }

  #node(type: string, fields: Node, scope: ReadonlySet<string>, depth: number): void {
    const shape = Object.hasOwn(shapes, type) ? shapes[type] : undefined
    if (!shape) refuse_construct(type)
    if (depth > DEPTH_MAX) refuse(TOO_DEEP)
    if (++this.#nodes > NODES_MAX) refuse(`The statement has more than ${NODES_MAX} parts. Ask in several statements.`)
    for (const name of Object.keys(fields)) {
      if (name !== 'location' && !Object.hasOwn(shape, name)) refuse_construct(type, name)
    }
    this.#rule(type, fields, scope)
    const inner = type === 'SelectStmt' ? this.#with(fields, scope, depth) : scope
    for (const [name, kind] of Object.entries(shape)) {
      const value = fields[name]
      if (value === undefined || kind === 'plain' || kind === 'WithClause') continue
      if (kind === 'node') this.#wrapped(value, inner, depth)
      else this.#node(kind, value as Node, inner, depth + 1)
    }
  }

  /** Each query of WITH can name the queries before it, but not itself, so there is no recursion. */
  #with({ withClause }: Node, scope: ReadonlySet<string>, depth: number): ReadonlySet<string> {
    if (withClause === undefined) return scope
    if ((withClause as Node).recursive)
      refuse('WITH RECURSIVE is not allowed. Use WITH, where each query can read the queries before it.')
    const inner = new Set(scope)
    for (const name of Object.keys(withClause as Node)) {
      if (name !== 'ctes' && name !== 'location') refuse_construct('WithClause', name)
    }
    for (const item of (withClause as { ctes: Node[] }).ctes) {
      this.#wrapped(item, inner, depth)
      inner.add((item.CommonTableExpr as { ctename: string }).ctename)
    }
    return inner
  }

  #rule(type: string, fields: Node, scope: ReadonlySet<string>): void {
    if (type === 'SelectStmt' && !fields.targetList && !fields.valuesLists && !fields.larg)
      refuse('Name the columns after SELECT.')
    if (fields.jointype === 'JOIN_FULL' && ++this.#full_joins > FULL_JOINS_MAX)
      refuse(`At most ${FULL_JOINS_MAX} full joins are allowed.`)
    if (type === 'RangeVar') this.#table(fields.relname as string, scope)
    if (type === 'ResTarget') this.#list(fields.val as Node | undefined)
    if (type === 'ColumnRef') this.#column(fields.fields as Node[])
    if (type === 'CommonTableExpr' && fields.ctematerialized === 'CTEMaterializeNever')
      refuse('AS NOT MATERIALIZED is not allowed. Leave these words out.') // PostgreSQL would plan each use again: a chain of sixteen takes gigabytes
    if (type === 'A_ArrayExpr' && !((fields.elements ?? []) as Node[]).every(is_constant))
      refuse('An ARRAY may hold constants only. Select values of columns as rows.') // an array of arrays would grow with every level
    if (type === 'SubLink' && !sublinks.has(fields.subLinkType as string))
      refuse('A query in an expression must be one value, or stand after IN, EXISTS, ANY or ALL.')
    if (type === 'FuncCall') this.#function(names_of(fields.funcname), (fields.args ?? []) as Node[])
    if (type === 'RangeFunction') this.#table_function(fields.functions as Node[])
    if (type === 'A_Expr') this.#operator(fields)
    if (type === 'SubLink' && fields.operName) this.#operator({ kind: 'AEXPR_OP', name: fields.operName })
    if (type === 'TypeName') this.#type(names_of(fields.names), (fields.typmods ?? []) as Node[])
    if (type === 'SQLValueFunction' && !instants.has(fields.op as string))
      refuse('Only dates and times are allowed among the special values, like current_date.')
  }

  #table(name: string, scope: ReadonlySet<string>): void {
    if (scope.has(name)) return
    if (this.#tables.has(name)) this.#read.add(name)
    else refuse(`There is no table '${name.slice(0, 60)}'. Tables: ${[...this.#tables.keys()].join(', ')}.`)
  }

  #list(value: Node | undefined): void {
    const { fields } = (value?.ColumnRef ?? {}) as { fields?: Node[] }
    if (fields) this.#listed.add(fields)
  }

  #column(fields: Node[]): void {
    if (fields.length > 2) refuse('Name columns as column or table.column.')
    if (fields.at(-1)?.A_Star && !this.#listed.has(fields))
      refuse('A star may only stand for a list of columns. Name the columns, or use count(*).')
  }

  #function(names: string[], args: Node[]): void {
    const name = names.at(-1) ?? ''
    const is_builtin = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')
    if (!is_builtin || !functions.has(name))
      refuse(`The function '${names.join('.').slice(0, 60)}' is not allowed. Functions: ${[...functions].join(', ')}.`)
    this.#cost.add(name, args)
  }

  #table_function(calls: Node[]): void {
    for (const call of calls) {
      const [first] = (call as { List?: { items: Node[] } }).List?.items ?? []
      const name = names_of((first?.FuncCall as Node | undefined)?.funcname).at(-1) ?? ''
      if (!table_functions.has(name))
        refuse(`In FROM, only ${[...table_functions].join(', ')} is allowed as a function.`)
    }
  }

  #operator({ kind, name, lexpr, rexpr }: Node): void {
    const names = names_of(name)
    const is_word = !['AEXPR_OP', 'AEXPR_OP_ANY', 'AEXPR_OP_ALL'].includes(kind as string)
    if (!expression_kinds.has(kind as string) || names.length !== 1 || !(is_word || operators.has(names[0] ?? '')))
      refuse(`The operator '${names.join('.').slice(0, 30)}' is not allowed. Operators: ${[...operators].join(' ')}.`)
    this.#cost.add(names[0] ?? '', [lexpr, rexpr] as Node[])
  }

  #type(names: string[], modifiers: Node[]): void {
    const is_builtin = names.length === 1 || (names.length === 2 && names[0] === 'pg_catalog')
    if (!is_builtin || !types.has(names.at(-1) ?? ''))
      refuse(`The type '${names.join('.').slice(0, 60)}' is not allowed. Types: ${[...types].join(', ')}.`)
    // PostgreSQL pads char(n) to n characters. The fields of an interval type are also numbers here.
    for (const { A_Const } of modifiers as { A_Const?: { ival?: { ival?: number } } }[])
      if (!A_Const?.ival || (A_Const.ival.ival ?? 0) > TYPE_LENGTH_MAX)
        refuse(`The length of a type is a number up to ${TYPE_LENGTH_MAX}.`)
  }
}

/** Checks all aliases of columns before the statement is visited: a JSON answer cannot contain this key. */
function check_aliases(node: unknown, depth: number): void {
  if (depth > 4 * DEPTH_MAX) refuse(TOO_DEEP)
  if (typeof node !== 'object' || node === null) return
  for (const [key, value] of Object.entries(node as Node)) {
    const named =
      key === 'ResTarget'
        ? [(value as Node).name]
        : key === 'colnames' || key === 'aliascolnames'
          ? names_of(value)
          : []
    if (named.includes('__proto__')) refuse("A column cannot be called '__proto__'.")
    check_aliases(value, depth + 1)
  }
}

function names_of(list: unknown): string[] {
  if (!Array.isArray(list)) return []
  return list.map((item) => ((item as Node).String as { sval?: string } | undefined)?.sval ?? '')
}

function refuse_construct(type: string, field?: string): never {
  const name = field ?? type
  const what = Object.hasOwn(constructs, name)
    ? constructs[name]
    : `${field ? `${type}.` : ''}${name} of its parse tree`
  refuse(`The statement uses what is not allowed here: ${what}.`)
}
