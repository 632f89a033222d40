// HTML as values: every text in a template is escaped, so that a name of an account cannot become markup.

/** Markup that is safe to send. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Html | null | undefined | false | readonly Part[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function written(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Html) return part.text
  if (Array.isArray(part)) return part.map(written).join('')
  return String(part).replace(/[&<>"']/g, (mark) => ESCAPES[mark]!)
}

export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(pieces.map((piece, at) => piece + (at < parts.length ? written(parts[at]) : '')).join(''))
