// Search over tools finds the right tool without a model, in three languages. prompts/ has a file for each area, with questions by
// tool. The questions use people's own words, not those of the tools' descriptions. A new tool adds its own questions.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { catalog_of } from '#engine/tool.ts'
import { find_tools } from '#http/mcp/search/tool_index.ts'
import { areas } from '#tools/index.ts'

const FIRST = 5
const RECALL_MIN = 0.95
const RECIPROCAL_RANK_MIN = 0.85
type Asked = Record<'es' | 'en' | 'pt', string[]>
const FOLDER = join(import.meta.dirname, 'prompts')
const prompts: Record<string, Asked> = Object.assign(
  {},
  ...readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
)

const catalog = catalog_of(areas)
const names = (query: string) => find_tools(catalog, query, () => true).map(({ name }) => name)

suite('search over tools', () => {
  test('every tool has keywords and at least two prompts in each of the three languages', () => {
    for (const { name, internal, keywords } of catalog.values()) {
      if (internal) continue
      for (const language of ['es', 'en', 'pt'] as const) {
        assert.ok(keywords?.[language], `${name} has no keywords in ${language}`)
        const asked = new Set(prompts[name]?.[language])
        assert.ok(asked.size >= 2, `${name} has ${asked.size} prompts in ${language}`)
      }
    }
    for (const name of Object.keys(prompts)) assert.ok(catalog.has(name), `${name} is asked for and not there`)
  })

  for (const language of ['es', 'en', 'pt'] as const) {
    test(`the right tool for a question in ${language} is among the first ${FIRST}: recall ${RECALL_MIN}, mean reciprocal rank ${RECIPROCAL_RANK_MIN}`, (context) => {
      const ranks = Object.entries(prompts).flatMap(([name, asked]) =>
        asked[language].map((prompt) => ({ name, prompt, rank: names(prompt).indexOf(name) + 1 })),
      )
      for (const { name, prompt, rank } of ranks)
        if (rank !== 1) context.diagnostic(`${rank || 'not found'}: ${prompt} (${name})`)
      const recall = ranks.filter(({ rank }) => rank >= 1 && rank <= FIRST).length / ranks.length
      const mean = ranks.reduce((sum, { rank }) => sum + (rank ? 1 / rank : 0), 0) / ranks.length
      context.diagnostic(
        `${ranks.length} prompts, recall@${FIRST} ${recall.toFixed(3)}, mean reciprocal rank ${mean.toFixed(3)}`,
      )
      assert.ok(recall >= RECALL_MIN, `recall ${recall}`)
      assert.ok(mean >= RECIPROCAL_RANK_MIN, `mean reciprocal rank ${mean}`)
    })
  }

  test('words that match nothing find nothing', () => {
    assert.deepEqual(names('xyzzy qwfp'), [])
    assert.deepEqual(names('the of and'), [])
  })
})
