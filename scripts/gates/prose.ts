// Checks prose against docs/style.md: documents, and in source files the comments, the texts for people and the names of tests.
import { hash } from 'node:crypto'
import { glob, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { lint_prose } from '../lint/prose.ts'
import { floor, type Gate, project_files, ROOT } from './gate.ts'

/** Files that list unused words, and other languages. */
const EXEMPT = [
  'src/messages/es.ts',
  'src/messages/pt.ts',
  'src/messages/mail/es.ts',
  'src/messages/mail/pt.ts',
  'docs/style.md',
  'scripts/lint/words.ts',
  'test/gates/planted.ts',
]
/** Decisions that were written before docs/style.md. They are not rewritten. */
const FROZEN = /^docs\/adr\/00(?:[01]\d|2[0-4])_/

const HAS_PROSE = /^\s*(?:\/\/|\/\*\*) [A-Z]|^# /m

/** Digests of files without a fault, each with its rules. The next run reads none of these files again. */
const NOTES = 'build/prose_without_faults.json'
/** The rules: the linter, its words, and the versions of its packages. */
const RULES = ['scripts/lint/*.ts', 'package-lock.json']

export const prose: Gate = {
  name: 'prose',
  async run(root) {
    const there = await prose_files(root)
    const digest_of = await digests()
    const before = await noted(root)
    const clean: string[] = []
    const faults: string[] = []
    let looked = 0
    for (const file of there) {
      const source = await readFile(join(root, file), 'utf8')
      const digest = digest_of(file, source)
      const linted = before.has(digest) ? undefined : await lint_prose(file, source)
      const was_read = !linted || linted.lines > 0 || !HAS_PROSE.test(source)
      if (was_read) looked += 1
      if (was_read && !linted?.faults.length) clean.push(digest)
      faults.push(...(linted?.faults ?? []).map(({ line, text }) => `${file}:${line} ${text}`))
    }
    await note(root, clean)
    return { faults: [...floor(looked, there.length, 'files'), ...faults], looked: `${looked} files` }
  },
}

async function digests(): Promise<(file: string, source: string) => string> {
  const paths = await Array.fromAsync(glob(RULES, { cwd: ROOT }))
  const texts = await Promise.all(paths.sort().map((path) => readFile(join(ROOT, path), 'utf8')))
  const rules = hash('sha256', texts.join('\0'))
  return (file, source) => hash('sha256', [rules, file, source].join('\0'), 'base64')
}

async function noted(root: string): Promise<Set<string>> {
  const text = await readFile(join(root, NOTES), 'utf8').catch(() => '[]')
  return new Set(JSON.parse(text) as string[])
}

/** Written as a whole, so that a concurrent run reads all notes or none. */
async function note(root: string, clean: readonly string[]): Promise<void> {
  const path = join(root, NOTES)
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.${process.pid}`, JSON.stringify(clean))
  await rename(`${path}.${process.pid}`, path)
}

export async function prose_files(root: string): Promise<string[]> {
  const documents: string[] = []
  for await (const file of glob(['*.md', 'docs/**/*.md'], { cwd: root })) documents.push(file.replaceAll('\\', '/'))
  const files = [...documents.sort(), ...(await project_files(root, '.{ts,tsx,js,mjs}'))]
  return files.filter((file) => !EXEMPT.includes(file) && !FROZEN.test(file))
}
