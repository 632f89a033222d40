// Databases of a test server. Where it is the coordinator of a Citus cluster, a database exists on each of its nodes.
import pg from 'pg'

/** Databases of a cluster have few shards, because each shard of each table is made for each run. */
const SHARDS = 4

export async function run_on(url: string, ...statements: string[]): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    let result: pg.QueryResult | undefined
    for (const statement of statements) result = await client.query(statement)
    return result!
  } finally {
    await client.end()
  }
}

const known = new Map<string, Promise<string[]>>()

/** Addresses of the server and, where it is a coordinator, of its workers. */
function nodes_of(server: string): Promise<string[]> {
  const found = known.get(server) ?? read_nodes(server)
  known.set(server, found)
  return found
}

async function read_nodes(server: string): Promise<string[]> {
  const { rowCount } = await run_on(server, `select from pg_extension where extname = 'citus'`)
  if (rowCount === 0) return [server]
  const { rows } = await run_on(
    server,
    'select nodename, nodeport from pg_dist_node where groupid > 0 order by groupid',
  )
  return [server, ...rows.map(({ nodename, nodeport }) => at(server, { hostname: nodename, port: String(nodeport) }))]
}

/** The address of another database or node. */
export function at(server: string, place: { hostname?: string; port?: string; pathname?: string }): string {
  return Object.assign(new URL(server), place).href
}

/** Statements of one node that Citus would send to the others. */
const ON_THIS_NODE = 'set citus.enable_ddl_propagation = off'

export async function create_database(server: string, name: string, template = 'template0'): Promise<string> {
  const nodes = await nodes_of(server)
  const url = at(server, { pathname: `/${name}` })
  // A run copies its template often. To copy the files takes less than half of the time of logging the pages.
  const create = `create database ${name} template ${template} strategy file_copy`
  if (nodes.length === 1) {
    await run_on(server, create)
    return url
  }
  for (const node of nodes) {
    if (template !== 'template0') await close_database(node, template)
    await run_on(node, ON_THIS_NODE, create, `alter database ${name} set citus.shard_count = ${SHARDS}`)
    if (template === 'template0') await run_on(at(node, { pathname: `/${name}` }), 'create extension citus')
  }
  if (template === 'template0') await join_nodes(url, nodes)
  return url
}

async function join_nodes(url: string, [coordinator, ...workers]: string[]): Promise<void> {
  const place = (node: string) => `'${new URL(node).hostname}', ${new URL(node).port}`
  await run_on(url, `select citus_set_coordinator_host(${place(coordinator!)})`)
  for (const worker of workers) await run_on(url, `select citus_add_node(${place(worker)})`)
}

/** A template must have no session. Citus has one of its own in each database. */
async function close_database(node: string, name: string): Promise<void> {
  const sessions = `from pg_stat_activity where datname = '${name}'`
  await run_on(node, ON_THIS_NODE, `alter database ${name} with allow_connections false`).catch((error) => {
    if (!/concurrently updated/.test(error.message)) throw error // another process of the run closes it
  })
  while ((await run_on(node, `select pg_terminate_backend(pid) ${sessions}`)).rowCount! > 0)
    await run_on(node, 'select pg_sleep(0.02)')
}

/** SQLSTATE of a database that has sessions. */
const IN_USE = '55006'
const DROP_ATTEMPTS = 5

export async function drop_database(server: string, name: string): Promise<void> {
  const nodes = await nodes_of(server)
  const apart = nodes.length > 1 ? [ON_THIS_NODE] : []
  for (const node of nodes) await drop_on(node, [...apart, `drop database if exists ${name} with (force)`])
}

/** Citus can open its own session in a database after the others were closed and before the deletion. */
async function drop_on(node: string, statements: string[], attempts = DROP_ATTEMPTS): Promise<void> {
  await run_on(node, ...statements).catch((error) => {
    if (error.code !== IN_USE || attempts === 1) throw error
    return drop_on(node, statements, attempts - 1)
  })
}
