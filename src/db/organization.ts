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

/** The organization of the transaction, for raw SQL that writes. */
export const this_org: RawBuilder<string> = sql`${ORGANIZATION}`

/** The organization's rows of a table or view, in a FROM clause or join of raw SQL. */
export function of_org(table: OrgTable, alias = table.slice(table.indexOf('.') + 1)): RawBuilder<unknown> {
  if (!names.has(table)) throw new TypeError(`${table} is not a table of an organization`)
  // The planner merges this subquery into the statement, and an outer join remains an outer join.
  return sql`(select * from ${sql.table(table)} where org_id = ${this_org}) as ${sql.ref(alias)}`
}

/** Compiles the statements of one organization. Without an organization, statements work across all organizations, unchanged. */
export class OrganizationCompiler extends PostgresQueryCompiler {
  readonly #org_id: string | undefined
  /** The parameter that already holds the organization. It is sent once, however many tables need it. */
  #placeholder: string | undefined

  constructor(org_id: string | undefined) {
    super()
    this.#org_id = org_id
  }

  override compileQuery(...given: Parameters<PostgresQueryCompiler['compileQuery']>) {
    this.#placeholder = undefined
    return super.compileQuery(...given)
  }

  protected override appendValue(value: unknown): void {
    if (value !== ORGANIZATION) super.appendValue(value)
    else if (this.#org_id === undefined)
      throw new Error('a statement across organizations must not name an organization')
    else if (this.#placeholder !== undefined) this.append(this.#placeholder)
    else {
      super.appendValue(this.#org_id)
      this.#placeholder = `$${this.numParameters}`
    }
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
    if (this.#org_id === undefined) return undefined
    let condition: OperationNode | undefined
    for (const table of tables) {
      const name = name_of(table)
      if (name === undefined) continue
      const one = RawNode.create([`${name}.org_id = `, ''], [organization])
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
