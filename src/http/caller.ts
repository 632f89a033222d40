// Reads the headers that identify the caller. The engine decides whether they are valid.
import type { FastifyRequest } from 'fastify'

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
