// All scopes that a key can have. A write scope does not imply its read scope. `admin:*` implies only its own tools.
export const scopes = [
  'ads:read',
  'ads:write',
  'analytics:read',
  'ecommerce:read',
  'ecommerce:write',
  'notifications:read',
  'notifications:write',
  'connections:read',
  'connections:write',
  'billing:read',
  'skills:read',
  'crm:read',
  'crm:write',
  'competitive:read',
  'competitive:write',
  'tasks:read',
  'tasks:write',
  'agents:read',
  'agents:run',
  'memory:read',
  'memory:write',
  'actions:read',
  'actions:approve',
  'brand:read',
  'brand:write',
  'workspace:read',
  'workspace:write',
  'reports:run',
  'admin:*',
] as const

export type Scope = (typeof scopes)[number]

/** What an agent needs, and nothing that changes anything. */
export const read_scopes = scopes.filter((scope) => scope.endsWith(':read'))
