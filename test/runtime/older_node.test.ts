// `npm ci` and `npx tablero` with a Node that is too old for Tablero.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { VERSION } from '#lib/version.ts'
import { older_node, project_for_newer_node } from '#test/older_node.ts'

const ROOT = join(import.meta.dirname, '../..')
const older = await older_node()
let folder: string
let bin: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tablero-older-'))
  bin = await project_for_newer_node(join(folder, 'project'))
})
after(() => rm(folder, { recursive: true }))

const run = (node: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) =>
    execFile(node, args, { cwd: folder, env: { DATA_DIR: folder } }, (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  )

test('the Node of the package runs the command, without a warning', async () => {
  assert.deepEqual(await run(process.execPath, bin, '--version'), { code: 0, out: `${VERSION}\n`, err: '' })
})

test('the status of a command that fails is passed on, with its sentence', async () => {
  const { code, out, err } = await run(process.execPath, bin, 'connection', 'platforms', 'constructor')
  assert.deepEqual([code, out], [1, ''])
  assert.match(err, /^tablero: 'constructor' cannot be connected\. Platforms: [^\n]+\n$/)
})

test('without the Node of the package, a sentence says what is missing', async () => {
  await mkdir(join(folder, 'none'))
  const alone = await project_for_newer_node(join(folder, 'alone'), { nodes: join(folder, 'none') })
  const { code, err } = await run(process.execPath, alone, '--version')
  assert.equal(code, 1)
  assert.match(err, /^Tablero needs Node 999 or newer\. The npm package "node" brings it, [^\n]+\n$/)
})

test('an older Node of this machine runs the command, without a warning', {
  skip: !older && 'there is none',
}, async () => {
  const answer = await run(older!, join(ROOT, 'bin/tablero'), '--version')
  assert.deepEqual(answer, { code: 0, out: `${VERSION}\n`, err: '' })
})

/** About the Node of other packages, and about the settings of this machine. */
const OF_OTHERS = /^npm warn (?:EBADENGINE|Unknown (?:user|global) config)\b/

/** What npm warns of while it plans an installation of the project's packages, where its cache has their descriptions. */
async function warnings_of_npm(context: TestContext): Promise<string[] | undefined> {
  const args = ['ci', '--dry-run', '--offline', '--loglevel=warn']
  const env = { PATH: process.env.PATH, HOME: process.env.HOME }
  const { code, err } = await new Promise<{ code: number; err: string }>((done) =>
    execFile(
      older ?? process.execPath,
      [process.env.npm_execpath!, ...args],
      { cwd: npm_folder(), env },
      (error, _out, err) => done({ code: error ? Number(error.code) : 0, err }),
    ),
  )
  if (/ENOTCACHED/.test(err)) return void context.skip("npm's cache lacks the packages")
  assert.equal(code, 0, err)
  return err.split('\n').filter((line) => line.startsWith('npm warn ') && !OF_OTHERS.test(line))
}
const npm_folder = () => join(folder, 'npm')

test('npm warns of nothing but engines, so .npmrc hides nothing else', async (context) => {
  await mkdir(npm_folder())
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(ROOT, file), join(npm_folder(), file))
  const warnings = await warnings_of_npm(context)
  if (!warnings) return
  assert.deepEqual(warnings, [])
  await appendFile(join(npm_folder(), '.npmrc'), 'planted=true\n')
  assert.match((await warnings_of_npm(context))!.join(), /^npm warn Unknown project config "planted"/)
})

test('no installed package is deprecated, which npm says only while it installs', async () => {
  const { packages } = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  const deprecated = Object.entries<object>(packages).filter(([, one]) => 'deprecated' in one)
  assert.deepEqual(deprecated, [])
})
