// The published contract itself, which is on some machines only. The copy in this folder equals it. Its checker sends requests from
// outside to a running Tablero, and misses only the tools that are not built.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { describe, it } from 'node:test'
import { test_app } from '#test/app.ts'
import { areas } from '#tools/index.ts'
import { not_built, type Parameter, type PublishedTool, published } from './published.ts'

const FOLDER = join(import.meta.dirname, '../../../shared')
const CHECKER = join(FOLDER, 'checks/contract.mjs')
const skip = existsSync(CHECKER) ? false : 'the published contract is not on this machine'

type PublishedParameter = Omit<Parameter, 'format' | 'items'> & { format?: string; items?: string }
interface ContractTool {
  name: string
  area: string
  scopes: string[]
  module: string | null
  typed?: boolean
  params: Record<string, PublishedParameter>
}

const contract = (): ContractTool[] => JSON.parse(readFileSync(join(FOLDER, 'contract/tools.json'), 'utf8')).tools

/** A parameter as the copy writes it, in the words of JSON Schema. */
const copied = ({ items, format, ...rest }: PublishedParameter) => ({
  ...rest,
  ...(format && { format: format === 'YYYY-MM-DD' ? 'date' : format }),
  ...(items && { items: { type: items } }),
})

function copy_of(tools: readonly ContractTool[]): Record<string, Record<string, PublishedTool>> {
  const copy: Record<string, Record<string, PublishedTool>> = {}
  for (const { name, area, scopes, module, typed, params } of tools) {
    copy[area] ??= {}
    copy[area][name] = {
      scopes,
      ...(module && { module }),
      ...(typed === false && { names_only: true }),
      parameters: Object.fromEntries(Object.entries(params).map(([key, of]) => [key, copied(of)])) as Record<
        string,
        Parameter
      >,
    }
  }
  return copy
}

describe('the published contract', { skip }, () => {
  it('is what test/contract/tools.json holds', () => {
    assert.deepEqual(published, copy_of(contract()))
  })

  it('has a checker that misses only tools that are not built, in every area with a tool', async () => {
    const app = await test_app({ areas, seeded: false })
    try {
      const named = Object.keys(published).filter((area) => Object.keys(areas[area]?.tools ?? {}).length > 0)
      const program = spawn(process.execPath, [CHECKER, app.url, app.keys.acme, '--areas', named.join()], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const lines = (await text(program.stdout)).trim().split('\n')
      const last = lines.pop() ?? ''
      const missing = named.flatMap((area) => not_built[area] ?? []).sort()
      const names = lines.map((line) => /^(\w+)[:.]/.exec(line)?.[1] ?? line)
      assert.deepEqual([...new Set(names)].sort(), missing, lines.join('\n'))
      const tools = contract().filter(({ area }) => named.includes(area))
      const [, checked, held, all] = /^(\d+) tools, (\d+) of (\d+) checks hold$/.exec(last)?.map(Number) ?? []
      assert.deepEqual([checked, held], [tools.length, Number(all) - lines.length], last)
      assert.ok(Number(held) > 10 * (tools.length - missing.length), last)
    } finally {
      await app.close()
    }
  })
})
