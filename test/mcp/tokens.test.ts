// The cost of lists of tools for an agent, in tokens of a real tokenizer. Every conversation pays for a list, so a list must not grow
// unnoticed. tokens.json has the last reviewed cost. `npx node test/mcp/tokens.test.ts --write` updates tokens.json.
import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { catalog_of } from '#engine/catalog.ts'
import { listing, usage_of } from '#http/mcp/listing.ts'
import { duties, sentence_of } from '#http/mcp/search/duties.ts'
import { search_tools_list } from '#http/mcp/search_mode.ts'
import { areas } from '#tools/index.ts'

const BASELINE = join(import.meta.dirname, 'tokens.json')
const PER_TOOL_MAX = 150
const ONE_TOOL_MAX = 300
const SEARCH_MODE_MAX = 500
const DESCRIPTION_MAX = 250
const DUTY_MAX = 60
const GROWTH_MAX = 1.05

const tokens = (value: unknown) => encode(JSON.stringify(value)).length
const listed = [...catalog_of(areas).values()].filter(({ internal }) => !internal)
const costs = Object.fromEntries(listed.map((tool) => [tool.name, tokens(listing(tool))]))
const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0)
const search_mode = tokens(search_tools_list({ is_readonly: false, is_search: true, has_pictures: false }))

if (process.argv.includes('--write')) {
  await writeFile(BASELINE, `${JSON.stringify({ search_mode, tools: costs }, null, 2)}\n`)
} else {
  suite('the cost of lists', () => {
    test(`the full list takes at most ${PER_TOOL_MAX} tokens a tool on average, and each tool at most ${ONE_TOOL_MAX}`, (context) => {
      const average = sum(Object.values(costs)) / listed.length
      context.diagnostic(`${average.toFixed(1)} tokens a tool, ${sum(Object.values(costs))} in all`)
      assert.ok(average <= PER_TOOL_MAX, `${average.toFixed(1)} tokens a tool`)
      for (const [name, cost] of Object.entries(costs)) assert.ok(cost <= ONE_TOOL_MAX, `${name}: ${cost} tokens`)
    })

    test(`search mode takes at most ${SEARCH_MODE_MAX} tokens in total`, (context) => {
      context.diagnostic(`${search_mode} tokens`)
      assert.ok(search_mode <= SEARCH_MODE_MAX, `${search_mode} tokens`)
    })

    test(`describe_tool takes at most ${DESCRIPTION_MAX} tokens`, (context) => {
      const described = listed.map((tool) => [tool.name, tokens(usage_of(tool))] as const)
      context.diagnostic(described.map((entry) => entry.join(' ')).join(', '))
      for (const [name, cost] of described) assert.ok(cost <= DESCRIPTION_MAX, `${name}: ${cost} tokens`)
    })

    test(`a search answers with at most ${DUTY_MAX} tokens about what only a person does`, (context) => {
      const org_id = '00000000-0000-4000-8000-000000000000'
      for (const duty of duties()) {
        const cost = tokens(sentence_of(duty, org_id))
        context.diagnostic(`${cost} ${duty.about}`)
        assert.ok(cost <= DUTY_MAX, `${duty.about}: ${cost} tokens`)
      }
    })

    test('no list has grown by more than 5 % since its last review', async () => {
      const before = JSON.parse(await readFile(BASELINE, 'utf8')) as { search_mode: number; tools: typeof costs }
      const known = Object.keys(costs).filter((name) => name in before.tools)
      assert.deepEqual(
        known,
        Object.keys(costs),
        'a tool is not in tokens.json: npx node test/mcp/tokens.test.ts --write',
      )
      const [was, is] = [before.tools, costs].map((of) => sum(known.map((name) => of[name]!)))
      assert.ok(is! <= was! * GROWTH_MAX, `the tools known before took ${was} tokens and take ${is}`)
      assert.ok(
        search_mode <= before.search_mode * GROWTH_MAX,
        `search mode took ${before.search_mode}, takes ${search_mode}`,
      )
    })
  })
}
