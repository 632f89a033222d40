// The words of an HTML mail, for reading, not for showing: what comes out is never put into a page.

// The names that mail editors write in Spanish, Portuguese and English; others stay as they are.
const entities: Record<string, string> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', hellip: '…', ndash: '–', mdash: '—', bull: '•' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', laquo: '«', raquo: '»', iquest: '¿', iexcl: '¡', euro: '€' },
  ...{ aacute: 'á', eacute: 'é', iacute: 'í', oacute: 'ó', uacute: 'ú', uuml: 'ü', ntilde: 'ñ', ccedil: 'ç' },
  ...{ agrave: 'à', acirc: 'â', ecirc: 'ê', ocirc: 'ô', atilde: 'ã', otilde: 'õ', copy: '©', reg: '®', trade: '™' },
}
// What is never closed reaches to the end, as in a browser; it also keeps these from going over a text again and again.
const unseen = /<!--[\s\S]*?(?:-->|$)|<(head|style|script|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi
const breaks = /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|tr|li|table|h[1-6]|blockquote)\s*>/gi

export function plain_text(html: string): string {
  return html
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .replace(breaks, '\n')
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name] ?? entities[name.toLowerCase()]?.toUpperCase() ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
