// Adds the organization to every statement of its transaction, next to row security, so that an engine that distributes tables by org_id
// can plan with it. No author writes the condition: Kysely queries get it when they are compiled, and raw SQL through `of_org`.
import {
  AndNode,
  ColumnNode,
  type DeleteQueryNode,
  type FromNode,
  type IdentifierNode,
  type InsertQueryNode,
  type JoinNode,
  OnNode,
  type OperationNode,
  OrNode,
  ParensNode,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type RawBuilder,
  RawNode,
  type SelectQueryNode,
  sql,
  TableNode,
  type UpdateQueryNode,
  ValueListNode,
  ValueNode,
  ValuesNode,
  WhereNode,
} from 'kysely'
import { type OrgTable, org_tables } from '#db/org_tables.ts'

const names: ReadonlySet<string> = new Set(org_tables)

/** A placeholder for the organization, replaced when a statement of its transaction is compiled. */
const ORGANIZATION = Symbol('organization of the transaction')
const organization = ValueNode.create(ORGANIZATION)
/** The organizations of a transaction that works on some of them. */
const AMONG = Symbol('organizations of the transaction')
const among = ValueNode.create(AMONG)

/** The organization of the transaction, for raw SQL that writes. */
export const this_org: RawBuilder<string> = sql`${ORGANIZATION}`

/** A table in a statement across organizations, written when the statement is compiled. */
class AcrossOrgs {
  readonly table: OrgTable
  readonly alias: string
  constructor(table: OrgTable, alias: string) {
    this.table = table
    this.alias = alias
  }
}

/** The rows of all organizations that the transaction works on, in a FROM clause or join of raw SQL. */
export const of_all_orgs = (table: OrgTable, alias: string): RawBuilder<unknown> => sql`${new AcrossOrgs(table, alias)}`

/** The organization's rows of a table or view, in a FROM clause or join of raw SQL. */
export function of_org(table: OrgTable, alias = table.slice(table.indexOf('.') + 1)): RawBuilder<unknown> {
  if (!names.has(table)) throw new TypeError(`${table} is not a table of an organization`)
  // The planner merges this subquery into the statement, and an outer join remains an outer join.
  return sql`(select * from ${sql.table(table)} where org_id = ${this_org}) as ${sql.ref(alias)}`
}

/**
 * Compiles the statements of one organization. Without an organization, statements work across all organizations, unchanged, or across
 * those of `among`.
 */
export class OrganizationCompiler extends PostgresQueryCompiler {
  readonly #org_id: string | undefined
  readonly #among: readonly string[] | undefined
  /** The parameter that already holds the organization. It is sent once, however many tables need it. */
  #placeholder: string | undefined

