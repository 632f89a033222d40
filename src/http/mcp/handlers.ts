// The handlers of /mcp, by method. Each request gets its own SDK server, because the protocol is stateless.
import {
  type CallToolRequest,
  type CompleteRequest,
  type GetPromptRequest,
  type ListToolsResult,
  Server,
  type ServerContext,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { count_list } from '#engine/calls/rate_limit.ts'
import type { Engine } from '#engine/engine.ts'
import { next_cycle } from '#http/cycles.ts'
import { call_tool } from '#http/mcp/calling.ts'
import { PICTURES_EXTENSION, TASKS_EXTENSION } from '#http/mcp/capabilities.ts'
import { SERVER_INFO } from '#http/mcp/identity.ts'
import { listing } from '#http/mcp/listing.ts'
import { list_pictures, picture_meta, read_picture, wants_pictures } from '#http/mcp/pictures.ts'
import { complete, get_prompt, list_prompts } from '#http/mcp/prompts.ts'
import { list_resources, list_templates, read_resource } from '#http/mcp/resources.ts'
import { protocol_error_of } from '#http/mcp/results.ts'
import { call_in_search_mode, search_tools_list } from '#http/mcp/search_mode.ts'
import type { CallContext, Session } from '#http/mcp/session.ts'
import { cancel_task, get_task, update_task } from '#http/mcp/tasks.ts'
import { shown_tools, shows } from '#http/mcp/view.ts'
import { ABOUT_UNTRUSTED_TEXT } from '#http/untrusted.ts'
import type { Log } from '#lib/log.ts'

/** Number of tools on one page of tools/list. */
const PAGE_TOOLS = 100
/** How long a client may cache its lists. Organizations rarely switch modules. */
export const LIST_CACHE_MS = 60_000
/** How long a client may cache answers that are the same for all callers. They change only with a release. */
const RELEASE_CACHE_MS = 3_600_000

const ABOUT = 'Tablero holds the marketing data of one organization: ads, web analytics, organic search, store, email.'
const READING = `Every answer with figures names its currency, its window and its sources; days are
those of the organization's time zone. A null is data that is missing, not a zero, and the health of its source says why.
A failure is one sentence that says how to fix the call.`

const SEARCH_START = 'Start with search_tools. describe_tool says what a tool takes, and call_tool calls it.'

/** Instructions name only tools that the list of the same address has. */
function instructions_of({ catalog }: Engine, session: Session): string {
  const first = [...catalog.values()].filter((tool) => tool.is_start && shows(session.view, tool, session))
  const start = first.length > 0 ? `Start with ${first.map(({ name }) => name).join(' or ')}.` : ''
  return [ABOUT, session.view.is_search ? SEARCH_START : start, READING, ABOUT_UNTRUSTED_TEXT]
    .filter(Boolean)
    .join('\n')
}

const filtered = { ttlMs: LIST_CACHE_MS, cacheScope: 'private' } as const
const options: ServerOptions = {
  capabilities: {
    tools: {},
    resources: {},
    prompts: {},
    completions: {},
    extensions: { [PICTURES_EXTENSION]: {}, [TASKS_EXTENSION]: {} },
  },
  cacheHints: {
    'tools/list': filtered,
    'resources/list': filtered,
    'resources/templates/list': filtered,
    'resources/read': filtered,
    'prompts/list': filtered,
    'server/discover': { ttlMs: RELEASE_CACHE_MS, cacheScope: 'private' },
  },
}

type Page = { cursor?: string }

/** Pages are in the catalog's order by name. The cursor is the last name of the previous page. */
function list_tools(
  engine: Engine,
  session: Session,
  cursor: string | undefined,
  context: ServerContext,
): ListToolsResult {
  const { view } = session
  if (view.is_search) return { tools: cursor === undefined ? search_tools_list(view) : [] }
  const tools = shown_tools(engine, view, session)
  const start = cursor === undefined ? 0 : tools.findIndex(({ name }) => name > cursor)
  const page = start < 0 ? [] : tools.slice(start, start + PAGE_TOOLS)
  const last = page.at(-1)
  const listed = wants_pictures(session, context)
    ? page.map((tool) => ({ ...listing(tool), ...picture_meta(tool) }))
    : page.map(listing)
  return { tools: listed, ...(last && last !== tools.at(-1) && { nextCursor: last.name }) }
}

/** The handler of tools/call in the mode of this address. */
export const call_of = ({ view }: Session) => (view.is_search ? call_in_search_mode : call_tool)

/** Handlers by method, so that another server, such as that of the conformance tests, can add its own. */
export function handlers_of(engine: Engine, session: Session) {
  const call = call_of(session)
  const counted = async <Answer>(answer: () => Answer | Promise<Answer>): Promise<Answer> => {
    try {
      await count_list(engine, session.org.org_id)
      await next_cycle()
      return await answer()
    } catch (error) {
      throw protocol_error_of(error, engine, session)
    }
  }
  return {
    'tools/list': (params: Page | undefined, context: ServerContext) =>
      counted(() => list_tools(engine, session, params?.cursor, context)),
    'tools/call': (params: CallToolRequest['params'], context: CallContext) => call(engine, session, params, context),
    'resources/list': (context: ServerContext) =>
      counted(() => {
        const { resources } = list_resources(engine, session)
        return {
          resources: wants_pictures(session, context) ? [...resources, ...list_pictures(engine, session)] : resources,
        }
      }),
    'resources/templates/list': () => counted(() => list_templates()),
    'resources/read': ({ uri }: { uri: string }) =>
      counted(() => read_picture(engine, session, uri) ?? read_resource(engine, session, uri)),
    'prompts/list': () => counted(() => list_prompts(engine, session)),
    'prompts/get': (params: GetPromptRequest['params']) => counted(() => get_prompt(engine, session, params)),
    'completion/complete': (params: CompleteRequest['params']) => counted(() => complete(engine, session, params)),
  }
}

const tasks = { 'tasks/get': get_task, 'tasks/update': update_task, 'tasks/cancel': cancel_task }
const task_params = { params: z.looseObject({ taskId: z.string() }) }

/** The SDK's messages repeat the caller's message, of any length. So the log has only the kind of the error. */
export function log_mcp_error(log: Log, error: Error & { code?: unknown }, request_id?: string): void {
  const code = typeof error.code === 'number' ? error.code : undefined
  log.warn({ request_id, error: error.name, code }, 'an MCP message could not be handled')
}

export type MakeServer = (engine: Engine, session: Session, more?: Partial<ServerOptions>) => Server

export const mcp_server: MakeServer = (engine, session, more = {}) => {
  const server = new Server(SERVER_INFO, { ...options, instructions: instructions_of(engine, session), ...more })
  server.onerror = (error) => log_mcp_error(engine.log, error, session.request_id)
  const on = handlers_of(engine, session)
  server.setRequestHandler('tools/list', ({ params }, context) => on['tools/list'](params, context))
  server.setRequestHandler('tools/call', ({ params }, context) => on['tools/call'](params, context))
  server.setRequestHandler('resources/list', (_, context) => on['resources/list'](context))
  server.setRequestHandler('resources/templates/list', on['resources/templates/list'])
  server.setRequestHandler('resources/read', ({ params }) => on['resources/read'](params))
  server.setRequestHandler('prompts/list', on['prompts/list'])
  server.setRequestHandler('prompts/get', ({ params }) => on['prompts/get'](params))
  server.setRequestHandler('completion/complete', ({ params }) => on['completion/complete'](params))
  for (const [method, handle] of Object.entries(tasks))
    server.setRequestHandler(method, task_params, (params, context) => handle(engine, session, params, context))
  return server
}
