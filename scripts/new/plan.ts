// Plans the files of `npm run new` without writing them. A gate uses the plans too, to check documents that mention the files.
import { join } from 'node:path'
import { plan_connector } from './connector.ts'
import { plan_job } from './job.ts'
import { plan_record } from './record.ts'
import { plan_table } from './table.ts'
import { plan_tool } from './tool.ts'
import { CannotScaffold, type Plan } from './unit.ts'

const kinds: Record<string, { name: RegExp; example: string; plan: (name: string, root: string) => Plan }> = {
  tool: { name: /^[a-z]\w*\/[a-z][a-z0-9_]*$/, example: 'billing/list_ai_usage_history', plan: plan_tool },
  connector: { name: /^[a-z][a-z0-9_]*$/, example: 'email_d', plan: plan_connector },
  job: { name: /^[a-z][a-z0-9_]*$/, example: 'send_digest', plan: plan_job },
  record: { name: /^[a-z]\w*\/[a-z][a-z0-9_]*$/, example: 'crm/leads', plan: plan_record },
  table: { name: /^[a-z][a-z0-9_]*$/, example: 'send_lists', plan: plan_table },
}

export const usage = Object.entries(kinds)
  .map(([kind, { example }]) => `  npm run new ${kind} ${example}`)
  .join('\n')

/** Throws `CannotScaffold` for an unknown kind or an invalid name. */
export function plan_of(kind: string, name: string, root = join(import.meta.dirname, '../..')): Plan {
  const known = kinds[kind]
  if (!known) throw new CannotScaffold(`'${kind}' is not a kind of unit. Kinds:\n${usage}`)
  if (!known.name.test(name))
    throw new CannotScaffold(`'${name}' is not a valid name for a ${kind}. Use snake_case, such as ${known.example}.`)
  return known.plan(name, root)
}
