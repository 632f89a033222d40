// Faults on demand, alike for every vendor. The vendor's file gives the answers (throttle, fail, refuse, records), this file does the
// rest.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { parse_whole } from './json.ts'
import { spoil, spoiling } from './spoiled_records.ts'
import type { Tokens } from './tokens.ts'
import type { Answer, Vendor } from './vendor.ts'
import { days_from } from './world/calendar.ts'
import { chance } from './world/random.ts'
import type { Writes } from './world/writes.ts'

export const fault_kinds = [
  'throttle',
  'too_many',
  'fail',
  'deny_account',
  'too_much',
  'slow',
  'truncate',
  'expire',
  'revoke',
  'duplicate',
  'duplicate_across',
  'shuffle',
  'unknown_field',
  'leave_out',
  'lose_days',
  'lose_one',
  'odd_values',
  'odd_texts',
  'empty',
  'halve',
  'rewrite',
  'html',
  'blank',
  'warning',
  'own',
  'refuse_write',
  'refuse_part',
  'lose_request',
  'lose_answer',
  'land_late',
  'land_altered',
] as const
type FaultKind = (typeof fault_kinds)[number]

export interface Fault {
  kind: FaultKind
  /** When absent: every platform. */
  platform?: string
  /** A regular expression on method and path with query, such as 'GET .*insights'. When absent: every request. */
  path?: string
  /** Number of requests that the fault affects. When absent: 1. With 0: unlimited. */
  count?: number
  /** Probability that the fault affects a matching request. When absent: 1. */
  probability?: number
  /** Number of matching requests that pass first. */
  skip?: number
  /** Of `fail`: the status. When absent: 500. Of `too_many`, when absent: 429. */
  status?: number
  /** Seconds to wait. Of `throttle`, when absent: 1. Of `too_many`, when absent: the answer names no time. Of `land_late`: until readers see the write. */
  seconds?: number
  /** Of `slow`: milliseconds until the answer. When absent: 1000. */
  ms?: number
  /** Of `too_much`: records of a page and days of a request that are still answered. When absent: none. */
  records_max?: number
  days_max?: number
  /**
   * A regular expression on names of fields. Of `land_altered`: those that the vendor alters; when absent, all that it can. Of `leave_out`:
   * those that the records lack, at any depth.
   */
  fields?: string
  /** Of `leave_out`: the fields are null instead. */
  is_null?: boolean
  /** Of `lose_days`: the days of which the answer has no record, YYYY-MM-DD. The vendor's own count of the records lacks them too. */
  days?: string[]
  /**
   * Of `halve`: the vendor's own count lacks the records too. Of `lose_days`: a request for such days alone, without a date in its records,
   * has none either.
   */
  is_recounted?: boolean
  /** Of `rewrite`: a regular expression on the answer's text, and what stands in the place of each match. When absent: nothing. */
  find?: string
  replace?: string
  /** Of `own`: which of the vendor's own answers. Of `throttle`: which of its limits, where the words depend on it. */
  name?: string
}

interface LiveFault extends Fault {
  id: number
  seen: number
  hits: number
  matches: RegExp | null
  found: RegExp | null
}

/** The path at the vendor, without the host, which is the first part of the path here. */
export const path_of = ({ url }: FastifyRequest): string => url.replace(/^\/[^/]+/, '').split('?')[0]!

/** What can happen to a write: refused by the vendor's rules, or a part of it, lost on the way there or back, seen late, or carried out otherwise. */
const of_writes: FaultKind[] = [
  'refuse_write',
  'refuse_part',
  'lose_request',
  'lose_answer',
  'land_late',
  'land_altered',
]
const before: FaultKind[] = [
  'throttle',
  'too_many',
  'fail',
  'deny_account',
  'too_much',
  'slow',
  'expire',
  'revoke',
  ...of_writes,
] as FaultKind[]

/** What servers and proxies put in the place of an answer, or before it, although the status is 200. */
const html = '<!DOCTYPE html>\n<html><head><title>Service check</title></head><body>One moment, please.</body></html>'
const warning =
  '<br />\n<b>Warning</b>: Undefined array key "page" in <b>/srv/api/list.php</b> on line <b>42</b><br />\n'

const patterns_of = ({ kind, path, find = '(?!)' }: Fault) => ({
  matches: path ? new RegExp(path) : null,
  found: kind === 'rewrite' ? new RegExp(find, 'g') : null,
})

