// Search over tools without a model: an inverted index of each tool's name, description, parameters and declared keywords.
// The index stores stems, so that the Spanish, English and Portuguese forms of one word match.
import { stemmer as english } from '@orama/stemmers/english'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import MiniSearch from 'minisearch'
import type { Catalog, NamedTool } from '#engine/tool.ts'

/** Words of the three languages that do not help to find a tool. */
const STOP_WORDS = new Set(
  `a al algo an and ao aos are as at be been by can com como con cual cuales da das de del deles did do does dos e el ela ele eles
  em en entre era es esa ese essa esse esta estan estao estas este esto estos eu for foi fue from get give had has have hay he how
  i in is isso isto it its la las le les lo los mas me mi mis more most my na nao nas need no nos nossa nosso nuestra nuestro nuestros nuestras o of on or os our
  ou para pela pelo please por porque puedo quais qual quale que quero quiero quien quem se sea ser show si sin so sobre some son sua su sus tem tell than that the their
  them there these they this tiene to toda todas todo todos tu um uma un una unas uno unos us was we were what when where which who
  will with would y you your`.split(/\s+/),
)
/** Shorter stems match the start of too many words. */
const STEM_CHARS_MIN = 3

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '')

/** The shortest stem of a word in the three languages. The language is unknown, and the stemmer of a wrong language removes too little. */
function stem(given: string): string | null {
  const word = given.normalize('NFC').toLowerCase()
  if (STOP_WORDS.has(plain(word))) return null
  const [shortest] = [spanish, english, portuguese].map((stem_in) => plain(stem_in(word))).sort(by_length)
  return shortest!
}

const by_length = (a: string, b: string) => a.length - b.length
const words_of = (text: string) => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
const boost = { name: 4, keywords: 3, about: 2, parameters: 0.5 }

const indexes = new WeakMap<Catalog, MiniSearch>()

function index_of(catalog: Catalog): MiniSearch {
  const kept = indexes.get(catalog)
  if (kept) return kept
  const index = new MiniSearch({ fields: Object.keys(boost), idField: 'tool', tokenize: words_of, processTerm: stem })
  index.addAll([...catalog.values()].map(document_of))
  indexes.set(catalog, index)
  return index
}

const document_of = ({ name, about, area, input, keywords }: NamedTool) => ({
  tool: name,
  name: `${name.replaceAll('_', ' ')} ${area}`,
  keywords: Object.values(keywords ?? {}).join(' '),
  about,
  parameters: Object.keys(input).join(' ').replaceAll('_', ' '),
})

/** Tools that match the query, best first. */
export function find_tools(catalog: Catalog, query: string, is_shown: (tool: NamedTool) => boolean): NamedTool[] {
  const found = index_of(catalog).search(query, {
    boost,
    prefix: (term) => term.length > STEM_CHARS_MIN,
    fuzzy: (term) => (term.length > 5 ? 0.2 : false),
    weights: { prefix: 0.4, fuzzy: 0.3 },
  })
  return found.map(({ id }) => catalog.get(id)!).filter(is_shown)
}
