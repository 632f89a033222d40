// A database for each side, in one PostgreSQL. The side's own migrations create the schema. Both sides have the same rows.
import { hash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { type DisposableServer, fresh_database, TEST_KEY } from '../../scripts/disposable_postgres.ts'
import { fill_org } from '../world.ts'
import { Side } from './side.ts'
import type { Tree } from './tree.ts'

const KEY_BYTES = 21

export interface Owner {
  org_id: string
  key: string
}

export interface Place {
  side: Side
  pool: pg.Pool
  /** An organization without rows. */
  first: Owner
  drop(): Promise<void>
}

export async function make_place(tree: Tree, server: DisposableServer, environment = {}): Promise<Place> {
  const database = await fresh_database(server, 'against')
  const pool = new pg.Pool({ connectionString: database.url })
  const drop = async () => {
    await pool.end()
    await database.drop()
  }
  try {
    const master_key = TEST_KEY.toString('base64')
    const side = await Side.of(tree, { DATABASE_URL: database.url, MASTER_KEY: master_key, ...environment })
    await side.operate('org', 'create', 'Bench', '--currency', 'MXN')
    const first = await side.operate<Owner>('key', 'create', '--name', 'bench', '--scopes', 'all')
    return { side, pool, first, drop }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Adds organizations with a season of rows. One command for each would take minutes, so this function writes the rows itself. */
export async function add_orgs({ pool, first }: Place, count: number): Promise<Owner[]> {
  const owners: Owner[] = []
  for (let n = 1; n <= count; n++) {
    const prefix = `svc_${String(n).padStart(10, '0')}`
    const key = `${prefix}_${randomBytes(KEY_BYTES).toString('hex')}0`
    const { rows } = await pool.query<{ org_id: string }>(
      `with made as (insert into orgs (name, currency) values ($1, 'MXN') returning org_id),
         paid as (insert into credit_balances (org_id, balance, monthly_grant, renews_on)
           select made.org_id, balance, monthly_grant, renews_on from made, credit_balances where credit_balances.org_id = $2)
       insert into api_keys (org_id, name, prefix, secret_hash, scopes)
       select made.org_id, name, $3, $4, scopes from made, api_keys where api_keys.org_id = $2
       returning org_id`,
      [`Bench ${n}`, first.org_id, prefix, hash('sha256', key, 'buffer')],
    )
    const { org_id } = rows[0]!
    await fill_org(pool, org_id)
    owners.push({ org_id, key })
  }
  await pool.query('vacuum analyze')
  return owners
}

/** Clears the counters of the rate limit, so that the limit never affects a measurement. */
export async function forget_rates({ pool }: Place): Promise<void> {
  await pool.query('delete from rate_windows')
}
