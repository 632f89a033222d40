// Gates that run external programs.
import { floor, type Gate, project_files, run_program } from './gate.ts'

export const format_and_lint: Gate = {
  name: 'format and lint',
  async run(root) {
    const there = (await project_files(root, '.ts')).filter((file) => file !== 'src/db/schema.ts').length
    const { code, output } = await run_program(root, [
      'node_modules/@biomejs/biome/bin/biome',
      'check',
      '--max-diagnostics=50',
      '--diagnostic-level=warn',
      '--error-on-warnings',
      '.',
    ])
    const checked = Number(/Checked (\d+) files/.exec(output)?.[1] ?? 0)
    return { faults: [...faults_of(code, output), ...floor(checked, there, 'files')], looked: `${checked} files` }
  },
}

/**
 * Arguments of the compiler. It notes what it knows of each file, and so checks only files that changed or use changed ones. A single thread
 * needs half the work of several, and leaves processor time to other gates and tests.
 */
function tsc(name: string, project = '.'): string[] {
  const notes = ['--incremental', '--tsBuildInfoFile', `build/types_of_${name}.json`]
  return [
    'node_modules/typescript/bin/tsc',
    '--project',
    project,
    '--noEmit',
    '--listFiles',
    '--singleThreaded',
    ...notes,
  ]
}

export const types: Gate = {
  name: 'types',
  async run(root) {
    const there = (await project_files(root, '.{ts,tsx}')).length
    // The pages run in a browser, and so have types of their own.
    const ran = await Promise.all([run_program(root, tsc('product')), run_program(root, tsc('pages', 'dashboard'))])
    const is_file = (line: string) => /^\S.*\.d?\.?[cm]?tsx?$/.test(line) && !line.includes('): error')
    const lines = ran.map(({ output }) => output.split('\n'))
    const files = lines.flat().filter((line) => is_file(line) && !line.includes('node_modules'))
    const looked = new Set(files).size
    const faults = ran.flatMap(({ code }, at) =>
      faults_of(code, lines[at]!.filter((line) => !is_file(line)).join('\n')),
    )
    return { faults: [...faults, ...floor(looked, there, 'files')], looked: `${looked} files` }
  },
}

/** The second run starts from the product's own entry points, because a file that only tests use is dead code too. */
export const dead_code: Gate = {
  name: 'dead code',
  async run(root) {
    const knip = ['node_modules/knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors']
    const looks = await Promise.all([
      run_program(root, knip),
      run_program(root, [
        'node_modules/knip/bin/knip.js',
        '--no-progress',
        '--production',
        '--include',
        'files,dependencies',
      ]),
    ])
    return { faults: looks.flatMap(({ code, output }) => faults_of(code, output)), looked: 'files, exports, packages' }
  },
}

const faults_of = (code: number, output: string) => (code === 0 ? [] : [output || `it ended with code ${code}`])
