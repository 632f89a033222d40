// Ranks tools by how near a question is to the texts of each: what people ask it for, and what it says of itself. The texts of a tool are
// points, a term is a dimension, and a tool is the mean direction of its texts (Rocchio's method).

/** A rare term says more. Above 1, because a common term is in texts of many tools by chance. */
const RARITY_POWER = 1.5

/** The weight of each term by tool, and how much the term counts in a question. */
export interface Directions {
  tools: number
  rarity: ReadonlyMap<string, number>
  of_term: ReadonlyMap<string, ReadonlyMap<number, number>>
}

export interface WeightedText {
  terms: ReadonlySet<string>
  weight: number
}

/** `texts` has those of each tool. */
export function directions_of(texts: readonly (readonly WeightedText[])[]): Directions {
  const counts = new Map<string, number>()
  for (const { terms } of texts.flat()) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1)
  const total = texts.flat().length
  const rarity = new Map([...counts].map(([term, count]) => [term, Math.log(1 + total / count) ** RARITY_POWER]))
  const of_term = new Map<string, Map<number, number>>()
  texts.forEach((of_tool, tool) => {
    const sum = new Map<string, number>()
    for (const { terms, weight: of_text } of of_tool)
      for (const [term, weight] of unit(terms, rarity)) sum.set(term, (sum.get(term) ?? 0) + of_text * weight)
    const length = Math.hypot(...sum.values())
    for (const [term, weight] of sum) {
      const tools = of_term.get(term) ?? new Map<number, number>()
      of_term.set(term, tools.set(tool, weight / length))
    }
  })
  return { tools: texts.length, rarity, of_term }
}

/** The direction of one text, of length 1. Terms that no tool has are left out. */
function unit(terms: ReadonlySet<string>, rarity: ReadonlyMap<string, number>): [string, number][] {
  const known = [...terms].flatMap((term): [string, number][] => {
    const weight = rarity.get(term)
    return weight === undefined ? [] : [[term, weight]]
  })
  const length = Math.hypot(...known.map(([, weight]) => weight))
  return known.map(([term, weight]) => [term, weight / length])
}

/** Positions of the tools that share a term with the question, nearest first. Equally near ones keep their order. `factor` multiplies how near a tool is. */
export function nearest(
  question: ReadonlySet<string>,
  { tools, rarity, of_term }: Directions,
  factor: (tool: number) => number,
): number[] {
  const near = new Float64Array(tools)
  for (const [term, weight] of unit(question, rarity))
    for (const [tool, of_tool] of of_term.get(term)!) near[tool]! += weight * of_tool
  for (const tool of near.keys()) near[tool]! *= factor(tool)
  return [...near.keys()].filter((tool) => near[tool]! > 0).sort((a, b) => near[b]! - near[a]! || a - b)
}
