// The language of the pages: the person's choice, else the browser's. Every text of a page goes through `t`, whose id is the English text.
import { i18n, type Messages } from '@lingui/core'
import { useSyncExternalStore } from 'react'
import { isolated } from './right_to_left.ts'

export const languages = ['en', 'es', 'pt'] as const
export type Language = (typeof languages)[number]

/** Each language in its own words, for menus. */
export const language_names: Record<Language, string> = { en: 'English', es: 'Español', pt: 'Português' }

const catalogs: Record<Language, () => Promise<{ messages: Messages }>> = {
  en: () => import('virtual:catalog/en'),
  es: () => import('virtual:catalog/es'),
  pt: () => import('virtual:catalog/pt'),
}

const is_language = (name: string): name is Language => (languages as readonly string[]).includes(name)

export function language_of_browser(): Language {
  const wanted = navigator.languages.map((name) => name.slice(0, 2).toLowerCase())
  return wanted.find(is_language) ?? 'en'
}

const current_language = (): Language => (is_language(i18n.locale) ? i18n.locale : 'en')

/** With the region of the browser, which decides how numbers and dates are written. */
export function locale(): string {
  const language = current_language()
  return navigator.languages.find((name) => name.slice(0, 2).toLowerCase() === language) ?? language
}

export async function speak(language: Language): Promise<void> {
  if (i18n.locale === language) return
  const { messages } = await catalogs[language]()
  document.documentElement.lang = language
  i18n.loadAndActivate({ locale: language, messages })
}

/** A sentence without values is its own English text, so the English catalog does not contain it. */
export function t(id: string, values: Record<string, unknown> = {}): string {
  if (!(id in i18n.messages)) return id
  return i18n._(id, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, isolated(value)])))
}

/** Draws the component again when the language changes. */
export function use_language(): Language {
  return useSyncExternalStore((notify) => i18n.on('change', notify), current_language)
}
