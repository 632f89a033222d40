// Every example runs against a Tablero, and the documents show exactly these examples.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { type TestApp, test_app } from '#test/app.ts'

const ROOT = join(import.meta.dirname, '../..')
const EXAMPLES = join(ROOT, 'examples')
const run = promisify(execFile)
let app: TestApp

before(async () => {
  app = await test_app()
})
after(() => app.close())

async function output_of(program: string, file: string): Promise<string> {
  const env = { PATH: process.env.PATH, TABLERO_URL: app.url, TABLERO_KEY: app.keys.acme }
  return (await run(program, [join(EXAMPLES, file)], { env })).stdout
}

test('curl gets an answer', async () => {
  const { ok, result } = JSON.parse(await output_of('sh', 'curl.sh'))
  assert.deepEqual([ok, typeof result.summary], [true, 'string'])
})

test('TypeScript, an MCP client and a client made from the OpenAPI document print the summary', async () => {
  const { body } = await app.rest('get_kpi_summary', { days_back: 30 }, { key: app.keys.acme })
  for (const file of ['rest.ts', 'mcp.mjs', 'openapi.mjs'])
    assert.ok((await output_of(process.execPath, file)).includes(body.result.summary), file)
})

test('the documents show the examples as they are', async () => {
  const documents = await Promise.all(
    ['README.md', 'docs/connecting.md', 'docs/webhooks.md'].map((file) => readFile(join(ROOT, file), 'utf8')),
  )
  for (const { name: file, parentPath } of await readdir(EXAMPLES, { recursive: true, withFileTypes: true })) {
    if (!/\.\w+$/.test(file)) continue
    const text = await readFile(join(parentPath, file), 'utf8')
    const code = text.replace(/^(#!.*\n)?((#|\/\/).*\n)*/, '').trim()
    assert.ok(
      documents.some((document) => document.includes(code)),
      `${file} differs from the documents`,
    )
  }
})

test('an address without a path shows browsers a page, and tells programs where to go', async () => {
  const page = await fetch(app.url, { headers: { accept: 'text/html,*/*' } })
  assert.equal(page.headers.get('content-type'), 'text/html; charset=utf-8')
  assert.match(await page.text(), /<title>Tablero<\/title>/)
  const answer = (await (await fetch(app.url)).json()) as Record<string, string>
  const { name, docs, openapi, tools, mcp, agents } = answer
  assert.deepEqual([name, tools, mcp], ['Tablero', '/api/v1/tools', '/mcp'])
  for (const path of [docs!, openapi!, agents!]) assert.equal((await fetch(app.url + path)).status, 200, path)
})

test('llms.txt names the transports and every tool', async () => {
  const text = await (await fetch(`${app.url}/llms.txt`)).text()
  assert.match(text, /^# Tablero\n\n> /)
  assert.ok(text.includes(`${app.url}/mcp`) && text.includes(`${app.url}/api/openapi.json`))
  for (const { name, internal } of app.engine.catalog.values())
    assert.equal(text.includes(`- ${name}: `), !internal, name)
})
