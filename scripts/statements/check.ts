// Holds what a test run has recorded to the rules.
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Found, floor, ROOT } from '../gates/gate.ts'
import { exceptions } from './exceptions.ts'
import { faults_of, type Statement } from './rules.ts'

/** A whole run sends more; fewer means that recording is broken. */
const STATEMENTS_LEAST = 300

export interface Recorded extends Statement {
  shape: string
  file?: string
}

export async function recorded_in(folder: string): Promise<Recorded[]> {
  const found = new Map<string, Recorded>()
  for await (const name of glob('*.jsonl', { cwd: folder }))
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n').filter(Boolean)) {
      const recorded = JSON.parse(line) as Recorded
      found.set(recorded.shape, recorded)
    }
  return [...found.values()]
}

export async function check_statements(all: readonly Recorded[]): Promise<Found> {
  const faults: string[] = []
  for (const statement of all) {
    if (exceptions.some(({ role, is }) => role === statement.role && (is === undefined || is.test(statement.text)))) continue
    for (const fault of await faults_of(statement.text)) faults.push(`${fault}: ${shown(statement)}`)
  }
  return { faults, looked: `${all.length} statements` }
}

function shown({ role, text, file }: Recorded): string {
  const where = file ? relative(ROOT, file) : 'unknown'
  return `(${where}, as ${role || 'the owner'}) ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`
}

/** Runs tests whose statements are recorded, and checks those; the exit code of both. */
export async function with_recording(
  is_whole: boolean,
  run: (environment: Record<string, string>) => Promise<number>,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'tablero-statements-'))
  const record = pathToFileURL(join(import.meta.dirname, 'record.ts')).href
  try {
    const code = await run({
      TABLERO_TEST_STATEMENTS: folder,
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import ${record}`.trim(),
    })
    const all = await recorded_in(folder)
    const { faults, looked } = await check_statements(all)
    if (is_whole) faults.push(...floor(all.length, STATEMENTS_LEAST, 'statements'))
    for (const fault of faults) console.error(`✖ ${fault}`)
    console.log(`${looked} of the tests were held to naming their organization, ${faults.length} faults`)
    return code || (faults.length > 0 ? 1 : 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
