// The frame of a page: its head, its style and its security headers. No page needs a script.
import { hash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from '#http/connect/html.ts'
import type { Page, Write } from '#http/connect/writing.ts'
import type { Language } from '#messages/message.ts'
import { type Reader, text_of } from '#messages/render.ts'

const STYLE = `
:root{color-scheme:light dark;--page:light-dark(#f4f5f7,#15171b);--card:light-dark(#fff,#1f2228);--text:light-dark(#1b1d22,#eceef2);
--soft:light-dark(#545a66,#a9b0bd);--line:light-dark(#8b92a0,#6d7584);--main:light-dark(#1749c4,#a9c1ff);--on:light-dark(#fff,#0e1a3a);
--warn:light-dark(#7a4a00,#ffcf85);--warn-page:light-dark(#fff6e5,#33270f)}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--text);font:16px/1.5 system-ui,sans-serif}
main{max-width:42rem;margin:0 auto;padding:3rem 1rem}
a{color:var(--main)}
.card{background:var(--card);border-radius:12px;padding:2rem;box-shadow:0 1px 3px rgb(0 0 0/.16)}
@media(max-width:30rem){main{padding:1rem .75rem}.card{padding:1.25rem}}
h1{margin:0 0 1rem;font-size:1.5rem;line-height:1.25}p{margin:0 0 1rem;overflow-wrap:anywhere}
fieldset{border:0;margin:0 0 1.25rem;padding:0}legend{font-weight:600;margin-bottom:.5rem;padding:0}
.soft{color:var(--soft)}.small{font-size:.875rem}
label{display:block;margin-bottom:.25rem}.field{margin-bottom:1rem}
fieldset:has([value=all]:checked)~.list input{opacity:.4}
.choice{display:flex;gap:.625rem;align-items:flex-start;padding:.375rem 0;overflow-wrap:anywhere}
.choice input{flex:none;width:1.125rem;height:1.125rem;margin:.2rem 0 0}.choice span{min-width:0}
.list{max-height:24rem;overflow:auto;border:1px solid var(--line);border-radius:8px;padding:.375rem .875rem;margin:.5rem 0 0}
input[type=text],input[type=password],select{width:100%;font:inherit;color:inherit;background:transparent;border:1px solid var(--line);border-radius:8px;padding:.625rem .75rem}
input[aria-invalid]{border-color:var(--warn);outline:1px solid var(--warn)}
button,.button{display:inline-block;font:inherit;font-weight:600;color:var(--on);background:var(--main);border:0;border-radius:8px;padding:.75rem 1.25rem;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--main);outline-offset:2px}
.note{background:var(--warn-page);color:var(--warn);border-radius:8px;padding:.75rem 1rem}
progress{width:100%;height:.75rem;accent-color:var(--main)}
.name{color:var(--soft);font-weight:600;margin-bottom:1rem}
`
const STYLE_HASH = hash('sha256', STYLE, 'base64')

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Without a known organization. */
const NOBODY: Reader = { language: 'en', currency: 'USD' }

/** `language`: of the person. Without one, the page is in the language of the organization. */
export function send_page(reply: FastifyReply, { org, title, body, refresh, status = 200 }: Page, language?: Language) {
  const reader = { ...(org ?? NOBODY), ...(language && { language }) }
  const write: Write = (of) => text_of(of, reader)
  const heading = write(title)
  const again = refresh && `${refresh.seconds}${refresh.address === undefined ? '' : `; url=${refresh.address}`}`
  const page = html`<!doctype html>
<html lang="${reader.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
${again !== undefined && html`<meta http-equiv="refresh" content="${again}">`}
<title>${heading} · Tablero</title>
<link rel="icon" href="data:,">
<style>${new Html(STYLE)}</style>
</head>
<body><main><p class="name">Tablero${org && ` · ${org.name}`}</p><div class="card">
<h1>${heading}</h1>
${body(write)}
</div></main></body>
</html>
`
  return (
    reply
      .code(status)
      // Without the referrer policy, a browser would not say that a form is of a page of ours.
      .headers({ 'content-security-policy': POLICY, 'x-frame-options': 'DENY', 'referrer-policy': 'same-origin' })
      .type('text/html; charset=utf-8')
      .send(page.text)
  )
}
