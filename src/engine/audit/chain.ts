// The record of calls: a row for each call, chained by hash for each organization. A write is recorded in its own transaction.
// `recorder.ts` records everything else, and `verify.ts` checks the chains.
import { createHmac, hash as digest, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '#db/pool.ts'
import type { Outcome } from '#engine/outcomes.ts'
import { type Keyring, open_wrapped, seal } from '#engine/vendors/secrets.ts'

export interface CallRecord {
  /** The organization that was acted on, whose chain has the record. */
  org_id: string
  request_id: string
  /** Such as `key:<key_id>`. */
  actor: string
  tool: string
  transport: string
  outcome: Outcome
  input_hash: Buffer
  duration_ms: number
  called_at: string
  /** The caller's own id of the request. */
  caller_request_id?: string | null
  /** The caller's organization, when it is another one. */
  caller_org_id?: string | null
  /** The other organization that a refused caller of this organization wanted. */
  wanted_org_id?: string | null
  /** Refused attempts that the record stands for, when it stands for several. */
  attempts?: number | null
}

/** The chain of the installation, for what belongs to no organization: wrong keys without an owner, and commands. */
export const INSTALLATION = '00000000-0000-0000-0000-000000000000'

const KEY_BYTES = 32
/** The previous hash of the first row of a chain. */
export const BEGINNING = Buffer.alloc(32)

export const input_hash = (input: unknown) => digest('sha256', JSON.stringify(input) ?? '', 'buffer')

/** Where the audit key of a chain is valid, for its encryption. */
export const place = (org_id: string) => `audit/${org_id}`

/** What the hash of a row covers, in one fixed format. Rows from before migration 0044 have no optional values, and no part for them. */
export function link(key: Buffer, before: Buffer, seq: bigint, row: Omit<CallRecord, 'org_id'>): Buffer {
  const { request_id, actor, tool, transport, outcome, input_hash, duration_ms, called_at } = row
  const { caller_request_id, caller_org_id, wanted_org_id, attempts } = row
  const optional = [caller_request_id, caller_org_id, wanted_org_id, attempts].map((value) => value ?? null)
  const text = JSON.stringify([
    String(seq),
    request_id,
    actor,
    tool,
    transport,
    outcome,
    input_hash.toString('hex'),
    duration_ms,
    called_at,
    ...(optional.some((value) => value !== null) ? [optional] : []),
  ])
  return createHmac('sha256', key).update(before).update(text).digest()
}

/**
 * Adds calls to their chains. `db` is a transaction of the one organization, or of the system. Other writers to these chains wait until
 * it ends. Calls of an organization that never existed are left out.
 */
export async function append_calls(db: Database, ring: Keyring, records: readonly CallRecord[]): Promise<void> {
  const by_org = Map.groupBy(records, ({ org_id }) => org_id)
  const heads = await lock_heads(db, ring, [...by_org.keys()])
  for (const { org_id, wrapped_key, ...head } of heads) {
    const key = open_wrapped(ring, place(org_id), wrapped_key)
    let { seq, hash } = head
    const rows = by_org.get(org_id)!.map((record) => {
      seq += 1n
      hash = link(key, hash, seq, record)
      const hex = { input_hash: record.input_hash.toString('hex'), hash: hash.toString('hex') }
      return { ...record, ...hex, seq: String(seq) }
    })
    await sql`
      with ended as (update audit_heads set seq = ${seq}, hash = ${hash} where org_id = ${org_id})
      insert into audit_log
        (org_id, seq, request_id, actor, tool, transport, outcome, input_hash, duration_ms, called_at, hash,
         caller_request_id, caller_org_id, wanted_org_id, attempts)
      select ${org_id}::uuid, seq, request_id, actor, tool, transport, outcome, decode(input_hash, 'hex'), duration_ms,
        called_at, decode(hash, 'hex'), caller_request_id, caller_org_id, wanted_org_id, attempts
      from json_to_recordset(${JSON.stringify(rows)}) as r (seq bigint, request_id text, actor text, tool text,
        transport text, outcome text, input_hash text, duration_ms double precision, called_at timestamptz, hash text,
        caller_request_id text, caller_org_id uuid, wanted_org_id uuid, attempts integer)
      returning 1`.execute(db)
  }
}

/** Locks the last links of the chains, and creates missing chains. One order for all batches prevents deadlocks. */
async function lock_heads(db: Database, ring: Keyring, org_ids: string[]) {
  const heads = []
  for (const org_id of org_ids.toSorted()) {
    // A lock names one organization, because Citus takes none over several shards.
    const locked = () =>
      db
        .selectFrom('audit_heads')
        .select(['org_id', 'seq', 'hash', 'wrapped_key'])
        .where('org_id', '=', org_id)
        .forUpdate()
        .executeTakeFirst()
    let head = await locked()
    if (!head) {
      await begin_chain(db, ring, org_id)
      head = await locked()
    }
    if (head) heads.push(head)
  }
  return heads
}

async function begin_chain(db: Database, ring: Keyring, org_id: string): Promise<void> {
  const wrapped_key = seal(ring.master_key, place(org_id), randomBytes(KEY_BYTES))
  const owner = org_id === INSTALLATION ? sql`` : sql`from orgs where org_id = ${org_id}`
  await sql`
    insert into audit_heads (org_id, hash, wrapped_key)
    select ${org_id}::uuid, ${BEGINNING}::bytea, ${wrapped_key}::bytea ${owner}
    on conflict do nothing`.execute(db)
}

/** Wraps the audit key of the transaction's organization with the current master key. The chain does not change, and is anchored again. */
export async function rewrap_audit_key(db: Database, ring: Keyring, org_id: string): Promise<void> {
  const head = await db.selectFrom('audit_heads').select('wrapped_key').forUpdate().executeTakeFirst()
  if (!head) return
  const key = open_wrapped(ring, place(org_id), head.wrapped_key)
  await db
    .updateTable('audit_heads')
    .set({ wrapped_key: seal(ring.master_key, place(org_id), key), anchored_at: null })
    .where('org_id', '=', org_id)
    .execute()
}
