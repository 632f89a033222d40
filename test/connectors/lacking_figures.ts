// Cases of the shared suite for figures of ads that an answer lacks. The fields are those of the answers themselves, so no list of them
// can be out of date.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse_whole } from '../../sandbox/json.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { documented_zeros } from './cases/zeros.ts'
import type { Tools } from './real_answers.ts'

/** A count, an amount, or what stands for one that is not known. */
const FIGURE = /^-?\d+(\.\d+)?$|^-$/
/** Ids, dates and states of reports are numbers too. Without them, a line belongs to nothing. */
const OTHER = /(^|_)ids?$|[a-z]Ids?$|^id$/
/** A day without a share has no row, and no figure is added up over its rows. */
const SHARES = 'campaign_share_daily'
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
type Rows = Record<string, Record<string, unknown>[]>

export function lacking_figures({ now, reset }: Tools) {
  /** The rows of days that a new connection reads, by their keys. Undefined: the answers are refused. */
  async function read(fields?: string, lacking?: Lacking): Promise<Map<string, Record<string, unknown>> | undefined> {
    reset()
    const { bench, platform } = now()
    const place = await bench.connect(platform)
    if (fields) {
      const of = { fields: `^${RegExp.escape(fields)}$`, is_null: lacking === 'null' }
      bench.sandbox.faults.add({ platform, kind: 'leave_out', count: 0, ...of })
    }
    const { end } = await bench.sync(place)
    if (end !== 'succeeded') return undefined
    const rows: Rows = await bench.rows(place.org_id)
    const daily = Object.entries(rows).filter(([table]) => table.endsWith('_daily') && table !== SHARES)
    return new Map(
      daily.flatMap(([table, of]) => of.map((row) => [`${table} ${bench.key_of(table, row)}`, row] as const)),
    )
  }

  test('a figure that an answer lacks is null, or a zero that the vendor documents', async (context) => {
    const { connector, platform, bench } = now()
    if (connector.kind !== 'ads') return context.skip('the platform has no ads')
    const { records } = vendors.find((one) => one.platform === platform)!
    const whole = connector.streams
    connector.streams = Object.fromEntries(Object.entries(whole).filter(([, stream]) => 'window' in stream))
    try {
      const truth = (await read())!
      const answers = bench.sandbox.log.list(platform).flatMap(({ answer }) => records?.(parsed(answer)) ?? [])
      const fields = [...new Set(answers.flatMap((record) => [...figures_in(record)]))].sort()
      assert.ok(fields.length >= 3, `only ${fields.join()} are figures`)
      const zeros: Record<Lacking, string[]> = { absent: [], null: [] }
      for (const lacking of ['absent', 'null'] as const)
        for (const name of fields) {
          const found = await read(name, lacking)
          if (!found) continue
          const wrong = differences(truth, found)
          if (wrong.size === 0) continue
          assert.deepEqual([...wrong], ['0'], `without ${name} (${lacking})`)
          zeros[lacking].push(name)
        }
      const { absent = [], null: of_null = [] } = documented_zeros[platform] ?? {}
      assert.deepEqual(zeros, { absent: absent.toSorted(), null: of_null.toSorted() })
      context.diagnostic(`${platform}: ${fields.length} fields with figures: ${fields.join(' ')}`)
    } finally {
      connector.streams = whole
    }
  })
}

function parsed(answer = ''): unknown {
  try {
    return parse_whole(answer)
  } catch {
    return null
  }
}

/** Values of figures that are neither those of the truth nor null. A row that did not come is a zero of each of its figures. */
function differences(truth: Map<string, Record<string, unknown>>, found: Map<string, Record<string, unknown>>) {
  const wrong = new Set<string>()
  for (const [key, row] of truth)
    for (const [name, value] of Object.entries(row)) {
      if (!MEASURE.test(name) || value === null || Number(value) === 0) continue
      const now = found.has(key) ? found.get(key)![name] : 0n
      if (now !== null && String(now) !== String(value)) wrong.add(String(Number(now)))
    }
  return wrong
}
