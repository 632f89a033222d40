// The page of ads in every state.
import { after, before } from 'node:test'
import { ad_states } from '#test/answers_of/ads.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const TABS = [
  ...[
    '',
    '?period=month',
    '?tab=campaigns',
    '?tab=campaigns&platform=net_c_ads',
    '?tab=ad_groups&campaign=id-210000100',
  ],
  ...['?tab=ads&row=id-410000100', '?tab=creatives&row=id-910000100', '?tab=campaigns&find=nothing'],
]

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

test_states(() => dashboard, { paths: TABS.map((tab) => `/o/${ORG}/ads${tab}`), states: ad_states })
