// An account that a program makes, such as the one of the demo. No email is sent, and SIGN_UP does not apply.
import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { sql } from 'kysely'
import { kysely_of_accounts } from '#db/accounts.ts'
import type { Pool } from '#db/pool.ts'
import { normalized_email } from '#engine/people/email.ts'

export interface WantedAccount {
  email: string
  name: string
  password: string
  /** True: the address counts as confirmed. */
  verified: boolean
}

/** Returns the user_id. An account that exists gets the name and the password if it has other ones, and keeps everything else. */
export async function ensure_account(pool: Pool, wanted: WantedAccount): Promise<string> {
  const { name, password, verified } = wanted
  const email = normalized_email(wanted.email)
  return kysely_of_accounts(pool)
    .transaction()
    .execute(async (db) => {
      const { rows } = await sql<{ id: string }>`
        insert into auth.users (name, email, email_verified) values (${name}, ${email}, ${verified})
        on conflict (email) do update set name = excluded.name, email_verified = users.email_verified or excluded.email_verified
        returning id`.execute(db)
      const { id } = rows[0]!
      const stored = await sql<{ password: string | null }>`
        select password from auth.accounts where user_id = ${id} and provider_id = 'credential'`.execute(db)
      const [account] = stored.rows
      // A new hash counts as a new password, which disconnects the apps of the person.
      if (account?.password && (await verifyPassword({ hash: account.password, password }))) return id
      const hashed = await hashPassword(password)
      if (account)
        await sql`update auth.accounts set password = ${hashed} where user_id = ${id} and provider_id = 'credential'`.execute(
          db,
        )
      else
        await sql`insert into auth.accounts (account_id, provider_id, user_id, password)
          values (${id}, 'credential', ${id}, ${hashed})`.execute(db)
      return id
    })
}
