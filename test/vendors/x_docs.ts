// A validator of requests, from X's documentation: the parameters of each endpoint with required ones and enumerations, and of the fields
// of answers, from the documented examples. There is no machine-readable contract.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Exchange } from './discovery.ts'
import { contract_file } from './published.ts'

interface Parameter {
  is_required: boolean
  /** Empty: any value. */
  values: string[]
}
type Endpoint = Map<string, Parameter>

const plain = (path: string) => path.replaceAll(/\\_/g, '_').replaceAll(/:\w+/g, '{}')
const values_in = (about: string) =>
  [
    ...(/Possible values:(.*)/s
      .exec(about)?.[1]
      ?.split('\n\n')[0]
      ?.matchAll(/`(\w+)`/g) ?? []),
  ].map(([, value]) => value!)

let known: Map<string, Endpoint> | undefined
function endpoints(): Map<string, Endpoint> {
  if (known) return known
  known = new Map()
  for (const file of ['campaign-management/reference.mdx', 'creatives/reference.mdx', 'analytics.mdx']) {
    const text = readFileSync(contract_file('net_d_ads', join('docs', file)), 'utf8')
    for (const part of text.replace('### Cards Fetch', '#### GET cards').split(/^#### /m)) {
      if (!part.startsWith('GET ')) continue
      const path = plain(/`https:\/\/ads-api\.x\.com\/12(\/[^`]*)`/.exec(part)?.[1] ?? '')
      const fields = [...part.matchAll(/<ParamField query="(\w+)"([^>]*)>(.*?)<\/ParamField>/gs)].map(
        ([, name, kind, about]): [string, Parameter] => [
          name!,
          { is_required: kind!.includes('required'), values: kind!.includes('"enum"') ? values_in(about!) : [] },
        ],
      )
      const rows = [...part.matchAll(/^\| (\w+(?:\\_\w+)*) +<br \/>_(required|optional)_ \|(.*)\|$/gm)].map(
        ([, name, kind, about]): [string, Parameter] => [
          name!.replaceAll('\\_', '_'),
          { is_required: kind === 'required', values: about!.includes('Type: enum') ? values_in(about!) : [] },
        ],
      )
      if (path) known.set(path, new Map([...fields, ...rows].filter(([name]) => name !== 'account_id')))
    }
  }
  // A report has the parameters of the synchronous request, and its state is asked for by ids (docs/analytics, Usage).
  known.set('POST /stats/jobs/accounts/{}', known.get('/stats/accounts/{}')!)
  known.set('/stats/jobs/accounts/{}', new Map([['job_ids', { is_required: false, values: [] }]]))
  return known
}

/** Lists in one parameter, which are enumerations all the same. */
const lists = ['metric_groups']

/** The faults of a request. Empty when there are none. */
export function x_faults({ method, url }: Exchange): string[] {
  const { origin, pathname, searchParams } = new URL(url)
  const path = pathname.replace(/^\/12/, '').replace(/accounts\/[^/]+/, 'accounts/{}')
  const endpoint = endpoints().get(method === 'POST' ? `POST ${path}` : path)
  if (origin !== 'https://ads-api.x.com' || !pathname.startsWith('/12/') || !endpoint)
    return [`${method} ${path} is not documented`]
  const missing = [...endpoint].filter(([name, { is_required }]) => is_required && !searchParams.has(name))
  const wrong = [...searchParams].flatMap(([name, value]) => {
    const parameter = endpoint.get(name)
    if (!parameter) return [`parameter ${name} is not known`]
    const given = lists.includes(name) ? value.split(',') : [value]
    const invalid = parameter.values.length > 0 && given.some((one) => !parameter.values.includes(one))
    return invalid ? [`parameter ${name}: ${value} is not one of ${parameter.values}`] : []
  })
  return [...missing.map(([name]) => `parameter ${name} is missing`), ...wrong]
}

interface Example {
  request_above: string
  body: { data?: unknown }
}

function x_examples(topic: string): Example[] {
  const folder = '../../samples/net_d_ads/documented_examples'
  return JSON.parse(readFileSync(contract_file('net_d_ads', join(folder, `x-ads-api__${topic}.examples.json`)), 'utf8'))
}

/** The body of the documented answer to a request whose address fits. */
export function x_example(topic: string, address: RegExp): Record<string, unknown> {
  const found = x_examples(topic).find(({ request_above }) => address.test(request_above))
  if (!found) throw new RangeError(`no example fits ${address}`)
  return found.body as Record<string, unknown>
}

/** Fields of a record of the sandbox that the documented record of the same address lacks. */
export function invented_fields(record: object, topic: string, address: RegExp): string[] {
  const { data } = x_example(topic, address)
  const names = new Set(Object.keys(([data].flat() as object[])[0] ?? {}))
  return Object.keys(record).filter((name) => !names.has(name))
}
