// docs/roles.md: what each role of an organization may do.
import { roles, scopes_of } from '#domain/roles.ts'
import { scopes } from '#domain/scopes.ts'

const approver = scopes_of({ role: 'member', is_approver: true })

export function roles_md(): string {
  const columns = [
    ...roles.map((role) => ({ name: role, of: scopes_of({ role, is_approver: false }) })),
    { name: 'member who approves', of: approver },
  ]
  const count = columns.map(({ of }) => `${of.size} of ${scopes.length}`)
  return `# Roles

What a member of an organization may do, by scope. A key or a session can do no more than its owner may do at this moment. An admin can
let a member approve changes of platforms. Some scopes belong to tools that this version does not have.

| Scope | ${columns.map(({ name }) => name).join(' | ')} |
|---|${columns.map(() => '---').join('|')}|
${scopes.map((scope) => `| \`${scope}\` | ${columns.map(({ of }) => (of.has(scope) ? 'yes' : '')).join(' | ')} |`).join('\n')}
| | ${count.join(' | ')} |

Keys that an operator makes with \`npx tablero key create\` belong to no member. They have the scopes that the operator named.
`
}
