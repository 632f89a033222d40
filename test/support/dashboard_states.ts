// Pages in every state: no fault of access, no message of the browser, no request elsewhere, no sideways scroll. In another language no text
// is English. Nothing moves while answers arrive. A test names the pages of an area and what the API answers in each state. A sample of
// the combinations runs: every page, in half of the states at least. Areas begin with another state each, so that together they run all
// states several times. With PAGES=all every combination runs.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, assert_well_made, layout_shift, type OpenedPage, type TestDashboard } from '#test/dashboard.ts'
import { untranslated } from '#test/untranslated.ts'

const IS_WHOLE = process.env.PAGES === 'all'
/** Between looks of the sample. It is coprime to their number, so that the sample has each of them. */
const LOOK_STEP = 5
/** So few are no states of lists, which all areas have, but of one page alone. All of them run. */
const FEW_STATES = 4
/** The sum of all shifts. Web Vitals call a page good up to 0.1. The whole run has the goal. The sample allows for a busy machine. */
const SHIFT_MAX = IS_WHOLE ? 0.05 : 0.1
/** Long enough that the browser draws the skeletons, from which the page must not move. */
const ANSWERS_AFTER_MS = 100

interface PagesInStates {
  paths: readonly string[]
  /** What the API answers, by state. In the state `loading` it never answers. */
  states: Record<string, Answers>
  /** Texts that stay English in every language on purpose. */
  english?: readonly string[]
}

const SCHEMES = ['light', 'dark'] as const

const with_schemes = (groups: readonly (readonly (typeof SCHEMES)[number][])[]) =>
  [1440, 390].flatMap((width) =>
    groups.flatMap((schemes) => ['en', 'es', 'pt'].map((language) => ({ width, schemes, language }))),
  )
/** The whole run changes the scheme of an opened page, which takes less time than to open it twice. */
const looks = with_schemes(IS_WHOLE ? [SCHEMES] : SCHEMES.map((scheme) => [scheme]))

/** `dashboard` returns the opened dashboard, once the tests run. */
export function test_states(dashboard: () => TestDashboard, { paths, states, english = [] }: PagesInStates): void {
  const names = Object.keys(states)
  const all = paths.flatMap((path) => names.flatMap((state) => looks.map((look) => ({ path, state, ...look }))))
  const states_min = names.length <= FEW_STATES ? names.length : Math.ceil(names.length / 2)
  const first = paths[0]!.length
  const sample = Array.from({ length: Math.max(paths.length, states_min) }, (_, at) => ({
    path: paths[at % paths.length]!,
    state: names[(first + at) % names.length]!,
    ...looks[((first + at) * LOOK_STEP) % looks.length]!,
  }))
  const cases = IS_WHOLE ? all : sample
  for (const { path, state, width, schemes, language } of cases)
    test(`${path} is well made: ${state}, ${width}, ${schemes.join(' and ')}, ${language}`, async () => {
      const look = { width, scheme: schemes[0]!, language }
      const opened = await dashboard().open(path, {
        ...look,
        answers: states[state]!,
        answers_after_ms: ANSWERS_AFTER_MS,
      })
      try {
        await opened.page.getByRole('heading', { level: 1 }).waitFor()
        if (state === 'loading') await opened.page.locator('[aria-busy=true]').first().waitFor()
        else await opened.page.waitForLoadState('networkidle')
        await assert_calm(opened)
        const found = await untranslated(opened.page, language)
        assert.deepEqual(new Set(found).difference(new Set(english)), new Set())
        for (const colorScheme of schemes) {
          await opened.page.emulateMedia({ colorScheme })
          await opened.page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' })
          await assert_well_made(opened)
        }
      } finally {
        await opened.close()
      }
    })

  test(`the number of looked at pages, from ${paths[0]} on`, (context) => {
    assert.deepEqual(new Set(cases.map(({ path }) => path)), new Set(paths))
    const looked = new Set(cases.map(({ state }) => state))
    assert.ok(looked.size >= (IS_WHOLE ? names.length : states_min), [...looked].join())
    const looked_at = cases.reduce((sum, { schemes }) => sum + schemes.length, 0)
    context.diagnostic(`${looked_at} of ${all.length * looks[0]!.schemes.length} pages in states`)
  })
}

async function assert_calm({ page }: OpenedPage): Promise<void> {
  const shift = await layout_shift(page)
  assert.ok(shift <= SHIFT_MAX, `the page moved by ${shift.toFixed(3)} while its answers arrived`)
}
