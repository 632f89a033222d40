// Requests with a key in a wrong place: path, headers and body of each request.
type Place = [path: string, headers: Record<string, string>, payload: string]

/** `key` is in the right place, `stray` in a wrong place. */
export const misplaced_keys = (key: string, stray: string, password: string): Place[] => [
  [`/api/v1/list_connections?access_token=${stray}`, {}, '{}'],
  [`/api/v1/list_connections?key=${stray}`, {}, '{}'],
  [`/api/v1/${stray}`, { authorization: `Bearer ${key}` }, '{}'],
  [`/${stray}/${stray}?${stray}`, {}, '{}'],
  ['/api/v1/list_connections', { authorization: stray }, '{}'],
  ['/api/v1/list_connections', { authorization: `bearer  ${stray} ` }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${stray.slice(0, -1)}` }, '{}'],
  ['/api/v1/list_connections', { authorization: `Token ${stray}` }, '{}'],
  ['/api/v1/list_connections', { authorization: `Basic ${Buffer.from(`svc:${password}`).toString('base64')}` }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}`, 'x-svc-org': stray }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}`, 'x-request-id': stray }, '{}'],
  ['/api/v1/fixture_breaks', { authorization: `Bearer ${key}`, 'x-request-id': stray }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}`, cookie: `session=${stray}` }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}`, 'user-agent': stray, referer: stray }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}`, traceparent: stray }, '{}'],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}` }, JSON.stringify({ [stray]: stray })],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}` }, `{"api_key": "${stray}`],
  ['/api/v1/list_connections', { authorization: `Bearer ${key}`, 'content-type': stray }, '{}'],
  ['/api/v1/run_readonly_sql', { authorization: `Bearer ${key}` }, JSON.stringify({ sql: `select ${stray}` })],
  [
    '/api/v1/run_readonly_sql',
    { authorization: `Bearer ${key}` },
    JSON.stringify({ sql: `select '${stray}'::int4 as a` }),
  ],
  ['/api/v1/fixture_read', { authorization: `Bearer ${key}` }, JSON.stringify({ text: stray.slice(0, 50) })],
  ['/mcp', { authorization: `Bearer ${stray}x` }, '{}'],
  ['/mcp', { authorization: `Bearer ${key}` }, JSON.stringify({ jsonrpc: '2.0', id: 1, method: stray })],
  [
    '/mcp',
    { authorization: `Bearer ${key}` },
    JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: stray, arguments: { [stray]: 1 } },
    }),
  ],
  ['/mcp', { authorization: `Bearer ${key}`, origin: `https://${stray.toLowerCase()}.test` }, '{}'],
]