  constructor(org_id: string | undefined, among?: readonly string[]) {
    super()
    this.#org_id = org_id
    this.#among = among
  }

  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#placeholder = undefined
    return super.compileQuery(...given)
  }

  protected override appendValue(value: unknown): void {
    if (value instanceof AcrossOrgs) this.#append_across(value)
    else if (value === AMONG) this.#append_once(this.#among)
    else if (value !== ORGANIZATION) super.appendValue(value)
    else if (this.#org_id === undefined)
      throw new Error('a statement across organizations must not name an organization')
    else this.#append_once(this.#org_id)
  }

  #append_once(value: unknown): void {
    if (this.#placeholder !== undefined) this.append(this.#placeholder)
    else {
      super.appendValue(value)
      this.#placeholder = `$${this.numParameters}`
    }
  }

  #append_across({ table, alias }: AcrossOrgs): void {
    if (this.#among) {
      this.append(`(select * from ${table} where org_id = any (`)
      this.#append_once(this.#among)
      this.append(`::uuid[])) as ${alias}`)
    } else this.append(`${table} as ${alias}`)
  }

  protected override visitSelectQuery(node: SelectQueryNode): void {
    super.visitSelectQuery(this.#limited(node, tables_of(node.from)))
  }

  protected override visitUpdateQuery(node: UpdateQueryNode): void {
    super.visitUpdateQuery(this.#limited(node, [...tables_in(node.table), ...tables_of(node.from)]))
  }

  protected override visitDeleteQuery(node: DeleteQueryNode): void {
    super.visitDeleteQuery(this.#limited(node, [...tables_of(node.from), ...(node.using?.tables ?? [])]))
  }

  /** Adds the condition to the join itself, so that an outer join remains an outer join. */
  protected override visitJoin(node: JoinNode): void {
    const condition = node.on && this.#condition([node.table])
    super.visitJoin(condition ? { ...node, on: OnNode.create(both(node.on.on, condition)) } : node)
  }

  protected override visitInsertQuery(node: InsertQueryNode): void {
    super.visitInsertQuery(this.#given(node))
  }

  /** Adds the organization to a new row, unless the statement sets it. */
  #given(node: InsertQueryNode): InsertQueryNode {
    const { into, columns, values } = node
    if (this.#org_id === undefined || !into || !name_of(into) || !columns || !values || !ValuesNode.is(values))
      return node
    if (columns.some(({ column }) => column.name === 'org_id')) return node
    const rows = values.values.map((row) =>
      PrimitiveValueListNode.is(row)
        ? PrimitiveValueListNode.create([...row.values, ORGANIZATION])
        : ValueListNode.create([...row.values, organization]),
    )
    return { ...node, columns: [...columns, ColumnNode.create('org_id')], values: ValuesNode.create(rows) }
  }

  #limited<Node extends Limited>(node: Node, tables: readonly OperationNode[]): Node {
    const crossed = node.joins?.filter(({ on }) => !on).map(({ table }) => table) ?? []
    const condition = this.#condition(crossed.length > 0 ? [...tables, ...crossed] : tables)
    const outer = node.joins?.filter(({ joinType }) => joinType === 'RightJoin' || joinType === 'FullJoin') ?? []
    if (outer.length > 0 && (condition || this.#condition(outer.map(({ table }) => table))))
      throw new Error("an organization's table in a right or full join must be written with of_org")
    if (!condition) return node
    return { ...node, where: WhereNode.create(node.where ? both(node.where.where, condition) : condition) }
  }

  #condition(tables: readonly OperationNode[]): OperationNode | undefined {
    if (this.#org_id === undefined && !this.#among) return undefined
    let condition: OperationNode | undefined
    for (const table of tables) {
      const name = name_of(table)
      if (name === undefined) continue
      const one = this.#among
        ? RawNode.create([`${name}.org_id = any (`, '::uuid[])'], [among])
        : RawNode.create([`${name}.org_id = `, ''], [organization])
      condition = condition ? AndNode.create(condition, one) : one
    }
    return condition
  }
}

interface Limited {
  where?: WhereNode
  joins?: readonly JoinNode[]
}

function both(given: OperationNode, condition: OperationNode): OperationNode {
  return AndNode.create(may_hold_or(given) ? ParensNode.create(given) : given, condition)
}

/** Raw SQL may hold an OR, wherever it stands in a chain of AND. */
const may_hold_or = (node: OperationNode): boolean =>
  OrNode.is(node) || RawNode.is(node) || (AndNode.is(node) && (may_hold_or(node.left) || may_hold_or(node.right)))

const tables_of = (from: FromNode | undefined) => from?.froms ?? []

function tables_in(table: OperationNode | undefined): readonly OperationNode[] {
  if (!table) return []
  return table.kind === 'ListNode' ? (table as unknown as { items: OperationNode[] }).items : [table]
}

/** The name of an organization's table in the statement. Undefined for other tables. */
function name_of(node: OperationNode, alias?: OperationNode): string | undefined {
  if (node.kind === 'AliasNode') {
    const { node: of, alias } = node as unknown as Record<'node' | 'alias', OperationNode>
    return name_of(of, alias)
  }
  if (!TableNode.is(node)) return undefined
  const { schema, identifier } = node.table
  const path = schema ? [schema.name, identifier.name] : [identifier.name]
  if (!names.has(path.join('.'))) return undefined
  return (alias ? [(alias as IdentifierNode).name] : path).map(quoted).join('.')
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
