// The words of pictures in the language of the organization, and a label for each number.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pictures } from '#engine/picture.ts'
import { pictures_en } from '#messages/pictures/en.ts'
import { pictures_es } from '#messages/pictures/es.ts'
import { pictures_pt } from '#messages/pictures/pt.ts'
import { type TestApp, test_app } from '#test/app.ts'
import { answer_of, opened, result_of } from '#test/picture_page.ts'
import { areas } from '#tools/index.ts'

let app: TestApp
before(async () => {
  app = await test_app({ areas })
})
after(() => app?.close())

for (const kind of pictures)
  test(`${kind}: every word is in the language of the organization, and every number of a row has a label`, async () => {
    const answer = await answer_of(app, kind)
    if (kind === 'waterfall')
      Object.assign(answer, {
        ...{ previous: 100, current: 120.01, change: 20.01, rounding: 0.01 },
        channels: [{ channel: 'A', current: 120, previous: 100, effect: 20, mix: 5, rate: 15, campaigns: [] }],
      })
    const sources = answer.sources.map((source: object) => ({ ...source, name: 'A', settled_until: '2020-02-03' }))
    const text_in = async (language: 'en' | 'es' | 'pt') => {
      const page = await opened(kind, { hostContext: { locale: language } }, undefined, language)
      await page.say(result_of({ ...answer, sources, notes: [] }))
      const rows = page.view.all().filter(({ tag, text }) => /^(li|tr)$/.test(tag) && /\d/.test(text))
      assert.ok(kind === 'lines' || rows.length > 1)
      for (const { text } of rows) assert.match(text.replaceAll('USD', ''), /\p{L}{2}/u, 'a number without a label')
      return page.view.text
    }
    const has = (text: string, word: string) => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'u').test(text)
    let in_english = await text_in('en')
    // A short word can be a part of a longer one.
    const shown = Object.entries(pictures_en)
      .sort(([, a], [, b]) => b.length - a.length)
      .filter(([, word]) => {
        const is_there = has(in_english, word)
        in_english = in_english.replaceAll(word, ' ')
        return is_there
      })
    assert.ok(shown.length >= 6, shown.join())
    for (const [language, words] of [
      ['es', pictures_es],
      ['pt', pictures_pt],
    ] as const) {
      const text = await text_in(language)
      for (const [key, english] of shown) {
        const word = words[key as keyof typeof words]
        assert.ok(has(text, word), `${key}: ${text}`)
        if (!has(word, english)) assert.ok(!has(text, english), `${key} in English: ${text}`)
      }
    }
  })
