// Encrypts again, with the current master key, what the library of accounts encrypted with an earlier one.
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { encryption_keys_of } from '#accounts/settings.ts'
import { type AccountsDatabase, kysely_of_accounts } from '#db/accounts.ts'
import type { Pool } from '#db/pool.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'

/**
 * Where the library stores encrypted values. Answers to used refresh tokens are encrypted too, and are left out: they are repeated for half a
 * minute, so none needs an earlier key when processes have the current one.
 */
const ENCRYPTED = [
  { table: 'two_factors', column: 'secret' },
  { table: 'two_factors', column: 'backup_codes' },
  { table: 'oauth_clients', column: 'client_secret' },
] as const
/** Rows of one transaction, which other transactions cannot change meanwhile. */
const ROWS_MAX = 200
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

export interface Reencrypted {
  values: number
  /** Values that no key of the ring decrypts. They stay as they are. */
  unreadable: number
}

export async function reencrypt_accounts(pool: Pool, ring: Keyring): Promise<Reencrypted> {
  const done = { values: 0, unreadable: 0 }
  for (const place of ENCRYPTED) {
    let after: string | undefined = FIRST_ID
    while (after !== undefined) after = await reencrypt_some(kysely_of_accounts(pool), ring, { ...place, after, done })
  }
  return done
}

type Part = (typeof ENCRYPTED)[number] & { after: string; done: Reencrypted }

/** Returns the last id of the rows, or undefined when there is no further row. */
function reencrypt_some(accounts: AccountsDatabase, ring: Keyring, part: Part): Promise<string | undefined> {
  const key = encryption_keys_of(ring)
  const [table, column] = [sql.id('auth', part.table), sql.id(part.column)]
  return accounts.transaction().execute(async (db) => {
    const { rows } = await sql<{ id: string; value: string }>`
      select id, ${column} as value from ${table} where id > ${part.after}::uuid
      and not starts_with(${column}, ${`$ba$${key.currentVersion}$`}) order by id limit ${ROWS_MAX} for update`.execute(
      db,
    )
    for (const { id, value } of rows) {
      const data = await symmetricDecrypt({ key, data: value }).catch(() => undefined)
      if (data === undefined) part.done.unreadable += 1
      else {
        const again = await symmetricEncrypt({ key, data })
        await sql`update ${table} set ${column} = ${again} where id = ${id}::uuid`.execute(db)
        part.done.values += 1
      }
    }
    return rows.length < ROWS_MAX ? undefined : rows.at(-1)!.id
  })
}
