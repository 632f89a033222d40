import assert from 'node:assert/strict'
import { mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { make_folder } from '#lib/folder.ts'
import { mistake_of } from '#lib/mistakes.ts'

const failure_of = (path: string) => {
  try {
    make_folder(path)
  } catch (error) {
    return mistake_of(error)
  }
  return undefined
}

test('a folder is created with its parents and its mode, and an existing folder stays', async (context) => {
  const base = await mkdtemp(join(tmpdir(), 'tablero-folder-'))
  context.after(() => rm(base, { recursive: true }))
  const folder = join(base, 'a', 'b', 'c')
  for (let time = 0; time < 2; time++) make_folder(folder, 0o700)
  assert.equal((await stat(folder)).mode & 0o777, 0o700)

  await writeFile(join(base, 'file'), '')
  await symlink(join(base, 'nowhere'), join(base, 'link'))
  for (const path of ['file', 'file/below', 'link/below'])
    assert.match(
      failure_of(join(base, path)) ?? '',
      /^(The folder .* cannot be created \(E\w+\)|.* does not exist)/,
      path,
    )
})

test('a file system without new folders is refused with a sentence, and does not block', {
  skip: process.platform !== 'linux' && 'it reads /proc',
}, () => {
  for (const path of ['/proc/tablero', '/proc/tablero/data'])
    assert.equal(failure_of(path), 'The folder /proc/tablero cannot be created (ENOENT). Choose another place.')
})
