// English texts on a page in another language: each text of the page that reads like a message whose translation is another one.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const LOCALES = join(import.meta.dirname, '../../dashboard/locales')
/** Shorter parts around values would match texts of the organization. */
const WORDS_MIN = 8
/** A longer value would be a sentence of the engine. */
const VALUE_CHARS_MAX = 40

/** Texts that people see or a screen reader says. Texts in code, and of other languages, are no messages. */
const ALL_TEXTS = `(() => {
  const names = ['aria-label', 'aria-description', 'title', 'placeholder', 'alt']
  const texts = new Set([document.title.replace(/ · Tablero$/, '')])
  for (const element of document.querySelectorAll('body *')) {
    if (element.closest('script, style, code, pre, [translate=no], [lang]:not(html)')) continue
    for (const name of names) texts.add(element.getAttribute(name) ?? '')
    for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.add(node.data)
  }
  return [...texts].map((text) => text.trim()).filter(Boolean)
})()`

type Matcher = (text: string) => boolean

const matchers = new Map<string, Promise<Matcher>>()

async function read_matcher(language: string): Promise<Matcher> {
  const catalog: Record<string, string> = JSON.parse(await readFile(join(LOCALES, `${language}.json`), 'utf8'))
  const translated = Object.entries(catalog).filter(([english, text]) => english !== text)
  const plain = new Set(translated.map(([english]) => english))
  const patterns = translated.map(([english]) => pattern_of(english)).filter((pattern) => pattern !== undefined)
  // A text of another message can look like an English pattern with values.
  const own = new Set(Object.values(catalog))
  return (text) => !own.has(text) && (plain.has(text) || patterns.some((pattern) => pattern.test(text)))
}

/** Of a sentence with values. Those with plurals are left out. */
function pattern_of(english: string): RegExp | undefined {
  if (!english.includes('{') || /\{\w+,/.test(english)) return
  const parts = english.split(/\{\w+\}/)
  if (parts.join('').trim().length < WORDS_MIN) return
  return new RegExp(`^${parts.map((part) => RegExp.escape(part)).join(`.{1,${VALUE_CHARS_MAX}}`)}$`)
}

/** The English texts of a page that is drawn in the language. */
export async function untranslated(page: Page, language: string): Promise<string[]> {
  if (language === 'en') return []
  if (!matchers.has(language)) matchers.set(language, read_matcher(language))
  const is_english = await matchers.get(language)!
  return (await page.evaluate<string[]>(ALL_TEXTS)).filter(is_english)
}
