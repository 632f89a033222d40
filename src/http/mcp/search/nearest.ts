// Ranks tools by how near a question is to the texts of each: what people ask it for, and what it says of itself. The texts of a tool are
// points, a term is a dimension, and a set of texts is their mean direction (Rocchio's method). Names of a figure are a set of their own,
// because the mean of a tool that answers for many figures is near to none of them.

/** A rare term says more. Above 1, because a common term is in texts of many tools by chance. */
const RARITY_POWER = 1.5
/**
 * What the texts of a set are. Texts of a tool are what it says and is asked for. Those of a figure are its names, for a tool that answers for it.
 * Those of a duty are what a person is asked for. Questions beside a duty have its words and are about something else.
 */
type Kind = 'tool' | 'figure' | 'duty' | 'beside'

/**
 * Below 1, because the texts of a tool repeat the words of their authors, and other people say the same with other words. Less for a duty, so
 * that one common word of its questions, such as "agency", is not enough.
 */
const REPEATED_POWER: Record<Kind, number> = { tool: 0.85, figure: 0.85, duty: 0.65, beside: 0.65 }
/** The least cosine of a question and the texts of a set. Below it, the question is about something else and only shares a word. */
const COSINE_MIN: Record<Kind, number> = { tool: 0, figure: 0.15, duty: 0.05, beside: 0.05 }
/**
 * How much a set counts. Figures count less, so that a tool of one subject stays before a tool of all figures. Duties count less, because
 * a wrong hint keeps an agent from a tool.
 */
const SET_WEIGHT: Record<Kind, number> = { tool: 1, figure: 0.5, duty: 0.85, beside: 0.75 }

/** Texts with one mean direction. */
export interface TextSet {
  /** Position of what the texts are about. */
  place: number
  kind: Kind
  texts: readonly WeightedText[]
}

export interface WeightedText {
  terms: ReadonlySet<string>
  weight: number
}

/** What is known of each term, by its number. */
export interface Directions {
  places: number
  sets: readonly Pick<TextSet, 'place' | 'kind'>[]
  numbers: ReadonlyMap<string, number>
  /** How much the term counts in a question. */
  rarity: readonly number[]
  /** The weight of the term for each set that has it. */
  weights: readonly (readonly SetWeight[])[]
}
type SetWeight = readonly [set: number, weight: number]

export function directions_of(places: number, sets: readonly TextSet[]): Directions {
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
  // Names of figures repeat common words, which must not become more common by that. Nor must those of duties, so that tools are ranked
  // as they would be without duties.
  const counted = numbered.filter((_, set) => sets[set]!.kind === 'tool').flat()
  for (const { terms } of counted) for (const term of terms) counts[term] = (counts[term] ?? 0) + 1
  const rarity = Array.from(
    numbers.values(),
    (term) => Math.log(1 + counted.length / (counts[term] ?? 1)) ** RARITY_POWER,
  )
  const weights: SetWeight[][] = rarity.map(() => [])
  numbered.forEach((texts, set) => {
    for (const [term, weight] of mean_of(texts, rarity, REPEATED_POWER[sets[set]!.kind]))
      weights[term]!.push([set, weight])
  })
  return { places, sets, numbers, rarity, weights }
}

/** The mean direction of the texts of a set. Its length is 1. */
function mean_of(
  texts: readonly { terms: readonly number[]; weight: number }[],
  rarity: readonly number[],
  power: number,
) {
  const mean = new Map<number, number>()
  for (const { terms, weight } of texts) {
    const scale = weight / length_of(terms, rarity)
    for (const term of terms) mean.set(term, (mean.get(term) ?? 0) + rarity[term]! * scale)
  }
  const damped = Array.from(mean, ([term, weight]): [number, number] => [term, weight ** power])
  const length = Math.sqrt(damped.reduce((sum, [, weight]) => sum + weight ** 2, 0))
  return damped.map(([term, weight]): [number, number] => [term, weight / length])
}

/** The length of one text. */
const length_of = (terms: readonly number[], rarity: readonly number[]) =>
  Math.sqrt(terms.reduce((sum, term) => sum + rarity[term]! ** 2, 0))

/** Places that share a term with the question, nearest first. Equally near ones keep their order. `factor` multiplies how near a place is. */
export function nearest(
  question: ReadonlySet<string>,
  { places, sets, numbers, rarity, weights }: Directions,
  factor: (place: number) => number,
): number[] {
  const terms = [...question].map((term) => numbers.get(term)).filter((term) => term !== undefined)
  // Not divided by the length of the question, which is the same for all sets.
  const near_sets = new Float64Array(sets.length)
  for (const term of terms) for (const [set, weight] of weights[term]!) near_sets[set]! += rarity[term]! * weight
  const length = length_of(terms, rarity)
  const near = new Float64Array(places)
  for (const [set, { place, kind }] of sets.entries())
    if (near_sets[set]! >= COSINE_MIN[kind] * length)
      near[place] = Math.max(near[place]!, near_sets[set]! * factor(place) * SET_WEIGHT[kind])
  return [...near.keys()].filter((place) => near[place]! > 0).sort((a, b) => near[b]! - near[a]! || a - b)
}
