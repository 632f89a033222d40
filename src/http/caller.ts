// Reads the headers that identify the caller. The engine decides whether they are valid.
import type { FastifyRequest } from 'fastify'

export interface CallerHeaders {
  credential: string | undefined
  org_id: string | undefined
  idempotency_key: string | undefined
  /** Of the connection, or of the client that a trusted proxy names. */
  address: string
}

export function caller_headers({ headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>): CallerHeaders {
  return {
    credential: /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1],
    org_id: headers['x-svc-org']?.toString().trim().toLowerCase() || undefined,
    idempotency_key: headers['idempotency-key']?.toString() || undefined,
    address: ip,
  }
}
