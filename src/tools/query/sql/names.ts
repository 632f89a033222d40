// Resolves names of a caller's statement as PostgreSQL does. PostgreSQL reads `relation.name` as a call of the function `name` with the
// whole row if the relation has no such column, and a relation's name alone as its whole row. Both are refused.
import { refuse } from '#engine/outcomes.ts'

/** PostgreSQL's own limit for the columns of a query. FROM has the same one here, because a query is checked before PostgreSQL reads it. */
const COLUMNS_MAX = 1_664
const NAME_CHARS_MAX = 60
/** The name that PostgreSQL gives to a column without one. It cannot be a function. */
const UNNAMED = '?column?'
/** The columns of the only functions in FROM that are allowed: the result, and its number in the list. */
const FUNCTION_COLUMN = 'value'
const NUMBER_COLUMN = 'ordinality'

type Node = Record<string, unknown>

interface Relation {
  /** The name that can stand before a dot. Undefined for a subquery without an alias. */
  name: string | undefined
  columns: readonly string[]
  /** The same names, because each name of a statement is looked up in each relation. */
  has: ReadonlySet<string>
  /** True for a function in FROM: its name alone means a value and not a row. */
  is_value?: boolean
}

/** What expressions of a query can name, and the queries around it. */
interface Scope {
  relations: readonly Relation[]
  ctes: ReadonlyMap<string, readonly string[]>
  outer: Scope | undefined
}

/** An item of FROM: its columns in order, and the relations that expressions can name. */
interface Item {
  columns: readonly string[]
  relations: readonly Relation[]
}

export class SqlNames {
  readonly #tables: ReadonlyMap<string, ReadonlySet<string>>
  /** The columns of queries that were resolved. A query in an expression is resolved once and named once. */
  readonly #resolved = new WeakMap<object, readonly string[]>()

  constructor(tables: ReadonlyMap<string, ReadonlySet<string>>) {
    this.#tables = tables
  }

  /**
   * Refuses a name that PostgreSQL would not resolve to a column, and two columns with the same name, of which a row's JSON would lose one.
   * `statement` must have only allowed shapes.
   */
  check(statement: Node): void {
    const columns = this.#query(statement, { relations: [], ctes: new Map(), outer: undefined })
    const twice = columns.find((name, at) => columns.indexOf(name) < at)
    if (twice !== undefined) refuse(`Two columns are called '${shown(twice)}'; give one another name with AS.`)
  }

  /** The names of the query's columns. */
  #query(wrapped: unknown, outer: Scope): readonly string[] {
    const known = this.#resolved.get(wrapped as object)
    if (known) return known
    const select = ((wrapped as Node).SelectStmt ?? wrapped) as Node
    const scope: Scope = { relations: [], ctes: this.#ctes(select.withClause as Node | undefined, outer), outer }
    const columns = select.larg ? this.#union(select, scope) : this.#rows(select, scope)
    limit_columns(columns.length)
    this.#resolved.set(wrapped as object, columns)
    return columns
  }

