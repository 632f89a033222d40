// Writes an email in the language of its reader: subject, plain text, and HTML with the same words.
import type { Email } from '#engine/mail.ts'
import { cut_text, one_line } from '#lib/text.ts'
import { mail_en } from '#messages/mail/en.ts'
import { mail_es } from '#messages/mail/es.ts'
import { mail_pt } from '#messages/mail/pt.ts'
import { writer_of } from '#messages/render.ts'

const catalogs = { en: mail_en, es: mail_es, pt: mail_pt }
type Key = keyof typeof mail_en

/** Names in emails come from people, so they are short and on one line. */
const VALUE_CHARS_MAX = 200

export function written({ language, message, values, paragraphs: more = [] }: Email): {
  subject: string
  text: string
  html: string
} {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shown_value(name, value)]))
  const of = (key: Key) => writer_of(catalogs[language][key], language)(shown)
  const link_key = `mail.${message}.link`
  const url = shown.url
  const link = url !== undefined && link_key in mail_en ? { url, words: of(link_key as Key) } : undefined
  const subject = of(`mail.${message}.subject`)
  const paragraphs = [of('mail.greeting'), of(`mail.${message}.text`), ...more]
  const footer = of('mail.footer')
  const text = [...paragraphs, ...(link ? [`${link.words}: ${link.url}`] : []), footer].join('\n\n')
  return { subject, text, html: html({ language, subject, paragraphs, link, footer }) }
}

/** A link is complete. Every other value is shortened. */
const shown_value = (name: string, value: string) =>
  name === 'url' ? value : cut_text(one_line(value), VALUE_CHARS_MAX)

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)

interface Page {
  language: string
  subject: string
  paragraphs: string[]
  link: { url: string; words: string } | undefined
  footer: string
}

const html = ({ language, subject, paragraphs, link, footer }: Page) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f6f7f8;font:16px/1.5 -apple-system,'Segoe UI',Roboto,sans-serif;color:#1f2428">
<div style="max-width:480px;margin:32px auto;padding:32px;background:#fff;border:1px solid #dde1e4;border-radius:8px">
<p style="margin:0 0 24px;font-weight:600;color:#1b7962">Tablero</p>
${paragraphs.map((text) => `<p style="margin:0 0 16px">${escaped(text)}</p>`).join('\n')}
${link ? `<p style="margin:24px 0"><a href="${escaped(link.url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#1b7962;color:#fff;text-decoration:none;font-weight:600">${escaped(link.words)}</a></p>` : ''}
<p style="margin:24px 0 0;font-size:13px;color:#5c636a">${escaped(footer)}</p>
</div></body></html>
`
