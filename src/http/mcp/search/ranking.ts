// Ranks the tools of a catalog for the aspects of a question: BM25F, and five different tools before five alike.
import type { Aspect } from '#http/mcp/search/aspects.ts'

/** How much a term of a field counts. */
const boost = { name: 2, keywords: 3, about: 1, parameters: 0.5 }
type Field = keyof typeof boost
/** How soon more of a term does not count for more, and how much the length of a declaration counts. The names are those of BM25. */
const K1 = 4
const B = 0.15
/** What the other terms of an aspect count, next to the best one. */
const OTHER_TERMS = 0.1
/** What an aspect still counts for a tool, when a tool before it has the aspect as well as any. */
const COVERED = 0.85
/** Covered aspects matter among the first. The rest keeps its order. */
const DIVERSE_MAX = 10
/** A tool of one vendor, for a question that names another one, and for one that names none. */
const OTHER_VENDOR = 0.5
const NO_VENDOR = 0.9

export interface Document {
  terms: Record<Field, readonly string[]>
  /** The concept of the vendor that the tool is for, if it is for only one. */
  vendor: string | undefined
}

/** The weight of each term in each document that has it, by the document's position. */
type Weights = ReadonlyMap<string, ReadonlyMap<number, number>>

export interface Ranking {
  vendors: readonly (string | undefined)[]
  weights: Weights
}

const fields = Object.keys(boost) as Field[]

export function ranking_of(documents: readonly Document[]): Ranking {
  const lengths = documents.map(({ terms }) => terms.name.length + terms.keywords.length + terms.about.length)
  const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length
  const counts = new Map<string, Map<number, number>>()
  documents.forEach(({ terms }, at) => {
    const norm = 1 - B + (B * lengths[at]!) / mean
    for (const field of fields)
      for (const term of terms[field]) {
        const of_term = counts.get(term) ?? new Map<number, number>()
        counts.set(term, of_term.set(at, (of_term.get(at) ?? 0) + boost[field] / norm))
      }
  })
  const weighted = [...counts].map(([term, of_term]) => {
    const rarity = Math.log(1 + (documents.length - of_term.size + 0.5) / (of_term.size + 0.5))
    return [term, new Map([...of_term].map(([at, count]) => [at, (rarity * count * (K1 + 1)) / (count + K1)]))] as const
  })
  return { vendors: documents.map(({ vendor }) => vendor), weights: new Map(weighted) }
}

/** The score of each document for one aspect: that of its best term, and a little of the others. */
function scores_of({ terms, weight }: Aspect, weights: Weights): Map<number, number> {
  const scores = new Map<number, number>()
  for (const [term, of_term] of terms)
    for (const [at, score] of weights.get(term) ?? []) {
      const [other, own] = [scores.get(at) ?? 0, score * of_term * weight]
      scores.set(at, Math.max(other, own) + OTHER_TERMS * Math.min(other, own))
    }
  return scores
}

/** How well each document fits the vendors that the question names. */
function fits_of(aspects: readonly Aspect[], vendors: Ranking['vendors']): number[] {
  const named = new Set(aspects.filter(({ weight }) => weight === 1).flatMap(({ terms }) => [...terms.keys()]))
  const is_named = vendors.some((vendor) => vendor !== undefined && named.has(vendor))
  return vendors.map((vendor) => {
    if (vendor === undefined || named.has(vendor)) return 1
    return is_named ? OTHER_VENDOR : NO_VENDOR
  })
}

/** Positions of the documents that match, best first. */
export function ranked(aspects: readonly Aspect[], { weights, vendors }: Ranking): number[] {
  const matched = aspects.map((aspect) => scores_of(aspect, weights)).filter((scores) => scores.size > 0)
  const best = matched.map((scores) => Math.max(...scores.values()))
  const covered = matched.map(() => 0)
  const fits = fits_of(aspects, vendors)
  const score = (at: number) =>
    fits[at]! * matched.reduce((sum, scores, nth) => sum + (scores.get(at) ?? 0) * COVERED ** covered[nth]!, 0)
  const left = new Set(matched.flatMap((scores) => [...scores.keys()]))
  const chosen: number[] = []
  while (left.size > 0 && chosen.length < DIVERSE_MAX) {
    const [next] = best_first(left, score)
    left.delete(next!)
    chosen.push(next!)
    matched.forEach((scores, nth) => {
      covered[nth]! += (scores.get(next!) ?? 0) / best[nth]!
    })
  }
  return [...chosen, ...best_first(left, score)]
}

/** Documents with the same score keep the order of the catalog. */
function best_first(documents: ReadonlySet<number>, score: (at: number) => number): number[] {
  const scored = [...documents].map((at) => ({ at, score: score(at) }))
  return scored.sort((a, b) => b.score - a.score || a.at - b.at).map(({ at }) => at)
}
