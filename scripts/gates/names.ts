// Checks that declared names and names of files are standard terms (scripts/lint/name_words.ts).
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { slang_of } from '../lint/name_words.ts'
import { names_of } from '../lint/names_of.ts'
import { floor, type Gate, project_files } from './gate.ts'

/** Words that are the right term in some files, with the reason why. */
const exceptions: { files: RegExp; word: RegExp; reason: string }[] = [
  {
    files: /^bench\/against\//,
    word: /turns?$/,
    reason: 'the sides of a comparison are measured in alternating turns',
  },
  { files: /^src\/engine\/outbound_webhooks\/record\.ts$/, word: /^gone$/, reason: 'the name of the HTTP status 410' },
]

const DECLARES = /^(?:export )?(?:async )?(?:const|let|function|class|interface|type) \w/m

export const names: Gate = {
  name: 'names',
  async run(root) {
    const files = await project_files(root, '.{ts,tsx,mjs}')
    const used = new Set<object>()
    const faults: string[] = []
    let [looked, checked] = [0, 0]
    const check = (file: string, name: string, place_of: () => string) => {
      const found = slang_of(name)
      if (!found) return
      const exception = exceptions.find((one) => one.word.test(found.word) && one.files.test(file))
      if (exception) used.add(exception)
      else faults.push(`${place_of()}: ${name} contains “${found.word}”. Write ${found.write}`)
    }
    for (const file of files) {
      const source = await readFile(join(root, file), 'utf8')
      const declared = names_of(file, source)
      if (declared.length > 0 || !DECLARES.test(source)) looked += 1
      checked += declared.length
      check(file, basename(file).replace(/\..*$/, ''), () => file)
      const line_of = (start: number) => source.slice(0, start).split('\n').length
      for (const { name, start } of declared) check(file, name, () => `${file}:${line_of(start)}`)
    }
    for (const one of exceptions)
      if (!used.has(one) && files.some((file) => one.files.test(file)))
        faults.push(`${one.files} needs no exception for ${one.word} any more (scripts/gates/names.ts)`)
    return { faults: [...floor(looked, files.length, 'files'), ...faults], looked: `${checked} names` }
  },
}
