// What runs need of the process, and of the call that makes one.
import type { Pool } from '#db/pool.ts'
import type { Directory } from '#engine/access/directory.ts'
import type { RefusedAccess } from '#engine/audit/refused.ts'
import type { Claim } from '#engine/calls/admission.ts'
import type { RunWaiters } from '#engine/calls/runs/waiters.ts'
import type { Connector } from '#engine/connector.ts'
import type { Jobs } from '#engine/job.ts'
import type { Mailing } from '#engine/mail.ts'
import type { SignIn } from '#engine/sign_in.ts'
import type { Catalog, Context, Measuring } from '#engine/tool.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'
import type { Keyring } from '#engine/vendors/secrets.ts'
import type { Clock } from '#lib/clock.ts'
import type { Log } from '#lib/log.ts'

export interface RunParts extends Keyring {
  pool: Pool
  catalog: Catalog
  directory: Directory
  refused: RefusedAccess
  waiters: RunWaiters
  clock: Clock
  log: Log
  jobs: Jobs
  connectors: Record<string, Connector>
  sign_ins: Record<string, SignIn>
  mailing?: Mailing
  base_url: string
  outbound: Outbound
  measuring: Measuring
}

export interface RunRequest extends Claim {
  input: unknown
  idempotency_key?: string
  transport: string
  request_id: string
  signal?: AbortSignal
  progress?: Context['progress']
  /** How long the call waits for the end of the run. */
  wait_ms?: number
}
