// A reporter of node --test that writes a line of JSON for each test that passed or was skipped: its file, its name below its suites, and
// its time or the reason.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

/** The name of a suite that is a file of a process with several files. */
const OF_FILE = /^(?:sandbox|src|test)\/.*\.test\.ts$/

export default async function* reported(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of source) {
    if (type === 'test:start') path.splice(data.nesting, path.length, data.name)
    if (type !== 'test:pass' || data.todo !== undefined || !data.file) continue
    const file = relative(process.cwd(), data.file).replaceAll('\\', '/')
    const names = [...path.slice(0, data.nesting), data.name]
    // A file that shares its process is a suite.
    const own = OF_FILE.test(names[0]!) ? names.slice(1) : names
    // A skip without a reason is `true` for the runner.
    const end = data.skip === undefined ? { ms: data.details.duration_ms } : { skip: String(data.skip) }
    if (own.length > 0) yield `${JSON.stringify({ file, path: own, ...end })}\n`
  }
}
