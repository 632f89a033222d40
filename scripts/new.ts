// npm run new tool|record|connector|job|table <name>: begins a unit in the style of the house, puts it on its list and generates what
// depends on it; --no-gen leaves that to the author.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { read_arguments } from '#lib/arguments.ts'
import { plan_of, usage } from './new/plan.ts'
import { CannotScaffold, type Plan } from './new/unit.ts'

const BIOME = 'node_modules/@biomejs/biome/bin/biome'

/** Returns what was written. Nothing is written when one of the files is there already. */
async function scaffold(
  kind: string,
  name: string,
  root: string,
): Promise<Pick<Plan, 'generates' | 'next'> & { written: string[] }> {
  const { files, lists, generates, if_taken = 'Choose another name.', next } = plan_of(kind, name, root)
  const taken = Object.keys(files).find((path) => existsSync(join(root, path)))
  if (taken) throw new CannotScaffold(`${taken} exists already. ${if_taken}`)
  const changed = await Promise.all(
    Object.entries(lists).map(async ([path, change]) => [path, change(await readFile(join(root, path), 'utf8'))]),
  )
  const all = { ...files, ...Object.fromEntries(changed) } as Record<string, string>
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), /\.(ts|json)$/.test(path) ? formatted(path, text, root) : text)
  }
  return { written: Object.keys(all), generates, next }
}

/** The text comes from standard input, because Biome reads the whole project before it checks a file by its path. */
function formatted(path: string, text: string, root: string): string {
  const args = [join(root, BIOME), 'check', '--write', '--linter-enabled=false', `--stdin-file-path=${path}`]
  const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' })
  return status === 0 ? stdout : text
}

/** Types of tables, documents, and what a list of tools costs an agent. */
function generate(root: string) {
  for (const script of [['scripts/gen.ts'], ['test/mcp/tokens.test.ts', '--write']]) {
    const { status } = spawnSync(process.execPath, script, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    if (status !== 0)
      throw new CannotScaffold(
        `The files above are written, but node ${script.join(' ')} failed. Repair what it names, then run npm run gen.`,
      )
  }
}

try {
  const { values, positionals } = read_arguments(import.meta.filename, {
    allowPositionals: true,
    allowNegative: true,
    options: { root: { type: 'string' }, gen: { type: 'boolean', default: true } },
  })
  const [kind, name] = positionals
  if (!kind || !name || positionals.length > 2) throw new CannotScaffold(`Begins a unit:\n${usage}`)
  const root = values.root ?? join(import.meta.dirname, '..')
  const { written, generates, next } = await scaffold(kind, name, root)
  console.log([...written, '', ...next].join('\n'))
  if (generates && values.gen) generate(root)
} catch (error) {
  console.error(error instanceof CannotScaffold ? error.message : error)
  process.exitCode = 1
}
