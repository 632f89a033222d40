// The page of social networks in every state.
import { after, before } from 'node:test'
import { account_id, social_states } from '#test/answers_of/social.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const TABS = [
  '',
  `?account=id-${account_id(1)}`,
  '?period=month',
  '?tab=posts',
  '?tab=posts&find=nothing',
  '?tab=accounts',
]

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: TABS.map((tab) => `/o/${ORG}/social${tab}`),
  states: social_states,
})
