// Prompts: frequent questions, each with the tools that answer it. A caller gets a prompt only when the caller has every tool
// that the prompt needs.
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
import type { Session } from '#http/mcp/session.ts'
import { shows } from '#http/mcp/view.ts'
import { visible_text } from '#lib/text.ts'

interface Prompt {
  title: string
  description: string
  tools: readonly string[]
  /** Arguments, all optional, each with the suggestions for a client. */
  arguments: Record<string, { description: string; suggestions: readonly string[] }>
  text: (given: Record<string, string>) => string
}

const ARGUMENT_CHARS_MAX = 200
const REPORTING_RULES = `Name the currency and the window. Where a figure is null or its source is not healthy, say that it is not known;
never read it as zero. Answer in the language I write in.`

const language = { description: 'Language of the answer.', suggestions: ['español', 'English', 'português'] }
const days = { description: 'Days to look at.', suggestions: ['7', '14', '30', '90'] }

const prompts: Record<string, Prompt> = {
  weekly_review: {
    title: 'Weekly review',
    description: 'What happened in the last seven days across every channel, and what deserves attention.',
    tools: ['get_kpi_summary', 'list_connections', 'analizar_performance'],
    arguments: { language },
    text: ({ language }) =>
      `Review my last 7 days of marketing. Call list_connections first and say which sources cannot be trusted. Then call
get_kpi_summary with days_back 7 and analizar_performance. Tell me in at most ten lines: what changed against the week before, what
drove it, and the three things most worth doing. ${REPORTING_RULES}${language ? ` Write in ${language}.` : ''}`,
  },
  why_did_it_change: {
    title: 'Why did it change?',
    description: 'Breaks a change of a figure down into what caused it.',
    tools: ['diagnosticar_cambio', 'get_kpi_summary'],
    arguments: {
      figure: {
        description: 'What changed.',
        suggestions: ['roas', 'revenue', 'spend', 'store_revenue'],
      },
      days,
    },
    text: ({ figure = 'roas', days = '7' }) =>
      `Explain why ${figure} changed over the last ${days} days against the days before. Call get_kpi_summary for the size of the
change, then diagnosticar_cambio with this metric for its causes. Give the causes in order of size, with amounts that add up to the change, and say
which are facts of the data and which are your guesses. ${REPORTING_RULES}`,
  },
  store_check: {
    title: 'Store check',
    description: 'How the store is doing: sales, abandoned carts, products and stock.',
    tools: ['revisar_tienda', 'query_carts', 'query_products'],
    arguments: { days },
    text: ({ days = '30' }) =>
      `Check my store over the last ${days} days. Call revisar_tienda, then query_carts for what was left behind and query_products for
what is out of stock. Tell me what sells, what is lost and where, and what to do first. ${REPORTING_RULES}`,
  },
}

const is_offered = (engine: Engine, session: Session, { tools }: Prompt) =>
  tools.every((tool) => shows(session.view, engine.catalog.get(tool), session))

export function list_prompts(engine: Engine, session: Session): ListPromptsResult {
  const offered = Object.entries(prompts).filter(([, prompt]) => is_offered(engine, session, prompt))
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
    messages: [{ role: 'user', content: { type: 'text', text: prompt.text(given).replaceAll('\n', ' ') } }],
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
  const prompt = Object.hasOwn(prompts, name) ? prompts[name]! : undefined
  if (prompt && is_offered(engine, session, prompt)) return prompt
  throw invalid(
    `There is no prompt called '${name.slice(0, 100)}' for this organization; prompts/list shows those there are.`,
  )
}

const invalid = (message: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, visible_text(message))
