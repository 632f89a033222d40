// A reporter of node --test that writes a line of JSON for each test that ran and passed: its file, its name below its suites, and its time.
import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

export default async function* passed(source: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const { type, data } of source) {
    if (type === 'test:start') path.splice(data.nesting, path.length, data.name)
    if (type !== 'test:pass' || data.skip !== undefined || data.todo !== undefined || !data.file) continue
    const file = relative(process.cwd(), data.file).replaceAll('\\', '/')
    yield `${JSON.stringify({ file, path: [...path.slice(0, data.nesting), data.name], ms: data.details.duration_ms })}\n`
  }
}
