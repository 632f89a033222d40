import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '../..')

const HOOK = /^(?:pre|post)/

const run = (script: string, ...args: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) =>
    execFile(process.execPath, [join(ROOT, script), ...args], (error, out, err) =>
      done({ code: error ? Number(error.code) : 0, out, err }),
    ),
  )

test('every npm command explains itself with --help, and starts nothing', async () => {
  const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
  const own = Object.entries<string>(scripts).flatMap(([name, command]) => {
    const script = /^node (?:--\S+ )*(\S+\.ts)\b/.exec(command)?.[1]
    // npm runs predemo before demo, and prepack before it packs. Nobody types them.
    return script && !HOOK.test(name) ? [{ name, script }] : []
  })
  const unexplained = Object.keys(scripts).filter((name) => !HOOK.test(name) && own.every((one) => one.name !== name))
  assert.deepEqual(unexplained, ['format'], 'the program of biome explains itself')
  await Promise.all(
    own.map(async ({ name, script }) => {
      const { code, out, err } = await run(script, '--help')
      assert.deepEqual([code, err], [0, ''], script)
      assert.match(out, new RegExp(`^npm (run (--silent )?)?${name}\\b`), script)
    }),
  )
})

test('an unknown option is one sentence', async () => {
  for (const script of ['scripts/gen.ts', 'scripts/demo.ts', 'src/main.ts']) {
    const { code, out, err } = await run(script, '--wrong')
    assert.deepEqual([code, out], [1, ''], script)
    assert.match(err, /^Unknown option '--wrong'[^\n]* Add --help for usage\.\n$/)
  }
})
