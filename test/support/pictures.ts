// The pictures of the main pages in docs/screenshots: which there are, how a page becomes one, and how two pictures are compared.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pixelmatch from 'pixelmatch'
import type { Page } from 'playwright-core'
import { PNG } from 'pngjs'
import { ad_states } from '#test/answers_of/ads.ts'
import { CONSENT_PATH, states_of_apps } from '#test/answers_of/apps.ts'
import { states as states_of_clients } from '#test/answers_of/clients.ts'
import { states as states_of_connections } from '#test/answers_of/connections.ts'
import { answer_to, explore_states, type MetricQuery } from '#test/answers_of/explore.ts'
import { overview_states } from '#test/answers_of/overview.ts'
import { search_states } from '#test/answers_of/search.ts'
import { store_states } from '#test/answers_of/store.ts'
import { try_states } from '#test/answers_of/try.ts'
import { ok, refused, type TestDashboard, type View } from '#test/dashboard.ts'
import { ORG, states } from '#test/dashboard_answers.ts'

export const PICTURES_FOLDER = join(import.meta.dirname, '../../docs/screenshots')
/** Of the pixels of a picture. Edges of text differ a little between machines. */
const DIFFERENT_SHARE_MAX = 0.005
const PHONE_PX = 390
const DEFLATE_LEVEL = 9
const EXPLORED_ROWS = 56
const SETTLED_WAIT_MS = 30_000
const LOOK_EVERY_MS = 200

interface Picture {
  /** Of its file, without the ending. */
  name: string
  path: string
  view: View
}

const of_org = (path: string) => `/o/${ORG}/${path}`
const signed_out = { ...states.data, get_me: refused(401, 'unauthorized', 'Sign in.') }
const phone = { width: PHONE_PX }
/** The sentences of these answers are Spanish. */
const spanish = { language: 'es' }
const dark = { scheme: 'dark' } as const

const QUESTION = 'explore?metric=store.revenue,store.orders&by=date,platform&period=28d'
const TRIED = 'settings/try?tool=query_data&input={"metric":"store.revenue","dimensions":["date"]}'

/** Each day of the question, of two platforms. */
const explored = {
  ...explore_states.data,
  query_data: ({ body }: { body: unknown }) => ok(answer_to(body as MetricQuery, EXPLORED_ROWS)),
}

export const pictures: readonly Picture[] = [
  { name: 'overview', path: of_org(''), view: { answers: overview_states.data } },
  { name: 'overview_dark', path: of_org(''), view: { answers: overview_states.data, ...dark } },
  { name: 'overview_phone', path: of_org(''), view: { answers: overview_states.data, ...phone } },
  { name: 'ads', path: of_org('ads'), view: { answers: ad_states.data } },
  { name: 'campaigns_dark', path: of_org('ads?tab=campaigns'), view: { answers: ad_states.data, ...dark } },
  { name: 'store', path: of_org('store'), view: { answers: store_states.data } },
  { name: 'store_phone', path: of_org('store'), view: { answers: store_states.data, ...phone, ...dark } },
  { name: 'search', path: of_org('search'), view: { answers: search_states.data } },
  { name: 'email', path: of_org('mail'), view: { answers: store_states.data } },
  { name: 'explore', path: of_org(QUESTION), view: { answers: explored } },
  { name: 'connections', path: of_org('connections'), view: { answers: states_of_connections.data, ...spanish } },
  {
    name: 'connections_phone',
    path: of_org('connections'),
    view: { answers: states_of_connections.data, ...spanish, ...phone },
  },
  { name: 'try_a_tool', path: of_org(TRIED), view: { answers: try_states.data } },
  { name: 'keys', path: of_org('settings/keys'), view: { answers: states.data } },
  { name: 'clients', path: of_org('settings/clients'), view: { answers: states_of_clients.data } },
  { name: 'sign_in', path: '/sign-in', view: { answers: signed_out } },
  { name: 'sign_in_phone', path: '/sign-in', view: { answers: signed_out, ...phone, ...dark } },
  { name: 'consent', path: CONSENT_PATH, view: { answers: states_of_apps.data } },
]

/** A plot begins as an empty box, and stays one below what is seen. */
const IS_DRAWN = `!document.querySelector('[aria-busy=true], .mantine-Skeleton-root') &&
  [...document.querySelectorAll('[class*=_box_]:empty')].every((box) => box.getBoundingClientRect().top >= innerHeight)`

export const file_of = (name: string) => join(PICTURES_FOLDER, `${name}.png`)

/** The page as a person sees it first, once every answer and every plot is drawn. */
export async function draw(dashboard: TestDashboard, { path, view }: Picture): Promise<Buffer> {
  const { page, close } = await dashboard.open(path, view)
  try {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await page.evaluate('document.fonts.ready')
    return smaller(await settled_picture(page))
  } finally {
    await close()
  }
}

/** Two pictures in a row are the same, and no part of the page is still to come. */
async function settled_picture(page: Page): Promise<Buffer> {
  const deadline = performance.now() + SETTLED_WAIT_MS
  let before: Buffer = Buffer.alloc(0)
  for (;;) {
    const is_drawn = await page.evaluate<boolean>(IS_DRAWN)
    const now = await page.screenshot({ animations: 'disabled', caret: 'hide' })
    if (is_drawn && now.equals(before)) return now
    assert.ok(performance.now() < deadline, 'the page is not drawn in time')
    before = now
    await delay(LOOK_EVERY_MS)
  }
}

/** The same pixels without transparency, in fewer bytes than the browser writes. */
const smaller = (png: Buffer): Buffer =>
  PNG.sync.write(PNG.sync.read(png), { colorType: 2, inputHasAlpha: true, deflateLevel: DEFLATE_LEVEL })

export interface Difference {
  /** What differs, in words. */
  what: string
  /** A picture that marks the pixels. Pictures of two sizes have none. */
  png: Buffer | undefined
}

/** How the new picture differs from the recorded one. Nothing where few pixels differ. */
export function difference_of(recorded: Buffer, drawn: Buffer): Difference | undefined {
  const [before, after] = [PNG.sync.read(recorded), PNG.sync.read(drawn)]
  const { width, height } = before
  if (width !== after.width || height !== after.height)
    return { what: `${after.width} x ${after.height} pixels instead of ${width} x ${height}`, png: undefined }
  const marked = new PNG({ width, height })
  const share = pixelmatch(before.data, after.data, marked.data, width, height) / (width * height)
  if (share <= DIFFERENT_SHARE_MAX) return
  return { what: `${(share * 100).toFixed(2)} % of its pixels differ`, png: PNG.sync.write(marked) }
}
