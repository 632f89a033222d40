// Tables of documents have exactly the names of the code: outcomes, health, metrics, what a backup leaves out.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sign_ins } from '#connectors/sign_ins.ts'
import { NOT_COPIED } from '#db/backup/backup.ts'
import { healths } from '#domain/health.ts'
import { catalog_of } from '#engine/catalog.ts'
import { outcomes } from '#engine/outcomes.ts'
import { areas } from '#tools/index.ts'

const ROOT = join(import.meta.dirname, '../..')
const text_of = (path: string) => readFile(join(ROOT, path), 'utf8')

/** The rows of the table with this heading, each as its cells. */
async function rows_of(path: string, heading: string): Promise<string[][]> {
  const text = await text_of(path)
  const [table] = text.slice(text.indexOf(`| ${heading} |`)).split('\n\n')
  return table!
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
}

const code = (cell: string) => [...cell.matchAll(/`(\w+)`/g)].map(([, name]) => name!)

test('connecting.md has each outcome that a caller receives, with its status', async () => {
  const steps = await rows_of('docs/connecting.md', 'Step | Status')
  const others = [...(await text_of('docs/connecting.md')).matchAll(/^- (\d{3}) `(\w+)`/gm)].map(([, status, name]) => [
    name!,
    status!,
  ])
  const named = [...steps.map(([, status, outcome]) => [...code(outcome!), status!]), ...others]
  const received = Object.entries(outcomes).filter(([name]) => name !== 'cancelled')
  assert.deepEqual(
    Object.fromEntries(named.map(([name, status]) => [name, Number(status)])),
    Object.fromEntries(received.map(([name, { status }]) => [name, status])),
  )
})

test('numbers.md has each health of a connection', async () => {
  const rows = await rows_of('docs/numbers.md', 'Health | Meaning')
  assert.deepEqual(rows.flatMap(([name]) => code(name!)).toSorted(), healths.toSorted())
})

test('operations.md has each table that a backup leaves out', async () => {
  const rows = await rows_of('docs/operations.md', 'Not in a backup | After a restore')
  const named = rows.flatMap(([cell]) => [...cell!.matchAll(/`([\w.]+)`/g)].map(([, name]) => name!))
  assert.deepEqual(named.toSorted(), NOT_COPIED.toSorted())
})

test('operations.md has each metric of Tablero, with its labels', async () => {
  const source = await text_of('src/http/observability.ts')
  const made = [...source.matchAll(/name: '(tablero_\w+)',[^[]*labelNames: \[([^\]]*)\]/g)]
  const rows = await rows_of('docs/operations.md', 'Metric | Labels')
  assert.deepEqual(
    Object.fromEntries(rows.map(([name, labels]) => [code(name!)[0], code(labels!)])),
    Object.fromEntries(made.map(([, name, labels]) => [name, labels!.match(/\w+/g)])),
  )
  assert.equal(made.length, source.match(/name: 'tablero_/g)?.length)
})

test('an answer about a window names its sources, their last syncs and the last settled day, as README.md says', async () => {
  const promise =
    'names its window, the currency of its amounts, its connections, the time of their last syncs, and the last settled day'
  assert.ok((await text_of('README.md')).replaceAll(/\s+/g, ' ').includes(promise))
  const of_windows = [...catalog_of(areas).values()].filter(({ internal, result }) => !internal && 'window' in result)
  assert.ok(of_windows.length > 20, `${of_windows.length} tools`)
  for (const { name, result } of of_windows)
    for (const field of ['sources', 'as_of', 'settled_until']) assert.ok(field in result, `${name} has no ${field}`)
})

test('connecting_platforms.md has the platforms of each kind of sign-in, and those with PKCE', async () => {
  const rows = await rows_of('docs/connecting_platforms.md', 'Sign-in | Platforms')
  const named = rows.map(([kind, platforms]) => [kind!, code(platforms!).toSorted()])
  const of = (kind: string) => Object.keys(sign_ins).filter((platform) => sign_ins[platform]!.kind === kind)
  assert.deepEqual(Object.fromEntries(named), {
    'OAuth 2.0': of('oauth2').toSorted(),
    'OAuth 1.0a': of('oauth1'),
    'keys that the shop sends': of('posted_keys'),
    'keys that the person types': [],
  })
  const [, listed] = /^## PKCE\n\n(.+) use PKCE with S256\./m.exec(await text_of('docs/connecting_platforms.md'))!
  assert.deepEqual(
    code(listed!).toSorted(),
    Object.entries(sign_ins)
      .flatMap(([platform, one]) => ('pkce' in one && one.pkce ? [platform] : []))
      .toSorted(),
  )
})
