import type { VendorAnswer, Verdict } from '#engine/connector.ts'
import { cost_answer, error_answer, mutation_answer } from './answers.ts'

/** Fields that the vendor leaves null for an app that may not read personal data. All other data of the answer are complete. */
const PERSONAL = ['customer', 'displayName', 'defaultEmailAddress', 'defaultPhoneNumber', 'numberOfOrders']

const of_shop: Record<number, string> = {
  402: 'the shop is closed until its owner pays the vendor.',
  404: 'there is no shop with this domain.',
  423: 'the vendor has locked the shop.',
}

/**
 * GraphQL reports errors with status 200. An answer with partial data is rejected completely, so that no data is silently missing,
 * except personal data that the app may not read.
 */
export function classify({ body, status }: VendorAnswer): Verdict | undefined {
  if (of_shop[status]) return { kind: 'refused', reason: of_shop[status] }
  const refused = user_errors(body)
  if (refused) return { kind: 'refused', reason: refused }
  const found = error_answer.safeParse(body)
  if (!found.success || status !== 200) return undefined
  const { errors, extensions } = found.data
  if (typeof errors === 'string') return { kind: 'refused', reason: errors }
  const codes = errors.map((error) => error.extensions?.code)
  const reason = [...new Set(errors.map((error) => error.message))].join(' ')
  if (codes.includes('THROTTLED')) {
    const { requestedQueryCost = 0, throttleStatus } = extensions?.cost ?? {}
    if (!throttleStatus) return { kind: 'throttled' }
    const missing = requestedQueryCost - throttleStatus.currentlyAvailable
    return { kind: 'throttled', wait_s: Math.max(1, Math.ceil(missing / throttleStatus.restoreRate)) }
  }
  if (codes.includes('INTERNAL_SERVER_ERROR') || codes.includes('TIMEOUT')) return { kind: 'transient', reason }
  if (codes.every((code) => code === 'ACCESS_DENIED')) {
    const is_personal = errors.every(({ path }) => PERSONAL.includes(String(path?.at(-1))))
    return is_personal ? undefined : { kind: 'denied', reason }
  }
  return { kind: 'refused', reason }
}

/** The most that one query can cost (shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits, read 2026-11). */
const QUERY_MAX = 1000

/** Seconds until the bucket has place for any query, so that none is throttled. */
export function rest_s({ body }: VendorAnswer): number | undefined {
  const { throttleStatus } = cost_answer.safeParse(body).data?.extensions.cost ?? {}
  if (!throttleStatus) return undefined
  return Math.max(0, QUERY_MAX - throttleStatus.currentlyAvailable) / throttleStatus.restoreRate
}

/** The sentences of a mutation that was refused. Nothing is written then. */
function user_errors(body: unknown): string | undefined {
  const { data } = mutation_answer.safeParse(body)
  const errors = Object.values(data?.data ?? {}).flatMap((one) => one?.userErrors ?? [])
  return [...new Set(errors.map(({ message }) => message))].join(' ') || undefined
}
