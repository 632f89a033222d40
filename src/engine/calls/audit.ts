// Records every call in a row, chained by hash for each organization. A write is recorded in its own transaction. Reads and refusals
// have no transaction to write in, so they are recorded in batches. Pending records are written at shutdown.
import { createHmac, hash as digest, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org, in_system } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import { is_unreachable } from '#db/unreachable.ts'
import type { Outcome } from '#engine/outcomes.ts'
import { type Keyring, open_wrapped, seal } from '#engine/vendors/secrets.ts'
import type { Log } from '#lib/log.ts'

export interface CallRecord {
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
}

const FLUSH_MS = 500
const RETRY_MS = 2_000
const BATCH_MAX = 500
/** A chain that another process has locked must not block the other chains. */
const LIMITS_MS = { lock_timeout: 1_000, statement_timeout: 10_000 }
/** Most pending records while the database cannot be written. Then the oldest are dropped, and a log line counts them. */
const WAITING_MAX = 100_000
const KEY_BYTES = 32
/** Rows of one batch of the check. */
const VERIFY_ROWS = 5_000
/** The previous hash of the first row of a chain. */
const BEGINNING = Buffer.alloc(32)

export const input_hash = (input: unknown) => digest('sha256', JSON.stringify(input) ?? '', 'buffer')

const place = (org_id: string) => `audit/${org_id}`

/** What the hash of a row covers, in one fixed format. */
function link(key: Buffer, before: Buffer, seq: bigint, row: Omit<CallRecord, 'org_id'>): Buffer {
  const { request_id, actor, tool, transport, outcome, input_hash, duration_ms, called_at } = row
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
  ])
  return createHmac('sha256', key).update(before).update(text).digest()
}

/**
 * Adds calls to the chains of their organizations. `db` is a transaction of the one organization, or of the system. Other writers to
 * these chains wait until it ends. Calls of a deleted organization are left out.
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
        (org_id, seq, request_id, actor, tool, transport, outcome, input_hash, duration_ms, called_at, hash)
      select ${org_id}::uuid, seq, request_id, actor, tool, transport, outcome, decode(input_hash, 'hex'), duration_ms,
        called_at, decode(hash, 'hex')
      from json_to_recordset(${JSON.stringify(rows)}) as r (seq bigint, request_id text, actor text, tool text,
        transport text, outcome text, input_hash text, duration_ms double precision, called_at timestamptz, hash text)`.execute(
      db,
    )
  }
}

/** Locks the last links of the chains, and creates missing chains. One order for all batches prevents deadlocks. */
async function lock_heads(db: Database, ring: Keyring, org_ids: string[]) {
  const locked = () =>
    db
      .selectFrom('audit_heads')
      .select(['org_id', 'seq', 'hash', 'wrapped_key'])
      .where('org_id', '=', sql<string>`any(${org_ids}::uuid[])`)
      .orderBy('org_id')
      .forUpdate()
      .execute()
  const heads = await locked()
  if (heads.length === org_ids.length) return heads
  const known = new Set(heads.map(({ org_id }) => org_id))
  for (const org_id of org_ids.filter((org_id) => !known.has(org_id)).sort()) {
    const wrapped_key = seal(ring.master_key, place(org_id), randomBytes(KEY_BYTES))
    await sql`
      insert into audit_heads (org_id, hash, wrapped_key)
      select ${org_id}::uuid, ${BEGINNING}, ${wrapped_key} from orgs where org_id = ${org_id}
      on conflict do nothing`.execute(db)
  }
  return locked()
}

/** Wraps the organization's audit key with the current master key. The chain does not change. */
export async function rewrap_audit_key(db: Database, ring: Keyring, org_id: string): Promise<void> {
  const head = await db.selectFrom('audit_heads').select('wrapped_key').forUpdate().executeTakeFirst()
  if (!head) return
  const key = open_wrapped(ring, place(org_id), head.wrapped_key)
  await db
    .updateTable('audit_heads')
    .set({ wrapped_key: seal(ring.master_key, place(org_id), key) })
    .where('org_id', '=', org_id)
    .execute()
}

