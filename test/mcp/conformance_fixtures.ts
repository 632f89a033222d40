// The fixture tools, resources and prompts that the conformance suite requires. If possible, a fixture is a tool of the engine.
// Content and dialogs that no tool of Tablero has are added to the same MCP server.
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  acceptedContent,
  type CallToolResult,
  createRequestStateCodec,
  type GetPromptResult,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  type ReadResourceResult,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { refuse } from '#engine/outcomes.ts'
import { own_text } from '#engine/texts.ts'
import { area, tool } from '#engine/tool.ts'
import { handlers_of, type MakeServer, mcp_server } from '#http/mcp/handlers.ts'
import { task_fixtures } from './conformance_tasks.ts'

/** Tools that run through the engine like all other tools. */
export const conformance = area({
  title: 'Conformance',
  tools: {
    ...task_fixtures,
    test_simple_text: tool({
      about: 'Returns a text.',
      scopes: [],
      effect: 'read',
      input: {},
      result: { text: own_text() },
      run: async () => ({ text: 'This is a simple text response for testing.' }),
    }),
    test_error_handling: tool({
      about: 'Always refuses.',
      scopes: [],
      effect: 'read',
      input: {},
      result: {},
      run: async () => refuse('This tool intentionally returns an error for testing'),
    }),
    test_tool_with_progress: tool({
      about: 'Says how far it is.',
      scopes: [],
      effect: 'read',
      input: {},
      result: { done: z.boolean() },
      async run(_, { progress }) {
        for (const done of [0, 50, 100]) {
          progress(done, 100)
          await wait(50)
        }
        return { done: true }
      },
    }),
  },
})

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const SOUND = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA=='
const text = (text: string) => ({ type: 'text' as const, text })
const image = { type: 'image' as const, data: PIXEL, mimeType: 'image/png' }
const embedded = (uri: string, mimeType: string, text: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text },
})

const state = createRequestStateCodec<{ step: number }>({ key: randomBytes(32), ttlSeconds: 60 })

type Result = CallToolResult | InputRequiredResult
type Run = (context: ServerContext, given: Record<string, unknown>) => Promise<Result> | Result

const done = (said: string): CallToolResult => ({ content: [text(said)] })
const form = (message: string, field: string, type: 'string' | 'boolean' = 'string') =>
  inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: { [field]: type === 'boolean' ? { type } : { type: 'string' as const } },
      required: [field],
    },
  })
const sample = (question: string, maxTokens = 100) =>
  inputRequired.createMessage({ messages: [{ role: 'user', content: text(question) }], maxTokens })
const answer_of = ({ mcpReq }: ServerContext, key: string) => inputResponse(mcpReq.inputResponses, key)
const capabilities_of = ({ mcpReq }: ServerContext) =>
  ((mcpReq.envelope as Record<string, unknown> | undefined)?.['io.modelcontextprotocol/clientCapabilities'] ??
    {}) as Record<string, object>

/** Requests input from the client until all answers are there. */
const asks =
  (
    requests: Record<string, ReturnType<typeof form>>,
    and: (context: ServerContext) => Promise<string | undefined>,
  ): Run =>
  async (context) => {
    const missing = Object.keys(requests).some((key) => answer_of(context, key).kind === 'missing')
    const said = missing ? undefined : await and(context)
    return said === undefined
      ? inputRequired({ inputRequests: requests, requestState: await state.mint({ step: 1 }) })
      : done(said)
  }

const with_state =
  (said: string) =>
  async ({ mcpReq }: ServerContext) =>
    mcpReq.requestState<{ step: number }>()?.step === 1 ? said : undefined

const name_form = form('What is your name?', 'name')

