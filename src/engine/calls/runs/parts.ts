// What runs need of the process, and of the call that makes one.
import type { Directory } from '#engine/access/directory.ts'
import type { PublicTextReads } from '#engine/access/public_text_reads.ts'
import type { ActionParts } from '#engine/actions/place.ts'
import type { RefusedAccess } from '#engine/audit/refused.ts'
import type { Claim } from '#engine/calls/admission.ts'
import type { RunWaiters } from '#engine/calls/runs/waiters.ts'
import type { App, SignIn } from '#engine/connector/sign_in.ts'
import type { Jobs } from '#engine/job.ts'
import type { Mailing } from '#engine/mail.ts'
import type { Catalog, CheckCode, Context, Measuring } from '#engine/tool.ts'

export interface RunParts extends ActionParts {
  apps: Record<string, App>
  catalog: Catalog
  directory: Directory
  refused: RefusedAccess
  public_text_reads: PublicTextReads
  waiters: RunWaiters
  jobs: Jobs
  sign_ins: Record<string, SignIn>
  mailing?: Mailing
  check_code?: CheckCode
  base_url: string
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
