// Search over tools finds the right tool without a model, in three languages. The index compares a question with what people ask each tool
// for (src/http/mcp/search/asked/). prompts/ and measured/ are not in the index. prompts/ has questions by tool, in a file for each area.
// They use people's own words, not those of the tools' descriptions. A new tool adds its own questions, there and in the index.
//
// measured/ has prompts with the kind of person or place that they come from, and every tool that answers them:
// - first.json to fourth.json come from public places and from persons who had not seen the index. A second person labelled the first
//   three again without the old labels, and a tool is right if one of both says so.
// - blind_tuning.json and blind_held_out.json are 496 prompts by one person who had read only the names and parameters of the tools and
//   the specification. The lowest bit of the first byte of the text's SHA-256 selects the half: 0 is for tuning, 1 is held out.
// - people_tuning.json and people_held_out.json are 60 prompts about members and invitations, in halves selected the same way. Their author had
//   read the keywords and wrote the vocabulary of people afterwards, so they show less than the blind ones.
// - stranger_tuning.json and stranger_held_out.json are 261 prompts by a person who had read only the names and parameters of the tools and
//   how people ask in forums, in halves selected the same way. A fourth of them are about changes, alerts, webhooks and notifications.
// - newcomer_tuning.json and newcomer_held_out.json are 252 prompts by a person who had read only the names and parameters of the tools, about
//   recommendations, changes, alerts, webhooks and notifications, in halves selected the same way.
// - passer_by_tuning.json and passer_by_held_out.json are 300 prompts about all tools by a person who had read only their names and
//   parameters, in halves selected the same way.
// - visitor_tuning.json and visitor_held_out.json are 149 prompts about all tools, in halves selected the same way. Their author had read only the
//   names, descriptions and parameters of the tools. The same person wrote a third of the index's questions afterwards, and so saw both halves.
// - outsider_held_out.json has 180 prompts about all published tools by a person who had read only their names and parameters. It was written when
//   the search was finished. A prompt counts once one of its tools is built: 94 of them with 75 tools.
// - beginner_tuning.json and beginner_held_out.json are 50 prompts about figures of all platforms, in halves selected the same way. Their
//   author had read the descriptions of the tools, wrote them before any score, and wrote the names of figures afterwards.
// An author who improves the search looks only at prompts/, second.json, fourth.json and the halves for tuning. Such an author adds words
// from a source, or questions, and not the words of one prompt. ADR 59 says what was tuned on what.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { catalog_of } from '#engine/catalog.ts'
import { concept_term } from '#http/mcp/search/concepts.ts'
import { terms_of } from '#http/mcp/search/terms.ts'
import { asked_questions, prepare_search, search } from '#http/mcp/search/tool_index.ts'
import { corrector_of } from '#http/mcp/search/typos.ts'
import { vocabulary } from '#http/mcp/search/vocabulary/index.ts'
import { platform_names } from '#http/mcp/search/vocabulary/vendors.ts'
import { words_of } from '#http/mcp/search/words.ts'
import { processor_ms } from '#test/processor_time.ts'
import { areas } from '#tools/index.ts'
import { published } from '../contract/published.ts'

const FIRST = 5
const RECALL_MIN = 0.95
/** Of all prompts that are held out. */
const HELD_OUT_MIN = 0.98
const RECIPROCAL_RANK_MIN = 0.9
/** Without what a copy would change. */
const plain_text = (text: string) => words_of(text).join(' ')
type PromptsByLanguage = Record<'es' | 'en' | 'pt', string[]>
const FOLDER = join(import.meta.dirname, 'prompts')
const MEASURED = join(import.meta.dirname, 'measured')
type Measured = { language: string; source: string; prompt: string; tools: string[] }
const prompts: Record<string, PromptsByLanguage> = Object.assign(
  {},
  ...readdirSync(FOLDER).map((file) => JSON.parse(readFileSync(join(FOLDER, file), 'utf8'))),
)

const catalog = catalog_of(areas)
const found_names = (query: string) => search(catalog, query, () => true).tools.map(({ name }) => name)
const known_answers = new Map<string, string[]>()
/** Several tests count the same prompts, and a search gives the same answer each time. */
function names(query: string): string[] {
  const known = known_answers.get(query) ?? found_names(query)
  known_answers.set(query, known)
  return known
}

