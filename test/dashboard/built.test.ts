// The frame of the pages names everything that the first page needs.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { open_built } from '#http/dashboard/built.ts'

test('scripts and styles are named also when only an imported script imports them, and each once', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'built-'))
  try {
    const manifest = {
      'src/main.tsx': { file: 'assets/main.js', css: ['assets/main.css'], imports: ['_frame.js', '_shared.js'] },
      '_frame.js': { file: 'assets/frame.js', imports: ['_menu.js', '_shared.js'] },
      '_menu.js': { file: 'assets/menu.js', css: ['assets/menu.css'] },
      '_shared.js': { file: 'assets/shared.js' },
      'src/page.tsx': { file: 'assets/page.js', css: ['assets/page.css'], imports: ['_shared.js'] },
    }
    await mkdir(join(folder, 'assets'))
    await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest))
    const { entry } = open_built(folder)!
    assert.equal(entry.script, 'assets/main.js')
    assert.deepEqual(entry.styles.sort(), ['assets/main.css', 'assets/menu.css'])
    assert.deepEqual(entry.imports.sort(), ['assets/frame.js', 'assets/menu.js', 'assets/shared.js'])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
