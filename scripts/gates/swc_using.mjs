// dependency-cruiser visits files with swc's Visitor, which does not support `using` and throws at one (@swc/core 1.16, 2026-11).
import swc from '@swc/core'
import { Visitor } from '@swc/core/Visitor.js'

const visit_others = Visitor.prototype.visitStatement

Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visit_others.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}

// It also parses every file without JSX, so that it could not read a page of the dashboard.
const parse_file = swc.parseFileSync
swc.parseFileSync = (file, options) => parse_file(file, { ...options, tsx: file.endsWith('.tsx') })
