// Distributes the tables of a coordinator of Citus. A PostgreSQL without Citus is left alone.
import type pg from 'pg'
import { open_to_callers } from '#db/citus/callers.ts'
import { asked_on_workers, at_home, everywhere } from '#db/citus/places.ts'
import { has_citus } from '#db/citus/workers.ts'
import { groups } from '#db/logins.ts'

/** Tables without a place yet: those of a new Tablero, or of a migration that was just applied. */
const NEW_TABLES = `
  select c.relname::text as name, c.relname = any ($1) as is_everywhere
  from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all ($2) and p.logicalrelid is null
  order by c.relname <> all ($1), c.relname`

/** Foreign keys of tables that get a place. A table cannot move while another one points to it. */
const FOREIGN_KEYS = `
  select format('%I.%I', n.nspname, c.relname) as place, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_class f on f.oid = k.confrelid
  where k.contype = 'f' and c.relnamespace = 'public'::regnamespace and (c.relname = any ($1) or f.relname = any ($1))`

/** Citus refuses a subquery in a policy. It names the organization in each statement, so the function is called once all the same. */
const POLICIES = `
  select format('alter policy %I on %I%s%s', p.polname, c.relname,
    ' using (' || regexp_replace(pg_get_expr(p.polqual, c.oid), $1, '\\1') || ')',
    ' with check (' || regexp_replace(pg_get_expr(p.polwithcheck, c.oid), $1, '\\1') || ')') as statement
  from pg_policy p join pg_class c on c.oid = p.polrelid
  where c.relnamespace = 'public'::regnamespace and (pg_get_expr(p.polqual, c.oid) ~ $1 or pg_get_expr(p.polwithcheck, c.oid) ~ $1)`
const SUBQUERY = '\\( SELECT (current_\\w+\\(\\)) AS \\w+\\)'

/** Lets a function read a table of every node, also at a worker. */
const NESTED = 'citus.allow_nested_distributed_execution'

/**
 * A change of an organization's rates locks its organization on every node, and Citus demands the right to update that. With this right,
 * jobs and commands still change no organization: no policy shows them a row to update. Citus forgets that a policy is restrictive.
 */
const LOCKS = `
  select unnest(array['alter policy org on orgs to ${groups.calls}, tablero_views',
    'create policy work on orgs for select to ${groups.work} using (org_id = current_org())',
    'grant update on orgs to ${groups.work}']) as statement
  where not has_table_privilege('${groups.work}', 'orgs', 'update')`

const quoted = (name: string) => `"${name}"`

/** A migration that replaces a function takes its settings away. */
const FUNCTIONS = `
  select format('alter function %s set ${NESTED} = on', name) as statement from unnest($1::text[]) name
  join pg_proc p on p.oid = name::regprocedure where not coalesce('${NESTED}=on' = any (p.proconfig), false)`

/**
 * Gives every new table its place, all or none of them. Without Citus, and where nothing is new, it changes nothing: then a server starts
 * while a worker is unreachable.
 */
export async function distribute(db: pg.Client): Promise<void> {
  if (!(await has_citus(db))) return
  await db.query('begin')
  try {
    const { rows: functions } = await db.query<{ statement: string }>(FUNCTIONS, [asked_on_workers])
    for (const { statement } of functions) await db.query(statement)
    const { rows: locks } = await db.query<{ statement: string }>(LOCKS)
    for (const { statement } of locks) await db.query(statement)
    await open_to_callers(db)
    await distribute_new_tables(db)
    await db.query('commit')
  } catch (error) {
    await db.query('rollback').catch(() => {}) // a closed connection has nothing to roll back
    throw error
  }
}

async function distribute_new_tables(db: pg.Client): Promise<void> {
  const { rows: tables } = await db.query<{ name: string; is_everywhere: boolean }>(NEW_TABLES, [everywhere, at_home])
  if (tables.length === 0) return
  // Triggers of Tablero change their own row, or announce a change of a table that is complete on the coordinator.
  await db.query(`set local citus.enable_unsafe_triggers = on; set local citus.multi_shard_modify_mode = 'sequential'`)
  const { rows: policies } = await db.query<{ statement: string }>(POLICIES, [SUBQUERY])
  for (const { statement } of policies) await db.query(statement)
  const { rows: keys } = await db.query<Record<'place' | 'name' | 'definition', string>>(FOREIGN_KEYS, [
    tables.map(({ name }) => name),
  ])
  for (const { place, name } of keys) await db.query(`alter table ${place} drop constraint ${quoted(name)}`)
  for (const { name, is_everywhere } of tables)
    await db.query(
      is_everywhere
        ? `select create_reference_table('${name}')`
        : `select create_distributed_table('${name}', 'org_id')`,
    )
  for (const { place, name, definition } of keys)
    await db.query(`alter table ${place} add constraint ${quoted(name)} ${definition}`)
}
