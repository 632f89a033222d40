// The gates of `npm run verify`: the project passes all gates, and each gate finds its planted faults.
import assert from 'node:assert/strict'
import { appendFile, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { ROOT } from '../../scripts/gates/gate.ts'
import { project_copy } from '../support/project_copy.ts'
import { planted } from './planted.ts'

suite('the project passes', () => {
  for (const { gate } of planted)
    test(gate.name, async () => {
      const { faults } = await gate.run(ROOT)
      if (faults.length > 0) assert.fail(`\n${faults.join('\n')}`)
    })
})

suite('planted faults are found by', () => {
  for (const { gate, parts, files, found } of planted)
    test(gate.name, async (context) => {
      const { root, remove } = await project_copy(parts)
      context.after(remove)
      for (const [path, text] of Object.entries(files)) await put(join(root, path), text)
      const { faults } = await gate.run(root)
      const output = faults.join('\n')
      for (const one of found) assert.match(output, one)
    })
})

async function put(file: string, text: string) {
  if (text.startsWith('+')) return appendFile(file, text.slice(1))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
