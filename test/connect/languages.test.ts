// The pages of a person who reads Spanish or Portuguese have no English sentence, also where the person types values.
import assert from 'node:assert/strict'
import { after, before, beforeEach, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import { type Browser, type ConnectApp, connect_app } from '#test/connect_app.ts'
import { english_words } from '#test/english.ts'

let tablero: ConnectApp
before(async () => {
  // Without an app of the operator, the first page asks for one.
  tablero = await connect_app({ apps: {} })
  // Long before it is asked for: processes remember organizations, and learn of changes a moment later.
  await tablero.db.query(`update orgs set currency = 'MXN' where org_id = $1`, [tablero.org_id])
})
after(() => tablero?.close())
// A minute allows fewer links than these tests need.
beforeEach(() => tablero.db.query('delete from rate_windows'))

/** What a person reads, without what people of the vendor and programs call something. */
const sentences_of = ({ html, text }: Browser) => {
  assert.match(html, /<form/, text)
  return text.replace(/https?:\S+|\S+@\S+|\S+:\S+/g, ' ')
}

for (const language of ['es', 'pt'])
  for (const platform of Object.keys(connectors)) {
    it(`${language}: the pages before the sign-in at ${platform}`, async () => {
      const reader = tablero.browser(language)
      await reader.open(await tablero.link(platform))
      assert.match(reader.html, new RegExp(`<html lang="${language}">`))
      const { product } = connectors[platform]!.platform
      const texts = [sentences_of(reader)]
      if (!sign_ins[platform]) texts.push(sentences_of(await reader.submit()), sentences_of(await reader.submit()))
      const scopes = /<p class="soft">(Permisos de la aplicación|Permissões do aplicativo):[^<]*/g
      const names = [
        product,
        'Data API',
        ...(reader.html.match(scopes) ?? []).map((line) => line.replace(/<[^>]*>/, '')),
      ]
      for (const text of texts)
        assert.deepEqual(english_words(names.reduce((of, name) => of.replaceAll(name, ' '), text)), [], text)
    })
  }

it('an organization whose currency names no country of the list chooses one itself', async () => {
  await tablero.db.query(`update orgs set currency = 'EUR'`)
  const reader = await tablero.browser('en').open(await tablero.link('mpa'))
  await tablero.db.query(`update orgs set currency = 'MXN'`)
  assert.match(reader.html, /<select id="country"[^>]* required><option value="">Choose one</)
  assert.ok(!reader.html.includes(' selected>'))
  await reader.submit({ country: '' })
  assert.equal(reader.status, 400)
  assert.match(reader.text, /Country/)
})

it('countries and regions have the names of the language, and the country of the organization is proposed', async () => {
  const reader = await tablero.browser('es').open(await tablero.link('mpa'))
  assert.match(reader.html, /<option value="MX" selected>México</)
  await reader.open(await tablero.link('mpb_sp'))
  assert.match(reader.html, /<option value="eu">Europa, India, Oriente Medio y África</)
  assert.match(reader.html, /<option value="others">Los demás países<.*<option value="BR">Brasil</)
})
