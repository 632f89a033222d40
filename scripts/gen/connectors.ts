// docs/connectors.md: how each platform is read, what checks it, and which cases of real accounts run.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { connectors } from '#connectors/index.ts'
import { sign_ins } from '#connectors/sign_ins.ts'
import type { WrongDays } from '#engine/connector/platform.ts'
import { typed_keys } from '#engine/connector/sign_in.ts'
import type { Connector, Pace, Stream } from '#engine/connector.ts'
import { message } from '#messages/message.ts'
import { english } from '#messages/render.ts'
import { cases } from '../../test/connectors/cases/cases.ts'
import type { Impossible } from '../../test/connectors/cases/cell.ts'
import { cell_of, contract_of, counts, platforms } from '../../test/connectors/cases/index.ts'
import { unused } from '../../test/connectors/cases/unused.ts'
import { table } from './tables.ts'

const ROOT = join(import.meta.dirname, '../..')

const windows = {
  per_second: 'a second',
  per_minute: 'a minute',
  per_15_minutes: 'in 15 minutes',
  per_hour: 'an hour',
  per_day: 'a day',
} as const

const limits = (paces: Pace | readonly Pace[]) =>
  [paces]
    .flat()
    .map(({ of = 'user', unless = {}, key: _, ...pace }: Pace) => {
      const parts = Object.entries(windows).flatMap(([window, words]) => {
        const most = pace[window as keyof typeof windows]
        return most === undefined ? [] : [`${most} ${words}`]
      })
      const but = Object.entries(unless).map(([name, value]) => `, unless \`${name}\` is ${value}`)
      return `${parts.join(', ')} (of the ${of}${but.join('')})`
    })
    .join('; ')

const single_calls = ({ api: { calls = {} } }: Connector) =>
  Object.entries(calls)
    .map(([name, pace]) => `\`${name}\`: ${limits(pace)}`)
    .join('; ') || 'no tighter limit'

function history(stream: Stream): [depth: string, again: string, source: string] {
  if ('window' in stream) {
    const { history_days, overlap_days, history_source, kept } = stream.window
    const least = kept ? `, at least ${kept.sure_days}` : ''
    return [`${history_days} days${least}`, `${overlap_days} days`, history_source]
  }
  if ('since' in stream) {
    const { history_days, history_source, settled_after, sweep } = stream.since
    const depth = history_days === undefined ? 'all' : `${history_days} days`
    const again = ['changes', ...(sweep ? [`the last ${sweep.days} days every ${sweep.every}`] : [])].join('; ')
    if (!settled_after) return [depth, again, history_source]
    const { days, source } = settled_after
    return [depth, `${again}; final after ${days} days`, `${history_source}; ${source}`]
  }
  return ['all', 'all', '']
}

const kinds = {
  oauth2: 'OAuth 2.0',
  oauth1: 'OAuth 1.0a',
  keys: 'keys that a person types',
  posted_keys: 'keys that the shop sends',
} as const

function signing_in(key: string, { auth }: Connector): string {
  const sign_in = sign_ins[key] ?? typed_keys
  const pkce = 'pkce' in sign_in && sign_in.pkce ? ' with PKCE' : ''
  const ends = 'ends_after_days' in sign_in ? `, ends after ${sign_in.ends_after_days} days` : ''
  return `${kinds[sign_in.kind]}${pkce}; ${auth.refresh ? 'tokens are renewed' : 'the credential is not renewed'}${ends}`
}

/** Streams by permission, or the changes that need it. */
function permissions(key: string, { platform, actions = {} }: Connector): string {
  const needed = { ...platform.needed_by, ...sign_ins[key]?.scopes }
  const of = (scope: string) => {
    const streams = needed[scope]
    const changes = Object.keys(actions).filter((name) => actions[name]!.scopes.includes(scope))
    if (changes.length > 0 && (streams === undefined || streams.length === 0)) return changes.join(', ')
    if (streams === undefined || streams === 'all') return 'all streams'
    return streams.length > 0 ? streams.join(', ') : 'no stream alone'
  }
  return platform.scopes.map((scope) => `\`${scope}\`: ${of(scope)}`).join('; ') || 'none'
}

function announcements({ webhooks }: Connector): string {
  if (!webhooks) return 'none'
  const topics = webhooks.registrations?.topics.join(', ')
  return `${topics ?? 'those that the operator chooses at the vendor'} (${webhooks.signature ? 'signed' : 'not signed, so they only cause a read'})`
}

const test_files = (key: string) =>
  globSync([`test/connectors/${key}.test.ts`, `test/vendors/${key}{,_*}.test.ts`, `src/connectors/${key}/*.test.ts`], {
    cwd: ROOT,
  })
    .map((file) => `\`${file.replaceAll('\\', '/')}\``)
    .sort()

