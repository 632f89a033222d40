// Compares the case matrix of the connectors with the tests that passed in this run, and the skipped ones with those that may be skipped.
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { counts, not_compared, not_passed, type Passed, platforms } from '../../test/connectors/cases/index.ts'
import { not_permitted, type Skipped, skips_by_reason } from './skips.ts'

/** Where the vendors' published contracts are, on machines that have them. */
const CONTRACTS = join(import.meta.dirname, '../../../shared/vendors')

/** Files whose time is shown at the end of a run of many files. */
const SLOWEST = 12

/** Flags with which only some tests of a file run. */
const PARTIAL = /^--test-(name-pattern|skip-pattern|only|shard|reporter)/

const has_contracts = () => existsSync(CONTRACTS)

/** Runs tests with a second reporter, and returns their exit code, or 1 when a test of the matrix did not pass or a test was skipped that may not. */
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
    const ended = lines.map((line) => JSON.parse(line) as (Passed & { ms: number }) | Skipped)
    const skipped = ended.filter((one) => 'skip' in one)
    const passed = ended.filter((one) => 'ms' in one)
    report_slowest(passed)
    if (skipped.length > 0) console.log(`skipped: ${skipped.length} (${skips_by_reason(skipped)})`)
    // Without the vendors' contracts, tests against them are skipped.
    const expected = files.filter((file) => has_contracts() || !file.startsWith('test/vendors/'))
    const missing = [...not_passed(passed, expected), ...not_compared(passed, expected), ...not_permitted(skipped)]
    report(missing, files)
    return missing.length > 0 ? code || 1 : code
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A file takes the time of its outermost tests. Its process starts before them. */
function report_slowest(passed: readonly (Passed & { ms: number })[]) {
  const seconds = new Map<string, number>()
  for (const { file, path, ms } of passed)
    if (path.length === 1) seconds.set(file, (seconds.get(file) ?? 0) + ms / 1000)
  if (seconds.size <= SLOWEST) return
  const slowest = [...seconds].sort(([, a], [, b]) => b - a).slice(0, SLOWEST)
  console.log(`slowest files: ${slowest.map(([file, time]) => `${file} ${time.toFixed(0)} s`).join(', ')}`)
}

function report(missing: string[], files: readonly string[]) {
  const ran = platforms.filter((platform) => files.includes(`test/connectors/${platform}.test.ts`))
  if (ran.length === 0 && missing.length === 0) return
  for (const platform of ran) {
    const { run, impossible, unused, gaps } = counts(platform)
    console.log(`cases of ${platform}: ${run} run, ${impossible + unused} cannot happen, ${gaps} without a test`)
  }
  if (!has_contracts())
    console.log('cases: tests against contracts were skipped, because the contracts are not on this machine')
  for (const one of missing) console.error(one)
}
