// WordPress removes elements and attributes that it does not allow (wp_kses_post of the WordPress reference, read 2026-11).
const elements = /<(script|style|iframe|form|input|object|embed)\b[^>]*>(?:[\s\S]*?<\/\1>)?/gi
const handlers = /\son\w+\s*=\s*("[^"]*"|'[^']*'|[^\s>]+)/gi

/** An & that begins no entity (wp_kses_normalize_entities of the WordPress reference, read 2026-11). */
const ampersands = /&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]\w{1,30});)/gi

/** Styles lose the spaces between their rules and the last semicolon (safecss_filter_attr of WordPress's source, read 2026-11). */
const styles = /(\sstyle=")([^"]*)(")/gi
const shortened = (css: string) =>
  css
    .split(';')
    .map((rule) => rule.trim())
    .filter(Boolean)
    .join(';')

export const filtered = (html: string) =>
  html
    .replaceAll(elements, '')
    .replaceAll(handlers, '')
    .replaceAll(ampersands, '&amp;')
    .replaceAll(styles, (_, name: string, css: string, end: string) => `${name}${shortened(css)}${end}`)
    // The slash of an empty element gets a space (wp_kses_attr of WordPress's source, read 2026-11).
    .replaceAll(/ ?\/>/g, ' />')

/** WordPress puts text without an element into a paragraph, for readers. Editors get the text as it is stored. */
export const shown = (html: string) => (html === '' || html.trimStart().startsWith('<') ? html : `<p>${html}</p>\n`)
