// The page of recommendations in every state.
import { after, before } from 'node:test'
import { recommendation_states } from '#test/answers_of/recommendations.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: ['', '?tab=snoozed', '?tab=ended'].map((tab) => `/o/${ORG}/recommendations${tab}`),
  states: recommendation_states,
})
