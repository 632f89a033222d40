// Loaded into every process of a test run: notes each statement that the product's pools send, once, with the role it is sent as.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Statement } from './rules.ts'

const folder = process.env.TABLERO_TEST_STATEMENTS
/** What `open_pool` asks for and nobody else. */
const OF_THE_PRODUCT = 'jit=off'
/** The queue's library; its tables are no organization's. */
const QUEUE = 'tablero queue'

const seen = new Set<string>()
const roles = new WeakMap<pg.Client, string>()

/** Statements that differ in values and lengths of lists only are one. */
const shape_of = ({ role, text }: Statement) =>
  `${role} ${text.replaceAll(/'[^']*'|\b\d+\b/g, '?').replaceAll(/\(?\$\?\)?(, \(?\$\?\)?)+/g, '$?')}`

function note(client: pg.Client, text: string): void {
  if (/^\s*(begin|commit|rollback)\b/i.test(text)) roles.delete(client)
  const role = [...text.matchAll(/set local role (\w+)/g)].at(-1)?.[1] ?? roles.get(client) ?? ''
  roles.set(client, role)
  const shape = shape_of({ role, text })
  if (seen.has(shape)) return
  seen.add(shape)
  const file = process.argv[1]
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${JSON.stringify({ role, text, shape, file })}\n`)
}

if (folder) {
  const { query } = pg.Client.prototype
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const { options = '', application_name } = (this as unknown as { connectionParameters: Record<string, string> })
      .connectionParameters
    const [asked] = given as [string | { text?: string }]
    const text = typeof asked === 'string' ? asked : asked?.text
    if (text !== undefined && options.includes(OF_THE_PRODUCT) && application_name !== QUEUE) note(this, text)
    return (query as (...given: unknown[]) => unknown).apply(this, given)
  } as typeof query
}
