// What a request says about who calls. Only read here; the engine judges it.
import type { FastifyRequest } from 'fastify'
import type { Org } from '#engine/access/directory.ts'
import { authenticate, resolve_org } from '#engine/calls/call.ts'
import type { Engine } from '#engine/engine.ts'

export interface CallerHeaders {
  credential: string | undefined
  org_id: string | undefined
  idempotency_key: string | undefined
}

export function caller_headers({ headers }: Pick<FastifyRequest, 'headers'>): CallerHeaders {
  return {
    credential: /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
    org_id: headers['x-svc-org']?.toString().trim().toLowerCase() || undefined,
    idempotency_key: headers['idempotency-key']?.toString() || undefined,
  }
}

/** The organization a request acts on, for the lists of both doors; throws the engine's own 401 and 403. */
export async function org_of(
  engine: Engine,
  { credential, org_id }: Pick<CallerHeaders, 'credential' | 'org_id'>,
): Promise<Org> {
  return resolve_org(engine, await authenticate(engine, credential), org_id)
}
