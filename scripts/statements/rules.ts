// The rules for every statement of an organization, checked in PostgreSQL's own parse tree. A statement must name the organization
// for each of the organization's tables, and must not contain anything that Citus refuses.
import { parse } from 'libpg-query'
import { org_tables } from '#db/org_tables.ts'

type Node = Record<string, unknown>

export interface Statement {
  /** The product's file that sends the statement, '' if unknown. */
  sender: string
  /** The role of the transaction, '' if no role is set. */
  role: string
  text: string
}

const names: ReadonlySet<string> = new Set(org_tables)
/** Functions that always return the same result for the same arguments. ON CONFLICT may call only these. */
const IMMUTABLE: ReadonlySet<string> = new Set(['decode', 'make_interval', 'timezone'])

/** One sentence for each broken rule. Empty if the statement follows the rules. */
export async function faults_of(text: string): Promise<string[]> {
  if (text.trim() === '') return []
  const read = await parse(text).catch((error: Error) => error)
  if (read instanceof Error) return [`it cannot be read: ${read.message}`]
  const { stmts = [] } = read as { stmts?: { stmt: Node }[] }
  return [...new Set(stmts.flatMap(({ stmt }) => new Reading().faults_of(stmt)))]
}

class Reading {
  readonly #faults: string[] = []
  #org_table: string | undefined
  #temporary_table: string | undefined

  faults_of(statement: Node): string[] {
    this.#read(statement, new Set())
    const is_change = ['UpdateStmt', 'DeleteStmt', 'MergeStmt'].some((kind) => kind in statement)
    if (this.#org_table && this.#temporary_table)
      this.#faults.push(
        `${this.#org_table} is ${is_change ? 'changed by comparing it' : 'used together'} with the temporary table ${this.#temporary_table}`,
      )
    return this.#faults
  }

  #read(node: unknown, ctes: ReadonlySet<string>): void {
    if (Array.isArray(node)) for (const item of node) this.#read(item, ctes)
    if (Array.isArray(node) || typeof node !== 'object' || node === null) return
    for (const [key, fields] of Object.entries(node as Node)) {
      const within = with_ctes(fields, ctes)
      this.#rules[type_of(key, fields)]?.(fields as Node, within)
      this.#read(fields, within)
    }
  }

  readonly #rules: Record<string, (fields: Node, ctes: ReadonlySet<string>) => void> = {
    SelectStmt: (fields, ctes) => {
      const is_locked = fields.lockingClause !== undefined
      this.#hold_tables(fields.fromClause, fields.whereClause, ctes, is_locked ? 'locked by' : 'read by')
    },
    UpdateStmt: ({ relation, fromClause, whereClause }, ctes) =>
      this.#hold_tables([{ RangeVar: relation }, fromClause], whereClause, ctes, 'changed by'),
    DeleteStmt: ({ relation, usingClause, whereClause }, ctes) =>
      this.#hold_tables([{ RangeVar: relation }, usingClause], whereClause, ctes, 'changed by'),
    MergeStmt: ({ relation }, ctes) => this.#hold_tables([{ RangeVar: relation }], undefined, ctes, 'changed by'),
    InsertStmt: (fields) => this.#hold_insert(fields),
    RangeVar: (fields, ctes) => {
      if (fields.schemaname === 'pg_temp') this.#temporary_table = fields.relname as string
      this.#org_table ??= org_table(fields, ctes)
    },
    VariableSetStmt: ({ kind, name, is_local }) => {
      if (kind !== 'VAR_SET_MULTI' && !is_local) this.#faults.push(`${name ?? 'all'} is set for the session`)
    },
    FuncCall: (fields) => {
      const [setting, , is_local] = (fields.args ?? []) as Node[]
      if (function_name(fields) === 'set_config' && !is_true(is_local))
        this.#faults.push(`${text_of(setting)} is set for the session`)
    },
  }

  #hold_tables(from: unknown, where: unknown, ctes: ReadonlySet<string>, how: string): void {
    const items = [from].flat(2).filter((item) => item !== undefined) as Node[]
    const held = new Set([...held_by(where), ...items.flatMap(held_in_joins)])
    const relations = items.flatMap(relations_of)
    if (relations.length === 1 && held.has('')) return
    for (const relation of relations) {
      const table = org_table(relation, ctes)
      if (table && !held.has(alias_of(relation)))
        this.#faults.push(`${table} is ${how} a query that does not name the organization`)
    }
  }

  #hold_insert({ relation, cols = [], selectStmt, onConflictClause, returningClause }: Node): void {
    const table = org_table(relation as Node, new Set())
    if (!table) return
    const columns = (cols as Node[]).map(({ ResTarget }) => (ResTarget as Node).name)
    const at = columns.indexOf('org_id')
    const { valuesLists, targetList } = ((selectStmt as Node | undefined)?.SelectStmt ?? {}) as Record<string, Node[]>
    const rows = valuesLists
      ? valuesLists.map(({ List }) => (List as { items: Node[] }).items[at])
      : [(targetList?.[at]?.ResTarget as Node | undefined)?.val]
    if (at < 0 || !rows.every(is_fixed)) this.#faults.push(`${table} is given rows that do not name the organization`)
    for (const name of functions_in(onConflictClause))
      if (!IMMUTABLE.has(name)) this.#faults.push(`${table} is updated on conflict with ${name}()`)
    if (valuesLists) return
    // Citus stores the rows of such a query by COPY, which row security refuses.
    if (!onConflictClause && !returningClause)
      this.#faults.push(`${table} is given the rows of a query without ON CONFLICT or RETURNING`)
    if (has_parameter(onConflictClause))
      this.#faults.push(`${table} is given the rows of a query with a parameter in ON CONFLICT`)
  }
}

