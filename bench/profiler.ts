// Where the processor time of a measured process goes, by part of the program.
import { type Profiler, Session } from 'node:inspector/promises'

const INTERVAL_US = 500

/** Parts of the program, by the address of their source. The first part that matches the innermost frame wins, then the next frame. */
const parts: [string, RegExp][] = [
  [
    'driver of PostgreSQL, with its sockets',
    /node_modules\/(pg|pg-protocol|pg-pool|postgres-[a-z]+)\/|src\/db\/statement_spans/,
  ],
  ['building SQL', /node_modules\/kysely\/|src\/db\/(organization|prepared|org_tables)\.ts/],
  ['log', /node_modules\/(pino|sonic-boom|pino-[a-z-]+)\/|src\/lib\/(log|redact)\.ts/],
  ['record of the call', /src\/engine\/audit\//],
  ['validation', /node_modules\/zod\/|src\/engine\/calls\/input\.ts/],
  ['tool', /src\/(tools|figures|messages)\/|src\/engine\/(lists|texts)\.ts/],
  ['engine: credential, rate limit, transaction, spans', /src\/(engine|db|lib)\/|node_modules\/@opentelemetry\//],
  [
    'HTTP',
    /node:(_http|internal\/http)|node_modules\/(fastify|find-my-way|avvio|light-my-request|@fastify)\/|src\/http\//,
  ],
  ['the benchmark itself', /bench\//],
]
const REST = 'runtime: garbage collection, timers, event loop'
const idle = new Set(['(idle)', '(root)'])

/** Microseconds by part, largest first. */
export type Spent = Record<string, number>

function spent_by_part({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Spent {
  const by_id = new Map(nodes.map((node) => [node.id, node]))
  const parent_of = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)))
  const part_of = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parent_of.get(at)) {
      const { url } = by_id.get(at)!.callFrame
      const found = parts.find(([, pattern]) => pattern.test(url))
      if (found) return found[0]
    }
    return REST
  }
  const spent: Spent = {}
  for (const [at, id] of samples.entries()) {
    if (idle.has(by_id.get(id)!.callFrame.functionName)) continue
    const part = part_of(id)
    spent[part] = (spent[part] ?? 0) + timeDeltas[at]!
  }
  return Object.fromEntries(Object.entries(spent).toSorted(([, one], [, other]) => other - one))
}

/** The first SIGUSR2 starts the profile. The second one ends it and writes what was spent as a line of JSON. */
export function profile_on_demand(): void {
  const session = new Session()
  let is_running = false
  session.connect()
  process.on('SIGUSR2', async () => {
    is_running = !is_running
    if (is_running) {
      await session.post('Profiler.enable')
      await session.post('Profiler.setSamplingInterval', { interval: INTERVAL_US })
      await session.post('Profiler.start')
      console.log('{}')
    } else {
      const { profile } = await session.post('Profiler.stop')
      console.log(JSON.stringify(spent_by_part(profile)))
    }
  })
}
