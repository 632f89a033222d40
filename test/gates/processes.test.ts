// What test files of one process do to each other, and what the end of a process shows.
import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { ROOT, run_program } from '../../scripts/gates/gate.ts'
import { without_files } from '../../scripts/test/named.ts'
import { in_processes, PROCESS_FLAGS } from '../../scripts/test/processes.ts'

const passing = (name: string) => `import { test } from 'node:test'\ntest('${name} ran', () => {})\n`
const texts = {
  'shared/a.test.mjs': passing('a'),
  'shared/b.test.mjs': `import { test } from 'node:test'\ntest('b ran', () => { throw new Error('b failed') })\n`,
  'shared/c.test.mjs': passing('c'),
  'killed/a.test.mjs': passing('before the kill'),
  'killed/b.test.mjs': `import { test } from 'node:test'\ntest('a kill', () => process.kill(process.pid, 'SIGKILL'))\n`,
  'killed/c.test.mjs': passing('after the kill'),
  'left/a.test.mjs': `import { test } from 'node:test'\ntest('a server was left', () => import('node:net').then((net) => net.createServer().listen(0)))\n`,
  'thrown/a.test.mjs': `import { test } from 'node:test'
test('an error that nobody catches', async () => {
  await null
  setTimeout(() => { throw new Error('thrown later') })
  await new Promise((done) => setTimeout(done, 50))
})
`,
  'rejected/a.test.mjs': `import { test } from 'node:test'
test('a promise that nobody awaits', async () => {
  await null
  void Promise.reject(new Error('rejected later'))
  await new Promise((done) => setTimeout(done, 50))
})
`,
  'promises/a.test.mjs': `import { executionAsyncId } from 'node:async_hooks'
import { test } from 'node:test'
test('a promise has no number of its own', async () => {
  await null
  if (executionAsyncId() !== 0) throw new Error('promises are followed')
})
`,
  'hooks/a.test.mjs': `import { after, before, test } from 'node:test'
before(() => void Object.assign(globalThis, { open: 'a' }))
after(() => void Object.assign(globalThis, { open: undefined }))
test('a has what it opened', () => { if (open !== 'a') throw new Error(open) })
`,
  'hooks/b.test.mjs': `import { before, test } from 'node:test'
before(() => { if (globalThis.open) throw new Error('a is still open') })
test('b began after the end of a', () => {})
`,
  'awaits/a.test.mjs': `import { test } from 'node:test'\nconst is_read = await Promise.resolve(true)\ntest('a awaited', () => is_read)\n`,
  'awaits/b.test.mjs': passing('b'),
  'awaits/c.test.mjs': passing('c'),
  'alone/a.test.mjs': `// process.env.X = 'changed'\n${passing('alone')}`,
}
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-processes-'))
  for (const [path, text] of Object.entries(texts)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
})
after(() => rm(folder, { recursive: true }))

/** Runs the files of some folders as npm test does. */
async function run(...folders: string[]) {
  const files = Object.keys(texts).filter((path) => folders.includes(path.split('/')[0]!))
  const processes = await in_processes(
    files.map((path) => relative(ROOT, join(folder, path))),
    folder,
  )
  const started = processes.map((path) => resolve(ROOT, path))
  return { processes, ...(await run_alone(started)) }
}

/** Without NODE_TEST_CONTEXT, because a nested test run that has this variable does nothing. */
const run_alone = (files: string[], env: Record<string, string> = {}) =>
  run_program(ROOT, [
    '--input-type=module',
    '-e',
    `delete process.env.NODE_TEST_CONTEXT
     const { spawnSync } = await import('node:child_process')
     const env = { ...process.env, ...${JSON.stringify(env)} }
     const args = [...${JSON.stringify(PROCESS_FLAGS)}, '--test', '--test-reporter=spec', ...process.argv.slice(1)]
     const { status } = spawnSync(process.execPath, args, { stdio: 'inherit', env })
     process.exitCode = status ?? 1`,
    '--',
    ...files,
  ])

test('a failed file does not change the others of its process', async () => {
  const { processes, code, output } = await run('shared')
  assert.deepEqual([processes.length, code], [1, 1])
  for (const line of [/✔ a ran/, /✖ b ran/, /✔ c ran/]) assert.match(output, line)
})

test('a process that is killed fails the run, takes the results of its other files along, and no other process', async () => {
  const { processes, code, output } = await run('killed', 'alone')
  assert.deepEqual([processes.length, code], [2, 1])
  assert.match(output, /✔ alone ran/)
  assert.match(output, /✖ \S*several_1\.test\.mjs/)
  assert.doesNotMatch(output, /(?:before|after) the kill ran/)
})

test('a process that its tests left open ends, and its file fails and says what is open', async () => {
  const { code, output } = await run_alone([join(folder, 'left/a.test.mjs')], { TEST_END_MS: '100' })
  assert.equal(code, 1)
  assert.match(output, /a\.test\.mjs has not ended 0\.1 s after its last test\. Still open: .*1 × TCPServerWrap/)
})

for (const [of, error] of [
  ['thrown', 'thrown later'],
  ['rejected', 'rejected later'],
])
  test(`an error that is ${of} beside a test fails its file, and is shown`, async () => {
    const { code, output } = await run(of!)
    assert.equal(code, 1)
    assert.match(output, new RegExp(`generated asynchronous activity .*${error}`, 's'))
  })

test('a file opens what it needs after the files before it ended', async () => {
  const { processes, code, output } = await run('hooks')
  assert.deepEqual([processes.length, code], [1, 0], output)
  for (const line of [/✔ a has what it opened/, /✔ b began after the end of a/]) assert.match(output, line)
})

test('the runner follows no promise', async () => {
  const { code, output } = await run('promises')
  assert.equal(code, 0, output)
})

test('a file that awaits at its top level has a process of its own', async () => {
  const { processes, code, output } = await run('awaits')
  assert.deepEqual([processes.length, code], [2, 0], output)
  assert.match(output, /✔ a awaited/)
})

test('a name of a test file that does not exist is found among others', async () => {
  const named = ['test/gates/processes.test.ts', './test/gates/*.test.ts', 'test/gates/prosesses.test.ts', 'test/no/*']
  assert.deepEqual(await without_files(ROOT, named), ['test/gates/prosesses.test.ts', 'test/no/*'])
})
