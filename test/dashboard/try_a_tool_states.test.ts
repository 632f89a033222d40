// The page where a person tries a tool, in every state.
import { after, before } from 'node:test'
import { try_states } from '#test/answers_of/try.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const PATHS = [
  '',
  '?tool=query_data&input={"metric":"store.revenue","dimensions":["date"]}',
  '?tool=run_readonly_sql',
  '?tool=no_such_tool',
  '?tool=invite_user&input={"nickname":"Ana"}',
].map((query) => `/o/${ORG}/settings/try${query}`)

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, {
  paths: PATHS,
  states: try_states,
  english: ['Notifications'], // the title of an area, which the catalog gives
})
