// A row for every call, chained by hash for each organization. A write records itself in its own transaction; reads and
// refusals, which have none to write in, are recorded in batches, and what waits is written at shutdown.
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type pg from 'pg'
import { in_org } from '#db/org.ts'
import type { Database } from '#db/pool.ts'
import type { Outcome } from '#engine/outcomes.ts'
import { type Keyring, open_wrapped, seal } from '#engine/secrets.ts'
import type { Log } from '#lib/log.ts'

export interface CallRecord {
  org_id: string
  request_id: string
  /** `key:<key_id>` and the like. */
  actor: string
  tool: string
  door: string
  outcome: Outcome
  input_hash: Buffer
  duration_ms: number
  called_at: string
}

const FLUSH_MS = 200
const RETRY_MS = 2_000
const BATCH_MAX = 500
/** Records that wait at most while the database cannot be written; past that the oldest are dropped, and that is logged. */
const WAITING_MAX = 100_000
const KEY_BYTES = 32
/** Rows checked at once. */
const VERIFY_ROWS = 5_000
/** What the first row of a chain follows. */
const BEGINNING = Buffer.alloc(32)

export const input_hash = (input: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(input) ?? '')
    .digest()

const place = (org_id: string) => `audit/${org_id}`

/** What the hash of a row covers, in one fixed form. */
function link(key: Buffer, before: Buffer, seq: bigint, row: Omit<CallRecord, 'org_id'>): Buffer {
  const { request_id, actor, tool, door, outcome, input_hash, duration_ms, called_at } = row
  const text = JSON.stringify([
    String(seq),
    request_id,
    actor,
    tool,
    door,
    outcome,
    input_hash.toString('hex'),
    duration_ms,
    called_at,
  ])
  return createHmac('sha256', key).update(before).update(text).digest()
}

/** Adds calls of one organization to its chain. `db` is a transaction of that organization; others wait until it ends. */
export async function append_calls(
  db: Database,
  ring: Keyring,
  org_id: string,
  records: readonly CallRecord[],
): Promise<void> {
  const head = (await lock_head(db)) ?? (await begin_chain(db, ring, org_id))
  const key = open_wrapped(ring, place(org_id), head.wrapped_key)
  let { seq, hash } = head
  const rows = records.map((record) => {
    seq += 1n
    hash = link(key, hash, seq, record)
    return { ...record, seq, hash }
  })
  await db.insertInto('audit_log').values(rows).execute()
  await db.updateTable('audit_heads').set({ seq, hash }).where('org_id', '=', org_id).execute()
}

const lock_head = (db: Database) =>
  db.selectFrom('audit_heads').select(['seq', 'hash', 'wrapped_key']).forUpdate().executeTakeFirst()

async function begin_chain(db: Database, ring: Keyring, org_id: string) {
  await db
    .insertInto('audit_heads')
    .values({ org_id, hash: BEGINNING, wrapped_key: seal(ring.master_key, place(org_id), randomBytes(KEY_BYTES)) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await lock_head(db))!
}

/** Wraps the organization's audit key with the current master key. The chain stays as it is. */
export async function rewrap_audit_key(db: Database, ring: Keyring, org_id: string): Promise<void> {
  const head = await lock_head(db)
  if (!head) return
  const key = open_wrapped(ring, place(org_id), head.wrapped_key)
  await db
    .updateTable('audit_heads')
    .set({ wrapped_key: seal(ring.master_key, place(org_id), key) })
    .where('org_id', '=', org_id)
    .execute()
}

export type ChainVerdict = { ok: true; calls: bigint; hash: string } | { ok: false; calls: bigint; fault: string }

/** Reads an organization's whole chain and says where it first does not hold. */
export function verify_chain(pool: pg.Pool, ring: Keyring, org_id: string): Promise<ChainVerdict> {
  // Repeatable read: calls that go on meanwhile are not part of what is checked.
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

/** Calls that wait to be recorded. */
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
      this.#log.error('a call record was dropped: too many wait for the database')
    }
    this.#waiting.push(record)
    this.#timer ??= setTimeout(() => void this.flush(), FLUSH_MS)
  }

  /** Writes what waits. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const by_org = Map.groupBy(this.#waiting.splice(0, BATCH_MAX), ({ org_id }) => org_id)
      for (const [org_id, records] of by_org) {
        try {
          await in_org(this.#pool, { org_id }, (db) => append_calls(db, this.#ring, org_id, records))
          by_org.delete(org_id)
        } catch (error) {
          this.#waiting.unshift(...[...by_org.values()].flat())
          this.#log.error({ err: error }, 'calls could not be recorded; they are kept and tried again')
          this.#timer ??= setTimeout(() => void this.flush(), RETRY_MS)
          return
        }
      }
    }
  }
}