export function create_faults(seed: number, tokens: Tokens, writes: Writes) {
  let live: LiveFault[] = []
  let given = 0
  const last_record = new Map<string, unknown>()
  /** Requests whose answer is lost. */
  const unanswered = new WeakSet<FastifyRequest>()

  function take(vendor: Vendor, request: FastifyRequest, early: boolean): LiveFault[] {
    const account = vendor.account?.(request)
    const line = `${request.method} ${request.url}${account ? ` ${account}` : ''}`
    const hit = live.filter((fault) => {
      // A fault without a path does not affect sign-in requests.
      if (!fault.matches && vendor.open?.(path_of(request))) return false
      if (before.includes(fault.kind) !== early) return false
      if (fault.platform && fault.platform !== vendor.platform) return false
      if (fault.matches && !fault.matches.test(line)) return false
      fault.seen += 1
      if (fault.seen <= (fault.skip ?? 0)) return false
      if (!chance(seed, 'fault', fault.id, fault.seen).yes(fault.probability ?? 1)) return false
      fault.hits += 1
      return true
    })
    live = live.filter((fault) => fault.count === 0 || fault.hits < (fault.count ?? 1))
    return hit
  }

  return {
    add(fault: Fault): number {
      given += 1
      live.push({ ...fault, id: given, seen: 0, hits: 0, ...patterns_of(fault) })
      return given
    },
    list: () => live.map(({ matches: _, found: __, ...fault }) => fault),
    clear() {
      live = []
      given = 0
      last_record.clear()
    },

    /** Faults before the vendor answers. Returns an answer to send instead, or null. */
    async before(vendor: Vendor, request: FastifyRequest): Promise<Answer | 'lost' | null> {
      for (const fault of take(vendor, request, true)) {
        if (fault.kind === 'slow') await new Promise((done) => setTimeout(done, fault.ms ?? 1000))
        if (fault.kind === 'expire') tokens.expire(vendor.platform)
        if (fault.kind === 'revoke') tokens.revoke(vendor.platform)
        if (fault.kind === 'lose_request') return 'lost'
        if (fault.kind === 'lose_answer') unanswered.add(request)
        set_oddity(writes, fault)
        const instead = instead_of(vendor, request, fault)
        if (instead) return instead
      }
      return null
    },

    is_unanswered: (request: FastifyRequest) => unanswered.has(request),

    /** Faults on the answer. Returns the body as the fault changes it. */
    after(vendor: Vendor, request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
      if (typeof payload !== 'string' || reply.statusCode >= 300) return payload
      const hit = take(vendor, request, false)
      const asked = same_question(request) + (vendor.account?.(request) ?? '')
      const own = hit.filter((fault) => fault.kind === 'own').map(({ name = '' }) => vendor.own?.[name])
      let text = own.length > 0 ? changed(payload, own) : payload
      const spoils = hit.filter((fault) => spoiling.includes(fault.kind))
      if (vendor.records && (spoils.length || live.some((fault) => fault.kind === 'duplicate_across'))) {
        const body = parse_whole(text) as Record<string, unknown>
        const records = vendor.records(body)
        if (records) {
          const last = records.at(-1)
          for (const fault of spoils) {
            const fewer = spoil({ ...fault, window: window_of(request) }, records, last_record.get(asked), seed)
            if (fault.kind === 'lose_days' || fault.is_recounted) vendor.recount?.(body, fewer)
            const odd = fault.kind === 'odd_values' ? records : []
            for (const [at, record] of odd.entries()) vendor.odd_values?.(record, at)
          }
          vendor.arrange?.(request, records)
          if (last) last_record.set(asked, last)
          text = JSON.stringify(body)
        }
      }
      for (const { found, replace = '' } of hit) if (found) text = text.replace(found, replace)
      const kinds = hit.map(({ kind }) => kind)
      if (kinds.includes('html')) return html
      if (kinds.includes('blank')) return ''
      if (kinds.includes('warning')) return warning + text
      if (!kinds.includes('truncate')) return text
      reply.header('content-length', Buffer.byteLength(text))
      return broken_off(text)
    },
  }
}

/** The answer after the changes of its body. */
function changed(text: string, changes: readonly (((body: Record<string, unknown>) => void) | undefined)[]): string {
  const body = parse_whole(text) as Record<string, unknown>
  for (const change of changes) change?.(body)
  return JSON.stringify(body)
}

export type Faults = ReturnType<typeof create_faults>

// Parameters in which vendors receive the requested page.
const page_fields = [
  'after',
  'offset',
  'startRow',
  'pageToken',
  'page[cursor]',
  'access_token',
  'scroll_id',
  'paginationToken',
  'page',
]

/** All days from the first to the last one that the body of a request names. */
function window_of({ body }: FastifyRequest): string[] {
  const named = (JSON.stringify(body ?? {}).match(/\b\d{4}-\d\d-\d\d\b/g) ?? []).sort()
  return named.length > 0 ? days_from(named[0]!, named.at(-1)!) : []
}

/** The vendor's answer in place of the ordinary one. */
function instead_of(vendor: Vendor, request: FastifyRequest, fault: Fault): Answer | null {
  const { kind, seconds, status, name } = fault
  if (kind === 'throttle') return vendor.throttle(seconds ?? 1, name)
  if (kind === 'too_many') return too_many(seconds, status)
  if (kind === 'fail') return vendor.fail(status ?? 500)
  if (kind === 'refuse_write') return vendor.refuse_write?.(request) ?? null
  if (kind === 'deny_account') return vendor.deny?.(request) ?? null
  return kind === 'too_much' ? (vendor.too_much?.(request, fault) ?? null) : null
}

function set_oddity(writes: Writes, { kind, seconds, fields = '' }: Fault) {
  if (kind === 'refuse_part') writes.next({ is_partial: true })
  if (kind === 'land_late') writes.next({ delay_s: seconds })
  if (kind === 'land_altered') writes.next({ altered: new RegExp(fields) })
}

/** Identifies a request regardless of the page: path, query and body without the parameters of paging. */
const same_question = ({ url, query, body }: FastifyRequest): string =>
  JSON.stringify([url.split('?')[0], query, body], (name, value) => (page_fields.includes(name) ? undefined : value))

/** The answer of a proxy before the vendor: a status without the vendor's words. */
const too_many = (seconds: number | undefined, status = 429): Answer => ({
  status,
  headers: seconds === undefined ? {} : { 'retry-after': String(seconds) },
  body: '',
})

/** Sends half of the body, then closes the connection, although content-length promised the whole body. */
function broken_off(text: string): Readable {
  const half = Buffer.from(text).subarray(0, Math.floor(Buffer.byteLength(text) / 2))
  return Readable.from(
    (async function* () {
      yield half
      await new Promise((done) => setTimeout(done, 5))
      throw new Error('The sandbox truncates the answer.')
    })(),
    { objectMode: false },
  )
}
