// The page of approvals in every state.
import { after, before } from 'node:test'
import { approvals_states, ids } from '#test/answers_of/approvals.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const OPENED = [ids.budget, ids.search, ids.social].map((id) => `?action=${id}`)
const ENDED = [ids.executed, ids.failed].map((id) => `?tab=history&action=${id}`)
const TABS = ['', ...OPENED, '?tab=history', ...ENDED, '?tab=history&status=failed', '?tab=rules']

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: TABS.map((tab) => `/o/${ORG}/approvals${tab}`),
  states: approvals_states,
})
