// HTML as values: every text in a template is escaped, so that a name of an account cannot become markup, and shows its hidden characters.
import { visible_text } from '#lib/text.ts'

/** Markup that is safe to send. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function written(part: Part, is_value: boolean): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map((one) => written(one, is_value)).join('')
  const text = String(part)
  return (is_value ? text : visible_text(text)).replace(/[&<>"']/g, (mark) => ESCAPES[mark]!)
}

/** The browser sends the value of an attribute back, so it stays as it is. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(pieces.map((piece, at) => piece + written(parts[at], piece.endsWith('="'))).join(''))
