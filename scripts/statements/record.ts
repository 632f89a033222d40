// Loaded into every process of a test run. Records each statement that product code sends through the product's pools, once for each
// role. Statements that a test sends itself are not recorded.
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { groups, login_names } from '#db/logins.ts'

const folder = process.env.TABLERO_TEST_STATEMENTS
/** A connection option that only `open_pool` sets. It identifies connections of the product. */
const OF_THE_PRODUCT = 'jit=off'
/** The application name of the queue's library, which sends its own statements to its own tables. */
const OF_THE_QUEUE = 'tablero queue'
/** Number of stack frames to read. Many frames of the driver and the query builder come before those of the product. */
const FRAMES = 60

interface Sent {
  text: string
  client: pg.Client
}

const seen = new Set<string>()
const of_tests = new Set<string>()
/** Texts that need no second look: a look at the stack costs more than most statements. */
const looked_at = new Set<string>()
/** Shapes by text. Most statements are sent often. */
const shapes = new Map<string, string>()

/** Statements that differ only in values and in the lengths of lists have the same shape. */
function shape_of(text: string): string {
  let shape = shapes.get(text)
  if (shape === undefined) {
    shape = text.replaceAll(/'[^']*'|\b\d+\b/g, '?').replaceAll(/\(?\$\?\)?(, \(?\$\?\)?)+/g, '$?')
    shapes.set(text, shape)
  }
  return shape
}

/** The files of the functions that called, the latest first. As text, a stack costs several times as much. */
function files_of_callers(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_, sites) => sites.map((site) => site.getFileName() ?? '')
  const files = new Error().stack as unknown as string[]
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return files
}

/** The product's file that sends the statement, '' if the stack shows none, undefined if a test sends it. */
function sender(): string | undefined {
  const files = files_of_callers().filter((file) => !file.includes('/node_modules/'))
  const [, file] = files.flatMap((name) => /\/(src\/(?!db\/)[\w/]+(?<!\.test)\.ts)$/.exec(name) ?? [])
  return file ?? (files.some((name) => /\/test\/|\.test\.ts$/.test(name)) ? undefined : '')
}

/** The group of the client's login, which has the rights. */
const role_of = ({ client }: Sent): string => {
  const name = login_names.find((login) => client.user?.startsWith(`tablero_${login}_`))
  return name ? groups[name] : ''
}

function note(sent: Sent): void {
  const { text } = sent
  const role = role_of(sent)
  const shape = `${role} ${shape_of(text)}`
  if (seen.has(shape) || of_tests.has(text)) return
  const by = sender()
  if (by === undefined) return
  seen.add(shape)
  const noted = { sender: by, role, text, shape, test: process.argv[1] }
  appendFileSync(join(folder!, `${process.pid}.jsonl`), `${JSON.stringify(noted)}\n`)
}

type Query = (...given: unknown[]) => unknown

const text_of = ([asked]: unknown[]) => (typeof asked === 'string' ? asked : (asked as { text?: string })?.text)

function listen(owner: { query: unknown }, hear: (by: never, text: string) => void): void {
  const query = owner.query as Query
  owner.query = function (this: never, ...given: unknown[]) {
    const text = text_of(given)
    if (text !== undefined) hear(this, text)
    return query.apply(this, given)
  }
}

if (folder) {
  // A pool sends a statement later, when a connection is free. The stack then no longer shows whether a test sent it.
  listen(pg.Pool.prototype, (_, text) => {
    if (looked_at.has(text)) return
    looked_at.add(text)
    if (sender() === undefined) of_tests.add(text)
  })
  listen(pg.Client.prototype, (client: pg.Client, text) => {
    const { options, application_name } = (client as unknown as { connectionParameters: Record<string, string> })
      .connectionParameters
    if (options?.includes(OF_THE_PRODUCT) && application_name !== OF_THE_QUEUE) note({ client, text })
  })
}
