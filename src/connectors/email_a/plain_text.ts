// The words of an HTML mail, for reading, not for showing: what comes out is never put into a page.

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const unseen = /<!--[\s\S]*?-->|<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi
const breaks = /<(?:br|hr)\b[^>]*>|<\/(?:p|div|tr|li|table|h[1-6]|blockquote)\s*>/gi

export function plain_text(html: string): string {
  return html
    .replace(unseen, ' ')
    .replace(/\s+/g, ' ')
    .replace(breaks, '\n')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, name) => {
      if (name) return entities[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    })
    .split('\n')
    .map((line) => line.replace(/[^\S\n]+/g, ' ').trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}
