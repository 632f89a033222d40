// Reports that a platform builds in the background. An ordered report is stored by its request. So a sync that ends or is killed while
// the platform builds finds the report again, and neither waits nor orders it twice.
import { createHash } from 'node:crypto'
import type { Api, VendorRequest } from '#engine/connector.ts'
import type { Built, Report } from '#engine/report.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import type { Clock } from '#lib/clock.ts'

/** Most seconds that one sync waits for a report. Then the sync reads the rest and ends, and a later one continues. */
const WAITED_MAX_S = 300
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

interface Parts {
  call: Api['call']
  store: ReportStore
  clock: Clock
  signal: AbortSignal
  title: string
}

/** Orders reports together, because each can be in the platform's queue for hours, and gives each when it is built, in order. */
export async function* built_reports<Ordered, Status>(
  reports: readonly Report<Ordered, Status>[],
  parts: Parts,
): AsyncIterable<Built<Status>> {
  const orders: (OrderedReport & { request: string })[] = []
  for (const report of reports) orders.push(await ordered(report, parts))
  const wait_until = parts.clock.now().getTime() + WAITED_MAX_S * 1000
  for (const [at, report] of reports.entries()) {
    const { report_id, request } = orders[at]!
    const status = await finished(report, orders[at]!, { ...parts, wait_until })
    try {
      yield { id: report_id, status }
    } finally {
      // It was read, or cannot be read. A process that dies meanwhile reads it again.
      await parts.store.forget(request)
    }
  }
}

async function ordered<Ordered, Status>(report: Report<Ordered, Status>, { call, store, clock }: Parts) {
  const request = hash_of(report.order)
  const stored = await store.find(request)
  const now = clock.now()
  if (stored && !is_over(report, stored, now)) return { ...stored, request }
  const order = { report_id: await order_of(report, call), ordered_at: now }
  await store.keep(request, order)
  return { ...order, request }
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

async function finished<Ordered, Status>(
  report: Report<Ordered, Status>,
  order: OrderedReport & { request: string },
  { call, store, clock, signal, title, wait_until }: Parts & { wait_until: number },
): Promise<Status> {
  try {
    for (let wait_s = Math.min(FIRST_LOOK_S, report.every_s); ; wait_s = Math.min(wait_s * 2, report.every_s)) {
      const status = await call(report.status(order.report_id))
      const reason = report.failure(status)
      if (reason !== undefined) throw new VendorRefusal('refused', `${title} could not build a report: ${reason}.`)
      if (report.is_built(status)) return status
      const now = clock.now()
      if (is_over(report, order, now))
        throw new VendorRefusal('refused', `${title} did not finish a report within ${report.for_s} seconds.`)
      if (now.getTime() + wait_s * 1000 > wait_until)
        throw new VendorRefusal(
          'awaited',
          `${title} still builds a report; the sync continues later.`,
          look_again_s(order, now),
        )
      await clock.sleep(wait_s * 1000, signal)
    }
  } catch (error) {
    // A report that failed, or that the platform does not know any more, is ordered again by a later sync.
    if (error instanceof VendorRefusal && error.kind === 'refused') await store.forget(order.request)
    throw error
  }
}

const is_over = ({ for_s }: { for_s: number }, { ordered_at }: OrderedReport, now: Date) =>
  now.getTime() >= ordered_at.getTime() + for_s * 1000

function look_again_s({ ordered_at }: OrderedReport, now: Date): number {
  const age_s = (now.getTime() - ordered_at.getTime()) / 1000
  return Math.round(Math.min(LOOK_AGAIN_MAX_S, Math.max(LOOK_AGAIN_MIN_S, age_s * LOOK_AGAIN_PART)))
}

const hash_of = ({ path, query, method, headers, body }: VendorRequest<unknown>): string =>
  createHash('sha256').update(JSON.stringify({ path, query, method, headers, body })).digest('hex')
