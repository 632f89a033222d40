// The cost of a query, and the bucket that pays for queries (shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits, read
// 2026-11).
import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

export const query_max = 1000
// A shop on the standard plan, as in recorded answers.
export const restore_rate = 100
export const bucket_max = 20 * restore_rate

/** Amounts of money and page information cost nothing. */
const free = new Set(['PageInfo', 'MoneyBag', 'MoneyV2'])

/** Each mutation (section "Cost calculation" of the same page). */
const mutation_points = 10

type Values = Record<string, unknown>

/**
 * Points of a list of n. The vendor publishes no formula. This formula gives the recorded costs of real queries: 2 points a connection,
 * and per object of a node 6, 7, 9 and 11 points for 25, 50, 100 and 250 nodes (read 2026-11).
 */
const sized = (n: number) => (n <= 0 ? 0 : Math.max(1, Math.floor(2 * Math.log(n))))

/** Objects cost 1, scalars nothing, lists by size: the requested size, or the answered size when `data` is given. */
export function cost_of(schema: GraphQLSchema, document: DocumentNode, variables: Values, data?: unknown): number {
  const fragments = new Map<string, FragmentDefinitionNode>()
  let operation: OperationDefinitionNode | undefined
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
    if (definition.kind === Kind.OPERATION_DEFINITION) operation ??= definition
  }

  const fields = (set: SelectionSetNode): FieldNode[] =>
    set.selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return fields(selection.selectionSet)
      return fields(fragments.get(selection.name.value)!.selectionSet)
    })

  const children = (set: SelectionSetNode | undefined, type: GraphQLOutputType, data: unknown): number => {
    const parent = getNamedType(type)
    const known = isObjectType(parent) ? parent.getFields() : {}
    return fields(set ?? { kind: Kind.SELECTION_SET, selections: [] }).reduce((sum, field) => {
      const type = known[field.name.value]?.type ?? possible(schema, field.name.value)
      return type ? sum + one(field, type, (data as Values | undefined)?.[(field.alias ?? field.name).value]) : sum
    }, 0)
  }

  const one = (field: FieldNode, type: GraphQLOutputType, data: unknown): number => {
    const name = getNamedType(type).name
    if (!field.selectionSet || free.has(name)) return 0
    if (data === null) return 1
    if (name.endsWith('Connection')) return 2 + connection(field, type, data)
    const bare = isNonNullType(type) ? type.ofType : type
    if (!isListType(bare)) return 1 + children(field.selectionSet, type, data)
    if (!Array.isArray(data)) return 1 + children(field.selectionSet, type, undefined)
    return data.reduce((sum: number, item) => sum + 1 + children(field.selectionSet, type, item), 0)
  }

  const connection = (field: FieldNode, type: GraphQLOutputType, data: unknown): number => {
    const size = field.arguments?.find(({ name }) => name.value === 'first' || name.value === 'last')?.value
    const asked = Number(size ? valueFromASTUntyped(size, variables) : 0)
    return fields(field.selectionSet!).reduce((sum, list) => {
      if (list.name.value !== 'nodes' && list.name.value !== 'edges') return sum
      const known = getNamedType(type)
      const item = isObjectType(known) ? known.getFields()[list.name.value]!.type : type
      const rows = (data as Values | undefined)?.[list.name.value]
      // An edge is free, its node is not.
      const own = list.name.value === 'nodes' ? 1 : 0
      if (!Array.isArray(rows)) return sum + sized(asked) * (own + children(list.selectionSet, item, undefined))
      const all = rows.reduce((total: number, row) => total + own + children(list.selectionSet, item, row), 0)
      return sum + (rows.length ? sized(rows.length) * (all / rows.length) : 0)
    }, 0)
  }

  if (operation?.operation === 'mutation') return mutation_points * fields(operation.selectionSet).length
  return operation ? Math.ceil(children(operation.selectionSet, schema.getQueryType()!, data)) : 0
}

/** The field's type, from any type that has the field, because an interface does not name one. */
function possible(schema: GraphQLSchema, field: string): GraphQLOutputType | undefined {
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && type.getFields()[field]) return type.getFields()[field]!.type
}
