// The page of the marketplace in every state.
import { after, before } from 'node:test'
import { marketplace_states } from '#test/answers_of/marketplace.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const TABS = ['', '?listing=id-MLM2000', '?tab=orders&period=month', '?tab=questions', '?tab=questions&status=answered']

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: TABS.map((tab) => `/o/${ORG}/marketplace${tab}`),
  states: marketplace_states,
  english: ['cancelled'], // the platform's own word under the translated state
})