/** The key of a node is its type. For a few nodes, the key is a field name instead. */
function type_of(key: string, fields: unknown): string {
  if (key === 'relation' || key === 'rel') return 'RangeVar'
  const is_half = (key === 'larg' || key === 'rarg') && typeof fields === 'object' && 'limitOption' in fields!
  return is_half ? 'SelectStmt' : key
}

function with_ctes(fields: unknown, ctes: ReadonlySet<string>): ReadonlySet<string> {
  const clause = (fields as { withClause?: { ctes: { CommonTableExpr: { ctename: string } }[] } } | null)?.withClause
  return clause ? new Set([...ctes, ...clause.ctes.map(({ CommonTableExpr }) => CommonTableExpr.ctename)]) : ctes
}

function org_table({ schemaname, relname }: Node, ctes: ReadonlySet<string>): string | undefined {
  if (schemaname === undefined && ctes.has(relname as string)) return undefined
  const name = schemaname === undefined || schemaname === 'public' ? (relname as string) : `${schemaname}.${relname}`
  return names.has(name) ? name : undefined
}

const alias_of = ({ alias, relname }: Node) => ((alias as Node | undefined)?.aliasname ?? relname) as string

/** The tables of a FROM item itself. The tables of its subqueries are checked as part of those subqueries. */
function relations_of(item: Node): Node[] {
  if (item.RangeVar) return [item.RangeVar as Node]
  const { larg, rarg } = (item.JoinExpr ?? {}) as { larg?: Node; rarg?: Node }
  return [larg, rarg].flatMap((side) => (side ? relations_of(side) : []))
}

/** Names of tables that the condition restricts to one organization. '' means the only table of the statement. */
function held_by(condition: unknown): string[] {
  const { BoolExpr, A_Expr } = (condition ?? {}) as { BoolExpr?: Node; A_Expr?: Node }
  if (BoolExpr?.boolop === 'AND_EXPR') return (BoolExpr.args as Node[]).flatMap(held_by)
  if (A_Expr?.kind !== 'AEXPR_OP' || text_of((A_Expr.name as Node[])[0]) !== '=') return []
  const sides = [A_Expr.lexpr, A_Expr.rexpr] as Node[]
  const path = sides.map(column_path).find((names) => names?.at(-1) === 'org_id')
  return path && sides.some(is_fixed) ? [path.at(-2) ?? ''] : []
}

/** An outer join keeps all rows of one side, so its condition restricts only the other side to one organization. */
function held_in_joins(item: Node): string[] {
  const join = item.JoinExpr as { jointype: string; larg: Node; rarg: Node; quals?: Node } | undefined
  if (!join) return []
  const { jointype, larg, rarg, quals } = join
  const held = new Set(held_by(quals))
  const sides = { JOIN_INNER: [larg, rarg], JOIN_LEFT: [rarg], JOIN_RIGHT: [larg] }[jointype] ?? []
  const here = sides.flatMap(relations_of).map(alias_of)
  return [...here.filter((name) => held.has(name)), ...held_in_joins(larg), ...held_in_joins(rarg)]
}

/** True for a parameter or a constant, with or without a cast. */
function is_fixed(node: unknown): boolean {
  const { ParamRef, A_Const, TypeCast } = (node ?? {}) as { ParamRef?: Node; A_Const?: Node; TypeCast?: Node }
  return ParamRef !== undefined || A_Const !== undefined || (TypeCast !== undefined && is_fixed(TypeCast.arg))
}

function column_path(node: Node | undefined): string[] | undefined {
  const { fields } = (node?.ColumnRef ?? {}) as { fields?: Node[] }
  return fields?.map(text_of)
}

function functions_in(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([type, fields]) => [
    ...(type === 'FuncCall' ? [function_name(fields as Node)] : []),
    ...(type === 'SQLValueFunction' ? [String((fields as Node).op)] : []),
    ...functions_in(fields),
  ])
}

function has_parameter(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false
  return Object.entries(node).some(([type, fields]) => type === 'ParamRef' || has_parameter(fields))
}

const function_name = ({ funcname }: Node) => text_of((funcname as Node[]).at(-1))
const is_true = (node: Node | undefined) =>
  (node?.A_Const as { boolval?: { boolval?: boolean } } | undefined)?.boolval?.boolval === true

function text_of(node: Node | undefined): string {
  const { String: name, A_Const } = (node ?? {}) as { String?: { sval: string }; A_Const?: { sval?: { sval: string } } }
  return name?.sval ?? A_Const?.sval?.sval ?? 'a setting'
}
