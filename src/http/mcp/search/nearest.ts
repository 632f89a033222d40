// Ranks tools by how near a question is to the texts of each: what people ask it for, and what it says of itself. The texts of a tool are
// points, a term is a dimension, and a tool is the mean direction of its texts (Rocchio's method).

/** A rare term says more. Above 1, because a common term is in texts of many tools by chance. */
const RARITY_POWER = 1.5
/** Below 1, because the texts of a tool repeat the words of their authors, and other people say the same with other words. */
const REPEATED_POWER = 0.85

/** What is known of each term, by its number. */
export interface Directions {
  tools: number
  numbers: ReadonlyMap<string, number>
  /** How much the term counts in a question. */
  rarity: readonly number[]
  /** The weight of the term for each tool that has it. */
  weights: readonly (readonly ToolWeight[])[]
}
type ToolWeight = readonly [tool: number, weight: number]

export interface WeightedText {
  terms: ReadonlySet<string>
  weight: number
}

/** `texts` has those of each tool. */
export function directions_of(texts: readonly (readonly WeightedText[])[]): Directions {
  const numbers = new Map<string, number>()
  const counts: number[] = []
  const number_of = (term: string) => {
    const known = numbers.get(term) ?? numbers.size
    numbers.set(term, known)
    counts[known] = (counts[known] ?? 0) + 1
    return known
  }
  const numbered = texts.map((of_tool) =>
    of_tool.map(({ terms, weight }) => ({ terms: Array.from(terms, number_of), weight })),
  )
  const total = texts.reduce((sum, of_tool) => sum + of_tool.length, 0)
  const rarity = counts.map((count) => Math.log(1 + total / count) ** RARITY_POWER)
  const weights: ToolWeight[][] = counts.map(() => [])
  numbered.forEach((of_tool, tool) => {
    const mean = new Map<number, number>()
    for (const { terms, weight } of of_tool) {
      const scale = weight / length_of(terms, rarity)
      for (const term of terms) mean.set(term, (mean.get(term) ?? 0) + rarity[term]! * scale)
    }
    let squares = 0
    for (const [term, weight] of mean) {
      const damped = weight ** REPEATED_POWER
      mean.set(term, damped)
      squares += damped ** 2
    }
    for (const [term, weight] of mean) weights[term]!.push([tool, weight / Math.sqrt(squares)])
  })
  return { tools: texts.length, numbers, rarity, weights }
}

/** The length of one text. */
const length_of = (terms: readonly number[], rarity: readonly number[]) =>
  Math.sqrt(terms.reduce((sum, term) => sum + rarity[term]! ** 2, 0))

/** Positions of the tools that share a term with the question, nearest first. Equally near ones keep their order. `factor` multiplies how near a tool is. */
export function nearest(
  question: ReadonlySet<string>,
  { tools, numbers, rarity, weights }: Directions,
  factor: (tool: number) => number,
): number[] {
  const near = new Float64Array(tools)
  // The length of the question is the same for all tools.
  for (const term of question) {
    const known = numbers.get(term)
    if (known === undefined) continue
    for (const [tool, weight] of weights[known]!) near[tool]! += rarity[known]! * weight
  }
  for (const tool of near.keys()) near[tool]! *= factor(tool)
  return [...near.keys()].filter((tool) => near[tool]! > 0).sort((a, b) => near[b]! - near[a]! || a - b)
}
