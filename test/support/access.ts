// Organizations, keys and modules as an operator sets them, each in its own transaction.
import type pg from 'pg'
import { in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import * as keys from '#engine/access/keys.ts'
import * as orgs from '#engine/access/orgs.ts'
import { as_owner } from '../../scripts/disposable_postgres.ts'

type Rest<F> = F extends (db: never, ...rest: infer R) => unknown ? R : never
/** The pools of the product, or a pool of the owner of the database. */
type Either = Pool | pg.Pool

const operated = <T>(pool: Either, work: (db: Database) => Promise<T>): Promise<T> =>
  'system' in pool ? in_system(pool, work) : as_owner(pool, work)

export const create_org = (pool: Either, ...rest: Rest<typeof orgs.create_org>) =>
  operated(pool, (db) => orgs.create_org(db, ...rest))
export const set_module = (pool: Either, ...rest: Rest<typeof orgs.set_module>) =>
  operated(pool, (db) => orgs.set_module(db, ...rest))
export const set_client = (pool: Either, ...rest: Rest<typeof orgs.set_client>) =>
  operated(pool, (db) => orgs.set_client(db, ...rest))
export const create_key = (pool: Either, key: Rest<typeof keys.create_key>[0]) =>
  operated(pool, (db) => keys.create_key(db, key))
export const revoke_key = (pool: Either, place: Rest<typeof keys.revoke_key>[0]) =>
  operated(pool, (db) => keys.revoke_key(db, place))
export const set_org = (pool: Either, ...rest: Rest<typeof orgs.set_org>) =>
  operated(pool, (db) => orgs.set_org(db, ...rest))
