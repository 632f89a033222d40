// Checks prose against docs/style.md: documents, and in source files the comments, the texts for people and the names of tests.
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { lint_prose } from '../lint/prose.ts'
import { floor, type Gate, project_files } from './gate.ts'

/** Files generated from the database, whose applied migrations do not change, files that list unused words, and other languages. */
const EXEMPT = [
  'dashboard/src/api/tools.ts',
  'src/db/schema.ts',
  'src/messages/es.ts',
  'src/messages/pt.ts',
  'src/messages/mail/es.ts',
  'src/messages/mail/pt.ts',
  'docs/platforms.md',
  'docs/schema.md',
  'docs/style.md',
  'scripts/lint/words.ts',
  'test/gates/planted.ts',
]
/** Decisions that were written before docs/style.md. They are not rewritten. */
const FROZEN = /^docs\/adr\/00(?:[01]\d|2[0-4])_/

const HAS_PROSE = /^\s*(?:\/\/|\/\*\*) [A-Z]|^# /m

export const prose: Gate = {
  name: 'prose',
  async run(root) {
    const there = await prose_files(root)
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

export async function prose_files(root: string): Promise<string[]> {
  const documents: string[] = []
  for await (const file of glob(['*.md', 'docs/**/*.md'], { cwd: root })) documents.push(file.replaceAll('\\', '/'))
  const files = [...documents.sort(), ...(await project_files(root, '.{ts,tsx,js,mjs}'))]
  return files.filter((file) => !EXEMPT.includes(file) && !FROZEN.test(file))
}
