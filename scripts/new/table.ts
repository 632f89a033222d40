import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { with_last_line } from './lists.ts'
import type { Plan } from './unit.ts'

export function plan_table(name: string, root: string): Plan {
  const { file, text } = new_migration(name, root)
  return {
    files: { [file]: text },
    lists: with_rights(name),
    generates: true,
    next: [
      `Name the columns in ${file}; org_id stays first in the key and in foreign keys. Foreign keys to tables of the organization come after protect.`,
      rights_step(name),
      'npm run gen writes the types and the reference again; npm test -- test/contract/database.test.ts test/security/roles.test.ts checks the rules for tables and their rights.',
    ],
  }
}

const RIGHTS = 'test/security/role_rights.ts'

/** The rights that the new migration gives: tools and jobs change the rows of their organization. */
export const with_rights = (name: string): Plan['lists'] => ({
  [RIGHTS]: (text) =>
    with_last_line(
      text,
      'export const exceptions: Record<string, Rights> = {',
      `  'public.${name}': { tablero_app: 'oooo-', tablero_work: 'oooo-' },`,
    ),
})

export const rights_step = (name: string) =>
  `${RIGHTS} has the rights of each role on ${name}. Change its line together with for_calls.`

type Column = [name: string, definition: string]

/** A migration that creates a table of an organization, with id, name, times and the given columns. */
export const new_migration = (name: string, root: string, more: Column[] = []) => ({
  file: `migrations/${next_number(root)}_${name}.sql`,
  text: text_of(name, more),
})

/** Migrations run in the order of their names, so the new name must sort after all others. */
function next_number(root: string): string {
  const numbers = readdirSync(join(root, 'migrations')).map((file) => Number.parseInt(file, 10) || 0)
  return String(Math.max(0, ...numbers) + 1).padStart(4, '0')
}

export const singular = (name: string) => name.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')

function text_of(name: string, more: Column[]): string {
  const id = `${singular(name)}_id`
  const width = Math.max(id.length, 'created_at'.length)
  const column = (column: string, definition: string) => `  ${column.padEnd(width)} ${definition}`
  const columns = [
    column('org_id', 'uuid not null default current_org() references orgs on delete cascade,'),
    column(id, 'uuid not null default uuid_v7(),'),
    column('name', "text not null check (name <> ''),"),
    ...more.map((one) => column(...one)),
    column('created_at', 'timestamptz not null default now(),'),
    column('updated_at', 'timestamptz not null default now(),'),
    `  primary key (org_id, ${id})`,
  ]
  return `-- Why ${name} exists, and which rules its rows must always follow.
create table ${name} (
${columns.join('\n')}
);
call protect('${name}', for_calls => 'insert, update, delete');
comment on table ${name} is 'What one row means.';
`
}
