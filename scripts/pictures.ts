// npm run pictures: draws the pictures of the pages in docs/screenshots again, and records the version of Chromium. It needs
// Chromium. `npm run verify` compares the pictures with the pages.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { help_on_request } from '#lib/arguments.ts'

const ROOT = join(import.meta.dirname, '..')

help_on_request(import.meta.filename)
spawn(process.execPath, [join(ROOT, 'scripts/test.ts'), 'test/dashboard/pictures.test.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, PICTURES: 'write' },
}).once('exit', (code) => {
  process.exitCode = code ?? 1
})
