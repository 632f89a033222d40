import assert from 'node:assert/strict'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { IntlMessageFormat } from 'intl-messageformat'
import { healths } from '#domain/health.ts'
import { platform_keys } from '#domain/platforms.ts'
import {
  and_list,
  as_money,
  as_percent,
  as_ratio,
  type Key,
  languages,
  listed_by,
  Message,
  message,
  named,
  quoted,
  sentences,
  unique,
} from '#messages/message.ts'
import { catalogs, in_language, text_of, writer_of } from '#messages/render.ts'
import { english_words } from '#test/english.ts'

const ROOT = join(import.meta.dirname, '../..')
const keys = Object.keys(catalogs.en) as Key[]

type Parts = ReturnType<IntlMessageFormat['getAst']>

/** Names of the values in a message. A value that decides between branches also names its kind. */
function values_of(parts: Parts): string[] {
  return parts.flatMap((part) => {
    if ('options' in part) {
      const branches = Object.values(part.options).flatMap(({ value }) => values_of(value))
      return [`${part.value} ${'pluralType' in part ? 'plural' : 'select'}`, ...branches]
    }
    return 'value' in part && part.type !== LITERAL ? [String(part.value)] : []
  })
}
const LITERAL = 0
const names_of = (text: string) =>
  [...new Set(values_of(new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst()))].sort()

