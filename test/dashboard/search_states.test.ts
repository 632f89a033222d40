// The page of organic search in every state.
import { after, before } from 'node:test'
import { search_states } from '#test/answers_of/search.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const TABS = ['', '?period=month', '?tab=pages', '?tab=lost', '?find=nothing']

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: TABS.map((tab) => `/o/${ORG}/search${tab}`),
  states: search_states,
})
