// Checks prose against docs/style.md: documents, and in source files the comments, the texts for people and the names of tests.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lint_prose } from '../lint/prose.ts'
import { floor, type Gate, project_files } from './gate.ts'

/** A generated file without prose, and files that list unused words. */
const EXEMPT = ['src/db/schema.ts', 'docs/style.md', 'scripts/lint/words.ts', 'test/gates/gates.test.ts']
/** Folders and files that the gate checks so far. */
const CHECKED = [
  ...['README.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md', 'CHANGELOG.md', 'docs/configuration.md', 'docs/connecting.md'],
  ...[
    'docs/deploying.md',
    'docs/faults.md',
    'docs/glossary.md',
    'docs/numbers.md',
    'docs/operations.md',
    'docs/sandbox.md',
  ],
  ...['bench', 'sandbox', 'scripts'],
  ...['src/cli', 'src/config.ts', 'src/connectors', 'src/domain', 'src/figures', 'src/http', 'src/lib', 'src/main.ts'],
  'src/tools',
  ...[
    'test/bench',
    'test/connectors',
    'test/data',
    'test/domain',
    'test/faults',
    'test/gates',
    'test/mcp',
    'test/query',
  ],
  ...['test/runtime', 'test/sandbox', 'test/security', 'test/summary', 'test/sync', 'test/vendors'],
]
/** Parts of these folders that the gate does not check yet. */
const NOT_YET_CHECKED = ['src/lib/otel.ts', 'src/lib/trace.ts']

const HAS_PROSE = /^\s*(?:\/\/|\/\*\*) [A-Z]|^# /m

export const prose: Gate = {
  name: 'prose',
  async run(root) {
    const is_in = (folders: string[]) => (file: string) => folders.some((folder) => is_below(file, folder))
    const candidates = (await prose_files(root)).filter(is_in(CHECKED))
    const there = candidates.filter((file) => !is_in(NOT_YET_CHECKED)(file))
    const faults: string[] = []
    let looked = 0
    for (const file of there) {
      const source = await readFile(join(root, file), 'utf8')
      const linted = await lint_prose(file, source)
      if (linted.lines > 0 || !HAS_PROSE.test(source)) looked += 1
      faults.push(...linted.faults.map(({ line, text }) => `${file}:${line} ${text}`))
    }
    return { faults: [...floor(looked, there.length, 'files'), ...faults], looked: `${looked} files` }
  },
}

export const is_below = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

export async function prose_files(root: string): Promise<string[]> {
  const documents: string[] = []
  for await (const file of glob(['*.md', 'docs/**/*.md'], { cwd: root })) documents.push(file.replaceAll('\\', '/'))
  const files = [...documents.sort(), ...(await project_files(root, '.{ts,js,mjs}'))]
  return files.filter((file) => !EXEMPT.includes(file))
}