describe('catalogs', () => {
  for (const language of languages) {
    it(`${language} has exactly the keys of English, in the same order, and no empty text`, () => {
      assert.deepEqual(Object.keys(catalogs[language]), keys)
      for (const key of keys) assert.notEqual(catalogs[language][key].trim(), '', key)
    })

    it(`every message of ${language} can be parsed and has the values of the English one`, () => {
      for (const key of keys) assert.deepEqual(names_of(catalogs[language][key]), names_of(catalogs.en[key]), key)
    })

    it(`every message of ${language} can be written for each number and each choice`, () => {
      for (const key of keys)
        for (const [count, choice] of [
          [0, 'roas'],
          [1, 'revenue'],
          [2, 'spend'],
          [1_000_000, 'store_revenue'],
        ] as const) {
          const values = Object.fromEntries(
            names_of(catalogs.en[key]).map((name) => {
              const [value, kind] = name.split(' ')
              return [value, kind === 'plural' ? count : kind === 'select' ? choice : `<${value}>`]
            }),
          )
          const text = text_of(new Message(key, values), { language, currency: 'EUR' })
          assert.doesNotMatch(text, /[{}#]|undefined/, key)
          for (const value of Object.values(values))
            if (typeof value === 'string' && value.startsWith('<')) assert.ok(text.includes(value), key)
        }
    })
  }

  for (const language of ['es', 'pt'] as const)
    it(`no text of ${language} contains an English word`, () => {
      const found = keys.flatMap((key) => {
        const text = catalogs[language][key].replace(
          /\{\w+(, (plural|select),)?|(=\d+|one|other|roas|revenue|spend) \{/g,
          ' ',
        )
        return english_words(text).map((word) => `${key}: ${word}`)
      })
      assert.deepEqual(found, [])
    })

  it('every message is used', async () => {
    const all = await Array.fromAsync(glob('src/**/*.{ts,js}', { cwd: ROOT }))
    const files = all.filter((file) => !file.startsWith(join('src', 'messages', '/')))
    const source = (await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))).join('\n')
    const is_used = (key: string) => source.includes(`'${key}'`) || source.includes(`\`${key.split('.')[0]}.\${`)
    const inner = [
      'sentences',
      'quoted',
      ...keys.filter((key) => /^(sum|metric_source|label|picture|changed_field|changed_state|option)\./.test(key)),
    ]
    assert.deepEqual(
      keys.filter((key) => !inner.includes(key) && !is_used(key)),
      [],
    )
    const pages = files.filter((file) => file.includes('mcp/apps/'))
    const drawn = (await Promise.all(pages.map((file) => readFile(join(ROOT, file), 'utf8')))).join('\n')
    const of_pages = keys.flatMap((key) => /^picture\.(.+)/.exec(key)?.[1] ?? [])
    const is_drawn = (name: string) => drawn.includes(`words.${name}`) || drawn.includes(`heading('${name}'`)
    const states: readonly string[] = [...healths, 'failed', 'cancelled', 'tiles']
    assert.deepEqual(
      of_pages.filter((name) => !is_drawn(name) && !states.includes(name)),
      [],
    )
  })

  it('plain messages are written as the library writes them', () => {
    for (const language of languages)
      for (const text of Object.values(catalogs[language])) {
        const names = names_of(text)
        const values = Object.fromEntries(names.map((name) => [name.split(' ')[0]!, name.includes('select') ? 'a' : 2]))
        const of_library = new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values)
        assert.equal(writer_of(text, language)(values), of_library, text)
      }
  })

  it('every platform has a name', () => {
    for (const key of platform_keys) assert.ok(keys.includes(`platform.${key}`), key)
  })

  it('a wrong key and wrong values are compile errors', () => {
    // @ts-expect-error there is no such message
    message('no.such_message')
    // @ts-expect-error the date is missing
    message('source.data_until', { source: 'mx_ads' })
    // @ts-expect-error the message has no value with this name
    message('source.data_until', { source: 'mx_ads', date: '2026-11-20', day: 'x' })
    assert.equal(text_of(message('kpi.sessions', { count: 2, change: '' }), en), '2 sessions')
  })
})

const en = { language: 'en', currency: 'USD' } as const

describe('how languages write', () => {
  const each = (of: Message) =>
    languages.map((language) => text_of(of, { language, currency: 'EUR' }).replaceAll('\u00a0', ' '))
  const value = (of: Parameters<typeof listed_by>[1][number]) => each(message('sentences', { sentences: of }))

  it('amounts: with the digits of the currency and its code; Spanish does not group four digits', () => {
    assert.deepEqual(value(as_money(1234.5, 'MXN')), ['1,234.50 MXN', '1234,50 MXN', '1.234,50 MXN'])
    assert.deepEqual(value(as_money(12345.5, 'MXN')), ['12,345.50 MXN', '12.345,50 MXN', '12.345,50 MXN'])
    assert.deepEqual(value(as_money(12345, 'CLP')), ['12,345 CLP', '12.345 CLP', '12.345 CLP'])
    assert.deepEqual(value(as_money(12345.5, 'COP')), ['12,346 COP', '12.346 COP', '12.346 COP'])
    const exact = { is_exact: true }
    assert.deepEqual(value(as_money(350.5, 'PKR', exact)), ['350.50 PKR', '350,50 PKR', '350,50 PKR'])
    assert.deepEqual(value(as_money(350, 'PKR', exact)), ['350 PKR', '350 PKR', '350 PKR'])
    assert.deepEqual(value(as_money(-5, 'EUR', { is_signed: true })), ['-5.00 EUR', '-5,00 EUR', '-5,00 EUR'])
    assert.deepEqual(value(as_money(5, 'EUR', { is_signed: true })), ['+5.00 EUR', '+5,00 EUR', '+5,00 EUR'])
  })

  it('numbers in Spanish as the country of the organization writes them', () => {
    const written = (currency: string) =>
      text_of(message('sentences', { sentences: as_money(1234567.5, currency) }), { language: 'es', currency })
    assert.equal(written('MXN'), '1,234,567.50 MXN')
    assert.equal(written('PEN'), '1,234,567.50 PEN')
    assert.equal(written('USD'), '1,234,567.50 USD')
    assert.equal(written('ARS'), '1.234.567,50 ARS')
    assert.equal(written('COP'), '1.234.568 COP')
    assert.equal(written('EUR'), '1.234.567,50 EUR')
  })

  it('ratios and percentages with two decimals, never with a signed zero', () => {
    assert.deepEqual(value(as_ratio(4.1)), ['4.10', '4,10', '4,10'])
    assert.deepEqual(value(as_ratio(-0.001, { is_signed: true })), ['0.00', '0,00', '0,00'])
    assert.deepEqual(value(as_percent(12.34, { is_signed: true })), ['+12.34%', '+12,34 %', '+12,34%'])
    assert.deepEqual(value(as_percent(908)), ['908.00%', '908,00 %', '908,00%'])
  })

  it('counts with the plural of the language', () => {
    const sessions = (count: number) => each(message('kpi.sessions', { count, change: '' }))
    assert.deepEqual(sessions(0), ['0 sessions', '0 sesiones', '0 sessões'])
    assert.deepEqual(sessions(1), ['1 session', '1 sesión', '1 sessão'])
    assert.deepEqual(sessions(2_000_000), ['2,000,000 sessions', '2.000.000 sesiones', '2.000.000 sessões'])
  })

  it('a number without a plural with separators too, beside a plural of the same number or not', () => {
    const days = message('rule.mail_list_without_sending.text', { count: 14_230, days: 1_200 })
    assert.match(text_of(days, en), /^14,230 contacts .* 1,200 days/)
    const written = writer_of('{count} of {all}: {count, plural, one {# row} other {# rows}}', 'pt-BR')
    assert.equal(written({ count: 12_345, all: 99_999 }), '12.345 of 99.999: 12.345 rows')
  })

  it('names in quotation marks as they are, whatever they contain', () => {
    assert.deepEqual(value(quoted("{count, plural} <b>'#")), [
      "'{count, plural} <b>'#'",
      "«{count, plural} <b>'#»",
      "“{count, plural} <b>'#”",
    ])
  })

  it('lists with commas and with the word for and', () => {
    assert.deepEqual(value(and_list(['date', 'property'])), ['date and property', 'date y property', 'date e property'])
    assert.deepEqual(value(listed_by('; ', ['a', message('group.store')])), ['a; store', 'a; tienda', 'a; loja'])
  })
})

describe('messages in an answer', () => {
  it('are text at every depth; other values are the same objects', () => {
    const rows = [{ name: 'x', at: new Date(0) }]
    const made = in_language(
      { rows, notes: [message('group.store')], deep: { of: [message('label.mer')] } },
      { language: 'pt', currency: 'BRL' },
    )
    assert.deepEqual(made, { rows, notes: ['loja'], deep: { of: ['MER'] } })
    assert.equal(made.rows, rows)
  })

  it('are equal when key and values are equal', () => {
    const of = (date: string) => message('source.data_until', { source: 'a', date })
    assert.deepEqual(unique([of('1'), of('2'), of('1')]), [of('1'), of('2')])
  })

  it('are joined as sentences without absent ones', () => {
    const [one, other] = [message('email.none'), message('today_is_open')]
    assert.equal(text_of(sentences(one, null, false, other), en), `${text_of(one, en)} ${text_of(other, en)}`)
  })

  it('name a column in words, or as it is when there is no word', () => {
    assert.deepEqual(
      ['refunds', 'toString', 'new_column'].map((name) => named('sum', name, name)),
      [message('sum.refunds'), 'toString', 'new_column'],
    )
  })
})
