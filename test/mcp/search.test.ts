// Search over tools finds the right tool without a model, in three languages. prompts/ has a file for each area, with questions by
// tool. The questions use people's own words, not those of the tools' descriptions. A new tool adds its own questions.
//
// measured/ has prompts that come from public places, each with the kind of place and every tool that answers it. first.json was written
// before anybody who wrote it had read the index. second.json and third.json have sentences as found. The first run over second.json had
// 0.86, and the vocabulary then got the kinds of words that it lacked. fourth.json came with the tools for ads, stores and social
// networks, from a person who had not seen the index: the first run had 0.88, and it is above its own minimum only. A second person
// labelled the first three sets again without the old labels, and a tool is right if one of both says so. An author who improves the
// search looks at prompts/, second.json and fourth.json only, and adds words from a source, not the words of one prompt.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { catalog_of } from '#engine/tool.ts'
import { find_tools } from '#http/mcp/search/tool_index.ts'
import { known_word, with_corrections } from '#http/mcp/search/typos.ts'
import { areas } from '#tools/index.ts'

const FIRST = 5
const RECALL_MIN = 0.95
/** Sets that have not reached the goal yet. */
const BELOW: Record<string, number> = { 'fourth.json': 0.93 }
const RECIPROCAL_RANK_MIN = 0.85
type Asked = Record<'es' | 'en' | 'pt', string[]>
const FOLDER = join(import.meta.dirname, 'prompts')
const MEASURED = join(import.meta.dirname, 'measured')
type Measured = { language: string; source: string; prompt: string; tools: string[] }
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

  for (const file of readdirSync(MEASURED)) {
    const least = BELOW[file] ?? RECALL_MIN
    test(`measured/${file}: a right tool is among the first ${FIRST} of ${least}`, (context) => {
      const asked = JSON.parse(readFileSync(join(MEASURED, file), 'utf8')) as Measured[]
      for (const { tools } of asked) for (const name of tools) assert.ok(catalog.has(name), name)
      const found = ({ prompt, tools }: Measured) =>
        names(prompt)
          .slice(0, FIRST)
          .some((name) => tools.includes(name))
      const share = (of: Measured[]) => of.filter(found).length / of.length
      for (const language of ['es', 'en', 'pt'])
        context.diagnostic(`${language}: ${share(asked.filter((of) => of.language === language)).toFixed(3)}`)
      context.diagnostic(`${asked.length} prompts, recall@${FIRST} ${share(asked).toFixed(3)}`)
      assert.ok(share(asked) >= least, `recall ${share(asked)}`)
    })
  }

  test('words with the same meaning and words with a typo find the same tool', () => {
    for (const query of [
      'abandoned baskets',
      'sacola abandonada',
      'carrto abandonado',
      'abandonned carts',
      'cestas sin pagar',
    ])
      assert.equal(names(query)[0], 'query_carts', query)
    for (const query of ['AdWords', 'PMax', 'campanhas do Google', 'googel adwrods'])
      assert.equal(names(query)[0], 'query_gx_campaigns', query)
  })

  test('a typo is a missing, added, other or exchanged character, and a known word is never corrected', () => {
    const known = new Set(['carts', 'cards', 'orders'])
    const corrected = (...words: string[]) =>
      with_corrections(words, [...known].map(known_word), (word) => known.has(word))
    assert.deepEqual(corrected('cards'), ['cards'])
    assert.deepEqual(corrected('crads', 'ox'), ['crads', 'cards', 'ox'])
    assert.deepEqual(corrected('cazts'), ['cazts', 'carts'])
    assert.deepEqual(corrected('ordes', 'orrders', 'odrers'), [
      'ordes',
      'orders',
      'orrders',
      'orders',
      'odrers',
      'orders',
    ])
    assert.deepEqual(corrected('something'), ['something'])
  })

  test('a long text is searched within a few milliseconds', () => {
    const text = Array.from({ length: 70 }, (_, at) => `wrd${at}xyq`)
      .join(' ')
      .slice(0, 500)
    names(text)
    const started = process.hrtime.bigint()
    for (let run = 0; run < 10; run++) names(text)
    const average_ms = Number(process.hrtime.bigint() - started) / 1e7
    assert.ok(average_ms < 50, `${average_ms} ms`)
  })

  test('words that match nothing find nothing', () => {
    assert.deepEqual(names('xyzzy qwfp'), [])
    assert.deepEqual(names('the of and'), [])
  })
})
