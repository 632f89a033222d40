// Every regular expression of the product takes linear time for any text. A text of a caller or a platform can be made so that a
// pattern with two adjacent repetitions takes quadratic time or longer.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { analyse, type Report } from 'scslre'
import { floor, type Gate, project_files } from './gate.ts'

/** Patterns that the analysis refuses, with the reason why they are harmless. */
const exceptions: Record<string, string> = {
  '/\\/+$/': 'an address that the operator sets',
  '/0+$/': 'digits after the point of a number of the database',
  '/\\.?0+$/': 'a number of the database',
  '/\\s*([{}:;,])\\s*/g': "the product's own style sheet, at start",
  '/^\\s*(?:\\/\\/.*|\\/\\*\\*.*\\*\\/)\\n/gm': "the product's own script, at start",
}

const CHECKED_MIN = 50

export const regexes: Gate = {
  name: 'regular expressions',
  async run(root) {
    const files = (await project_files(root, '.ts')).filter((file) => file.startsWith('src/'))
    const faults: string[] = []
    const used = new Set<string>()
    let looked = 0
    for (const file of files) {
      const source = await readFile(join(root, file), 'utf8')
      for (const { pattern, flags, at } of patterns_of(file, source)) {
        looked += 1
        const report = slow_part(pattern, flags)
        if (!report) continue
        const shown = `/${pattern}/${flags}`
        if (shown in exceptions) used.add(shown)
        else
          faults.push(
            `${file}:${source.slice(0, at).split('\n').length} ${shown} takes ${report.exponential ? 'exponential' : 'quadratic'} time for ${report.character.literal.source} repeated. Bound the repetition, or end the pattern with it`,
          )
      }
    }
    for (const shown of Object.keys(exceptions))
      if (looked > CHECKED_MIN && !used.has(shown))
        faults.push(`${shown} needs no exception any more (scripts/gates/regexes.ts)`)
    return {
      faults: [...floor(looked, CHECKED_MIN, 'regular expressions'), ...faults],
      looked: `${looked} regular expressions`,
    }
  },
}

function patterns_of(file: string, source: string) {
  const found: { pattern: string; flags: string; at: number }[] = []
  new Visitor({
    Literal({ start, ...literal }) {
      if ('regex' in literal && literal.regex) found.push({ ...literal.regex, at: start })
    },
  }).visit(parseSync(file, source).program)
  return found
}

/** The first part of a pattern that takes longer than linear time. */
function slow_part(pattern: string, flags: string): Report | undefined {
  return analyse({ source: pattern, flags }, { maxReports: 1 }).reports[0]
}
