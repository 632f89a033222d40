// Follows each value through a caller's statement: how long a text can grow, and whether the statement can create new distinct
// values. The code visits the tree in PostgreSQL's order of execution, from the tables to the list of columns.
// If a name can mean several columns, the worst of these columns counts.
import { refuse } from '#engine/outcomes.ts'
import { chars_of, is_constant } from '#tools/query/sql/cost.ts'
import { limit_columns } from '#tools/query/sql/names.ts'
import { joining, keeping, placed, searching, texts, times } from '#tools/query/sql/shapes.ts'

/** A number as text has up to 131,072 digits before its point and 16,383 digits after it. */
const LONG_TEXT_CHARS = 150_000
/** Extra length of the joined texts of a row, in long texts: about 30 MB. PostgreSQL makes several copies. */
const LONGER_MAX = 200
/** Maximum number of compared characters. One comparison takes about 5 ns. */
const COMPARED_MAX = 400_000_000

type Node = Record<string, unknown>

interface Value {
  /** In units of `LONG_TEXT_CHARS`. */
  length: number
  /** True if the statement computes the value, so that each row can have another one. PostgreSQL caches every time zone it reads. */
  is_made: boolean
}
interface Column extends Value {
  /** Undefined if only PostgreSQL knows the name. */
  name: string | undefined
}
/** The columns that a query can name: those of WITH, of FROM, and of its outer queries. */
interface Scope {
  ctes: ReadonlyMap<string, Column[]>
  columns: Column[]
  by_name: Map<string | undefined, Value>
  outer: Scope | undefined
}

const PLAIN: Value = { length: 0, is_made: false }
const STORED: Value = { length: 1, is_made: false }
/** Stands for the order of the columns of a join that merges some: only PostgreSQL knows it. */
const MERGED: Column = { name: undefined, ...PLAIN }

const worst = (values: readonly Value[]): Value =>
  values.reduce((a, b) => ({ length: Math.max(a.length, b.length), is_made: a.is_made || b.is_made }), PLAIN)

export class SqlFlow {
  #longer = 0
  #compared = 0

  /** Refuses a statement whose values could exceed the memory. `statement` must have only allowed shapes. */
  check(statement: Node): void {
    this.#query(statement, scope_within(undefined, new Map()))
  }

