// Checks the chains of recorded calls, by themselves and against anchors that were exported to another place.
import { in_org, in_system } from '#db/org.ts'
import type { Database, Pool } from '#db/pool.ts'
import type { Anchor } from '#engine/audit/anchors.ts'
import { BEGINNING, type CallRecord, INSTALLATION, link, place } from '#engine/audit/chain.ts'
import { REPEATED_AFTER_MS } from '#engine/audit/export.ts'
import { type Keyring, open_wrapped } from '#engine/vendors/secrets.ts'

/** Rows of one batch of the check. */
const VERIFY_ROWS = 5_000

interface Anchored {
  calls: bigint
  /** The last call that an anchor confirms. 0: no anchor was given. */
  anchored: bigint
  /** When the newest anchor was made. Undefined: there is none. */
  newest_anchor_at: string | undefined
  /** The time of the first call after the last one that an anchor confirms. Undefined: anchors confirm all. */
  unanchored_since: string | undefined
}

export type ChainVerdict = Anchored & ({ ok: true; hash: string } | { ok: false; fault: string })

/** Exports run every ten minutes. After this time, one was not made or is missing here. */
const LATE_MS = 3_600_000

/** Whether the chain should have a newer anchor. Someone who can change the database can keep chains from being exported. */
export function lacks_anchors({ calls, newest_anchor_at, unanchored_since }: Anchored, now: Date): boolean {
  const is_older = (at: string | undefined, ms: number) => at !== undefined && now.getTime() - Date.parse(at) > ms
  return is_older(unanchored_since, LATE_MS) || (calls > 0n && is_older(newest_anchor_at, REPEATED_AFTER_MS + LATE_MS))
}

/** Reads a whole chain and returns the first fault in it. Without anchors, calls that were removed from the end do not show. */
export function verify_chain(
  pool: Pool,
  ring: Keyring,
  org_id: string,
  anchors: readonly Anchor[] = [],
): Promise<ChainVerdict> {
  // Repeatable read: calls that are recorded during the check are not part of it.
  return in_org(pool, { org_id, read_only: true, is_snapshot: true, statement_timeout_ms: 0 }, (db) =>
    new Check(db, ring, org_id, anchors).run(),
  )
}

class Check {
  readonly #db: Database
  readonly #ring: Keyring
  readonly #org_id: string
  readonly #anchors: Map<bigint, Anchor[]>
  readonly #last: Anchor | undefined
  readonly #newest_anchor_at: string | undefined
  #anchored = 0n
  #unanchored_since: string | undefined

  constructor(db: Database, ring: Keyring, org_id: string, anchors: readonly Anchor[]) {
    this.#db = db
    this.#ring = ring
    this.#org_id = org_id
    this.#anchors = Map.groupBy(anchors, ({ seq }) => seq)
    this.#last = anchors.reduce<Anchor | undefined>(
      (last, anchor) => (last && last.seq >= anchor.seq ? last : anchor),
      undefined,
    )
    this.#newest_anchor_at = anchors
      .map(({ at }) => at)
      .toSorted()
      .at(-1)
  }

  async run(): Promise<ChainVerdict> {
    const head = await this.#db
      .selectFrom('audit_heads')
      .select(['seq', 'hash', 'wrapped_key'])
      .where('org_id', '=', this.#org_id)
      .executeTakeFirst()
    if (!head) {
      const stray = await this.#db.selectFrom('audit_log').select('seq').limit(1).executeTakeFirst()
      if (stray) return this.#fault(0n, 'there are calls but no chain')
      return this.#end(0n, '')
    }
    const key = this.#key_of(head.wrapped_key)
    if (!key) return this.#fault(0n, 'the key of the chain is sealed with another master key')
    let seq = 0n
    let hash: Buffer = BEGINNING
    for (;;) {
      const rows = await this.#rows_after(seq)
      for (const row of rows) {
        if (row.seq !== seq + 1n) return this.#fault(seq, `call ${seq + 1n} is missing`)
        hash = link(key, hash, row.seq, row as CallRecord)
        if (!hash.equals(row.hash)) return this.#fault(seq, `call ${row.seq} is not as it was recorded`)
        seq = row.seq
        const fault = this.#against_anchors(seq, hash)
        if (fault) return this.#fault(seq, fault)
        this.#unanchored_since = this.#anchored === seq ? undefined : (this.#unanchored_since ?? row.called_at)
      }
      if (rows.length < VERIFY_ROWS) break
    }
    if (seq !== head.seq || !hash.equals(head.hash))
      return this.#fault(seq, `the chain should end with call ${head.seq}`)
    return this.#end(seq, hash.toString('hex'))
  }

  #key_of(wrapped_key: Buffer): Buffer | undefined {
    try {
      return open_wrapped(this.#ring, place(this.#org_id), wrapped_key)
    } catch {
      return undefined
    }
  }

  #rows_after(seq: bigint) {
    return this.#db
      .selectFrom('audit_log')
      .selectAll()
      .where('seq', '>', seq)
      .orderBy('seq')
      .limit(VERIFY_ROWS)
      .execute()
  }

  /** A chain that was written again has other hashes than its anchors, even when it is consistent in itself. */
  #against_anchors(seq: bigint, hash: Buffer): string | undefined {
    const anchors = this.#anchors.get(seq) ?? []
    const wrong = anchors.find((anchor) => anchor.hash !== hash.toString('hex'))
    if (wrong) return `call ${seq} is not the one that was anchored at ${wrong.at}`
    if (anchors.length > 0) this.#anchored = seq
    return undefined
  }

  #end(calls: bigint, hash: string): ChainVerdict {
    const last = this.#last
    if (last && last.seq > calls)
      return this.#fault(calls, `the chain ends with call ${calls}, but call ${last.seq} was anchored at ${last.at}`)
    return { ok: true, hash, ...this.#found(calls) }
  }

  #fault(calls: bigint, fault: string): ChainVerdict {
    return { ok: false, fault, ...this.#found(calls) }
  }

  #found(calls: bigint): Anchored {
    const [newest_anchor_at, unanchored_since] = [this.#newest_anchor_at, this.#unanchored_since]
    return { calls, anchored: this.#anchored, newest_anchor_at, unanchored_since }
  }
}

export interface Chain {
  org_id: string
  name: string
}

/** The chains of all organizations and of the installation. Anchors can know chains that the database has no more. */
export function list_chains(pool: Pool, anchored: Iterable<string> = []): Promise<Chain[]> {
  return in_system(pool, async (db) => {
    const orgs = await db.selectFrom('orgs').select(['org_id', 'name']).orderBy('org_id').execute()
    const heads = await db.selectFrom('audit_heads').select('org_id').orderBy('org_id').execute()
    const names = new Map(orgs.map(({ org_id, name }) => [org_id, name]))
    const ids = new Set([INSTALLATION, ...names.keys(), ...heads.map(({ org_id }) => org_id), ...anchored])
    return [...ids].map((org_id) => ({ org_id, name: name_of(org_id, names) }))
  })
}

function name_of(org_id: string, names: ReadonlyMap<string, string>): string {
  if (org_id === INSTALLATION) return '(installation)'
  return names.get(org_id) ?? '(deleted)'
}
