// npm run bench [-- part…] [--no-write]: what Tablero costs, measured in one run on one machine that speaks to nobody else. All
// parts take about fifteen minutes and write docs/benchmarks.md with its pictures; parts that are named are only shown.
// npm run bench -- against <commit>: this tree against the state of a commit.
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { open_pool } from '#db/pool.ts'
import { type DisposableServer, disposable_postgres, migrated_database } from '../scripts/disposable_postgres.ts'
import { compare_with_commit } from './against/main.ts'
import { measure_calls } from './calls.ts'
import { measure_jobs } from './jobs.ts'
import { as_section } from './measured.ts'
import { measure_merge } from './merge.ts'
import { measure_overload } from './overload.ts'
import { measure_scale } from './scale.ts'
import { on_page, print, type Section } from './section.ts'
import { measure_start } from './start.ts'
import { measure_sync } from './sync.ts'
import { type BenchOrg, make_orgs } from './world.ts'

const FOLDER = join(import.meta.dirname, '../docs')
const ORGS = 20
/** A round of calls is long enough for what is recorded after them, and none of them is over its rate. */
const CALLING_ORGS = 60

/** A few organizations, for what is measured as a ratio. */
async function with_orgs<T>(
  server: DisposableServer,
  measure: (place: { url: string; pool: ReturnType<typeof open_pool>; orgs: BenchOrg[] }) => Promise<T>,
  count = ORGS,
): Promise<T> {
  const database = await migrated_database(server, 'bench')
  const pool = open_pool(database.url)
  try {
    return await measure({ url: database.url, pool, orgs: await make_orgs(pool, count) })
  } finally {
    await pool.end()
    await database.drop()
  }
}

const parts: Record<string, (server: DisposableServer) => Promise<Section[]>> = {
  calls: async (server) => [
    as_section(
      'A call against the work itself',
      `One tool, ${CALLING_ORGS} organizations, eight clients at once. A call costs what the bare handler does not do: who calls and for whom, the turn, input and result held to their schemas, the record of the call. The smaller the answer, the more that weighs.`,
      await with_orgs(server, ({ url, pool, orgs }) => measure_calls(url, pool, orgs), CALLING_ORGS),
    ),
  ],
  merge: async (server) => [
    as_section(
      'A merge against a bare COPY',
      'A merge costs the comparison with what is stored: what did not change is not written again, and what did is logged.',
      await with_orgs(server, ({ pool, orgs }) => measure_merge(pool, orgs[0]!)),
    ),
  ],
  start: async () => [
    as_section('A start', 'From nothing to the first answer, with data that is there already; less is better.', [
      await measure_start(),
    ]),
  ],
  sync: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_sync(url, pool, orgs[0]!))],
  jobs: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_jobs(url, pool, orgs))],
  overload: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_overload(url, pool, orgs))],
  scale: measure_scale,
}

async function write(sections: Section[]) {
  for (const { file, svg } of sections.flatMap(({ pictures = [] }) => pictures))
    await writeFile(join(FOLDER, file), svg)
  const machine = `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  await writeFile(
    join(FOLDER, 'benchmarks.md'),
    `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node ${process.versions.node}. Each part can be measured alone,
\`npm run bench -- ${Object.keys(parts).join('`, `')}\`; what is measured alone is only shown.

Milliseconds belong to the machine. Ratios were measured in turns within the run and should be found elsewhere too, as should the
blocks that PostgreSQL looks at.

${sections.map(on_page).join('\n\n')}

## Before and after a change

\`npm run bench -- against <commit>\` measures the present tree against the state of a commit in one run: calls over REST and MCP, syncs,
and a start. \`npm run bench -- against <commit> calls --only query_orders\` measures some of it, \`--turns 9\` more often, \`--json\` is for programs.

- Each side is its own source, packages and process, and has its own database, which its own migrations made and which has the
  same rows. The clients are the same. A side is known by its start script, its command line, its environment, HTTP and its tables,
  so the source may have been moved and renamed.
- The sides are measured one right after the other, in alternating order, at least five times after a warm-up; the other one is
  paused meanwhile. The table shows the median and, as the spread, the lowest and the highest turn.
- \`faster\` or \`slower\` stands only where the two spreads do not overlap: with five turns that happens by chance to one line in 126.
  The change is taken turn by turn, so it is exacter than the two medians where other work slowed both sides.
- 'Many organizations' are asked in rotation, so two calls at once are hardly ever the same. 'One organization' is asked the same by
  all eight clients at once, one organization after the other. Both include the recording of calls. CPU time is that of the server
  and of PostgreSQL for one call, and is the steadiest figure on a busy machine.
- A sync is the whole way of 20,000 rows, from HTTP to merged rows.

## What this does not show

- Client, server and PostgreSQL share the machine, so each takes time from the others; there is no network between them.
- PostgreSQL is the embedded one as it comes, but does not flush to disk: reads do not care, writes would be slower, a bare \`COPY\` too.
- Everything read lies in memory. The first question about days that nobody has asked for long waits for the disk.
- The organizations are made, with rows spread evenly over two years and ten days at a time; real ones are lumpier. A third of them
  pay for ads in another currency than they report in; the one with a million rows does not.
- Tables are vacuumed after they are filled. Days that were just synced are read from the table and not from the index alone until
  PostgreSQL has come by.
`,
  )
}

async function measure_this_tree(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    allowNegative: true,
    options: { write: { type: 'boolean', default: true } },
  })
  const unknown = positionals.filter((name) => !(name in parts))
  if (unknown.length > 0)
    throw new Error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
  const server = await disposable_postgres()
  try {
    const sections: Section[] = []
    for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
      const found = await parts[name]!(server).catch((error): Section[] => {
        console.error(error)
        process.exitCode = 1
        return [{ title: name, about: 'Could not be measured in this run.', tables: [] }]
      })
      found.forEach(print)
      sections.push(...found)
    }
    if (positionals.length === 0 && values.write) await write(sections)
  } finally {
    await server.stop()
  }
}

const [command, ...rest] = process.argv.slice(2)
if (command === 'against') await compare_with_commit(rest)
else await measure_this_tree(process.argv.slice(2))
