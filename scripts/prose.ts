// npm run prose -- src/http docs/mcp.md: what the linter of prose finds in these folders and files, or in all of them.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { help_on_request } from '#lib/arguments.ts'
import { is_below, ROOT } from './gates/gate.ts'
import { prose_files } from './gates/prose.ts'
import { lint_prose } from './lint/prose.ts'

help_on_request(import.meta.filename)
const paths = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))
const files = (await prose_files(ROOT)).filter(
  (file) => paths.length === 0 || paths.some((path) => is_below(file, path)),
)
let found = 0
for (const file of files) {
  const { faults } = await lint_prose(file, await readFile(join(ROOT, file), 'utf8'))
  for (const { line, text } of faults) console.log(`${file}:${line} ${text}`)
  found += faults.length
}
if (files.length === 0) console.error(`No file with prose is at ${paths.join(', ')}.`)
console.log(`${found} findings in ${files.length} files`)
process.exitCode = files.length > 0 && found === 0 ? 0 : 1
