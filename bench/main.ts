// npm run bench [-- part…] [--no-write]: measures the cost of Tablero in one run on one machine, without any external request.
// A run of all parts takes about half an hour and writes docs/benchmarks.md with its pictures. A run of named parts only prints.
// The part citus needs BENCH_CITUS_URL, the address of a cluster's coordinator.
// npm run bench -- against <commit>: compares this tree with a commit.
import { writeFile } from 'node:fs/promises'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { help_on_request, read_arguments } from '#lib/arguments.ts'
import { type DisposableServer, disposable_postgres, migrated_database } from '../scripts/disposable_postgres.ts'
import { compare_with_commit } from './against/main.ts'
import { measure_calls } from './calls.ts'
import { measure_citus } from './citus.ts'
import { measure_cookie } from './cookie.ts'
import { measure_dashboard } from './dashboard.ts'
import { measure_jobs } from './jobs.ts'
import { measure_loop } from './loop.ts'
import { as_section } from './measured.ts'
import { measure_merge } from './merge.ts'
import { measure_overload } from './overload.ts'
import { measure_profile } from './profile.ts'
import { measure_scale } from './scale.ts'
import { on_page, print, type Section } from './section.ts'
import { measure_start } from './start.ts'
import { measure_sync } from './sync.ts'
import { measure_tools } from './tools.ts'
import { type BenchOrg, make_orgs } from './world.ts'

const FOLDER = join(import.meta.dirname, '../docs')
const ORGS = 20
/** Enough organizations for a round that includes the recording of its calls, and in which no call exceeds its rate limit. */
const CALLING_ORGS = 60

/** Runs a measurement with a few organizations in a database of its own. */
async function with_orgs<T>(
  server: DisposableServer,
  measure: (place: { url: string; pool: pg.Pool; orgs: BenchOrg[] }) => Promise<T>,
  count = ORGS,
): Promise<T> {
  const database = await migrated_database(server, 'bench')
  const pool = new pg.Pool({ connectionString: database.url })
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
      `One tool, ${CALLING_ORGS} organizations, eight concurrent clients, windows of ten seconds in which the calls are also recorded and logged. Beside the rate stands the processor time of a call, of the server and of PostgreSQL. A call costs more than the bare handler because of authentication, the rate limit, the validation of input and result, the record of the call and the log. The smaller the answer, the larger the share of this cost.`,
      await with_orgs(server, ({ url, pool, orgs }) => measure_calls(url, pool, orgs), CALLING_ORGS),
    ),
  ],
  cookie: async (server) => [
    as_section(
      'A call by cookie against one by key',
      'The same tool, organizations and clients, once with the session of a person and once with a key, alternately in windows of two seconds. The medians of 21 rounds. Neither call sends a query to find the caller.',
      await with_orgs(server, ({ url, pool, orgs }) => measure_cookie(url, pool, orgs), CALLING_ORGS),
    ),
  ],
  dashboard: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_dashboard(url, pool, orgs))],
  profile: async (server) => [
    await with_orgs(server, ({ url, pool, orgs }) => measure_profile(url, pool, orgs), CALLING_ORGS),
  ],
  merge: async (server) => [
    as_section(
      'A merge against a bare COPY',
      'A merge compares new rows with stored rows. Unchanged rows are not written again, and changes are logged.',
      await with_orgs(server, ({ url, pool, orgs }) => measure_merge(url, pool, orgs[0]!)),
    ),
  ],
  start: async () => [
    as_section(
      'A start',
      'Time from the start of the process to the first answer, with existing data. Less is better.',
      [await measure_start()],
    ),
  ],
  sync: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_sync(url, pool, orgs[0]!))],
  jobs: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_jobs(url, pool, orgs))],
  overload: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_overload(url, pool, orgs))],
  loop: async (server) => [await with_orgs(server, ({ url, pool, orgs }) => measure_loop(url, pool, orgs))],
  scale: measure_scale,
  tools: measure_tools,
  citus: async () => [await measure_citus()],
}

async function write(sections: Section[]) {
  for (const { file, svg } of sections.flatMap(({ pictures = [] }) => pictures))
    await writeFile(join(FOLDER, file), svg)
  const machine = `${cpus().length} × ${cpus()[0]!.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB`
  await writeFile(
    join(FOLDER, 'benchmarks.md'),
    `# Benchmarks

Written by \`npm run bench\` on ${new Date().toISOString().slice(0, 10)}: ${machine}, Node ${process.versions.node}. Sections with a date of their own were
measured alone later, and pasted here. These parts can be measured alone: \`npm run bench -- ${Object.keys(parts).join('`, `')}\`. A part
that is measured alone is only printed.

Milliseconds depend on the machine. Both values of a ratio were measured alternately within the run, so ratios should be similar on
other machines. The number of blocks that PostgreSQL reads should be similar too.

${sections.map(on_page).join('\n\n')}

## Before and after a change

\`npm run bench -- against <commit>\` compares the present tree with a commit in one run: calls over REST and MCP, syncs, and a start.
\`npm run bench -- against <commit> calls --only query_orders\` measures only some calls. \`--turns 9\` measures nine rounds, and \`--json\`
prints JSON for programs.

- Each side has its own source, packages, process and database. The side's own migrations create the schema. Both sides have the same
  rows and the same clients. The benchmark uses only the start script, the command line, the environment, HTTP and the tables of a
  side, so source files can be moved and renamed.
- Each round measures one side directly after the other, in alternating order. There are at least five rounds after a warm-up. The
  other side is paused. The table shows the median and, as the spread, the lowest and the highest round.
- The verdict is \`faster\` or \`slower\` only if the two spreads do not overlap. With five rounds, this happens by chance to one line in
  126. The change is computed for each round, so it is more exact than the two medians when other work slowed both sides.
- Calls of 'many organizations' rotate through the organizations, so concurrent calls are almost never the same. For 'one
  organization', all eight clients send the same call at the same time, for one organization after the other. Both include the
  recording of calls. CPU time is that of the server and of PostgreSQL for one call. It is the most stable figure on a busy machine.
- A sync reads 20,000 rows over HTTP, and stages, compares and merges them.

## What this does not show

- Client, server and PostgreSQL share the machine, so each takes time from the others. There is no network between them.
- PostgreSQL is the embedded one with its default settings, but does not flush to disk. This does not affect reads. With flushes,
  writes and a bare \`COPY\` would be slower.
- All data that is read is in memory. The first question about days that no caller has read for a long time waits for the disk.
- The organizations are generated, with rows distributed evenly over two years, ten days at a time. Real data is less even. A third of
  the organizations pay for ads in a currency other than their reporting currency. The one with a million rows does not.
- Tables are vacuumed after they are filled. PostgreSQL reads newly synced days from the table, and not only from the index, until the
  next vacuum.
`,
  )
}

async function measure_this_tree(args: string[]): Promise<void> {
  const { values, positionals } = read_arguments(import.meta.filename, {
    args,
    allowPositionals: true,
    allowNegative: true,
    options: { write: { type: 'boolean', default: true } },
  })
  const unknown = positionals.filter((name) => !(name in parts))
  if (unknown.length > 0) {
    console.error(`No part is called ${unknown.join(', ')}. Parts: ${Object.keys(parts).join(', ')}.`)
    process.exitCode = 1
    return
  }
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

help_on_request(import.meta.filename)
const [command, ...rest] = process.argv.slice(2)
if (command === 'against') await compare_with_commit(rest)
else await measure_this_tree(process.argv.slice(2))
