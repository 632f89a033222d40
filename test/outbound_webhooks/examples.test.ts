// The receivers of docs/webhooks.md, as programs, with requests that the product signs.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { new_secret, signature_headers } from '#engine/outbound_webhooks/signature.ts'
import { free_port } from '#lib/port.ts'
import { until } from '#test/until.ts'

const FOLDER = join(import.meta.dirname, '../../examples/webhooks')
const receivers = [
  { language: 'Node', file: 'receiver.mjs', program: process.execPath, args: (file: string) => [file] },
  { language: 'Python', file: 'receiver.py', program: 'python3', args: (file: string) => [file] },
  {
    language: 'PHP',
    file: 'receiver.php',
    program: 'php',
    args: (file: string, port: number) => ['-S', `127.0.0.1:${port}`, file],
  },
]

for (const { language, file, program, args } of receivers) {
  const is_there = spawnSync(program, ['--version']).status === 0
  suite(`the receiver in ${language}`, { skip: is_there ? false : `${program} is not installed here` }, () => {
    const secret = new_secret()
    let child: ChildProcess
    let url: string
    before(async () => {
      const port = await free_port()
      url = `http://127.0.0.1:${port}/`
      child = spawn(program, args(join(FOLDER, file), port), {
        env: { PATH: process.env.PATH, WEBHOOK_SECRET: secret, PORT: String(port) },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const answers = () =>
        fetch(url).then(
          () => true,
          () => false,
        )
      assert.ok(await until(answers), 'the example did not start')
    })
    after(async () => {
      child.kill()
      await once(child, 'exit')
    })
    const body = JSON.stringify({
      id: '1',
      type: 'order.created',
      timestamp: '2026-11-20T12:00:00Z',
      data: { name: 'Café' },
    })
    const status = async (headers: Record<string, string>, text = body) =>
      (await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: text }))
        .status
    const signed = (secrets: string[], at = new Date()) => signature_headers({ id: '1', body, at }, secrets)

    test('accepts what is signed with its secret, alone or beside another one', async () => {
      assert.equal(await status(signed([secret])), 204)
      assert.equal(await status(signed([new_secret(), secret])), 204)
    })

    test('refuses another secret, a changed body, an old time, and no signature', async () => {
      assert.equal(await status(signed([new_secret()])), 401)
      assert.equal(await status(signed([secret]), body.replace('order', 'alert')), 401)
      assert.equal(await status(signed([secret], new Date(Date.now() - 400_000))), 401)
      assert.equal(await status({}), 401)
    })
  })
}

test('the documents show the receivers as they are', async () => {
  const page = await readFile(join(FOLDER, '../../docs/webhooks.md'), 'utf8')
  for (const { file } of receivers) assert.ok(page.includes(await readFile(join(FOLDER, file), 'utf8')), file)
})
