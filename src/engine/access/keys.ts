// Creates and revokes API keys. A key is shown only once.
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { in_org } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import type { Scope } from '#domain/scopes.ts'
import { key_hash } from '#engine/access/credentials.ts'
import { refuse } from '#engine/outcomes.ts'
import { system_clock } from '#lib/clock.ts'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Random text of the alphabet. Bytes that would make some characters more likely are skipped. */
function random_text(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62]
    }
  }
  return text
}

export interface NewKey {
  key_id: string
  /** The whole key. It is not stored and cannot be shown again. */
  key: string
}

/** A new secret, with what is stored of it. */
export function new_secret() {
  const prefix = `svc_${random_text(10)}`
  const key = `${prefix}_${random_text(43)}`
  return { prefix, key, secret_hash: key_hash(key) }
}

/** A key of the operator, which belongs to no member. `db` is a transaction of the system. */
export async function create_key(
  db: Database,
  { org_id, name, scopes, expires_at }: { org_id: string; name: string; scopes: readonly Scope[]; expires_at?: string },
): Promise<NewKey> {
  const { prefix, key, secret_hash } = new_secret()
  const { key_id } = await db
    .insertInto('api_keys')
    .values({ org_id, name, prefix, secret_hash, scopes: [...scopes], expires_at: expires_at ?? null })
    .returning('key_id')
    .executeTakeFirstOrThrow()
  return { key_id, key }
}

/** False when there is no such key, or when it was revoked before. `db` is a transaction of the system. */
export async function revoke_key(
  db: Database,
  { org_id, key_id }: { org_id: string; key_id: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('api_keys')
    .set({ revoked_at: system_clock.now().toISOString() })
    .where('org_id', '=', org_id)
    .where('key_id', '=', key_id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Gives a key of the operator to a member of its organization. From then on it can do no more than this member. */
export async function give_owner(
  db: Database,
  { org_id, key_id, email }: { org_id: string; key_id: string; email: string },
): Promise<{ user_id: string }> {
  const member = await db
    .selectFrom('members')
    .select('user_id')
    .where('org_id', '=', org_id)
    .where('email', '=', email)
    .executeTakeFirst()
  if (!member) refuse(`${email} is no member of this organization: tablero member list`)
  // A key speaks for the person who declared it, and for nobody to whom it is handed on.
  const acts_for = sql<string>`case when user_id = ${member.user_id}::uuid then acts_for else 'agent' end`
  await db
    .updateTable('api_keys')
    .set({ ...member, acts_for })
    .where('org_id', '=', org_id)
    .where('key_id', '=', key_id)
    .execute()
  return member
}

export function list_keys(pool: Pool, org_id: string) {
  return in_org(pool, { org_id, read_only: true }, (db) =>
    db
      .selectFrom('api_keys')
      .select(['key_id', 'name', 'prefix', 'scopes', 'created_at', 'expires_at', 'revoked_at'])
      .orderBy('key_id')
      .execute(),
  )
}
