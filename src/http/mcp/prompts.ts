// Prompts: frequent questions that areas declare, each with the tools that answer it. A caller gets a prompt only when the caller
// has every tool that the prompt needs.
import {
  type CompleteRequest,
  type CompleteResult,
  type GetPromptRequest,
  type GetPromptResult,
  type ListPromptsResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server'
import type { Engine } from '#engine/engine.ts'
import type { Prompt } from '#engine/prompt.ts'
import type { Session } from '#http/mcp/session.ts'
import { shows } from '#http/mcp/view.ts'
import { one_line, visible_text } from '#lib/text.ts'

const ARGUMENT_CHARS_MAX = 200
/** The prompts of all areas. */
const prompts_of = (engine: Engine): Record<string, Prompt> =>
  Object.assign({}, ...Object.values(engine.areas).map(({ prompts }) => prompts))

const is_offered = (engine: Engine, session: Session, { tools }: Prompt) =>
  tools.every((tool) => shows(session.view, engine.catalog.get(tool), session))

export function list_prompts(engine: Engine, session: Session): ListPromptsResult {
  const offered = Object.entries(prompts_of(engine)).filter(([, prompt]) => is_offered(engine, session, prompt))
  return {
    prompts: offered.map(([name, { title, description, arguments: taken }]) => ({
      name,
      title,
      description,
      arguments: Object.entries(taken).map(([name, { description }]) => ({ name, description, required: false })),
    })),
  }
}

export function get_prompt(engine: Engine, session: Session, params: GetPromptRequest['params']): GetPromptResult {
  const prompt = find_prompt(engine, session, params.name)
  const given = params.arguments ?? {}
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(prompt.arguments, name))
      throw invalid(
        `'${name.slice(0, 50)}' is no argument of ${params.name}; there are ${Object.keys(prompt.arguments).join(', ')}.`,
      )
    if (value.length > ARGUMENT_CHARS_MAX) throw invalid(`${name} may have ${ARGUMENT_CHARS_MAX} characters at most.`)
  }
  return {
    description: prompt.description,
    messages: [{ role: 'user', content: { type: 'text', text: one_line(prompt.text(given)) } }],
  }
}

/** Suggestions that start with the typed text. An argument without suggestions gets an empty list. */
export function complete(
  engine: Engine,
  session: Session,
  { ref, argument }: CompleteRequest['params'],
): CompleteResult {
  const known = ref.type === 'ref/prompt' ? find_prompt(engine, session, ref.name).arguments : {}
  const suggestions = Object.hasOwn(known, argument.name) ? known[argument.name]!.suggestions : []
  const typed = argument.value.toLowerCase()
  const values = suggestions.filter((value) => value.toLowerCase().startsWith(typed))
  return { completion: { values, total: values.length, hasMore: false } }
}

function find_prompt(engine: Engine, session: Session, name: string): Prompt {
  const prompts = prompts_of(engine)
  const prompt = Object.hasOwn(prompts, name) ? prompts[name]! : undefined
  if (prompt && is_offered(engine, session, prompt)) return prompt
  throw invalid(
    `There is no prompt called '${name.slice(0, 100)}' for this organization; prompts/list shows those there are.`,
  )
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, visible_text(message))
