// Ranks tools by how near a question is to the texts of each: what people ask it for, and what it says of itself. The texts of a tool are
// points, a term is a dimension, and a set of texts is their mean direction (Rocchio's method). Names of a figure are a set of their own,
// because the mean of a tool that answers for many figures is near to none of them.

/** A rare term says more. Above 1, because a common term is in texts of many tools by chance. */
const RARITY_POWER = 1.5
/** Below 1, because the texts of a tool repeat the words of their authors, and other people say the same with other words. */
const REPEATED_POWER = 0.85
/** The least cosine of a question and the names of a figure. Below it, the question is about something else and only shares a word. */
const FIGURE_COSINE_MIN = 0.15
/** How much the names of a figure count, so that a tool of one subject stays before a tool of all figures. */
const FIGURE_WEIGHT = 0.5

/** Texts with one mean direction. */
export interface TextSet {
  /** Position of the tool. */
  tool: number
  /** Names of one figure that the tool answers for. */
  is_figure: boolean
  texts: readonly WeightedText[]
}

export interface WeightedText {
  terms: ReadonlySet<string>
  weight: number
}

/** What is known of each term, by its number. */
export interface Directions {
  tools: number
  sets: readonly Pick<TextSet, 'tool' | 'is_figure'>[]
  numbers: ReadonlyMap<string, number>
  /** How much the term counts in a question. */
  rarity: readonly number[]
  /** The weight of the term for each set that has it. */
  weights: readonly (readonly SetWeight[])[]
}
type SetWeight = readonly [set: number, weight: number]

export function directions_of(tools: number, sets: readonly TextSet[]): Directions {
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const number_of = (term: string) => {
    const known = numbers.get(term) ?? numbers.size
    numbers.set(term, known)
    return known
  }
  const numbered = sets.map(({ texts }) =>
    texts.map(({ terms, weight }) => ({ terms: Array.from(terms, number_of), weight })),
  )
  // Names of figures repeat common words, which must not become more common by that.
  const counted = numbered.filter((_, set) => !sets[set]!.is_figure).flat()
  for (const { terms } of counted) for (const term of terms) counts[term] = (counts[term] ?? 0) + 1
  const rarity = Array.from(
    numbers.values(),
    (term) => Math.log(1 + counted.length / (counts[term] ?? 1)) ** RARITY_POWER,
  )
  const weights: SetWeight[][] = rarity.map(() => [])
  numbered.forEach((texts, set) => {
    for (const [term, weight] of mean_of(texts, rarity)) weights[term]!.push([set, weight])
  })
  return { tools, sets, numbers, rarity, weights }
}

/** The mean direction of the texts of a set. Its length is 1. */
function mean_of(texts: readonly { terms: readonly number[]; weight: number }[], rarity: readonly number[]) {
  const mean = new Map<number, number>()
  for (const { terms, weight } of texts) {
    const scale = weight / length_of(terms, rarity)
    for (const term of terms) mean.set(term, (mean.get(term) ?? 0) + rarity[term]! * scale)
  }
  const damped = Array.from(mean, ([term, weight]): [number, number] => [term, weight ** REPEATED_POWER])
  const length = Math.sqrt(damped.reduce((sum, [, weight]) => sum + weight ** 2, 0))
  return damped.map(([term, weight]): [number, number] => [term, weight / length])
}

/** The length of one text. */
const length_of = (terms: readonly number[], rarity: readonly number[]) =>
  Math.sqrt(terms.reduce((sum, term) => sum + rarity[term]! ** 2, 0))

/** Positions of the tools that share a term with the question, nearest first. Equally near ones keep their order. `factor` multiplies how near a tool is. */
export function nearest(
  question: ReadonlySet<string>,
  { tools, sets, numbers, rarity, weights }: Directions,
  factor: (tool: number) => number,
): number[] {
  const terms = [...question].map((term) => numbers.get(term)).filter((term) => term !== undefined)
  // Not divided by the length of the question, which is the same for all sets.
  const near_sets = new Float64Array(sets.length)
  for (const term of terms) for (const [set, weight] of weights[term]!) near_sets[set]! += rarity[term]! * weight
  const least = FIGURE_COSINE_MIN * length_of(terms, rarity)
  const near = new Float64Array(tools)
  for (const [set, { tool, is_figure }] of sets.entries())
    if (!is_figure || near_sets[set]! >= least)
      near[tool] = Math.max(near[tool]!, near_sets[set]! * factor(tool) * (is_figure ? FIGURE_WEIGHT : 1))
  return [...near.keys()].filter((tool) => near[tool]! > 0).sort((a, b) => near[b]! - near[a]! || a - b)
}
