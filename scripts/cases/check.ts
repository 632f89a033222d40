// Compares the case matrix of the connectors with the tests that passed in this run.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { counts, not_passed, type Passed, platforms } from '../../test/connectors/cases/index.ts'
import { without_contracts } from '../../test/vendors/published.ts'

/** Flags with which only some tests of a file run. */
const PARTIAL = /^--test-(name-pattern|skip-pattern|only|shard|reporter)/

/** Runs tests with a second reporter, and returns their exit code, or 1 when a test of the matrix did not pass. */
export async function with_cases(
  { files, flags }: { files: readonly string[]; flags: readonly string[] },
  run: (flags: string[]) => Promise<number>,
): Promise<number> {
  if (flags.some((flag) => PARTIAL.test(flag))) return run([...flags])
  const folder = await mkdtemp(join(tmpdir(), 'tablero-cases-'))
  try {
    const path = join(folder, 'passed.jsonl')
    const reporter = join(import.meta.dirname, 'reporter.ts')
    const code = await run([
      ...flags,
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${path}`,
    ])
    const lines = (await readFile(path, 'utf8')).split('\n').filter(Boolean)
    const missing = not_passed(
      lines.map((line) => JSON.parse(line) as Passed),
      // Without the vendors' contracts, tests against them are skipped.
      files.filter((file) => !without_contracts || !file.startsWith('test/vendors/')),
    )
    report(missing, files)
    return missing.length > 0 ? code || 1 : code
  } finally {
    await rm(folder, { recursive: true })
  }
}

function report(missing: string[], files: readonly string[]) {
  const ran = platforms.filter((platform) => files.includes(`test/connectors/${platform}.test.ts`))
  if (ran.length === 0 && missing.length === 0) return
  for (const platform of ran) {
    const { run, impossible, gaps } = counts(platform)
    console.log(`cases of ${platform}: ${run} run, ${impossible} cannot happen, ${gaps} without a test`)
  }
  if (without_contracts) console.log(`cases: tests against contracts were skipped, ${without_contracts}`)
  for (const one of missing) console.error(one)
}
