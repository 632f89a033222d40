// The catalogs of the pages, compiled for Lingui. The English sentence is the id of a message, so English needs no catalog of its own:
// only sentences with values or plurals are compiled for it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'

const PREFIX = 'virtual:catalog/'
/** Every catalog has the same ids, so the ids of any of them are those of English. */
const WITH_ALL_IDS = 'es'

type Catalog = Record<string, string>

export const read_catalog = async (folder: string, language: string): Promise<Catalog> =>
  JSON.parse(await readFile(join(folder, `${language}.json`), 'utf8'))

/** What a page loads: `import('virtual:catalog/es')`. */
async function compiled(folder: string, language: string): Promise<Catalog | Record<string, unknown>> {
  const texts = await read_catalog(folder, language === 'en' ? WITH_ALL_IDS : language)
  const messages = Object.entries(texts).map(([id, text]) => [id, language === 'en' ? id : text] as const)
  const needed = messages.filter(([id, text]) => language !== 'en' || /[{']/.test(text) || id !== text)
  return Object.fromEntries(needed.map(([id, text]) => [id, compileMessage(text)]))
}

export const catalogs = (folder: string): Plugin => ({
  name: 'catalogs',
  resolveId: (id) => (id.startsWith(PREFIX) ? `\0${id}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${PREFIX}`)) return
    const language = id.slice(PREFIX.length + 1)
    return `export const messages = JSON.parse(${JSON.stringify(JSON.stringify(await compiled(folder, language)))})`
  },
})
