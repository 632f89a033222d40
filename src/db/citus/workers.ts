// What the coordinator of a Citus cluster knows of its workers, and why a cluster cannot hold Tablero. Without Citus there are none.
import type pg from 'pg'
import { in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import { Mistake } from '#lib/mistakes.ts'

/** The versions of Citus whose behaviour was tried. */
const KNOWN_MAJOR = '13'
/** A worker that does not accept a connection within this time is unreachable. */
const CONNECT_MS = 1_000
/** Of a question to all workers. */
const ANSWER_MS = 5_000
/** Shards have the name of their table and a number. */
const SHARDS = `select count(*) from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace and relname ~ '_[0-9]{6,}$'`

type Db = Pick<pg.ClientBase, 'query'>

export async function has_citus(db: Db): Promise<boolean> {
  return (await db.query(`select from pg_extension where extname = 'citus'`)).rowCount === 1
}

interface Answer {
  worker: string
  success: boolean
  result: string
}

async function ask_workers(db: Db, command: string): Promise<Answer[]> {
  const { rows } = await db.query<Answer>(
    `select nodename || ':' || nodeport as worker, success, result from run_command_on_workers($1) order by 1`,
    [command],
  )
  return rows
}

const names_of = (answers: readonly Answer[]) => answers.map(({ worker }) => worker).join(', ')

/** Refuses, before anything is changed, a cluster on which tables cannot be distributed. */
export async function refuse_unfit_cluster(db: Db): Promise<void> {
  if (!(await has_citus(db))) return
  const { rows } = await db.query<{ version: string; group: number; is_used: boolean }>(
    `select (select extversion from pg_extension where extname = 'citus') as version, (select groupid from pg_dist_local_group) as group,
       exists (select 1 from pg_dist_partition p join pg_class c on c.oid = p.logicalrelid where c.relname = 'orgs') as is_used`,
  )
  const { version, group, is_used } = rows[0]!
  if (version.split('.')[0] !== KNOWN_MAJOR)
    throw new Mistake(`Tablero knows Citus ${KNOWN_MAJOR}; this database has Citus ${version}.`)
  if (group !== 0) throw new Mistake('DATABASE_URL names a worker of a Citus cluster. It must name the coordinator.')
  const answers = await ask_workers(db, SHARDS)
  if (answers.length === 0)
    throw new Mistake(`The coordinator has no worker. Add each of them: select citus_add_node('<host>', 5432);`)
  const silent = answers.filter(({ success }) => !success)
  if (silent.length > 0)
    throw new Mistake(`All workers must answer while tables are changed, and ${names_of(silent)} does not.`)
  const used = answers.filter(({ result }) => result !== '0')
  if (!is_used && used.length > 0)
    throw new Mistake(
      `The database has shards of another installation on ${names_of(used)}. Give Tablero a database that is empty on every node.`,
    )
}

const clusters = new WeakMap<Pool['system'], boolean>()

/** Workers that do not answer now. Organizations on the others are served. */
export function unreachable_workers(pool: Pool): Promise<string[]> {
  const work = async (_: Database, coordinator: Db) => {
    if (!clusters.has(pool.system)) clusters.set(pool.system, await has_citus(coordinator))
    if (!clusters.get(pool.system)) return []
    const answers = await ask_workers(coordinator, 'select 1')
    return answers.filter(({ success }) => !success).map(({ worker }) => worker)
  }
  return in_system(pool, work, { statement_timeout: ANSWER_MS, 'citus.node_connection_timeout': CONNECT_MS })
}
