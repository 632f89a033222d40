// What the tests of the page of approvals share: parts of the page, and an API in which a decision changes the action.
import type { Page } from 'playwright-core'
import { approvals_states } from '#test/answers_of/approvals.ts'
import { type Answers, type Mocked, type OpenedPage, ok, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'

export const open_approvals = (dashboard: TestDashboard, address = '', answers: Answers = {}, width = 1440) =>
  dashboard.open(`/o/${ORG}/approvals${address}`, { answers: { ...approvals_states.data, ...answers }, width })

export const drawer = (page: Page) => page.getByRole('dialog')
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const rows = (page: Page, name: string) =>
  page.getByRole('region', { name, exact: true }).locator('tbody tr[aria-rowindex]')
/** What the page sent to a tool. */
export const bodies = (sent: OpenedPage['sent'], tool: string) =>
  sent.filter(({ name }) => name === tool).map(({ body }) => body)

/** An API in which the decision changes what get_action answers. */
export function decided(by: Answers, status: string, more: object = {}): Answers {
  let is_decided = false
  const answer =
    (tool: string): Answers[string] =>
    (call) => {
      const given = by[tool]!
      const answered = typeof given === 'function' ? given(call) : given
      if (answered.status === undefined) is_decided = true
      return answered
    }
  return {
    ...Object.fromEntries(Object.keys(by).map((tool) => [tool, answer(tool)])),
    get_action(call) {
      const asked = (approvals_states.data.get_action as (of: typeof call) => Mocked)(call)
      const { result } = asked.body as { result: object }
      return is_decided ? ok({ ...result, status, ...more }) : asked
    },
  }
}
