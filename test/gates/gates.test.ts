// The gates of `npm run verify`: the project passes all gates, and each gate finds its planted faults.
import assert from 'node:assert/strict'
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { suite, test } from 'node:test'
import { ROOT } from '../../scripts/gates/gate.ts'
import { types } from '../../scripts/gates/programs.ts'
import { prose } from '../../scripts/gates/prose.ts'
import { project_copy } from '../support/project_copy.ts'
import { planted } from './planted.ts'

/** Gates that `npm run verify` ran immediately before the tests. */
const passed = process.env.PASSED_GATES?.split(',') ?? []

suite('the project passes', () => {
  for (const { gate } of planted.filter(({ gate: { name } }) => !passed.includes(name)))
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

/** Gates whose violations are planted in a file of their own. */
const ELSEWHERE: Record<string, string> = { generated: 'on_the_database.test.ts', commits: 'commits.test.ts' }

test('each gate of npm run verify has planted faults', async () => {
  const listed = /const gates: Gate\[\] = \[([^\]]+)\]/.exec(await readFile(join(ROOT, 'scripts/verify.ts'), 'utf8'))
  const names = listed![1]!.match(/\w+/g)!
  const here = [
    ...(await readFile(join(import.meta.dirname, 'planted.ts'), 'utf8')).matchAll(/^ +(?:{ )?gate: (\w+),/gm),
  ]
  assert.deepEqual(names.toSorted(), [...here.map(([, name]) => name!), ...Object.keys(ELSEWHERE)].toSorted())
  for (const [name, file] of Object.entries(ELSEWHERE))
    assert.match(await readFile(join(import.meta.dirname, file), 'utf8'), RegExp(`scripts/gates/${name}\\.ts`))
})

test('a wrong type is found again with the notes of the compiler, until somebody corrects it', async (context) => {
  const { root, remove } = await project_copy(['tsconfig.json', 'dashboard/tsconfig.json', 'package.json'])
  context.after(remove)
  await put(join(root, 'dashboard/src/page.ts'), 'export const title = document.title\n')
  const used = join(root, 'src/lib/planted_number.ts')
  await put(used, `export const planted: number = 1\n`)
  await put(join(root, 'src/lib/planted_user.ts'), `import { planted } from './planted_number.ts'\nplanted.toFixed()\n`)
  const faults = async () => (await types.run(root)).faults.join()
  assert.equal(await faults(), '')
  await put(used, `export const planted: string = 'text'\n`)
  for (const _ of ['first', 'again']) assert.match(await faults(), /planted_user\.ts\(2,9\): error TS2551/)
  await put(used, `export const planted: number = 2\n`)
  assert.equal(await faults(), '')
})

test('prose that passed before is read again when it changes', async (context) => {
  const { root, remove } = await project_copy([])
  context.after(remove)
  const file = join(root, 'src/lib/planted.ts')
  const found: number[] = []
  for (const word of ['transport', 'door', 'door', 'client']) {
    await put(file, `// The ${word} accepts calls.\n`)
    found.push((await prose.run(root)).faults.length)
  }
  assert.deepEqual(found, [0, 1, 1, 0])
})

async function put(file: string, text: string) {
  if (text.startsWith('+')) return appendFile(file, text.slice(1))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}
