// The screens of a person on a real Tablero: one with a mouse, and a phone that is held in one hand.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { type BrowserAnswer, PASSWORD } from '#test/browser.ts'
import type { RealDashboard, Visitor } from '#test/real_dashboard.ts'

export const WIDE = 1440
export const PHONE = { width: 390, height: 844 }
const THUMB_PX = 44
/** The part of a phone's height above what a thumb reaches. */
const ABOVE_THUMB = 0.7
/** A sync and the rules after it, on a busy machine. */
const WAIT_MS = 180_000
const POLL_MS = 100

export interface Screen extends Visitor {
  /** Opens a page of the organization. */
  go(path: string): Promise<unknown>
  /** A click, or a tap where there is no mouse. */
  press(target: Locator): Promise<void>
  post(path: string, data: object): Promise<Pick<BrowserAnswer, 'status' | 'body' | 'text'>>
}

/** Signs a member in through the form. `recovery_code`: of a person with a second factor. */
export async function signed_in(
  { url, visitor }: RealDashboard,
  org_id: string,
  email: string,
  width: number,
  recovery_code?: string,
): Promise<Screen> {
  const opened = await visitor({ width })
  const { page, context } = opened
  const press = (target: Locator) => (width === PHONE.width ? target.tap() : target.click())
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await press(page.getByRole('button', { name: 'Sign in' }))
  if (recovery_code !== undefined) {
    await press(page.getByRole('button', { name: 'Use a recovery code' }))
    await page.getByLabel('Recovery code').fill(recovery_code)
    await page.keyboard.press('Enter')
  }
  await page.waitForURL(`**/o/${org_id}`)
  return {
    ...opened,
    press,
    go: (path) => page.goto(`${url}/o/${org_id}/${path}`),
    async post(path, data) {
      const answer = await context.request.post(url + path, { headers: { origin: url, 'x-svc-org': org_id }, data })
      return { status: answer.status(), body: await answer.json(), text: await answer.text() }
    },
  }
}

export const dialog = (page: Page) => page.getByRole('dialog')
export const button = (of: Page | Locator, name: string) => of.getByRole('button', { name, exact: true })

/** The middle of a button that a thumb reaches. */
export async function thumb_on(page: Page, name: string): Promise<[number, number]> {
  await button(page, name).waitFor()
  const { x, y, width, height } = (await button(page, name).boundingBox())!
  assert.ok(height >= THUMB_PX && width >= THUMB_PX, `${name} ${width} x ${height}`)
  assert.ok(y > PHONE.height * ABOVE_THUMB && y + height <= PHONE.height, `${name} at ${y}`)
  return [x + width / 2, y + height / 2]
}

export async function until(is_so: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await is_so())) {
    assert.ok(performance.now() < deadline, what)
    await new Promise((done) => setTimeout(done, POLL_MS))
  }
}
