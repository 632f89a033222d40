// The rights of SQL of callers on a cluster. A worker reads the tables behind the published views in the name of the login, not of the
// owner of the views. So the login gets the columns that the views read, of its organization. It still cannot name a table: at the
// coordinator, where a caller's text arrives, the schema of the tables is closed to it.
import type pg from 'pg'
import { groups } from '#db/logins.ts'

/** The columns of tables that the published views read, themselves or through other views. */
const READ_COLUMNS = `
  with recursive reads (relation, number) as (
    select d.refobjid, d.refobjsubid from pg_class v join pg_rewrite r on r.ev_class = v.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid
    where v.relnamespace = 'published'::regnamespace
    union
    select d.refobjid, d.refobjsubid from reads join pg_class v on v.oid = reads.relation and v.relkind = 'v'
    join pg_rewrite r on r.ev_class = v.oid
    join pg_depend d on d.classid = 'pg_rewrite'::regclass and d.objid = r.oid and d.refclassid = 'pg_class'::regclass and d.refobjid <> v.oid)
  select c.oid, c.relname, a.attnum, a.attname from reads
  join pg_class c on c.oid = reads.relation and c.relkind = 'r'
  join pg_attribute a on a.attrelid = c.oid and a.attnum = reads.number`

const LACKING = `
  with read as (${READ_COLUMNS})
  select format('grant select (%s) on %I to ${groups.sql}', string_agg(quote_ident(attname), ', ' order by attnum), relname) as statement
  from read where not has_column_privilege('${groups.sql}', oid, attnum, 'select') group by relname
  union all
  select format('create policy sql on %I for select to ${groups.sql} using (org_id = current_org())', relname)
  from read where attname = 'org_id' and not exists (select from pg_policy p where p.polrelid = read.oid and p.polname = 'sql')
  union all
  select 'grant usage on schema metrics to ${groups.sql}' where not has_schema_privilege('${groups.sql}', 'metrics', 'usage')`

/** PostgreSQL gives the usage of this schema to everybody. The groups that need it have it by name. */
const CLOSED_AT_COORDINATOR = `
  select 'revoke usage on schema public from public' as statement where has_schema_privilege('${groups.sql}', 'public', 'usage')`

type Statements = { statement: string }

/** Gives the rights that are missing. Where none is missing, it changes nothing. */
export async function open_to_callers(db: pg.Client): Promise<void> {
  const { rows: lacking } = await db.query<Statements>(LACKING)
  for (const { statement } of lacking) await db.query(statement)
  const { rows: open } = await db.query<Statements>(CLOSED_AT_COORDINATOR)
  for (const { statement } of open)
    await db.query(
      `set local citus.enable_ddl_propagation = off; ${statement}; set local citus.enable_ddl_propagation = on`,
    )
}