suite('search over tools', () => {
  test('every tool has keywords, and at least two questions and two prompts in each of the three languages', () => {
    for (const { name, internal, keywords } of catalog.values()) {
      if (internal) continue
      for (const language of ['es', 'en', 'pt'] as const) {
        assert.ok(keywords?.[language], `${name} has no keywords in ${language}`)
        const asked = new Set(prompts[name]?.[language])
        assert.ok(asked.size >= 2, `${name} has ${asked.size} prompts in ${language}`)
        const indexed = new Set(asked_questions()[name]?.[language])
        assert.ok(indexed.size >= 2, `${name} has ${indexed.size} questions of the index in ${language}`)
      }
    }
    for (const name of [...Object.keys(prompts), ...Object.keys(asked_questions())])
      assert.ok(catalog.has(name), `${name} is asked for and not there`)
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

  const known = new Set(Object.values(published).flatMap((area) => Object.keys(area)))
  /** The prompts that a built tool answers, with only such tools. */
  function measured(file: string): Measured[] {
    const asked: Measured[] = JSON.parse(readFileSync(join(MEASURED, file), 'utf8'))
    for (const { tools } of asked) for (const name of tools) assert.ok(known.has(name), name)
    const of_built = asked.map((of) => ({ ...of, tools: of.tools.filter((name) => catalog.has(name)) }))
    return of_built.filter(({ tools }) => tools.length > 0)
  }
  const found = ({ prompt, tools }: Measured) =>
    names(prompt)
      .slice(0, FIRST)
      .some((name) => tools.includes(name))
  const files = readdirSync(MEASURED)

  for (const file of files) {
    test(`measured/${file}: a right tool is among the first ${FIRST} of ${RECALL_MIN}`, (context) => {
      const asked = measured(file)
      const share = (of: Measured[]) => of.filter(found).length / of.length
      for (const language of ['es', 'en', 'pt'])
        context.diagnostic(`${language}: ${share(asked.filter((of) => of.language === language)).toFixed(3)}`)
      context.diagnostic(`${asked.length} prompts, recall@${FIRST} ${share(asked).toFixed(3)}`)
      assert.ok(share(asked) >= RECALL_MIN, `recall ${share(asked)}`)
    })
  }

  test(`of all prompts that are held out, a right tool is among the first ${FIRST} of ${HELD_OUT_MIN}`, (context) => {
    const asked = files.filter((file) => file.endsWith('_held_out.json')).flatMap(measured)
    const share = asked.filter(found).length / asked.length
    context.diagnostic(`${asked.length} prompts, recall@${FIRST} ${share.toFixed(3)}`)
    assert.ok(asked.length > 600 && share >= HELD_OUT_MIN, `recall ${share}`)
  })

  test('a prompt that measures the search is no question of its index', () => {
    const indexed = new Set(
      Object.values(asked_questions()).flatMap((asked) => Object.values(asked).flat().map(plain_text)),
    )
    for (const { prompt } of files.flatMap(measured)) assert.ok(!indexed.has(plain_text(prompt)), prompt)
  })

  test('the index is the same when it was built beforehand, in steps', async () => {
    const other = catalog_of(areas)
    await prepare_search(other, new AbortController().signal)
    const query = 'which campaign loses money'
    assert.deepEqual(
      search(other, query, () => true).tools.map(({ name }) => name),
      names(query),
    )
  })

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

  test('a question that names a vendor finds the tools of that vendor before those of another', () => {
    const campaigns = {
      Facebook: 'query_mx_campaigns',
      'Google Ads': 'query_gx_campaigns',
      TikTok: 'query_tx_campaigns',
    }
    for (const [vendor, own] of Object.entries(campaigns))
      for (const query of [`${vendor} campaigns`, `gasto de mis campañas de ${vendor}`, `campanhas do ${vendor}`]) {
        const found = names(query)
        assert.equal(found[0], own, query)
        for (const other of Object.values(campaigns))
          if (other !== own) assert.ok(!found.slice(0, 3).includes(other), `${query}: ${found}`)
      }
  })

  test('a figure of all platforms is found by its everyday names, with every tool that answers for it', () => {
    const wanted = {
      'how many new customers did we get': ['query_data', 'get_kpi_summary'],
      'repeat customers': ['query_data', 'get_kpi_summary'],
      CAC: ['get_kpi_summary'],
      'impression share': ['query_data'],
      'search terms': ['query_data'],
      'how much did we spend on LinkedIn': ['query_data', 'analizar_performance', 'get_kpi_summary'],
    }
    for (const [query, tools] of Object.entries(wanted)) {
      const found = new Set(names(query).slice(0, FIRST))
      assert.ok(found.isSupersetOf(new Set(tools)), `${query}: ${[...found]}`)
    }
  })

  test('a question about a vendor without tools of its own finds no tool of another vendor first', () => {
    for (const vendor of ['LinkedIn', 'Amazon'])
      for (const query of [`spend on ${vendor}`, `cuánto gastamos en ${vendor}`, `quanto gastamos em ${vendor}`]) {
        const found = names(query).slice(0, FIRST)
        assert.ok(!found.some((name) => /_(gx|mx|tx|mpa)_/.test(name)), `${query}: ${found}`)
      }
  })

  test('the search knows the name of every platform that can be connected', () => {
    for (const { platform } of Object.values(connectors))
      assert.ok(
        platform_names.some((name) => platform.product.includes(name.trim())),
        `src/http/mcp/search/vocabulary/vendors.ts does not name ${platform.product}`,
      )
  })

  test('a word before the name of a platform does not hide which platform it is', () => {
    const concepts_in = (text: string) => [...terms_of(text)].filter((term) => term.startsWith('='))
    for (const name of platform_names)
      for (const word of ['on', 'in', 'en', 'no', 'pro', 'de', 'from', 'na'])
        for (const concept of concepts_in(name))
          assert.ok(concepts_in(`${word} ${name}`).includes(concept), `${word} ${name} is not about ${concept}`)
    for (const query of ['i lose money on Google', 'perdemos plata en Google Ads', 'jogando dinheiro fora no Google'])
      assert.ok(names(query).slice(0, FIRST).includes('query_gx_campaigns'), query)
  })

  test('what a person wants to do is found next to what it is about', () => {
    const wants = {
      'the Google Ads campaigns have no data since Monday': ['list_connections', 'list_connections_detail'],
      'update the numbers of the Facebook campaigns': ['trigger_sync'],
      'quiero conectar la cuenta de TikTok de otra tienda': ['propose_connect_platform'],
      'não consigo entrar na conta de anúncios do Google': ['propose_connect_platform'],
      'which budgets did the AI move by itself': ['list_action_history'],
      '¿la IA pausó algo el domingo?': ['list_action_history'],
      'o robô mexeu em algum lance': ['list_action_history'],
    }
    for (const [query, tools] of Object.entries(wants)) {
      const found = names(query).slice(0, FIRST)
      assert.ok(
        tools.some((tool) => found.includes(tool)),
        `${query}: ${found}`,
      )
    }
  })

  test('a negation, an apostrophe and an accent are read as they are meant', () => {
    for (const query of ["who didn't pay", 'who didnt pay', 'who did not pay'])
      assert.deepEqual(names(query), names('who did not pay'), query)
    assert.deepEqual(names('qué campaña'), names('que campana'))
  })

  test('a question about another number, address or platform of the same kind is the same question', () => {
    const same: [string, string][] = [
      ['warn me above 300', 'warn me above 45'],
      ['remove ana@tienda.com.ar from the team', 'remove bob.lee+1@shop.example from the team'],
      ['post events to https://one.example/hook?a=b', 'post events to two.example.com/in'],
      ['is Shopify still connected', 'is Tienda Nube still connected'],
    ]
    for (const [one, other] of same) assert.deepEqual(terms_of(one), terms_of(other), one)
    assert.notDeepEqual(terms_of('Facebook campaigns'), terms_of('TikTok campaigns'))
  })

  test('the vocabulary says what each name of a platform is about', () => {
    const concepts = new Set(Object.keys(vocabulary).map((name) => concept_term(name as keyof typeof vocabulary)))
    for (const name of platform_names) assert.ok(!terms_of(name).isDisjointFrom(concepts), name)
  })

  test('the phrases of the vocabulary are whole, and only groups have alternatives', () => {
    for (const [concept, line] of Object.entries(vocabulary))
      for (const phrase of line.split(',')) {
        const outside = phrase.replace(/\([^()|]+(?:\|[^()|]+)+\)/g, 'x')
        assert.match(outside, /^[\s\p{L}\p{M}\p{N}_+-]+$/u, `${concept}: ${phrase}`)
      }
  })

  test('a typo is a missing, added, other or exchanged character, and a known word is never corrected', () => {
    const known = new Set(['carts', 'cards', 'orders'])
    const corrections = (word: string) => corrector_of(known, (one) => known.has(one))()(word)
    assert.deepEqual(corrections('cards'), [])
    for (const word of ['crads', 'cadrs']) assert.deepEqual(corrections(word), ['cards'])
    assert.deepEqual(corrections('cazts'), ['carts'])
    for (const word of ['ordes', 'orrders', 'odrers']) assert.deepEqual(corrections(word), ['orders'])
    for (const word of ['ox', 'card', 'something']) assert.deepEqual(corrections(word), [], word)
  })

  test('a long text of unknown words costs a few milliseconds of a processor', () => {
    const text = Array.from({ length: 70 }, (_, at) => `wrd${at}xyq`)
      .join(' ')
      .slice(0, 500)
    found_names(text)
    const average_ms =
      processor_ms(() => {
        for (let run = 0; run < 10; run++) found_names(text)
      }) / 10
    assert.ok(average_ms < 20, `${average_ms} ms`)
  })

  test('words that match nothing find nothing', () => {
    assert.deepEqual(names('xyzzy qwfp'), [])
    assert.deepEqual(names('the of and'), [])
  })
})
