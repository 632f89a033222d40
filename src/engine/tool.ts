// What a tool is: one declaration from which REST, OpenAPI, MCP, the documents and the contract tests are generated.
import type { z } from 'zod'
import type { Database } from '#db/pool.ts'
import type { Scope } from '#domain/scopes.ts'
import type { Caller } from '#engine/access/caller.ts'
import type { Org } from '#engine/access/directory.ts'
import type { Changes } from '#engine/actions/changes.ts'
import type { Acted, ActorNames } from '#engine/audit/list.ts'
import type { SignIn } from '#engine/connector/sign_in.ts'
import type { Connector } from '#engine/connector.ts'
import type { Fields, Values } from '#engine/fields.ts'
import type { Enqueue } from '#engine/job.ts'
import type { Mailing } from '#engine/mail.ts'
import type { Picture } from '#engine/picture.ts'
import type { Prompt } from '#engine/prompt.ts'
import type { ShownResult } from '#engine/texts.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'

/** What a tool may use. The transaction belongs to the organization. It is read-only when the tool reads. */
export interface Context {
  db: Database
  org: Org
  caller: Caller
  now: Date
  /** Today's date in the organization's time zone, YYYY-MM-DD. */
  today: string
  /** The id of the call, also in the record of the call. */
  request_id: string
  enqueue: Enqueue
  /** Names another organization that a write changes. Its chain records the call too, in the same transaction. */
  concerns: (org_id: string) => void
  /** Runs `work` as an organization that does not exist yet, so that it can make it, and returns its id. Its chain records the call too. */
  in_new_org: (work: (db: Database, org_id: string) => Promise<void>) => Promise<string>
  /** Whether a tool exists for the caller in this organization: not where its module is switched off. */
  has_tool: (name: string) => boolean
  /**
   * Runs SQL that the caller wrote, in a read-only transaction of its own: with the organization, but with the rights of such SQL, and in
   * a session that ends with it.
   */
  in_sql: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Platforms that can be synced, by key. */
  connectors: Record<string, Connector>
  /** How people sign in, by platform. */
  sign_ins: Record<string, SignIn>
  /** Emails. Undefined: this Tablero sends none. */
  mailing: Pick<Mailing, 'sealed'> | undefined
  /** Creates a signing secret of a webhook, and encrypts it for the webhook's row. */
  signing_secret: (webhook_id: string) => { secret: string; sealed: Buffer }
  /** Encrypts the address of the organization's chat. */
  seal_chat_address: (url: string) => Buffer
  /** The phone number of this Tablero. Undefined: it sends nothing to phones. */
  messaging_phone: string | undefined
  /** Checks a one-time code of the person who calls. Refuses with a sentence. */
  check_code: (code: string) => Promise<void>
  /** Public address of Tablero, for links. */
  base_url: string
  /** Names of those who acted, also of the keys and people of an agency, for calls that the organization may see. */
  names_of_actors: (calls: readonly Acted[]) => Promise<ActorNames>
  /** The address where a person connects the platform. It works once and for half an hour. Nothing is stored. */
  connect_link: (platform: string) => string
  /** The instant until which a limit of the platform stops a sync that a person starts now. Undefined: none does. */
  limited_until: (connection_id: string, platform: string) => Promise<string | undefined>
  /** Keeps in memory what concerns no organization. `read` runs again after a change of the catalog. */
  shared: <T>(name: string, read: () => Promise<T>) => Promise<T>
  /** Reports the progress of a long call to waiting clients. There may be none. */
  progress: (done: number, total: number, message?: string) => void
}

/** Checks a one-time code of a person, which works once. Refuses with a sentence that says what to do. */
export type CheckCode = (user_id: string, code: string) => Promise<void>

/** What figures are read with. Jobs have it too. */
export type FigureContext = Pick<Context, 'db' | 'org' | 'now' | 'today' | 'connectors' | 'shared'>

