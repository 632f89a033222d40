// The pages in Chromium, as people see them: wide and narrow, light and dark, from the link to the first sync.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { after, before, describe, it } from 'node:test'
import { connectors } from '#connectors/index.ts'
import { BROWSER, type Chromium, open_chromium } from '#test/chromium.ts'
import { type ConnectApp, connect_app } from '#test/connect_app.ts'
import { call_as_member, result_of } from '#test/people.ts'
import { unlimited } from '#test/unlimited.ts'
import { areas } from '#tools/index.ts'

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
    tablero = await connect_app({ connectors: { ...connectors, tx_ads }, areas: unlimited(areas) })
    page = await open_chromium()
  })
  after(async () => {
    await page?.close()
    await tablero?.close()
  })

  type LooksRight = (name: string) => Promise<void>

  /** Up to the platform's page of consent. */
  const to_consent = async (platform: string, before: () => Promise<unknown> = async () => {}) => {
    await page.open(await tablero.link(platform))
    await page.reads(/Continue to/)
    await before()
    await page.click('button')
    await page.reads(/Tablero wants access/)
  }

  const address = async () => String(await page.value('location.href'))
  const type = (field: string, text: string) =>
    page.value(`document.querySelector('#${field}').value = ${JSON.stringify(text)}`)

  /** The address to which the platform sends the browser that allows. It is kept, because a browser would follow it. */
  async function allowed_answer() {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await fetch(await address(), { method: 'POST', redirect: 'manual', headers, body: 'decision=allow' })
    return answer.headers.get('location')!
  }

  /** Answers of a platform that are forged or come twice, for both versions of OAuth. */
  async function answers_right(platform: string, looks_right: LooksRight) {
    await to_consent(platform)
    const back = await allowed_answer()
    const forged = new URL(back)
    forged.searchParams.set('state', forged.searchParams.get('state')!.slice(0, -2))
    await page.open(forged.href)
    await page.reads(/did not come from a sign-in that began here.*Nothing was connected/s)
    await looks_right(`the page of a forged answer of ${platform}`)
    await page.open(back)
    await page.reads(/Which accounts should be read/)
    await looks_right(`the page of the accounts of ${platform}`)
    await page.open(back)
    await page.reads(/Which accounts should be read/)
    await looks_right(`the page of an answer of ${platform} that came twice`)
  }

  async function oauth1_right(looks_right: LooksRight) {
    await answers_right('net_d_ads', looks_right)
    await to_consent('net_d_ads')
    await page.click('button[value=deny]')
    await page.reads(/Access was not allowed at X/)
    await looks_right('the page after a refusal at X')
    await to_consent('net_d_ads')
    tablero.sandbox.clock.advance(11 * 60_000)
    await page.click('button[value=allow]')
    await page.reads(/took longer than 10 minutes/)
    await looks_right('the page of a late answer of X')
    await to_consent('net_d_ads')
    await page.click('button[value=allow]')
    await page.reads(/Which accounts should be read/)
    await page.click('input[value=all]')
    await page.click('button')
    await page.reads(/is connected/)
    await looks_right('the page of the first sync of X')
  }

  /** Keys that a shop sends to an address of Tablero, beside the browser. */
  async function posted_keys_right(looks_right: LooksRight) {
    const to_shop = () => to_consent('store_c', () => type('url', 'https://ajinorte.example'))
    await to_shop()
    await page.click('button[value=deny]')
    await page.reads(/Access was not allowed at WooCommerce/)
    await looks_right('the page after a refusal at the shop')

    await to_shop()
    const asked = new URL(await address()).searchParams
    await page.open(`${asked.get('return_url')}&success=1&user_id=${asked.get('user_id')}`)
    await page.reads(/Waiting for the shop/)
    await looks_right('the page that waits for the keys of a shop')

    await to_shop()
    await page.click('button[value=allow]')
    await page.reads(/Optional values for changes at WooCommerce/)
    await looks_right('the page of the accounts of a shop')
    await type('wp_user', 'editor')
    await type('wp_application_password', 'zzzz of somebody')
    await page.click('button')
    await page.reads(/WordPress does not accept this user/)
    await looks_right('the page after a wrong application password')
    await type('wp_user', '')
    await type('wp_application_password', '')
    await page.click('button')
    await page.reads(/is connected/)
    await looks_right('the page of the first sync of a shop')
  }

  /** The pages on which a person reads why nothing is connected yet. */
  async function stops_right(looks_right: LooksRight) {
    await to_consent('mpa')
    await page.click('button[value=deny]')
    await page.reads(/Access was not allowed at Mercado Libre/)
    await looks_right('the page after a refusal')

    await to_consent('mpa')
    await page.click('input[value=operator]')
    await page.click('button[value=allow]')
    await page.reads(/may not give access at Mercado Libre/)
    await looks_right('the page for an operator of the seller')

    await to_consent('mpa')
    tablero.sandbox.clock.advance(11 * 60_000)
    await page.click('button[value=allow]')
    await page.reads(/took longer than 10 minutes/)
    await looks_right('the page of a late answer')

    await to_consent('net_c_ads')
    await page.click('input[value=r_ads_reporting]')
    await page.click('button[value=allow]')
    await page.reads(/not granted: r_ads_reporting/)
    await looks_right('the page of missing permissions')

    const other = await tablero.browser().open(await tablero.link('tx_ads'))
    await other.submit()
    await other.submit({ decision: 'allow' })
    await page.open(other.address)
    await page.reads(/belongs to another browser/)
    await looks_right('the page of another browser')

    const { user_id } = await tablero.member()
    const member = { org_id: tablero.org_id, role: 'member', user_id } as const
    const asked = await call_as_member(tablero.engine, 'propose_connect_platform', { platform: 'mpa' }, member)
    await page.open(result_of(asked).url)
    await page.reads(/belongs to the person who asked for it.*Sign in to Tablero/s)
    await looks_right('the page of the link of another person')

    const connections = await tablero.connections()
    const { connection_id, org_id } = connections.find(({ platform }) => platform === 'mpa')
    await tablero.db.query(
      `insert into connection_accounts (org_id, connection_id, account_id, name, time_zone, seen_at)
       values ($1, $2, '1', 'CASALUMBRE', 'UTC', now())`,
      [org_id, connection_id],
    )
    await to_consent('mpa', () => page.click(`input[value="again ${connection_id}"]`))
    await page.click('input[value=other]')
    await page.click('button[value=allow]')
    await page.reads(/OTRA_TIENDA/)
    await page.click('button')
    await page.reads(/shows other accounts than/)
    await looks_right('the page of other accounts')
  }

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
        await type('api_key', 'pk_wrong_and_wrong')
        await page.click('button')
        await page.reads(/does not accept these values/)
        await looks_right('the page after a wrong key')
        await stops_right(looks_right)
        await answers_right('mpa', looks_right)
        await oauth1_right(looks_right)
        await posted_keys_right(looks_right)
        const blocked = page.reports.filter((text) => /Security Policy/.test(text))
        assert.deepEqual(blocked, [], 'the policy of the pages blocks nothing')
      })
})