const wrong = ({ note, from, to, source }: WrongDays) =>
  `${english(message(note, { source: 'The platform', from, to }))} Answers say so. Source: ${source}.`

function section(key: string, connector: Connector): string[] {
  const { platform, api, streams } = connector
  const { version, product } = platform
  const remarks = [...(platform.remarks ?? []), ...(platform.wrong_days ?? []).map(wrong)]
  const contract = contract_of(key)
  const ends = version.ends_on ? `until ${version.ends_on}` : 'no end is announced'
  return [
    `## ${key}`,
    `${product}.`,
    table(
      ['', ''],
      [
        ['Version', `${version.name}, ${ends} (${version.source})`],
        ['Sign-in', signing_in(key, connector)],
        ['Permissions', permissions(key, connector)],
        ['Used at most', limits(api.pace)],
        ['Single calls at most', single_calls(connector)],
        ['Webhooks', announcements(connector)],
        ['Changes', Object.keys(connector.actions ?? {}).join(', ') || 'none'],
        ['Checked by', test_files(key).join(', ')],
        ['Contract', contract ? `${contract.document} (${contract.month})` : 'not declared'],
      ],
    ),
    table(
      ['Stream', 'Tables', 'Read every', 'History', 'Read again', 'Source of the history'],
      Object.entries(streams).map(([name, stream]) => [name, stream.into.join(', '), stream.every, ...history(stream)]),
    ),
    ...(remarks.length > 0 ? ['Known gaps and what else to know:', remarks.map((one) => `- ${one}`).join('\n')] : []),
    ...cases_of(key),
  ]
}

/** In the place of a document, where the vendor has what a connector does not use. */
const CHOSEN = 'a choice of the connector; a test compares its declaration'

/** Cases without tests. The tests of the others are in the declaration. */
function cases_of(key: string): string[] {
  const rows = Object.keys(cases).flatMap((number) => {
    const cell = cell_of(key, Number(number))
    if (cell && 'impossible' in cell) return [[number, cell.impossible, source_of(cell)]]
    if (cell && 'unused' in cell) return [[number, unused[cell.unused], cell.source ? source_of(cell.source) : CHOSEN]]
    return cell && 'gap' in cell ? [[number, `No test yet. ${cell.gap}`, '']] : []
  })
  const { run, impossible, unused: not_used, gaps } = counts(key)
  const cannot = `${impossible} that the vendor cannot cause, ${not_used} unused`
  return [
    `Cases: ${run} run (\`test/connectors/cases/${key}.ts\`), ${cannot}, ${gaps} without a test.`,
    table(['Case', 'Why it does not run', 'Document'], rows),
  ]
}

/** A path is that of the file in the vendors' contracts. */
const source_of = ({ document, month, shown }: Impossible) =>
  shown ? `${document}: \`${shown[0]}\`, "${shown[1]}" (${month})` : `${document} (${month})`

const mark = (key: string, number: number) => {
  const cell = cell_of(key, number)
  if (!cell || 'gap' in cell) return '✖'
  return 'tests' in cell ? '✔' : 'impossible' in cell ? '–' : '○'
}

const matrix = () =>
  table(
    ['Case', '', ...platforms.map((key) => `\`${key}\``)],
    Object.entries(cases).map(([number, { title }]) => [
      number,
      title,
      ...platforms.map((key) => mark(key, Number(number))),
    ]),
  )

export const connectors_md = () =>
  `${[
    '# Connectors',
    'Generated by `npm run gen` from `src/connectors/` and `test/connectors/cases/`.',
    'How each platform is read, and what checks it. [platforms.md](platforms.md) describes what an operator needs.',
    'A permission that is missing stops only the streams that need it.',
    '`npx tablero platforms`, and `tablero_version_days` and `tablero_version_without_end` of `/metrics`, show the days until the end of each version, or that its vendor announces none.',
    '## Cases of real accounts',
    'Marks: a test runs the case (✔), the vendor cannot cause it (–), the connector does not use what could cause it (○), or no test runs it yet (✖).',
    'Each run of the tests checks that every named test passed, and that declarations and rows lack what is not used. Where the vendors’ contracts are present, it looks there for the words of each reason.',
    'What the shared tests leave open: case 3 runs with the few accounts of the simulated business, and no test reads hundreds of them through the pages of a connector. Case 4 compares the number of rows, and case 16 that no day is stored before it begins.',
    matrix(),
    ...Object.entries(connectors).flatMap(([key, connector]) => section(key, connector)),
  ].join('\n\n')}\n`
