// The pages in Chromium, as people see them: wide and narrow, light and dark, from the link to the first sync.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { BROWSER, type Chromium, open_chromium } from '#test/chromium.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'

const many = Array.from({ length: 300 }, (_, at) => ({
  account_id: `1000200030004000${at}`,
  name: `Casa Lumbre México, una cuenta con un nombre largo ${at + 1}`,
  time_zone: 'UTC',
  currency: 'MXN',
  ...(at === 3 ? { unreadable: 'The account is closed.' } : {}),
}))

/** The lowest contrast between a text and what is behind it, of all texts that are visible (WCAG 2.2, 1.4.3). */
const CONTRAST = `(() => {
  const parts = (color) => color.match(/[\\d.]+/g).map(Number)
  const light = (color) => {
    const [r, g, b] = parts(color).map((v) => v / 255).map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const behind = (node) => {
    for (let at = node; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor
      if (parts(color)[3] !== 0) return color
    }
    return 'rgb(255, 255, 255)'
  }
  const texts = [...document.querySelectorAll('h1, p, label, legend, button, a')].filter((node) => node.innerText.trim())
  return Math.min(...texts.map((node) => {
    const [a, b] = [light(getComputedStyle(node).color), light(behind(node))].sort((x, y) => y - x)
    return (a + 0.05) / (b + 0.05)
  }))
})()`

describe('in Chromium', { skip: existsSync(BROWSER) ? false : `${BROWSER} is not there` }, () => {
  let tablero: ConnectApp
  let page: Chromium
  before(async () => {
    const tx_ads = { ...connectors.tx_ads!, accounts: { into: [], read: async () => many, rows: () => ({}) } }
    tablero = await connect_app({ connectors: { ...connectors, tx_ads } })
    page = await open_chromium()
  })
  after(async () => {
    await page?.close()
    await tablero?.close()
  })

  for (const width of [1440, 390])
    for (const scheme of ['light', 'dark'] as const)
      it(`a person connects a platform at ${width} pixels, ${scheme}`, async () => {
        await tablero.db.query('delete from connections')
        await page.show_as({ width, scheme })
        const looks_right = async (name: string) => {
          assert.equal(
            await page.value('document.documentElement.scrollWidth > innerWidth'),
            false,
            `${name} scrolls sideways`,
          )
          assert.ok(Number(await page.value(CONTRAST)) >= 4.5, `${name} has a text that is hard to read`)
        }
        await page.open(await tablero.link('mpa'))
        await page.reads(/gives Tablero access to marketplace A/)
        await looks_right('the page of the link')
        await page.click('button')
        await page.reads(/Tablero wants access/)
        await page.click('button[value=allow]')
        await page.reads(/Which accounts should be read/)
        await looks_right('the page of one account')
        await page.click('button')
        await page.reads(/is connected/)
        await looks_right('the page of the first sync')

        await page.open(await tablero.link('tx_ads'))
        await page.reads(/Continue to TikTok/)
        await page.click('button')
        await page.reads(/Tablero wants access/)
        await page.click('button[value=allow]')
        await page.reads(/The account is closed/)
        await looks_right('the page of 300 accounts')

        await page.open(await tablero.link('email_a'))
        await page.reads(/Continue/)
        await page.click('button')
        await page.reads(/Test and continue/)
        await looks_right('the page of keys')
        await page.value(`document.querySelector('#api_key').value = 'pk_wrong_and_wrong'`)
        await page.click('button')
        await page.reads(/did not complete the sign-in/)
        await looks_right('the page after a wrong key')
        const blocked = page.reports.filter((text) => /Security Policy/.test(text))
        assert.deepEqual(blocked, [], 'the policy of the pages blocks nothing')
      })
})
