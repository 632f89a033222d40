// The page of free questions, in every state.
import { after, before } from 'node:test'
import { explore_states } from '#test/answers_of/explore.ts'
import { open_dashboard, type TestDashboard } from '#test/dashboard.ts'
import { ORG } from '#test/dashboard_answers.ts'
import { test_states } from '#test/dashboard_states.ts'

const PATHS = [
  '',
  '?metric=store.revenue,store.orders&by=date,platform&where={"utm_source":["google","meta"]}&period=7d',
  '?metric=seo.clicks,seo.ctr&by=query',
  '?metric=store.orders&by=nothing&where=[',
  '?tab=sql',
  '?tab=sql&sql=select * from store_orders limit 20',
].map((query) => `/o/${ORG}/explore${query}`)

let dashboard: TestDashboard
before(async () => {
  dashboard = await open_dashboard()
})
after(() => dashboard.close())

/** Names of the catalog, which are those that a program uses. */
const english = [
  ...['Average order value', 'Clicks', 'Country', 'Orders', 'Organic search', 'Platform', 'Query', 'Revenue'],
  ...['Campaign', 'Spend', 'Store', 'Date'],
]

test_states(() => dashboard, { paths: PATHS, states: explore_states, english })
