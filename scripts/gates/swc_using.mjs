// dependency-cruiser visits files with swc's Visitor, which does not support `using` and throws at one (@swc/core 1.16, 2026-11).
import { Visitor } from '@swc/core/Visitor.js'

const visit_others = Visitor.prototype.visitStatement

Visitor.prototype.visitStatement = function visit(statement) {
  if (statement.type !== 'UsingDeclaration') return visit_others.call(this, statement)
  return { ...statement, decls: this.visitVariableDeclarators(statement.decls) }
}
