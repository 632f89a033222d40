// Plans the entries of a platform key that does not exist yet: what people call the platform, in each place that names all platforms.
import type { Language } from '#messages/message.ts'
import { words_of } from './area.ts'
import { with_last_line } from './lists.ts'
import type { Plan } from './unit.ts'

const KEYS = 'src/domain/platforms.ts'
const NAMES = 'src/domain/platform_names.ts'
const NAMES_OF_PAGES = 'dashboard/src/lib/platforms.ts'
const CONTRACT = 'test/contract/tools.json'
const catalog_of = (language: Language) => `src/messages/${language}.ts`
const languages: readonly Language[] = ['en', 'es', 'pt']

/** A stream of contacts is what the scaffold reads, so a new platform begins as one of emails. */
export const new_platform = (key: string) => ({ title: words_of(key), kind: 'email' }) as const

export const title_of = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** Each place gets the entry that it lacks, because an author can have written some of them. */
export function with_platform(key: string): Plan['lists'] {
  const { title, kind } = new_platform(key)
  const entry = (before: string, value: string) => (text: string) =>
    text.includes(`\n  ${key}: `) ? text : with_last_line(text, before, `  ${key}: ${value},`)
  const message = (text: string) => with_message(text, `platform.${key}`, title)
  return {
    [KEYS]: entry('export const platforms = {', `{ kind: '${kind}', title: '${title}' }`),
    [NAMES]: entry('const names: ', `['${title_of(title)}']`),
    [NAMES_OF_PAGES]: entry('const names: ', `'${title_of(title)}'`),
    ...Object.fromEntries(languages.map((language) => [catalog_of(language), message])),
    [CONTRACT]: in_contract(key),
  }
}

export const platform_steps = (key: string) => [
  `Write the kind of ${key} and a title in ${KEYS}: the kind decides which figures the platform feeds.`,
  `Write the name of the product in ${NAMES} and ${NAMES_OF_PAGES}, and what figures call the platform in ${languages.map(catalog_of).join(', ')}.`,
]

/** The catalog with the message as the last of its group. One that exists stays. */
export function with_message(catalog: string, key: string, text: string): string {
  if (catalog.includes(`'${key}'`)) return catalog
  const [group] = key.split('.')
  const end = catalog.indexOf('\n\n', catalog.indexOf(`\n  '${group}.`))
  if (end < 0) throw new Error(`the catalog has no group of '${group}'`)
  return `${catalog.slice(0, end)}\n  '${key}': '${text}',${catalog.slice(end)}`
}

/** trigger_sync names each key. */
const in_contract = (key: string) => (text: string) => {
  const start = text.indexOf('"enum": [', text.indexOf('"trigger_sync": {'))
  const end = /\s*\]/.exec(text.slice(start))!.index + start
  return text.slice(start, end).includes(`"${key}"`) ? text : `${text.slice(0, end)}, "${key}"${text.slice(end)}`
}
