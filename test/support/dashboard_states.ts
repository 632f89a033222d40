// Pages in every state: no fault of access, no message of the browser, no request elsewhere, no sideways scroll. A test names the pages of
// an area and what the API answers in each state. A sample of the combinations runs; with PAGES=all every one does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Answers, assert_well_made, type TestDashboard } from '#test/dashboard.ts'

const IS_WHOLE = process.env.PAGES === 'all'
/** Coprime to the numbers of states and looks, so that the sample has each of them. */
const SAMPLE_STEP = 29

interface PagesInStates {
  paths: readonly string[]
  /** What the API answers, by state. In the state `loading` it never answers. */
  states: Record<string, Answers>
  /** The smallest number of combinations that the sample must have. */
  at_least: number
}

const looks = [1440, 390].flatMap((width) =>
  (['light', 'dark'] as const).flatMap((scheme) => ['en', 'es', 'pt'].map((language) => ({ width, scheme, language }))),
)

/** `dashboard` returns the opened dashboard, once the tests run. */
export function test_states(dashboard: () => TestDashboard, { paths, states, at_least }: PagesInStates): void {
  const all = paths.flatMap((path) =>
    Object.entries(states).flatMap(([state, answers]) => looks.map((look) => ({ path, state, answers, ...look }))),
  )
  const cases = IS_WHOLE ? all : all.filter((_, index) => index % SAMPLE_STEP === 0)
  for (const { path, state, answers, ...look } of cases)
    test(`${path} is well made: ${state}, ${look.width}, ${look.scheme}, ${look.language}`, async () => {
      const opened = await dashboard().open(path, { ...look, answers })
      try {
        await opened.page.getByRole('heading', { level: 1 }).waitFor()
        if (state === 'loading') await opened.page.locator('[aria-busy=true]').first().waitFor()
        else await opened.page.waitForLoadState('networkidle')
        await assert_well_made(opened)
      } finally {
        await opened.close()
      }
    })

  test(`the number of looked at pages, from ${paths[0]} on`, (context) => {
    assert.ok(cases.length >= at_least)
    context.diagnostic(`${cases.length} of ${all.length} pages in states`)
  })
}
