// What an area declares about a frequent question.

/** A frequent question that MCP clients show to people. */
export interface Prompt {
  title: string
  description: string
  /** A caller gets the prompt only with the right to all of them. */
  tools: readonly string[]
  /** Arguments, all optional, each with the suggestions for a client. */
  arguments: Record<string, { description: string; suggestions: readonly string[] }>
  text: (given: Record<string, string>) => string
}