  #query(wrapped: unknown, outer: Scope): Column[] {
    return this.#select(((wrapped as Node).SelectStmt ?? wrapped) as Node, outer)
  }

  #select(select: Node, outer: Scope): Column[] {
    const scope = scope_within(outer, this.#ctes(select.withClause as Node | undefined, outer))
    const columns = this.#rows(select, scope)
    for (const clause of ['whereClause', 'groupClause', 'havingClause', 'windowClause', 'distinctClause', 'sortClause'])
      this.#value(select[clause], scope)
    for (const clause of ['limitCount', 'limitOffset']) this.#value(select[clause], scope)
    return columns
  }

  #rows(select: Node, scope: Scope): Column[] {
    if (select.larg) {
      const [left, right] = [this.#query(select.larg, scope), this.#query(select.rarg, scope)]
      const is_paired = left.length === right.length && [...left, ...right].every(({ name }) => name !== undefined)
      return left.map((column, at) => ({ ...column, ...worst([column, ...(is_paired ? [right[at]!] : right)]) }))
    }
    if (select.valuesLists) {
      const rows = (select.valuesLists as { List: { items: Node[] } }[]).map(({ List }) =>
        List.items.map((item) => this.#value(item, scope)),
      )
      return rows[0]!.map((_, at) => ({ name: `column${at + 1}`, ...worst(rows.map((row) => row[at] ?? PLAIN)) }))
    }
    for (const item of (select.fromClause ?? []) as Node[]) this.#from(item, scope)
    const columns = ((select.targetList ?? []) as { ResTarget: Node }[]).flatMap(({ ResTarget: { name, val } }) =>
      is_star(val)
        ? scope.columns
        : [{ name: (name as string | undefined) ?? name_of(val), ...this.#value(val, scope) }],
    )
    for (const column of columns) this.#count(column)
    return columns
  }

  #ctes(clause: Node | undefined, outer: Scope): Scope['ctes'] {
    const ctes = new Map(outer.ctes)
    for (const { CommonTableExpr: cte } of (clause?.ctes ?? []) as { CommonTableExpr: Node }[])
      ctes.set(cte.ctename as string, renamed(this.#query(cte.ctequery, { ...outer, ctes }), cte.aliascolnames))
    return ctes
  }

  #from(item: Node, scope: Scope): void {
    const [[type, fields]] = Object.entries(item) as [[string, Node]]
    const names = (fields.alias as Node | undefined)?.colnames
    if (type === 'JoinExpr') {
      const before = scope.columns.length
      this.#from(fields.larg as Node, scope)
      this.#from(fields.rarg as Node, scope)
      this.#value(fields.quals, scope)
      if (fields.isNatural || fields.usingClause) bring(scope, [MERGED])
      if (names) bring(scope, renamed(scope.columns.slice(before), names))
    } else if (type === 'RangeSubselect') {
      bring(scope, renamed(this.#query(fields.subquery, scope), names))
    } else if (type === 'RangeFunction') {
      bring(scope, [{ name: undefined, ...this.#value(fields.functions, scope) }])
    } else {
      bring(scope, renamed(scope.ctes.get(fields.relname as string) ?? [{ name: undefined, ...STORED }], names))
    }
  }

  /** The value of a wrapped node, or the worst value of a list. */
  #value(node: unknown, scope: Scope): Value {
    if (typeof node !== 'object' || node === null) return PLAIN
    if (Array.isArray(node)) return worst(node.map((item) => this.#value(item, scope)))
    const entries = Object.entries(node as Node)
    if (entries.length === 0) return PLAIN
    const [type, fields] = entries[0] as [string, Node]
    if (type === 'A_Const') return literal(fields)
    if (type === 'ColumnRef') return column(fields.fields as Node[], scope)
    if (type === 'SubLink') return this.#sublink(fields, scope)
    if (type === 'FuncCall') return this.#call(fields, scope)
    if (type === 'A_Expr') return this.#operation(fields, scope)
    if (type === 'TypeCast') return this.#cast(fields, scope)
    const parts = Object.values(fields).map((field) => this.#value(field, scope))
    return type === 'BoolExpr' || type === 'NullTest' || type === 'BooleanTest' ? PLAIN : worst(parts)
  }

  #sublink({ subLinkType, subselect, testexpr, operName }: Node, scope: Scope): Value {
    const tested = this.#value(testexpr, scope)
    if (searching.has(last_name(operName))) this.#search(undefined, tested)
    const columns = this.#query(subselect, scope)
    // PostgreSQL keeps such a query in memory, and estimates the same length for each text.
    if (['ANY_SUBLINK', 'ALL_SUBLINK'].includes(subLinkType as string) && worst(columns).length > 1)
      refuse('A query after IN, ANY or ALL must not join texts with ||, concat or concat_ws. Use a join or EXISTS.')
    return subLinkType === 'EXPR_SUBLINK' ? worst(columns) : PLAIN
  }

  #call(call: Node, scope: Scope): Value {
    const name = last_name(call.funcname)
    const { args = [], agg_order = [] } = call as { args?: Node[]; agg_order?: Node[] }
    this.#value([call.agg_filter, call.over && { WindowDef: call.over }], scope)
    const values = [...args, ...agg_order].map((arg) => this.#value(arg, scope))
    if (name === 'timezone') refuse_made_zone(values[0])
    if (name === 'date_trunc') refuse_made_zone(values[2])
    if (name === 'to_char' && !is_constant(args[1])) refuse('The pattern of to_char must be a constant.')
    return this.#made(name, args, values)
  }

  #operation({ kind, name: names, lexpr, rexpr }: Node, scope: Scope): Value {
    const name = last_name(names)
    const args = [lexpr, rexpr] as Node[]
    const values = args.map((arg) => this.#value(arg, scope))
    if (kind === 'AEXPR_NULLIF') return values[0]!
    if (kind === 'AEXPR_OP' && !searching.has(name)) return this.#made(name, args, values)
    this.#made(name, args, values)
    return PLAIN
  }

  /** The result of a function or an operator. */
  #made(name: string, args: (Node | undefined)[], values: Value[]): Value {
    if (searching.has(name)) this.#search(args[1], values[0] ?? PLAIN)
    const { length, is_made } = worst(values)
    const is_varied = args.some((arg) => arg !== undefined && !is_constant(arg))
    if (joining.has(name))
      return this.#count({
        length: values.reduce((sum, value) => sum + value.length, 0),
        is_made: is_made || is_varied,
      })
    const is_placed = placed.has(name) && args.slice(1).some((arg) => !is_constant(arg))
    return this.#count({
      length: keeping.has(name) ? length : Math.max(length, 1),
      is_made: is_made || is_placed || name === 'to_char',
    })
  }

  #cast({ arg, typeName }: Node, scope: Scope): Value {
    const value = this.#value(arg, scope)
    const type = last_name((typeName as Node).names)
    if (times.has(type) && value.is_made)
      refuse('A date or time cannot be built from a computed text; use date_trunc, make_date or an interval.')
    if (!texts.has(type))
      return this.#count({ length: Math.max(value.length, 1), is_made: value.is_made && type === 'jsonb' })
    if (is_constant(arg as Node)) return value
    return this.#count({ length: Math.max(value.length, 1), is_made: true })
  }

  #search(pattern: Node | undefined, { length }: Value): void {
    this.#compared += chars_of(pattern) * Math.max(1, length) * LONG_TEXT_CHARS
    if (this.#compared > COMPARED_MAX)
      refuse('The patterns are too long for that many joined texts; shorten the patterns or join fewer texts.')
  }

  #count<V extends Value>(value: V): V {
    this.#longer += Math.max(0, value.length - 1)
    if (this.#longer > LONGER_MAX)
      refuse(
        'Too many texts are joined with ||, concat or concat_ws, one after the other; join fewer, or at the end only.',
      )
    return value
  }
}

const scope_within = (outer: Scope | undefined, ctes: Scope['ctes']): Scope => ({
  ctes,
  columns: [],
  by_name: new Map(),
  outer,
})

function bring({ columns, by_name }: Scope, brought: Column[]): void {
  // NATURAL and USING merge columns, which this list has apart. So it can grow where that of PostgreSQL does not.
  limit_columns(columns.length + brought.length)
  columns.push(...brought)
  for (const column of brought) by_name.set(column.name, worst([column, by_name.get(column.name) ?? PLAIN]))
}

/** Finds columns by name in all outer queries and ignores the table name. Extra matches are safe, but a missed match is not. */
function column(fields: Node[], scope: Scope): Value {
  const name = last_name(fields)
  const found: Value[] = [STORED]
  for (let at: Scope | undefined = scope; at; at = at.outer)
    found.push(at.by_name.get(name) ?? PLAIN, at.by_name.get(undefined) ?? PLAIN)
  return worst(found)
}

/** Columns with the names of an alias. The position is not known for certain, so each name gets the worst value of all columns. */
function renamed(columns: Column[], names: unknown): Column[] {
  if (!Array.isArray(names)) return columns
  const any = worst(columns)
  return [
    ...columns,
    ...(names as { String: { sval: string } }[]).map(({ String: { sval } }) => ({ name: sval, ...any })),
  ]
}

const is_star = (node: unknown) =>
  ((node as Node | undefined)?.ColumnRef as { fields: Node[] } | undefined)?.fields.at(-1)?.A_Star !== undefined

const name_of = (node: unknown) => {
  const { fields } = ((node as Node | undefined)?.ColumnRef ?? {}) as { fields?: Node[] }
  return fields && last_name(fields)
}

const last_name = (names: unknown): string =>
  ((names as Node[] | undefined)?.at(-1)?.String as { sval?: string } | undefined)?.sval ?? ''

/** A short literal, such as 1e100000, can mean a number with very many digits. */
const literal = (fields: Node): Value => ({
  length: fields.fval ? 1 : chars_of({ A_Const: fields }) / LONG_TEXT_CHARS,
  is_made: false,
})

function refuse_made_zone(zone: Value | undefined): void {
  if (zone?.is_made) refuse('A time zone must be a constant or a column as it is stored.')
}
