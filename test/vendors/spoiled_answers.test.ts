// Answers with status 200 that a platform, or what stands before it, spoils in the middle of a read. A read then ends with a refusal,
// brings the same rows as an undisturbed one, or says what it lacks. Fewer or other rows never count as all.
// SPOILED=all spoils each request of each read in every way. By default, one request of each read is spoiled, in one way after the other.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import type { Account, ChangeStream, Connector, Stream, WarehouseTable, WindowStream } from '#engine/connector.ts'
import { VendorRefusal, when_refused } from '#engine/vendors/refusal.ts'
import { sandbox_connections } from '../../sandbox/connections.ts'
import type { Fault } from '../../sandbox/faults.ts'
import { vendors } from '../../sandbox/vendors.ts'
import { wire } from './wire.ts'

const IS_ALL = process.env.SPOILED === 'all'
/** Requests of a long list are alike. */
const REQUESTS_MAX = IS_ALL ? 20 : 1
const DAYS = { from: '2026-11-15', to: '2026-11-16' }
const CHANGES = { since: '2026-11-14T00:00:00.000Z' }
const CREATED = { from: '2026-11-14T06:00:00.000Z', before: '2026-11-17T06:00:00.000Z' }
const HISTORY_DAYS = 8

const instead = (replace: string): Partial<Fault>[] => [{ kind: 'rewrite', find: '^[^]+$', replace }]
const ERRORS = '"errors":[{"message":"Internal error","code":500}]'
/** Each as faults of one request. A text in the place of an answer replaces it whole. */
const spoils: Record<string, Partial<Fault>[]> = {
  'an error': instead('{"error":{"message":"Internal error"}}'),
  errors: instead(`{${ERRORS}}`),
  'a gateway': instead('{"message":"Internal server error"}'),
  null: instead('null'),
  'a text': instead('"Internal error"'),
  'a page of HTML': instead('<!DOCTYPE html><html><body>Sign in</body></html>'),
  'a cut answer': [{ kind: 'rewrite', find: '.{7}$', replace: '' }],
  'errors beside an empty list': [{ kind: 'empty' }, { kind: 'rewrite', find: '\\}$', replace: `,${ERRORS}}` }],
}

type Wired = Awaited<ReturnType<typeof wire>>
interface Read {
  rows: Set<string>
  /** It says that something is missing or could not be read. */
  is_said: boolean
}
type Reading = (wired: Wired, account: Account) => Promise<Read>

const as_text = (row: unknown) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? `${value}n` : value))

/** One of the rows that are missing, and one that should not be there. */
function difference(truth: Read, { rows }: Read): { missing?: string; other?: string } {
  const [missing] = truth.rows.difference(rows)
  const [other] = rows.difference(truth.rows)
  return { ...(missing && { missing }), ...(other && { other }) }
}

/** What a stream makes of the items that one of its functions reads. */
const rows_of =
  (stream: Stream, read: (source: object) => AsyncIterable<never[]>): Reading =>
  async ({ api }, account) => {
    const found: Read = { rows: new Set(), is_said: false }
    const said = () => {
      found.is_said = true
    }
    const settings = settings_of(account)
    for await (const page of read({ api, account, settings, lacks: said }))
      for (const item of page)
        for (const [table, rows] of Object.entries(stream.rows(item, { account, settings, unreadable: said })))
          for (const row of [rows].flat()) found.rows.add(`${table} ${as_text(row)}`)
    return found
  }

let settings: Record<string, unknown> = {}
const settings_of = (_: Account) => settings

