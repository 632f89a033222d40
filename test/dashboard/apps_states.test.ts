// The page on which a person decides about an app, and the list of apps, in every state.
import { after, before } from 'node:test'
import {
  APPS_PATH,
  CONSENT_PATH,
  LOCAL_CONSENT_PATH,
  REFUSED_PATH,
  states_of_apps as states,
} from '#test/answers_of/apps.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { test_states } from '#test/dashboard_states.ts'

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

const opened = () => dashboard
test_states(opened, { paths: [CONSENT_PATH, APPS_PATH], states })
test_states(opened, {
  paths: [LOCAL_CONSENT_PATH, REFUSED_PATH, '/consent'],
  states: { data: states.data },
})
