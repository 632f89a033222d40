// Two organizations with rows in every table. Runs statements of one organization against the other, as any role of the product.
import pg from 'pg'
import { set_org } from '#db/org.ts'
import { create_key, create_org, set_client, set_module } from '#test/access.ts'
import { test_credentials, test_database } from '#test/database.ts'
import { type Seed, seed_org } from '#test/fixtures.ts'

export const roles = [
  'tablero_app',
  'tablero_work',
  'tablero_sql',
  'tablero_views',
  'tablero_system',
  'tablero_auth',
] as const
export type Role = (typeof roles)[number]
export type Kind = 'of organizations' | 'view of organizations' | 'shared' | 'published' | 'queue' | 'accounts'

export interface Relation {
  name: string
  kind: Kind
  columns: string[]
}

/** Names the organization of a transaction, as the product does. */
export const name_org = (org_id: string) => set_org({ sign: (id) => test_credentials.seal.of(id) }, org_id)

export const belongs_to =
  ({ org_id }: Seed) =>
  (row: Record<string, unknown>) =>
    row.org_id === org_id

export interface Tried {
  count: number
  rows: Record<string, unknown>[]
  fault?: pg.DatabaseError
  /** True if acme's rows are unchanged. */
  is_unharmed: boolean
}

export type TwoOrgs = Awaited<ReturnType<typeof two_orgs>>

/** `owner` connects as the owner of the database, without row security. */
export async function two_orgs() {
  const database = await test_database()
  const owner = new pg.Client(database.url)
  await owner.connect()
  const acme: Seed = { org_id: '', name: 'acme', digit: 7 }
  const globex: Seed = { org_id: '', name: 'globex', digit: 3 }
  await fill(database.url, [acme, globex])
  const relations = await read_relations(owner)

  const rows_of = async ({ name }: Pick<Relation, 'name'>): Promise<Record<string, unknown>[]> =>
    (await owner.query(`select to_jsonb(t) as row from ${name} t`)).rows.map(({ row }) => row)

  /** All rows of acme in a relation, read as the owner of the database. */
  async function holdings({ name, kind }: Relation): Promise<string> {
    if (kind !== 'of organizations') return ''
    const { rows } = await owner.query(`select t::text as row from ${name} t where org_id = $1 order by 1`, [
      acme.org_id,
    ])
    return rows.map(({ row }) => row).join('\n')
  }

  /** Runs a statement as the role, in a transaction of globex that is rolled back. */
  async function tried(
    role: Role,
    relation: Relation,
    sql: string,
    { values = [], emptied = false }: { values?: unknown[]; emptied?: boolean } = {},
  ): Promise<Tried> {
    await owner.query('begin')
    try {
      const had = await holdings(relation)
      // Rows of globex could conflict with the row that the statement inserts.
      if (emptied) await owner.query(`delete from ${relation.name} where org_id = $1`, [globex.org_id])
      await owner.query(`set local role ${role}; ${name_org(globex.org_id)}`)
      const { rowCount, rows } = await owner.query(sql, values)
      await owner.query('reset role')
      return { count: rowCount ?? 0, rows, is_unharmed: (await holdings(relation)) === had }
    } catch (error) {
      return { count: 0, rows: [], fault: error as pg.DatabaseError, is_unharmed: true }
    } finally {
      await owner.query('rollback')
    }
  }

  return {
    owner,
    acme,
    globex,
    relations,
    rows_of,
    tried,
    relation: (name: string) => relations.find((other) => other.name === name)!,
    async close() {
      await owner.end()
      await database.drop()
    },
  }
}

export const insert_of = ({ name, columns }: Relation) => {
  const quoted = columns.map(pg.escapeIdentifier).join(', ')
  return `insert into ${name} (${quoted}) select ${quoted} from jsonb_populate_record(null::${name}, $1)`
}

/** A setting that differs between the organizations, so that a leak is visible. */
export const zones: Record<string, string> = { acme: 'Pacific/Chatham', globex: 'America/Lima' }

async function fill(url: string, seeds: Seed[]): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  for (const seed of seeds) {
    const client_org_id = await create_org(pool, { name: `client of ${seed.name}` })
    seed.org_id = await create_org(pool, { name: seed.name, time_zone: zones[seed.name] })
    await seed_org(pool, seed)
    await create_key(pool, { org_id: seed.org_id, name: 'test', scopes: [] })
    await set_client(pool, seed.org_id, client_org_id, true)
    // A person of this organization alone.
    await pool.query(
      `insert into members (org_id, user_id, email, name, role) values ($1, uuid_v7(), $2 || '@example.org', $2, 'viewer')`,
      [seed.org_id, seed.name],
    )
    await pool.query(
      `insert into agency_access (org_id, client_org_id, user_id, role)
       select org_id, $2, user_id, 'viewer' from members where org_id = $1 limit 1`,
      [seed.org_id, client_org_id],
    )
    await set_module(pool, seed.org_id, 'module_tasks', true)
    await pool.query(`
      with o as (select '${seed.org_id}'::uuid as org_id),
        a as (insert into org_data_keys (org_id, wrapped_key) select org_id, '\\x00' from o),
        b as (insert into rate_windows (org_id, tool, called_at) select org_id, 'test', '{}' from o),
        c as (insert into audit_heads (org_id, seq, hash, wrapped_key) select org_id, 1, '\\x00', '\\x00' from o),
        d as (insert into idempotency_keys (org_id, key, tool, input_hash) select org_id, 'test', 'test', '\\x00' from o)
      insert into audit_log (org_id, seq, request_id, actor, tool, transport, outcome, input_hash, duration_ms, called_at, hash)
        select org_id, 1, 'r', 'key:x', 'test', 'rest', 'ok', '\\x00', 1, now(), sha256('') from o`)
  }
  await pool.end()
}

async function read_relations(owner: pg.Client): Promise<Relation[]> {
  const { rows } = await owner.query<Relation>(`
    select n.nspname || '.' || c.relname as name,
      case when n.nspname = 'graphile_worker' then 'queue' when n.nspname = 'auth' then 'accounts' when n.nspname = 'published' then 'published'
        when c.relkind in ('v', 'm') then 'view of organizations'
        when exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'org_id' and not a.attisdropped)
          then 'of organizations' else 'shared' end as kind,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`)
  return rows
}
