// The frame of every page of the dashboard. The page itself is drawn in the browser. The policy lets it reach this server only.
import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Built, Entry } from '#http/dashboard/built.ts'
import { accepted_language } from '#messages/accepted_language.ts'
import type { Language } from '#messages/message.ts'

const NONCE_BYTES = 16

const texts: Record<Language, { needs_script: string; not_built: string }> = {
  en: {
    needs_script: 'Tablero needs JavaScript. Allow it for this address, then load the page again.',
    not_built: 'The pages are not built. Run npm run pages, then start Tablero again.',
  },
  es: {
    needs_script: 'Tablero necesita JavaScript. Permítelo para esta dirección y vuelve a cargar la página.',
    not_built: 'Las páginas no están construidas. Ejecuta npm run pages y vuelve a iniciar Tablero.',
  },
  pt: {
    needs_script: 'O Tablero precisa de JavaScript. Permita-o para este endereço e recarregue a página.',
    not_built: 'As páginas não estão prontas. Execute npm run pages e inicie o Tablero de novo.',
  },
}

/** The browser's first language that the pages have. The page itself may choose another one later. */
const language_of = ({ headers }: FastifyRequest): Language => accepted_language(headers['accept-language']) ?? 'en'

const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    // React sets attributes by script, which this does not concern. Attributes in the HTML stay forbidden.
    "style-src-attr 'none'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

function page_html({ script, styles, imports, font }: Entry, language: Language, nonce: string): string {
  const preloads = imports.map((file) => `<link rel="modulepreload" href="/${file}" nonce="${nonce}">`)
  if (font) preloads.push(`<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin>`)
  const sheets = styles.map((file) => `<link rel="stylesheet" href="/${file}" nonce="${nonce}">`)
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta property="csp-nonce" nonce="${nonce}">
<title>Tablero</title>
<link rel="icon" href="data:,">
${[...preloads, ...sheets].join('\n')}
<script type="module" src="/${script}" nonce="${nonce}"></script>
</head>
<body>
<div id="root"></div>
<noscript><p>${texts[language].needs_script}</p></noscript>
</body>
</html>
`
}

export const wants_page = ({ headers }: FastifyRequest): boolean => headers.accept?.includes('text/html') ?? false

/** Answers with the frame. The status is for addresses that have no page: the frame then shows so. */
export function send_shell(built: Built | undefined, request: FastifyRequest, reply: FastifyReply, status = 200) {
  const language = language_of(request)
  reply.type('text/html; charset=utf-8')
  reply.headers({ vary: 'accept, accept-language', 'cross-origin-opener-policy': 'same-origin' })
  const nonce = randomBytes(NONCE_BYTES).toString('base64')
  reply.header('content-security-policy', policy(nonce))
  if (!built) return reply.code(503).send(`<!doctype html><title>Tablero</title><p>${texts[language].not_built}</p>`)
  return reply.code(status).send(page_html(built.entry, language, nonce))
}
