// Organizations, keys and modules as an operator sets them, each in its own transaction.
import type pg from 'pg'
import { in_org, in_system } from '#db/org.ts'
import * as keys from '#engine/access/keys.ts'
import * as orgs from '#engine/access/orgs.ts'

type Rest<F> = F extends (db: never, ...rest: infer R) => unknown ? R : never

export const create_org = (pool: pg.Pool, ...rest: Rest<typeof orgs.create_org>) =>
  in_system(pool, (db) => orgs.create_org(db, ...rest))
export const set_module = (pool: pg.Pool, ...rest: Rest<typeof orgs.set_module>) =>
  in_system(pool, (db) => orgs.set_module(db, ...rest))
export const set_client = (pool: pg.Pool, ...rest: Rest<typeof orgs.set_client>) =>
  in_system(pool, (db) => orgs.set_client(db, ...rest))
export const create_key = (pool: pg.Pool, key: Rest<typeof keys.create_key>[0]) =>
  in_org(pool, { org_id: key.org_id }, (db) => keys.create_key(db, key))
export const revoke_key = (pool: pg.Pool, { org_id, key_id }: { org_id: string; key_id: string }) =>
  in_org(pool, { org_id }, (db) => keys.revoke_key(db, key_id))
export const set_org = (pool: pg.Pool, ...rest: Rest<typeof orgs.set_org>) =>
  in_system(pool, (db) => orgs.set_org(db, ...rest))