/** The progress of work that an answer started. */
export interface Progress {
  state: 'working' | 'ended' | 'cancelled'
  /** The finished share, 0 to 1. */
  done: number
  message: string
  /** The end of the work. Absent while it is in progress. */
  ended_at?: string
  /** The tool's answer, with the outcome of the work. */
  answer: Record<string, unknown>
  is_error?: boolean
}

/** Work that other jobs do after the answer. The tool finds this work by the answer. */
export interface Follow {
  look: (answer: Record<string, unknown>, context: Pick<Context, 'db'>) => Promise<Progress>
  /** Requests the end of the work. */
  stop: (answer: Record<string, unknown>, context: Pick<Context, 'db' | 'now'>) => Promise<void>
}

/** Reports what a step cost, in credits. A run never costs more than the tool's `spends`. */
export type Spend = (credits: number) => void

/** How pages can be measured, as the operator configured it. */
export interface Measuring {
  /** Key of PageSpeed Insights. */
  pagespeed_key?: string
  /** Path of the local browser. */
  chromium?: string
}

/** What `look` may use. */
export interface LookContext extends Pick<Context, 'org' | 'now' | 'today' | 'connectors' | 'base_url'> {
  outbound: Outbound
  measuring: Measuring
  signal: AbortSignal
  /** A short read-only transaction of the organization. */
  reading: <T>(work: (db: Database) => Promise<T>) => Promise<T>
  /** Changes at platforms. */
  changes: Changes
}

export interface CallerLookContext extends LookContext {
  /** Whether the caller is a program that has just read text which anybody can write. */
  has_read_public_text: () => Promise<boolean>
}

/**
 * What work outside a transaction may use. Each step of a run has a name of its own. The engine stores the value of a finished step as
 * JSON. When a worker was killed, the work starts again, and finished steps return their stored values.
 */
export interface WorkContext<BeginResult = unknown> extends LookContext {
  run_id: string
  /** Who called. */
  actor: string
  /** What `begin` returned, as JSON. */
  begin_result: BeginResult
  /** A step outside any transaction. It runs at least once: an interrupted step runs again. */
  step: <T>(name: string, work: (step: { spend: Spend; signal: AbortSignal }) => Promise<T>) => Promise<T>
  /** A step that is one short transaction of the organization. It takes effect exactly once. */
  in_org: <T>(
    name: string,
    work: (step: Pick<Context, 'db' | 'enqueue'> & { spend: Spend }) => Promise<T>,
  ) => Promise<T>
  progress: Context['progress']
}

/** Records of one kind, for code that needs such a record, such as a test of every tool. */
export interface RecordFamily {
  table: string
  /** Column of the id, and the parameter that names it. */
  id: string
  /** The tool that creates such a record, and a valid input for it. */
  creator?: { tool: string; example: Record<string, unknown> }
  /** Fields whose values must be unique. */
  unique: readonly string[]
  /** Families of the records to which the fields point. */
  parents: Record<string, RecordFamily>
}

type Result<R extends Fields> = z.input<z.ZodObject<R, z.core.$strict>>

export interface Declared<I extends Fields, R extends Fields> {
  about: string
  /** Words that people use for this, in addition to the name and `about`. The search over tools uses them. */
  keywords?: { es: string; en: string; pt: string }
  scopes: readonly Scope[]
  /** `read` runs in a read-only transaction. `propose` asks a person for approval. `propose` and `write` may write. */
  effect: 'read' | 'write' | 'propose'
  input: I
  result: R
  /** A valid input, for the documents and the tests. */
  example?: z.input<z.ZodObject<I, z.core.$strict>>
  /** Rate limit: calls of an organization in a minute. Lower than the default when one call is heavy. */
  rate?: number
  /** The module of the tool. Default: the area's module. Null for none. */
  module?: string | null
  /** Credits of one call. With `work`, the most that one call can cost. Only writes can cost credits, because spending is a write. */
  spends?: number
  /** Only for dashboard users. Such a tool does not exist for keys and MCP. */
  internal?: boolean
  /** The tool works on an organization that an admin ended. No other tool does. */
  on_ended?: boolean
  /** A write that replaces, removes or ends something, or that changes a platform. Any other write only adds. */
  destructive?: boolean
  /** Texts of the result that are never stored: the repeated answer of an idempotency key has null in their place. */
  shown_once?: readonly string[]
  /** A write that has no further effect when it is called again with the same input. */
  idempotent?: boolean
  /** The tool reaches beyond Tablero's own data, such as a platform or a website. */
  open_world?: boolean
  /** Most callers can start with it. Instructions name it, and so does a search that finds nothing. */
  is_start?: true
  /** The picture of the answer. Its page draws the fields of this tool's result. */
  picture?: Picture
  /** The answer states that other jobs have started work. Clients that can wait follow this work to its end. */
  follow?: Follow
  /** The records that the tool reads or writes, when it was generated from a record declaration. */
  record?: RecordFamily
}

