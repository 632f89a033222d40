import { test_connector } from './test_connector.ts'

const SOURCE = 'learn.microsoft.com/en-us/clarity/setup-and-installation/clarity-data-export-api, read 2026-11'

test_connector('heat_a', {
  other_accounts: `A token belongs to one project, and no call lists projects (${SOURCE}).`,
  long_ids: `The API has no ids; a project is named by a short text (${SOURCE}).`,
  read_again: `The platform gives the last 72 hours only, not days, so that a later answer is of other hours (${SOURCE}).`,
  short_limits: `The only limit is ten calls a day; src/connectors/heat_a/heat_a.test.ts shows the wait until midnight UTC (${SOURCE}).`,
})