const tools: Record<string, Run> = {
  greet: (_, { name }) => done(`Hello, ${name}!`),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: SOUND, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  async test_tool_with_logging({ mcpReq }) {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', said)
      await wait(50)
    }
    return done('logged')
  },
  async test_logging_tool({ mcpReq }) {
    await mcpReq.log('info', 'only for who asked')
    return done('logged')
  },
  test_streaming_elicitation: asks({ user_name: name_form }, async () => 'done'),
  test_missing_capability(context) {
    if (!capabilities_of(context).sampling)
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    return done('sampling is there')
  },
  async test_input_required_result_elicitation({ mcpReq }) {
    const given = acceptedContent(mcpReq.inputResponses, 'user_name', z.object({ name: z.string() }))
    return given ? done(`Hello, ${given.name}!`) : inputRequired({ inputRequests: { user_name: name_form } })
  },
  async test_input_required_result_sampling(context) {
    const given = answer_of(context, 'capital_question')
    return given.kind === 'sampling'
      ? done(JSON.stringify(given.result.content))
      : inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
  },
  async test_input_required_result_list_roots(context) {
    const given = answer_of(context, 'client_roots')
    return given.kind === 'roots'
      ? done(JSON.stringify(given.roots))
      : inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
  },
  test_input_required_result_request_state: asks(
    { confirm: form('Please confirm', 'ok', 'boolean') },
    with_state('state-ok'),
  ),
  test_input_required_result_tampered_state: asks(
    { confirm: form('Please confirm', 'ok', 'boolean') },
    with_state('state-ok'),
  ),
  test_input_required_result_multiple_inputs: asks(
    { user_name: name_form, greeting: sample('Generate a greeting', 50), client_roots: inputRequired.listRoots() },
    with_state('all there'),
  ),
  async test_input_required_result_multi_round(context) {
    const step = context.mcpReq.requestState<{ step: number }>()?.step ?? 0
    if (step === 1 && answer_of(context, 'step1').kind === 'elicit')
      return inputRequired({
        inputRequests: { step2: form('Step 2: What is your favorite color?', 'color') },
        requestState: await state.mint({ step: 2 }),
      })
    if (step === 2 && answer_of(context, 'step2').kind === 'elicit') return done('both steps done')
    return inputRequired({
      inputRequests: { step1: form('Step 1: What is your name?', 'name') },
      requestState: await state.mint({ step: 1 }),
    })
  },
  test_input_required_result_capabilities(context) {
    const { sampling, elicitation } = capabilities_of(context)
    return inputRequired({
      inputRequests: {
        ...(sampling ? { question: sample('What is the capital of France?') } : {}),
        ...(elicitation ? { user_name: name_form } : {}),
      },
    })
  },
}

const listed: Tool[] = Object.keys(tools).map((name) => ({
  name,
  description: `Fixture of the conformance suite: ${name}.`,
  inputSchema: { type: 'object' },
}))

const user = (content: GetPromptResult['messages'][number]['content']) => ({ role: 'user' as const, content })
const prompts: Record<
  string,
  { arguments: string[]; get: (given: Record<string, string>) => GetPromptResult['messages'] }
> = {
  test_simple_prompt: { arguments: [], get: () => [user(text('This is a simple prompt for testing.'))] },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    get: ({ arg1, arg2 }) => [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))],
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    get: ({ resourceUri }) => [
      user(embedded(resourceUri!, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  test_prompt_with_image: { arguments: [], get: () => [user(image), user(text('Please analyze the image above.'))] },
}

const resources: Record<string, ReadResourceResult['contents'][number]> = {
  'test://static-text': {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  'test://static-binary': { uri: 'test://static-binary', mimeType: 'image/png', blob: PIXEL },
}
const TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/

function fixture_resource(uri: string): ReadResourceResult['contents'][number] | undefined {
  const id = TEMPLATE.exec(uri)?.[1]
  if (id === undefined) return resources[uri]
  return {
    uri,
    mimeType: 'application/json',
    text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  }
}

/** Tablero's handlers answer first. The suite's fixtures answer only names that Tablero does not have. */
export const make_conformance_server: MakeServer = (engine, session) => {
  const server = mcp_server(engine, session, { requestState: { verify: state.verify } })
  const ours = handlers_of(engine, session)
  server.registerCapabilities({ logging: {} })
  server.setRequestHandler('tools/list', async ({ params }, context) => {
    const page = await ours['tools/list'](params, context)
    return page.nextCursor ? page : { ...page, tools: [...page.tools, ...listed] }
  })
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const run = tools[params.name]
    return run ? run(context, params.arguments ?? {}) : ours['tools/call'](params, context)
  })
  server.setRequestHandler('prompts/list', async () => ({
    prompts: [
      ...(await ours['prompts/list']()).prompts,
      ...Object.entries(prompts).map(([name, prompt]) => ({
        name,
        description: 'Fixture.',
        arguments: prompt.arguments.map((name) => ({ name, description: name, required: true })),
      })),
    ],
  }))
  server.setRequestHandler('prompts/get', ({ params }, context) => {
    if (params.name === 'test_input_required_result_prompt')
      return answer_of(context, 'user_context').kind === 'elicit'
        ? { messages: [user(text('With your context.'))] }
        : inputRequired({ inputRequests: { user_context: form('What context should the prompt use?', 'context') } })
    const prompt = prompts[params.name]
    return prompt ? { messages: prompt.get(params.arguments ?? {}) } : ours['prompts/get'](params)
  })
  server.setRequestHandler('completion/complete', ({ params }) =>
    params.ref.type === 'ref/prompt' && prompts[params.ref.name]
      ? { completion: { values: [] } }
      : ours['completion/complete'](params),
  )
  server.setRequestHandler('resources/list', async (_, context) => ({
    resources: [
      ...(await ours['resources/list'](context)).resources,
      ...Object.values(resources).map(({ uri, mimeType }) => ({ uri, mimeType, name: uri, description: 'Fixture.' })),
    ],
  }))
  server.setRequestHandler('resources/read', ({ params }) => {
    const found = fixture_resource(params.uri)
    return found ? { contents: [found] } : ours['resources/read'](params)
  })
  return server
}
