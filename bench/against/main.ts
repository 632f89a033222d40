// npm run bench -- against <commit> [part…] [--turns N] [--only text]… [--json]: compares the present tree with a commit.
// The same clients measure both sides in N rounds of one run, with alternating order.
import { parseArgs } from 'node:util'
import { type DisposableServer, disposable_postgres } from '../../scripts/disposable_postgres.ts'
import { print } from '../section.ts'
import { measure_calls } from './calls.ts'
import { type Compared, columns, compare, row_of, TURNS_MIN } from './comparison.ts'
import { make_place, type Place } from './database.ts'
import { measure_merge, Platform } from './merge.ts'
import { measure_start } from './start.ts'
import { check_out, present_tree, type Tree } from './tree.ts'
import { type Both, for_both, in_turns, type Measure } from './turns.ts'

interface Run {
  trees: Both<Tree>
  server: DisposableServer
  /** Measures only calls whose name contains one of these texts. All calls when empty. */
  only: string[]
  measured(measures: Measure[]): Promise<void>
}

async function with_places(
  { trees, server }: Run,
  environment: Record<string, string>,
  work: (places: Both<Place>) => Promise<void>,
): Promise<void> {
  const made: Place[] = []
  try {
    const places = await for_both(async (name) => {
      const place = await make_place(trees[name], server, environment)
      made.push(place)
      return place
    })
    await work(places)
  } finally {
    for (const place of made) await place.drop()
  }
}

const parts: Record<string, (run: Run) => Promise<void>> = {
  calls: (run) => with_places(run, {}, (places) => measure_calls(places, run.only, run.measured)),
  async merge(run) {
    const platform = new Platform()
    const sandbox = { SANDBOX_URL: await platform.listen() }
    try {
      await with_places(run, sandbox, (places) => measure_merge(places, platform, run.measured))
    } finally {
      await platform.close()
    }
  },
  start: ({ trees, measured }) => measure_start(trees, measured),
}

function read_options(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      turns: { type: 'string', default: String(TURNS_MIN) },
      only: { type: 'string', multiple: true, default: [] },
      json: { type: 'boolean', default: false },
    },
  })
  const [revision, ...named] = positionals
  if (!revision) throw new Error('Name the commit to compare with: npm run bench -- against <commit>.')
  const unknown = named.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  const turns = Number(values.turns)
  if (!Number.isInteger(turns) || turns < TURNS_MIN)
    throw new Error(`--turns must be a whole number from ${TURNS_MIN} on.`)
  return { ...values, turns, revision, named: named.length > 0 ? named : Object.keys(parts) }
}

export async function compare_with_commit(args: string[]): Promise<void> {
  const { revision, named, turns, only, json } = read_options(args)
  const stopped = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort())
  const before = await check_out(revision)
  try {
    const trees = { before, now: await present_tree() }
    const server = await disposable_postgres()
    const compared: Compared[] = []
    const measured = async (measures: Measure[]) => {
      compared.push(...(await in_turns(turns, measures, stopped.signal)).map(compare))
    }
    try {
      for (const name of named) await parts[name]!({ trees, server, only, measured })
    } finally {
      await server.stop()
      // Runs after a failed part too, so that earlier measurements are not lost.
      if (compared.length > 0) show({ before: before.says, now: trees.now.says, turns, compared }, json)
    }
  } finally {
    await before.remove()
  }
}

function show(found: { before: string; now: string; turns: number; compared: Compared[] }, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(found, null, 2))
    return
  }
  const { before, now, turns, compared } = found
  print({ title: `Before: ${before}\nNow:    ${now}`, about: '', tables: [{ columns, rows: compared.map(row_of) }] })
  console.log(
    `\nMedians of ${turns} rounds, each with its lowest and highest round. Faster or slower only if these ranges do not overlap.`,
  )
}
