// Reports that a platform builds in the background. An ordered report is stored by its request. So a sync that ends or is killed while
// the platform builds finds the report again, and neither waits nor orders it twice.
import { createHash } from 'node:crypto'
import type { Built, Report } from '#engine/connector/report.ts'
import type { Api, VendorRequest } from '#engine/connector.ts'
import { is_refusal, VendorRefusal } from '#engine/vendors/refusal.ts'
import type { Clock } from '#lib/clock.ts'

/** Most time that one sync waits for reports that do not come. Then it reads the rest and ends, and a later one continues. */
const WAITED_MAX_MS = 300_000
/** Most time that one sync waits for all its reports. An account whose days each need a report gets one after the other until then. */
const WAITED_IN_ALL_MAX_MS = 1_800_000
/** A report that is older than this number of times is not used, because its figures are old too. The time is what it takes at most. */
const KEPT_TIMES = 2
/** The first look at a report comes after this time, and each further one after twice as long, up to the platform's own interval. */
const FIRST_LOOK_S = 2
/** The next sync looks again after this part of the report's age, within these seconds. */
const LOOK_AGAIN_PART = 0.25
const LOOK_AGAIN_MIN_S = 60
const LOOK_AGAIN_MAX_S = 900

export interface OrderedReport {
  report_id: string
  ordered_at: Date
}

/** Where the ordered reports of a connection are stored. */
export interface ReportStore {
  find(request: string): Promise<OrderedReport | undefined>
  keep(request: string, report: OrderedReport): Promise<void>
  forget(request: string): Promise<void>
}

/** The reports of one sync, or of other work with a connection. */
export interface Reports {
  store: ReportStore
  /** How long the work may still wait for reports. The wait for one that comes is given back, as long as `left_ms` allows. */
  wait_ms: number
  left_ms: number
  /** Requests whose reports were read. They are forgotten when their rows are stored. */
  read: Set<string>
}

export const reports_in = (store: ReportStore): Reports => ({
  store,
  wait_ms: WAITED_MAX_MS,
  left_ms: WAITED_IN_ALL_MAX_MS,
  read: new Set(),
})

interface Parts {
  call: Api['call']
  reports: Reports
  clock: Clock
  signal: AbortSignal
  title: string
  /** Shortens a vendor's message and removes the secrets of the connection. */
  clean: (reason: string) => string
}

/** Orders reports together, because each can be in the platform's queue for hours, and gives each when it is built, in order. */
export async function* built_reports<Ordered, Status>(
  wanted: readonly Report<Ordered, Status>[],
  parts: Parts,
): AsyncIterable<Built<Status>> {
  const orders: Order[] = []
  for (const report of wanted) orders.push(await ordered(report, parts))
  const latest = orders.find(({ is_new }) => is_new)
  // Nothing is built at the moment of its order.
  if (latest && parts.reports.wait_ms <= 0) throw awaited(parts, latest)
  for (const [at, report] of wanted.entries()) {
    const { report_id, request } = orders[at]!
    const status = await finished(report, orders[at]!, parts)
    let is_read = false
    try {
      yield { id: report_id, status }
      is_read = true
    } finally {
      // What cannot be read is ordered again. What was read stays until its rows are stored, because the read can end before.
      if (is_read) parts.reports.read.add(request)
      else await parts.reports.store.forget(request)
    }
  }
}

type Order = OrderedReport & { request: string; is_new: boolean }

async function ordered<Ordered, Status>(report: Report<Ordered, Status>, parts: Parts): Promise<Order> {
  const { call, reports, clock } = parts
  const request = hash_of(report.order)
  const stored = await reports.store.find(request)
  if (stored && (await is_usable(report, stored, parts))) return { ...stored, request, is_new: false }
  const order = { report_id: await order_of(report, call), ordered_at: clock.now() }
  await reports.store.keep(request, order)
  return { ...order, request, is_new: true }
}

/** A report that took longer than usual is asked for its status once, because the platform can have built it since. */
async function is_usable<Ordered, Status>(
  report: Report<Ordered, Status>,
  order: OrderedReport,
  { call, clock }: Parts,
): Promise<boolean> {
  const now = clock.now()
  if (!is_over(report, order, now)) return true
  if (is_over({ for_s: report.for_s * KEPT_TIMES }, order, now)) return false
  try {
    const status = await call(report.status(order.report_id))
    return report.failure(status) === undefined && report.is_built(status)
  } catch (error) {
    if (is_refusal(error, 'refused')) return false
    throw error
  }
}

async function order_of<Ordered, Status>({ order, id_of, running }: Report<Ordered, Status>, call: Api['call']) {
  try {
    return id_of(await call(order))
  } catch (error) {
    const same = error instanceof VendorRefusal ? running?.(error) : undefined
    if (same === undefined) throw error
    return same
  }
}

async function finished<Ordered, Status>(report: Report<Ordered, Status>, order: Order, parts: Parts): Promise<Status> {
  const { call, reports, clock, signal, title, clean } = parts
  let waited_ms = 0
  try {
    for (let wait_s = Math.min(FIRST_LOOK_S, report.every_s); ; wait_s = Math.min(wait_s * 2, report.every_s)) {
      const status = await call(report.status(order.report_id))
      const reason = report.failure(status)
      if (reason !== undefined)
        throw new VendorRefusal('refused', `${title} could not build a report: ${clean(reason)}.`)
      if (report.is_built(status)) {
        reports.wait_ms = Math.min(reports.wait_ms + waited_ms, reports.left_ms)
        return status
      }
      if (is_over(report, order, clock.now()))
        throw new VendorRefusal('refused', `${title} did not finish a report within ${report.for_s} seconds.`)
      const wait_ms = wait_s * 1000
      if (wait_ms > reports.wait_ms) throw awaited(parts, order)
      reports.wait_ms -= wait_ms
      reports.left_ms -= wait_ms
      waited_ms += wait_ms
      await clock.sleep(wait_ms, signal)
    }
  } catch (error) {
    // A report that failed, or that the platform does not know any more, is ordered again by a later sync.
    if (is_refusal(error, 'refused')) await reports.store.forget(order.request)
    throw error
  }
}

const awaited = ({ title, clock }: Parts, order: OrderedReport) =>
  new VendorRefusal(
    'awaited',
    `${title} still builds a report; the sync continues later.`,
    look_again_s(order, clock.now()),
  )

const is_over = ({ for_s }: { for_s: number }, { ordered_at }: OrderedReport, now: Date) =>
  now.getTime() >= ordered_at.getTime() + for_s * 1000

function look_again_s({ ordered_at }: OrderedReport, now: Date): number {
  const age_s = (now.getTime() - ordered_at.getTime()) / 1000
  return Math.round(Math.min(LOOK_AGAIN_MAX_S, Math.max(LOOK_AGAIN_MIN_S, age_s * LOOK_AGAIN_PART)))
}

const hash_of = ({ path, query, method, headers, body }: VendorRequest<unknown>): string =>
  createHash('sha256').update(JSON.stringify({ path, query, method, headers, body })).digest('hex')