  #ctes(clause: Node | undefined, outer: Scope): Scope['ctes'] {
    const ctes = new Map(outer.ctes)
    for (const { CommonTableExpr: cte } of (clause?.ctes ?? []) as { CommonTableExpr: Node }[]) {
      const columns = this.#query(cte.ctequery, { relations: [], ctes, outer })
      ctes.set(cte.ctename as string, renamed(columns, cte.aliascolnames))
    }
    return ctes
  }

  #union(select: Node, scope: Scope): readonly string[] {
    const columns = this.#query(select.larg, scope)
    this.#query(select.rarg, scope)
    this.#ends(select, scope, columns)
    return columns
  }

  #rows(select: Node, around: Scope): readonly string[] {
    if (select.valuesLists) {
      this.#expression(select.valuesLists, around)
      this.#ends(select, around, [])
      const [first] = select.valuesLists as { List: { items: Node[] } }[]
      return first!.List.items.map((_, at) => `column${at + 1}`)
    }
    let scope = around
    const all: string[] = []
    for (const item of (select.fromClause ?? []) as Node[]) {
      const { columns, relations } = this.#from(item, scope)
      all.push(...columns)
      limit_columns(all.length)
      scope = { ...scope, relations: [...scope.relations, ...relations] }
    }
    const columns: string[] = []
    for (const { ResTarget: target } of (select.targetList ?? []) as { ResTarget: Node }[]) {
      this.#expression(target.val, scope)
      columns.push(...this.#names_of(target, scope, all))
      limit_columns(columns.length)
    }
    for (const clause of ['whereClause', 'havingClause', 'windowClause']) this.#expression(select[clause], scope)
    this.#ends(select, scope, columns)
    return columns
  }

  /** The clauses in which a name alone can also be a column of the result. */
  #ends(select: Node, scope: Scope, columns: readonly string[]): void {
    for (const clause of ['groupClause', 'distinctClause', 'sortClause'])
      for (const item of (select[clause] ?? []) as Node[]) {
        const sorted = (item.SortBy as { node?: Node } | undefined)?.node ?? item
        const name = only_name(sorted)
        if (name === undefined || !columns.includes(name)) this.#expression(item, scope)
      }
    for (const clause of ['limitCount', 'limitOffset']) this.#expression(select[clause], scope)
  }

  /** `scope` has the relations before the item, which only LATERAL and functions can name. */
  #from(item: Node, scope: Scope): Item {
    const [[type, fields]] = Object.entries(item) as [[string, Node]]
    if (type === 'JoinExpr') return this.#join(fields, scope)
    const { aliasname, colnames } = (fields.alias ?? {}) as { aliasname?: string; colnames?: unknown }
    if (type === 'RangeSubselect') {
      const outer = fields.lateral ? scope : { ...scope, relations: [] }
      return one_relation(aliasname, renamed(this.#query(fields.subquery, outer), colnames))
    }
    if (type === 'RangeFunction') {
      this.#expression(fields.functions, scope)
      const given = fields.ordinality ? [FUNCTION_COLUMN, NUMBER_COLUMN] : [FUNCTION_COLUMN]
      const columns = renamed(given, colnames)
      const relation = { name: aliasname, columns, has: new Set(columns), is_value: !fields.ordinality }
      return { columns, relations: [relation] }
    }
    const name = fields.relname as string
    return one_relation(
      aliasname ?? name,
      renamed(scope.ctes.get(name) ?? [...(this.#tables.get(name) ?? [])], colnames),
    )
  }

  #join({ larg, rarg, usingClause, isNatural, quals, alias }: Node, scope: Scope): Item {
    const left = this.#from(larg as Node, scope)
    const right = this.#from(rarg as Node, { ...scope, relations: [...scope.relations, ...left.relations] })
    limit_columns(left.columns.length + right.columns.length)
    const relations = [...left.relations, ...right.relations]
    this.#expression(quals, { ...scope, relations })
    const of_right = new Set(right.columns)
    const merged = isNatural ? left.columns.filter((name) => of_right.has(name)) : texts_of(usingClause)
    const is_merged = new Set(merged)
    const columns = [...merged, ...[...left.columns, ...right.columns].filter((name) => !is_merged.has(name))]
    if (!alias) return { columns, relations }
    const { aliasname, colnames } = alias as { aliasname: string; colnames?: unknown }
    return one_relation(aliasname, renamed(columns, colnames))
  }

  #expression(node: unknown, scope: Scope): void {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const item of node) this.#expression(item, scope)
      return
    }
    for (const [type, value] of Object.entries(node as Node)) {
      if (type === 'ColumnRef') check_column((value as { fields: Node[] }).fields, scope)
      else if (type === 'SelectStmt') this.#query(node, scope)
      else this.#expression(value, scope)
    }
  }

  /** The names of a column in the list, or of all columns of a star. */
  #names_of({ name, val }: Node, scope: Scope, all: readonly string[]): readonly string[] {
    if (name !== undefined) return [name as string]
    const { fields } = ((val as Node | undefined)?.ColumnRef ?? {}) as { fields?: Node[] }
    if (fields?.at(-1)?.A_Star === undefined) return [this.#name_of(val as Node, scope)?.name ?? UNNAMED]
    return fields.length === 1 ? all : (relation_of(text_of(fields[0]), scope)?.columns ?? [])
  }

  /** PostgreSQL's rules for a column without AS. A weak name gives way to a better name around it. */
  #name_of(node: Node | undefined, scope: Scope): { name: string; is_weak?: boolean } | undefined {
    const [[type, fields] = ['', {}]] = Object.entries(node ?? {}) as [string, Node][]
    if (type === 'ColumnRef') return { name: text_of((fields.fields as Node[]).at(-1)) }
    if (type === 'FuncCall') return { name: texts_of(fields.funcname).at(-1)! }
    if (type === 'A_Expr' && fields.kind === 'AEXPR_NULLIF') return { name: 'nullif' }
    if (type === 'CoalesceExpr') return { name: 'coalesce' }
    if (type === 'MinMaxExpr') return { name: fields.op === 'IS_GREATEST' ? 'greatest' : 'least' }
    if (type === 'A_ArrayExpr') return { name: 'array' }
    if (type === 'SQLValueFunction') return { name: (fields.op as string).replace(/^SVFOP_|_N$/g, '').toLowerCase() }
    if (type === 'SubLink' && fields.subLinkType === 'EXISTS_SUBLINK') return { name: 'exists' }
    if (type === 'SubLink' && fields.subLinkType === 'EXPR_SUBLINK')
      return { name: this.#query(fields.subselect, scope)[0] ?? UNNAMED }
    if (type === 'TypeCast') {
      const found = this.#name_of(fields.arg as Node, scope)
      const of_type = texts_of((fields.typeName as Node).names).at(-1)!
      return found && !found.is_weak ? found : { name: of_type, is_weak: true }
    }
    if (type === 'CaseExpr') {
      const found = this.#name_of(fields.defresult as Node | undefined, scope)
      return found && !found.is_weak ? found : { name: 'case', is_weak: true }
    }
    return undefined
  }
}

