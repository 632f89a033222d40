// Cases of the shared suite for figures of ads that an answer lacks. The fields are those of the answers themselves, so no list of them
// can be out of date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Connector } from '#engine/connector.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import { parse_whole } from '../../sandbox/json.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { wire } from '../vendors/wire.ts'
import { documented_zeros } from './cases/zeros.ts'
import type { Place, Tools } from './real_answers.ts'

/** A count, an amount, or what stands for one that is not known. */
const FIGURE = /^-?\d+(\.\d+)?$|^-$/
/** Ids, dates and states of reports are numbers too. Without them, a line belongs to nothing. */
const OTHER = /(^|_)ids?$|[a-z]Ids?$|^id$/
/** The stream of shares: a day without a share has no row, and no figure is added up over its rows. */
const SHARES = 'impression_shares'
/** Columns of daily tables that are figures. */
const MEASURE = /_micros$|^(impressions|clicks|conversions|reach)$/

const is_figure = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.some(is_figure)
    : ['number', 'string'].includes(typeof value) && FIGURE.test(String(value))

/** Names of the fields with figures, at any depth, and of what holds them. */
function* figures_in(value: unknown): Generator<string> {
  if (value === null || typeof value !== 'object') return
  for (const [name, one] of Object.entries(value)) {
    const within = [...figures_in(one)]
    if (!Array.isArray(value) && !OTHER.test(name) && (is_figure(one) || within.length > 0)) yield name
    yield* within
  }
}

type Lacking = 'absent' | 'null'
type Row = Record<string, unknown>
const [FROM, TO] = ['2026-11-16', '2026-11-18']

/** The rows of three days, read over HTTP without a database, because each field is left out in a read of its own. */
async function open_days(platform: string, connector: Connector) {
  const { secrets, settings } = sandbox_connections.find((one) => one.platform === platform)!
  const sandbox = { history_days: 10 }
  const wired = await wire({ connector, platform, secrets, settings, sandbox })
  const streams = Object.entries(connector.streams).filter(([name, stream]) => 'window' in stream && name !== SHARES)
  const [account] = await wired.accounts()
  const { faults, limits, log } = wired.sandbox
  return {
    wired,
    log,
    /** By their keys. Undefined: the answers are refused. */
    async read(name?: string, lacking?: Lacking): Promise<Map<string, Row> | undefined> {
      faults.clear()
      limits.forget()
      if (name) faults.add({ platform, kind: 'leave_out', count: 0, ...left_out(name, lacking) })
      const found = new Map<string, Row>()
      try {
        for (const [of, stream] of streams)
          for (const row of await wired.rows(stream, account!, FROM, TO)) found.set(`${of} ${key_of(row)}`, row)
      } catch {
        return undefined
      }
      return found
    },
  }
}

/** Everything but the figures. */
const key_of = (row: Row) => JSON.stringify(Object.entries(row).filter(([name]) => !MEASURE.test(name)))

export function lacking_figures({ now, fresh }: Tools & { fresh(): Promise<Place> }) {
  test('a figure that an answer lacks is null, or a zero that the vendor documents', async (context) => {
    const { connector, platform, bench } = now()
    if (connector.kind !== 'ads') return context.skip('the platform has no ads')
    const { records } = vendors.find((one) => one.platform === platform)!
    const days = await open_days(platform, connector)
    const unknown: [name: string, lacking: Lacking][] = []
    try {
      const truth = (await days.read())!
      const answers = days.log.list(platform).flatMap(({ answer }) => records?.(parsed(answer)) ?? [])
      const fields = [...new Set(answers.flatMap((record) => [...figures_in(record)]))].sort()
      assert.ok(fields.length >= 3, `only ${fields.join()} are figures`)
      const zeros: Record<Lacking, string[]> = { absent: [], null: [] }
      for (const lacking of ['absent', 'null'] as const)
        for (const name of fields) {
          const found = await days.read(name, lacking)
          if (!found) continue
          const wrong = differences(truth, found)
          if (has_nulls(truth, found)) unknown.push([name, lacking])
          if (wrong.size === 0) continue
          assert.deepEqual([...wrong], ['0'], `without ${name} (${lacking})`)
          zeros[lacking].push(name)
        }
      const { absent = [], null: of_null = [] } = documented_zeros[platform] ?? {}
      assert.deepEqual(zeros, { absent: absent.toSorted(), null: of_null.toSorted() })
      context.diagnostic(`${platform}: ${fields.length} fields with figures: ${fields.join(' ')}`)
    } finally {
      await days.wired.close()
    }
    // What is not known is stored as such.
    const place = await fresh()
    for (const [name, lacking] of unknown) {
      bench.sandbox.faults.add({ platform, kind: 'leave_out', count: 0, ...left_out(name, lacking) })
      const { end } = await bench.sync(place)
      bench.sandbox.faults.clear()
      assert.equal(end, 'succeeded', `without ${name} (${lacking})`)
    }
  })
}

const left_out = (name: string, lacking: Lacking | undefined) => ({
  fields: `^${RegExp.escape(name)}$`,
  is_null: lacking === 'null',
})

/** Whether a figure that the truth has is not known. */
const has_nulls = (truth: Map<string, Row>, found: Map<string, Row>) =>
  [...truth].some(([key, row]) =>
    Object.entries(row).some(
      ([name, value]) => MEASURE.test(name) && value !== null && found.get(key)?.[name] === null,
    ),
  )

function parsed(answer = ''): unknown {
  try {
    return parse_whole(answer)
  } catch {
    return null
  }
}

/** Values of figures that are neither those of the truth nor null. A row that did not come is a zero of each of its figures. */
function differences(truth: Map<string, Row>, found: Map<string, Row>) {
  const wrong = new Set<string>()
  for (const [key, row] of truth)
    for (const [name, value] of Object.entries(row)) {
      if (!MEASURE.test(name) || value === null || Number(value) === 0) continue
      const now = found.has(key) ? found.get(key)![name] : 0n
      if (now !== null && String(now) !== String(value)) wrong.add(String(Number(now)))
    }
  return wrong
}
