import assert from 'node:assert/strict'
import { test } from 'node:test'
import { processor_ms } from '#test/processor_time.ts'
import { plain_text } from './plain_text.ts'

test('only the words of an email are left, in their lines', () => {
  const html = `<!DOCTYPE html><html><head><title>t</title><style>p{color:red}</style></head><body>
    <!-- hidden <b>comment</b> --><h1>Hola,&nbsp;Ana</h1>
    <p>Dos <b>tapetes</b><br/>por el precio&#32;de uno &amp; m&aacute;s, &Aacute;vila &foo; 3 &lt; 5</p><script>alert(1)</script>
    <table><tr><td>Ver</td><td>tienda</td></tr></table></body></html>`
  assert.equal(plain_text(html), 'Hola, Ana\nDos tapetes\npor el precio de uno & más, Ávila &foo; 3 < 5\nVer tienda')
})

test('a text without HTML stays unchanged, and an empty text stays empty', () => {
  assert.equal(plain_text('Hola'), 'Hola')
  assert.equal(plain_text(''), '')
  assert.equal(plain_text('<img src="x"><p></p>'), '')
})

test('an invalid character number is left out and the rest is read', () => {
  assert.equal(plain_text('a&#99999999999;b&#x0;c'), 'abc')
})

test('a long text of unclosed tags and comments costs less than a second to read', () => {
  const ms = processor_ms(() => {
    plain_text('<!--'.repeat(50_000))
    plain_text('<style>'.repeat(50_000))
    plain_text('<a '.repeat(50_000))
  })
  assert.ok(ms < 1000, `${ms} ms`)
})