/** Each way to read a stream: its days or changes, records by creation, and the platform's own totals. */
function readings_of(name: string, stream: Stream): [string, Reading][] {
  if ('window' in stream) {
    const { read, total } = stream as WindowStream<never, WarehouseTable>
    const own: Reading = async ({ api }, account) => {
      const found = await total!.read({ api, account, settings, ...DAYS })
      // A total that is left out is compared with nothing.
      return { rows: new Set(found.map(as_text)), is_said: found.length === 0 }
    }
    const days = rows_of(stream, (source) => read({ ...source, ...DAYS } as never))
    return [[name, days], ...(total ? [[`${name}, total`, own] as [string, Reading]] : [])]
  }
  if (!('since' in stream)) return [[name, rows_of(stream, (source) => stream.read(source as never))]]
  const { read, read_created } = stream as ChangeStream<never, WarehouseTable>
  const changes = rows_of(stream, (source) => read({ ...source, ...CHANGES } as never))
  const created = read_created && rows_of(stream, (source) => read_created({ ...source, ...CREATED } as never))
  return [[name, changes], ...(created ? [[`${name}, by creation`, created] as [string, Reading]] : [])]
}

/** The limits of each platform would end most reads. */
const without_limits = (connector: Connector): Connector => ({ ...connector, api: { ...connector.api, pace: [] } })

async function open(platform: string) {
  const found = sandbox_connections.find((one) => one.platform === platform)!
  settings = found.settings
  const connector = without_limits(connectors[platform]!)
  const wired = await wire({ connector, ...found, sandbox: { history_days: HISTORY_DAYS } })
  const { log, faults } = wired.sandbox
  const vendor = vendors.find((one) => one.platform === platform)!
  const path_in = (url: string) => new URL(url).pathname
  const is_data = ({ url }: { url: string }) => !vendor.open?.(path_in(url)) && !/\/o?auth/i.test(path_in(url))
  return {
    wired,
    async read(reading: Reading, account: Account, given: readonly Fault[] = []) {
      wired.forget()
      // Records change while a read waits.
      wired.sandbox.clock.reset()
      log.clear()
      faults.clear()
      for (const fault of given) faults.add({ ...fault, platform, count: 0 })
      return reading(wired, account)
    },
    /** The answered requests of the last read, as the path of a fault and how many of the same path were before. */
    requests() {
      const seen = new Map<string, number>()
      return [...log.list(platform)].filter(is_data).map(({ method, url }) => {
        const path = `^${RegExp.escape(`${method} ${url.replace('https:/', '').split('?')[0]}`)}`
        const skip = seen.get(path) ?? 0
        seen.set(path, skip + 1)
        return { path, skip }
      })
    },
  }
}

for (const platform of Object.keys(connectors))
  test(`${platform}: no answer that is spoiled within a read brings fewer rows without a word`, async (context) => {
    const opened = await open(platform)
    const counted = { spoiled: 0, refused: 0, same: 0, said: 0 }
    try {
      const [account] = (await opened.wired.accounts()).filter(({ unreadable }) => !unreadable)
      const readings = Object.entries(connectors[platform]!.streams).flatMap(([name, one]) => readings_of(name, one))
      for (const [n, [name, reading]] of readings.entries()) {
        // X builds a hundred reports at a time, and those count that nobody asked about.
        const truth = await opened.read(reading, account!).catch(when_refused('throttled', () => undefined))
        if (!truth) break
        const requests = opened.requests()
        const chosen = IS_ALL ? requests : requests.slice(n % Math.max(1, requests.length))
        for (const request of chosen.slice(0, REQUESTS_MAX))
          for (const [at, [what, faults]] of Object.entries(spoils).entries()) {
            if (!IS_ALL && at !== n % Object.keys(spoils).length) continue
            const given = faults.map((fault) => ({ ...fault, ...request }) as Fault)
            const end = await opened.read(reading, account!, given).catch((error: unknown) => error)
            counted.spoiled += 1
            if (end instanceof VendorRefusal) counted.refused += 1
            else if (end instanceof Error) throw end
            else if ((end as Read).is_said) counted.said += 1
            else {
              assert.deepEqual(
                difference(truth, end as Read),
                {},
                `${name}: ${what}, ${request.path} (${request.skip})`,
              )
              counted.same += 1
            }
          }
      }
    } finally {
      await opened.wired.close()
    }
    assert.ok(counted.spoiled > 0 && counted.refused > 0, JSON.stringify(counted))
    context.diagnostic(`${platform}: ${JSON.stringify(counted)}`)
  })
