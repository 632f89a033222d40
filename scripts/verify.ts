// npm run verify [-- --no-tests]: runs all gates at the same time, then the tests, which do not repeat gates that passed. Prints one line for
// each gate, with details when a gate fails. `-- --long` runs the long tests instead (scripts/long.ts). `-- --page` only adds the missing lines of their page.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { read_arguments } from '#lib/arguments.ts'
import { budgets } from './gates/budgets.ts'
import { commits } from './gates/commits.ts'
import { dependencies } from './gates/dependencies.ts'
import { type Found, type Gate, ROOT } from './gates/gate.ts'
import { generated } from './gates/generated.ts'
import { images } from './gates/images.ts'
import { imports } from './gates/imports.ts'
import { licenses } from './gates/licenses.ts'
import { long_runs } from './gates/long_runs.ts'
import { migrations } from './gates/migrations.ts'
import { names } from './gates/names.ts'
import { dead_code, format_and_lint, types } from './gates/programs.ts'
import { prose } from './gates/prose.ts'
import { references } from './gates/references.ts'
import { regexes } from './gates/regexes.ts'
import { run_long, write_page } from './long.ts'

const gates: Gate[] = [
  format_and_lint,
  types,
  imports,
  dead_code,
  generated,
  references,
  regexes,
  migrations,
  licenses,
  dependencies,
  images,
  names,
  prose,
  long_runs,
  commits,
  budgets,
]
const NAME_WIDTH = Math.max(...gates.map(({ name }) => name.length)) + 2
const LOOKED_WIDTH = 36

function tell(name: string, { faults, looked }: Found, started: number) {
  const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6)
  const mark = faults.length === 0 ? '✔' : '✖'
  console.log(`${mark} ${name.padEnd(NAME_WIDTH)}${looked.padEnd(LOOKED_WIDTH)}${seconds} s`)
  for (const fault of faults) console.log(`${fault.replaceAll(/^/gm, '    ')}\n`)
}

async function pass(gate: Gate): Promise<boolean> {
  const started = performance.now()
  const found = await gate.run(ROOT).catch((error) => ({ faults: [String(error.stack ?? error)], looked: 'it broke' }))
  tell(gate.name, found, started)
  return found.faults.length === 0
}

/** The tests print their own results. They also compare the pictures of the pages. `passed`: names of gates. */
async function pass_tests(passed: readonly string[]): Promise<boolean> {
  const started = performance.now()
  const child = spawn(process.execPath, [join(ROOT, 'scripts/test.ts')], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, PICTURES: 'compare', PASSED_GATES: passed.join(',') },
  })
  const code = await new Promise((done) => child.once('exit', done))
  tell('tests', { faults: code === 0 ? [] : ['see above'], looked: '' }, started)
  return code === 0
}

const { values, positionals } = read_arguments(import.meta.filename, {
  allowNegative: true,
  allowPositionals: true,
  options: {
    tests: { type: 'boolean', default: true },
    long: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
  },
})
if (values.page) await write_page(ROOT)
else if (values.long) process.exitCode = (await run_long(ROOT, positionals.join(' '))) ? 0 : 1
else {
  const passed = await Promise.all(gates.map(pass))
  if (values.tests) passed.push(await pass_tests(gates.filter((_, at) => passed[at]).map(({ name }) => name)))
  process.exitCode = passed.every(Boolean) ? 0 : 1
}
