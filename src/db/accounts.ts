// Kysely over the pool of accounts. Their tables belong to no organization.
import { Kysely, PostgresDialect } from 'kysely'
import type { Pool } from '#db/pool.ts'

export type AccountsDatabase = Kysely<unknown>

const opened = new WeakMap<Pool['auth'], AccountsDatabase>()

export function kysely_of_accounts({ auth }: Pool): AccountsDatabase {
  const db = opened.get(auth) ?? new Kysely<unknown>({ dialect: new PostgresDialect({ pool: auth }) })
  opened.set(auth, db)
  return db
}
