// Microsoft Clarity's data export: one path, ten calls a day, at most 1,000 rows and no second page. A wrong spelling in an answer is the
// vendor's own (learn.microsoft.com/clarity, and public answers of 2026-05 and 2026-10).
import type { FastifyReply } from 'fastify'
import type { Answer, Vendor } from '../../vendor.ts'
import { day_ms } from '../../world/calendar.ts'
import { signals, type Visits, visits_of } from './visits.ts'

const calls_a_day_max = 10
const rows_max = 1_000
const days = ['1', '2', '3']
const dimensions = ['Browser', 'Device', 'Country/Region', 'OS', 'Source', 'Medium', 'Campaign', 'Channel', 'URL']
/** The dimensions that the sandbox can divide by, with their field in a row. */
const field_of: Record<string, string> = { Device: 'Device', URL: 'Url' }

type Row = Record<string, unknown>
type Block = { metricName: string; information: Row[] }

const share = (part: number, all: number) => (all === 0 ? 0 : Math.round((part / all) * 10_000) / 100)

/** Rows by the fields, those with most visits first. */
function grouped(visits: readonly Visits[], fields: readonly string[]): Visits[] {
  const groups = new Map<string, Visits>()
  for (const one of visits) {
    const key = Object.fromEntries(fields.map((field) => [field, one.key[field]!]))
    const id = JSON.stringify(key)
    const group = groups.get(id) ?? { key, sessions: 0, bots: 0, signals: {} }
    groups.set(id, group)
    group.sessions += one.sessions
    group.bots += one.bots
    for (const signal of signals) {
      const [sum, more] = [group.signals[signal] ?? { with_signal: 0, count: 0 }, one.signals[signal]!]
      group.signals[signal] = { with_signal: sum.with_signal + more.with_signal, count: sum.count + more.count }
    }
  }
  return [...groups.values()].sort((one, other) => other.sessions - one.sessions).slice(0, rows_max)
}

function blocks_of(visits: readonly Visits[], fields: readonly string[]): Block[] {
  const rows = grouped(visits, fields)
  const block = (metricName: string, figures: (of: Visits) => Row): Block => ({
    metricName,
    information: rows.map((row) => ({ ...figures(row), ...row.key })),
  })
  const blocks = [
    block('Traffic', ({ sessions, bots }) => ({
      totalSessionCount: String(sessions),
      totalBotSessionCount: String(bots),
      distantUserCount: String(Math.ceil(sessions * 0.86)),
      pagesPerSessionPercentage: 2.4,
    })),
    ...signals.map((signal) =>
      block(signal, ({ sessions, signals: of }) => {
        const { with_signal, count } = of[signal] ?? { with_signal: 0, count: 0 }
        return {
          sessionsCount: String(sessions),
          sessionsWithMetricPercentage: share(with_signal, sessions),
          sessionsWithoutMetricPercentage: share(sessions - with_signal, sessions),
          pagesViews: String(with_signal),
          subTotal: String(count),
        }
      }),
    ),
    block('ScrollDepth', () => ({ averageScrollDepth: 47.25 })),
    block('EngagementTime', () => ({ totalTime: '118', activeTime: '61' })),
  ]
  // By address, a row without one is the total.
  if (fields.includes('Url')) {
    const [whole] = blocks_of(visits, [])
    blocks[0]!.information.push({ ...whole!.information[0], Url: null })
  }
  return blocks
}

const send = (reply: FastifyReply, { status, headers = {}, body }: Answer) =>
  reply.code(status).headers(headers).send(body)

export const heat_a: Vendor = {
  platform: 'heat_a',
  hosts: ['www.clarity.ms'],
  credential: (request) => /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null,
  refuse: () => ({ status: 401, body: '' }),
  deny: () => ({ status: 403, body: '' }),
  limits: (_, { by }) => [{ key: 'calls a day', of: by, most: calls_a_day_max, window_ms: day_ms, is_aligned: true }],
  limit_headers: (_, now) => ({ date: new Date(now).toUTCString() }),
  throttle: () => ({ status: 429, body: 'Exceeded daily limit' }),
  fail: (status) => ({ status, body: '' }),
  own: {
    // The documents write names with spaces, and some projects get the other spelling of people.
    other_spelling(body) {
      for (const block of body as unknown as Block[]) {
        block.metricName = block.metricName.replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        for (const row of block.information)
          for (const [name, other] of [
            ['distantUserCount', 'distinctUserCount'],
            ['pagesPerSessionPercentage', 'PagesPerSessionPercentage'],
          ] as const)
            if (name in row) {
              row[other] = row[name]
              delete row[name]
            }
      }
    },
    // Counts that are no numbers, and shares that are null.
    odd_counts(body) {
      for (const { information } of body as unknown as Block[])
        for (const row of information.slice(0, 1))
          if ('subTotal' in row) Object.assign(row, { subTotal: 'n/a', sessionsWithMetricPercentage: null })
    },
  },
  routes(app, { world }) {
    app.get<{ Querystring: Record<string, string | undefined> }>(
      '/export-data/api/v1/project-live-insights',
      (request, reply) => {
        const { numOfDays = '', ...rest } = request.query
        const asked = ['dimension1', 'dimension2', 'dimension3'].flatMap((name) => rest[name] ?? [])
        if (!days.includes(numOfDays) || asked.some((name) => !dimensions.includes(name)))
          return send(reply, { status: 400, body: 'Invalid request parameters' })
        const fields = asked.flatMap((name) => field_of[name] ?? [])
        return send(reply, { status: 200, body: blocks_of(visits_of(world, Number(numOfDays)), fields) })
      },
    )
  },
  records: (body) => (body as Block[] | null)?.[0]?.information ?? null,
}