export type ChainVerdict = { ok: true; calls: bigint; hash: string } | { ok: false; calls: bigint; fault: string }

/** Reads an organization's whole chain and returns the first fault in it. */
export function verify_chain(pool: pg.Pool, ring: Keyring, org_id: string): Promise<ChainVerdict> {
  // Repeatable read: calls that are recorded during the check are not part of it.
  return in_org(pool, { org_id, statement_timeout_ms: 0 }, async (db) => {
    await sql`set transaction isolation level repeatable read, read only`.execute(db)
    const head = await db.selectFrom('audit_heads').select(['seq', 'hash', 'wrapped_key']).executeTakeFirst()
    if (!head) {
      const stray = await db.selectFrom('audit_log').select('seq').limit(1).executeTakeFirst()
      return stray ? { ok: false, calls: 0n, fault: 'there are calls but no chain' } : { ok: true, calls: 0n, hash: '' }
    }
    const key = open_wrapped(ring, place(org_id), head.wrapped_key)
    let seq = 0n
    let hash: Buffer = BEGINNING
    for (;;) {
      const rows = await db
        .selectFrom('audit_log')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(VERIFY_ROWS)
        .execute()
      for (const row of rows) {
        if (row.seq !== seq + 1n) return { ok: false, calls: seq, fault: `call ${seq + 1n} is missing` }
        hash = link(key, hash, row.seq, row as CallRecord)
        if (!hash.equals(row.hash)) return { ok: false, calls: seq, fault: `call ${row.seq} is not as it was recorded` }
        seq = row.seq
      }
      if (rows.length < VERIFY_ROWS) break
    }
    if (seq !== head.seq || !hash.equals(head.hash))
      return { ok: false, calls: seq, fault: `the chain should end with call ${head.seq}` }
    return { ok: true, calls: seq, hash: hash.toString('hex') }
  })
}

/** Collects calls that are recorded in batches. */
export class Recorder {
  readonly #pool: pg.Pool
  readonly #ring: Keyring
  readonly #log: Log
  #waiting: CallRecord[] = []
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<void> = Promise.resolve()

  constructor(pool: pg.Pool, ring: Keyring, log: Log) {
    this.#pool = pool
    this.#ring = ring
    this.#log = log
  }

  add(record: CallRecord): void {
    if (this.#waiting.length >= WAITING_MAX) {
      this.#waiting.shift()
      this.#log.error('a call record was dropped: too many records wait for the database')
    }
    this.#waiting.push(record)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
  }

  /** Writes the pending records. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    const unwritten: CallRecord[] = []
    let is_reachable = true
    while (is_reachable && this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, BATCH_MAX)
      const fault = await this.#fault_of(batch)
      if (!fault) continue
      is_reachable = !is_unreachable(fault)
      unwritten.push(...(is_reachable ? await this.#unwritten_by_org(batch) : batch))
    }
    if (unwritten.length === 0) return
    this.#waiting.unshift(...unwritten)
    this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS)
  }

  /** Writes the records of each organization separately, so that an error of one organization does not affect the others. */
  async #unwritten_by_org(batch: CallRecord[]): Promise<CallRecord[]> {
    const unwritten: CallRecord[] = []
    for (const part of Map.groupBy(batch, ({ org_id }) => org_id).values())
      if (await this.#fault_of(part)) unwritten.push(...part)
    return unwritten
  }

  /** Writes all records, or returns the error. After an error nothing is written, unless the connection broke after the commit. */
  async #fault_of(records: CallRecord[]): Promise<unknown> {
    try {
      await in_system(this.#pool, (db) => append_calls(db, this.#ring, records), LIMITS_MS)
      return undefined
    } catch (error) {
      const orgs = new Set(records.map(({ org_id }) => org_id)).size
      this.#log.error({ err: error, orgs, calls: records.length }, 'recording calls failed; retrying')
      return error
    }
  }
}