/** A tool that answers in the transaction of the call. */
interface Immediate<I extends Fields, R extends Fields, LookResult> extends Declared<I, R> {
  /** Before the transaction of the call, of a tool that writes or proposes. */
  look?: Look<I, LookResult>
  run: (input: Values<I>, context: Context & { look_result: LookResult }) => Promise<Result<R>>
  work?: undefined
}

/** A short external request before the transaction of the call, such as a request to a vendor. It may refuse. */
type Look<I extends Fields, LookResult> = (input: Values<I>, context: CallerLookContext) => Promise<LookResult>

/** A tool that answers with the result of work outside the transaction of the call (a run). The work outlives the call. */
interface Deferred<I extends Fields, R extends Fields, LookResult, BeginResult> extends Declared<I, R> {
  effect: 'write' | 'propose'
  run?: undefined
  follow?: undefined
  look?: Look<I, LookResult>
  /** The longest time that the work may take after a start. Default: 10 minutes. */
  work_max_ms?: number
  /** Runs in the transaction of the call. It may refuse, and returns what the work starts from. */
  begin?: (input: Values<I>, context: Omit<Context, 'progress'> & { look_result: LookResult }) => Promise<BeginResult>
  work: (input: Values<I>, context: WorkContext<BeginResult>) => Promise<Result<R>>
  /** A sentence about what a caller does not stop by cancelling the run, because `begin` has committed work that other jobs do too. */
  when_cancelled?: string
  /** Fields of the answer while the work is in progress. Default: none but those of the run. */
  meanwhile?: (begin_result: BeginResult) => Partial<Result<R>>
}

// biome-ignore lint/suspicious/noExplicitAny: only the tool itself knows the types between its steps
export type Tool = Immediate<Fields, Fields, any> | Deferred<Fields, Fields, any, any>

/** Returns the tool unchanged. Its types check `look` and `run`, or `look`, `begin` and `work`, against `input` and `result`. */
export function tool<I extends Fields, R extends Fields, LookResult = undefined, BeginResult = undefined>(
  declared: Immediate<I, R, LookResult> | Deferred<I, R, LookResult, BeginResult>,
): Tool {
  return declared as unknown as Tool
}

export interface Area {
  title: string
  /** Module that switches the whole area. A tool can name another module. */
  module?: string
  tools: Record<string, Tool>
  prompts?: Record<string, Prompt>
}

export const area = (declared: Area): Area => declared

/** A tool as the engine stores it: with its name and all defaults. */
interface Named {
  name: string
  area: string
  module: string | null
  rate: number
  input_schema: z.ZodObject
  /** Checks answers. An answer of a tool with `work` names the run, and has no other fields while the run is in progress. */
  result_schema: z.ZodObject
  /** A result as answers show it. */
  shown: (result: Record<string, unknown>) => ShownResult
}

export type NamedTool = Tool & Named
export type ImmediateTool = Extract<NamedTool, { work?: undefined }>
export type DeferredTool = Extract<NamedTool, { work: unknown }>
export type FollowedTool = NamedTool & { follow: Follow }

export const is_deferred = (tool: NamedTool | undefined): tool is DeferredTool => tool?.work !== undefined
export const is_followed = (tool: NamedTool | undefined): tool is FollowedTool => tool?.follow !== undefined

export type Catalog = ReadonlyMap<string, NamedTool>
