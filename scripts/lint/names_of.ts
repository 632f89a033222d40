// Finds the names that a source file declares: variables, functions, parameters, types, classes, and members of types and classes.
import { parseSync, Visitor } from 'oxc-parser'

export interface Declared {
  name: string
  /** Where the name begins in the source. */
  start: number
}

/** A node of the syntax tree, of any type. */
interface Syntax {
  type: string
  start: number
  name?: unknown
  [part: string]: unknown
}

export function names_of(file: string, source: string): Declared[] {
  const { program, errors } = parseSync(file, source)
  if (errors.length > 0) throw new Error(`${file} cannot be parsed: ${errors[0]!.message}`)
  const found = new Map<number, Declared>()
  const bind = (given: unknown) => {
    for (const { name, start } of bound_names(given)) found.set(start, { name, start })
  }
  const by_id = ({ id }: { id?: unknown }) => bind(id)
  const by_key = ({ key, computed }: { key: unknown; computed?: boolean }) => {
    if (!computed) bind(key)
  }
  const with_parameters = (node: { id?: unknown; params: unknown[] }) => [node.id, ...node.params].forEach(bind)
  const import_as = ({ local, imported }: { local: { start: number }; imported?: { start: number } }) => {
    if (imported?.start !== local.start) bind(local)
  }
  new Visitor({
    VariableDeclarator: by_id,
    FunctionDeclaration: with_parameters,
    FunctionExpression: with_parameters,
    ArrowFunctionExpression: with_parameters,
    TSFunctionType: with_parameters,
    TSMethodSignature(node) {
      by_key(node)
      with_parameters(node)
    },
    CatchClause({ param }) {
      bind(param)
    },
    ClassDeclaration: by_id,
    ClassExpression: by_id,
    PropertyDefinition: by_key,
    MethodDefinition: by_key,
    TSInterfaceDeclaration: by_id,
    TSTypeAliasDeclaration: by_id,
    TSPropertySignature: by_key,
    TSTypeParameter({ name }) {
      bind(name)
    },
    ImportSpecifier: import_as,
    ImportDefaultSpecifier: import_as,
    ImportNamespaceSpecifier: import_as,
  }).visit(program)
  return [...found.values()].sort((a, b) => a.start - b.start)
}

/** The names in a name, a pattern, or a parameter. */
function* bound_names(given: unknown): Generator<Declared> {
  const node = given as Syntax | null | undefined
  if (!node) return
  if (typeof node.name === 'string') yield { name: node.name, start: node.start }
  else if (node.type === 'ObjectPattern') yield* each_name(node.properties)
  else if (node.type === 'ArrayPattern') yield* each_name(node.elements)
  else if (node.type === 'Property') yield* bound_names(node.value)
  else if (node.type === 'AssignmentPattern') yield* bound_names(node.left)
  else if (node.type === 'RestElement') yield* bound_names(node.argument)
  else if (node.type === 'TSParameterProperty') yield* bound_names(node.parameter)
}

function* each_name(parts: unknown): Generator<Declared> {
  for (const part of parts as unknown[]) yield* bound_names(part)
}
