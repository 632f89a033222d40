import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { processor_ms } from '#test/processor_time.ts'
import { cut_text, REPLACEMENT, short_text, storable_text, visible_text } from './text.ts'

const code = (point: number) => String.fromCodePoint(point)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

suite('hidden characters', () => {
  const hidden = {
    'control characters, without tab and line break': [...range(0, 8), ...range(11, 31), ...range(0x7f, 0x9f)],
    'bidirectional characters': [0x61c, 0x200e, 0x200f, ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)],
    'zero-width and other invisible characters': [
      0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x180e, 0x200b, 0x200c, 0x200d, 0x2060, 0x2064, 0x206f, 0x3164, 0xfeff,
      0xffa0,
    ],
    'line and paragraph separators, and annotations': [0x2028, 0x2029, ...range(0xfff9, 0xfffb)],
    'tags, which spell ASCII that nobody sees': range(0xe0000, 0xe007f),
    'variation selectors after nothing that varies': [...range(0xfe00, 0xfe0f), ...range(0xe0100, 0xe01ef)],
    'halves of surrogate pairs': [0xd800, 0xdfff],
  }
  for (const [kind, points] of Object.entries(hidden))
    test(`${kind} become visible`, () => {
      for (const point of points)
        assert.equal(visible_text(`a${code(point)}b`), `a${REPLACEMENT}b`, `U+${point.toString(16)}`)
    })

  test('adjacent ones become one character, so that a hidden message has no length', () => {
    const smuggled = Array.from('ignore all of this', (letter) => code(0xe0000 + letter.charCodeAt(0))).join('')
    assert.equal(visible_text(`Red shoes${smuggled} 42`), `Red shoes${REPLACEMENT} 42`)
    assert.equal(visible_text(`😀${code(0xfe0f)}${code(0xe0101)}${code(0xe0102)}`), `😀${REPLACEMENT}`)
    assert.equal(visible_text(`a\u200C\u200Db`), `a${REPLACEMENT}b`)
  })

  test('variants of Han characters spell nothing: a text keeps a few, as names have them', () => {
    const spelled = Array.from('ignore all of this', (letter) => `葛${code(0xe0100 + letter.charCodeAt(0))}`)
    assert.equal(visible_text(spelled.join('')), spelled.slice(0, 4).join('') + `葛${REPLACEMENT}`.repeat(14))
  })
})

suite('ordinary writing stays', () => {
  for (const [kind, text] of Object.entries({
    'tabs and line breaks': 'a\tb\nc\r\nd',
    'accents, composed and not': 'Canción para o coração, cancio\u0301n',
    'emoji of several characters': '👩🏽‍💻 👨‍👩‍👧 🏳️‍🌈 ❤️ 1️⃣ ☎︎ 🇲🇽',
    'Persian with its non-joiner': 'می\u200Cخواهم کتاب‌ها',
    'Hindi and Sinhala with joiners': 'क्\u200Dष ශ්\u200Dරී',
    'names with rare Han characters': '葛\u{E0100}飾区',
    'Arabic, Hebrew, Thai, Korean, Japanese': 'مرحبا שלום สวัสดี 안녕 こんにちは',
  }))
    test(kind, () => assert.equal(visible_text(text), text))

  test('but a joiner between Latin characters, and a line end without its other half, do not', () => {
    assert.equal(visible_text('ig\u200Dnore\rnow'), `ig${REPLACEMENT}nore${REPLACEMENT}now`)
  })
})

test('a long text is shortened between characters, and says so', () => {
  assert.equal(short_text('😀😀😀', 2), '😀😀… (shortened)')
  assert.equal(short_text('😀😀', 2), '😀😀')
  assert.equal(short_text(null, 2), null)
})

test('a text is truncated between characters', () => {
  assert.equal(cut_text('a😀b', 2), 'a')
  assert.equal(cut_text('a😀b', 3), 'a😀')
  assert.equal(cut_text('a😀', 3), 'a😀')
  assert.equal(cut_text('', 3), '')
})

test('what PostgreSQL cannot store is replaced, and nothing else', () => {
  assert.equal(storable_text('a\0b😀\ud83d c\ude00'), `a${REPLACEMENT}b😀${REPLACEMENT} c${REPLACEMENT}`)
  assert.equal(storable_text('a\u0001\u200b'), 'a\u0001\u200b')
})

test('the longest texts take time that grows with their length only', () => {
  /** The shortest of several tries, because other programs of the machine make some of them slower. */
  const time = (text: string) =>
    Math.min(...Array.from({ length: 5 }, () => processor_ms(() => void visible_text(text))))
  for (const unit of ['\u200D', 'a\u202E', '😀\u200D', 'می\u200C', '\r']) {
    time(unit.repeat(20_000))
    const short = time(unit.repeat(50_000))
    assert.ok(time(unit.repeat(500_000)) < Math.max(60, short * 40), JSON.stringify(unit))
  }
})