function check_column(fields: Node[], scope: Scope): void {
  const [first, second] = fields
  const name = text_of(first)
  if (first?.A_Star) return
  if (second) {
    const relation = relation_of(name, scope)
    if (!relation) refuse(`There is no table or alias '${shown(name)}' in this place.`)
    if (!second.A_Star && !relation.has.has(text_of(second)))
      refuse(`'${shown(name)}' has no column '${shown(text_of(second))}'. get_data_catalog lists the columns.`)
    return
  }
  for (let at: Scope | undefined = scope; at; at = at.outer) if (at.relations.some(({ has }) => has.has(name))) return
  const relation = relation_of(name, scope)
  if (relation && !relation.is_value)
    refuse(`'${shown(name)}' is something the statement reads from, as a whole; write '${shown(name)}.column'.`)
}

/** The innermost relation of this name. */
function relation_of(name: string, scope: Scope): Relation | undefined {
  for (let at: Scope | undefined = scope; at; at = at.outer) {
    const found = at.relations.find((relation) => relation.name === name)
    if (found) return found
  }
  return undefined
}

const one_relation = (name: string | undefined, columns: readonly string[]): Item => ({
  columns,
  relations: [{ name, columns, has: new Set(columns) }],
})

/** Refuses lists that would make the check itself slow: a query that is read several times multiplies its columns. */
export function limit_columns(count: number): void {
  if (count > COLUMNS_MAX)
    refuse(`A query, and its FROM, may have ${COLUMNS_MAX} columns at most; name only those that you need.`)
}

/** An alias can rename the first columns. */
function renamed(columns: readonly string[], names: unknown): readonly string[] {
  const first = texts_of(names)
  return first.length === 0 ? columns : [...first, ...columns.slice(first.length)]
}

/** The name of an expression that is a name without a dot. */
function only_name(node: Node): string | undefined {
  const { fields } = (node.ColumnRef ?? {}) as { fields?: Node[] }
  return fields?.length === 1 && !fields[0]!.A_Star ? text_of(fields[0]) : undefined
}

const texts_of = (list: unknown): string[] => (Array.isArray(list) ? list.map((item) => text_of(item as Node)) : [])
const text_of = (node: Node | undefined): string => (node?.String as { sval?: string } | undefined)?.sval ?? ''
const shown = (name: string) => name.slice(0, NAME_CHARS_MAX)
