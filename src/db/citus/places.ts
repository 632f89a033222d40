// Where the rows of each table are, on a cluster of Citus. A table of schema `public` that is named here is no table of one organization's
// work. Every other one is distributed by org_id, with all rows of an organization on one worker (ADR 60).

/** Complete on every node, because rows of all organizations are read together with them. Writing needs every node. */
export const everywhere = [
  'orgs',
  'org_seals',
  'fx_rates',
  'org_fx_rates',
  'metric_sources',
  'metric_dimensions',
  'metric_definitions',
] as const

/** On the coordinator alone, because they are read before the organization is known, or written by each call. They need no worker. */
export const at_home = [
  'api_keys',
  'members',
  'invitations',
  'agency_clients',
  'agency_access',
  'access_requests',
  'org_modules',
  'credit_balances',
  'rate_windows',
  'vendor_budgets',
  'schema_migrations',
] as const

/** Functions of policies and views that read a table that is complete on every node. Citus lets a worker do that where they say so. */
export const asked_on_workers = ['public.current_org()', 'public.current_person()', 'metrics.org_time_zone()'] as const
