// The words of HTML, as text for reading. The result is never inserted into a page.

// Entities that email editors write in Spanish, Portuguese and English. Others stay unchanged.
const entities: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  bull: '•',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  iquest: '¿',
  iexcl: '¡',
  euro: '€',
  aacute: 'á',
  eacute: 'é',
  iacute: 'í',
  oacute: 'ó',
  uacute: 'ú',
  uuml: 'ü',
  ntilde: 'ñ',
  ccedil: 'ç',
  agrave: 'à',
  acirc: 'â',
  ecirc: 'ê',
  ocirc: 'ô',
  atilde: 'ã',
  otilde: 'õ',
  copy: '©',
  reg: '®',
  trade: '™',
}
// An unclosed comment or element reaches to the end of the text, as in a browser. So the expressions never scan a text repeatedly.
const unseen = /<!--[\s\S]*?(?:-->|$)|<(head|style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const breaks = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|tr|li|table|h[1-6]|blockquote)\s*>/gi

const entity = /&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi

function character(whole: string, decimal?: string, hex?: string, name?: string): string {
  if (name) return entities[name] ?? entities[name.toLowerCase()]?.toUpperCase() ?? whole
  const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16)
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/** A text without elements, of a platform that writes `&` as `&amp;`. */
export const decoded = (text: string): string => text.replace(entity, character)

export function plain_text(html: string): string {
  return html
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .replace(breaks, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(entity, character)
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
