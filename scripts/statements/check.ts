// Checks the statements that a test run recorded against the rules.
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Found, floor, ROOT } from '../gates/gate.ts'
import { type Exception, exceptions } from './exceptions.ts'
import { faults_of, type Statement } from './rules.ts'

/** A whole run records more statements than this. Fewer mean that the recording is broken. */
const STATEMENTS_LEAST = 500

export interface Recorded extends Statement {
  shape: string
  test: string
}

async function recorded_in(folder: string): Promise<Recorded[]> {
  const found = new Map<string, Recorded>()
  // A killed process can leave the begin of a line, which no line break ends.
  for await (const name of glob('*.jsonl', { cwd: folder }))
    for (const line of (await readFile(join(folder, name), 'utf8')).split('\n').slice(0, -1)) {
      const recorded = JSON.parse(line) as Recorded
      found.set(recorded.shape, recorded)
    }
  return [...found.values()]
}

/** `is_whole`: every test has run. Only then must every exception be needed and enough statements be recorded. */
export async function check_statements(all: readonly Recorded[], is_whole: boolean): Promise<Found> {
  const unneeded = new Set(exceptions.filter(({ on_cluster }) => !on_cluster).flatMap(parts_of))
  const faults: string[] = []
  for (const statement of all)
    for (const fault of await faults_of(statement.text)) {
      const exception = exceptions.find((one) => excepts(one, statement, fault))
      if (exception) unneeded.delete(part_of(exception, fault))
      else faults.push(`${fault}: ${shown(statement)}`)
    }
  if (is_whole) {
    faults.push(...[...unneeded].map((part) => `an exception that no statement needs: ${part}`))
    faults.push(...floor(all.length, STATEMENTS_LEAST, 'statements'))
  }
  return { faults, looked: `${all.length} statements` }
}

/** The table that a fault is about. */
const table_of = (fault: string) => fault.split(' ', 1)[0]!

/** What a whole run must need of an exception: each of its tables, or the exception itself. */
const parts_of = ({ tables, why, text }: Exception): string[] =>
  tables ? tables.map((table) => `${table} in ${text ?? why}`) : [why]
const part_of = (exception: Exception, fault: string): string =>
  parts_of(exception)[exception.tables?.indexOf(table_of(fault)) ?? 0]!

function excepts(exception: Exception, { sender, role, text }: Statement, fault: string): boolean {
  return (
    (exception.sender ?? sender) === sender &&
    (exception.role ?? role) === role &&
    (exception.text?.test(text) ?? true) &&
    (exception.tables?.includes(table_of(fault)) ?? true) &&
    (exception.fault?.test(fault) ?? true)
  )
}

function shown({ sender, role, text, test }: Recorded): string {
  return `(${sender || 'an unknown file'} in ${relative(ROOT, test)}, as ${role || 'the owner'}) ${text.replaceAll(/\s+/g, ' ').slice(0, 400)}`
}

/** Runs tests, records their statements and checks them. Returns the exit code: 0 if the tests and the check succeed. */
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
    const { faults, looked } = await check_statements(all, is_whole)
    for (const fault of faults) console.error(`✖ ${fault}`)
    console.log(`checked ${looked} of the tests: each must name its organization; ${faults.length} faults`)
    return code || (faults.length > 0 ? 1 : 0)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
