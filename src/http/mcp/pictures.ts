// Pictures of answers (the MCP Apps extension). Each kind of picture is a page that a client shows next to a tool's answer.
// A page consists of files of apps/ only. It makes no external request, and its content security policy forbids any.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadResourceResult, Resource, ServerContext } from '@modelcontextprotocol/server'
import type { Engine } from '#engine/engine.ts'
import { type Picture, type PictureKind, pictures } from '#engine/picture.ts'
import type { Catalog, NamedTool } from '#engine/tool.ts'
import { declared, PICTURES_EXTENSION } from '#http/mcp/capabilities.ts'
import type { Session } from '#http/mcp/session.ts'
import { shown_tools } from '#http/mcp/view.ts'
import { VERSION } from '#lib/version.ts'
import { locale_of, picture_words, type Reader } from '#messages/render.ts'

const PAGE_TYPE = 'text/html;profile=mcp-app'
const ADDRESS = 'ui://tablero/'

const FILES = join(import.meta.dirname, 'apps')
const read = (name: string) => readFileSync(join(FILES, name), 'utf8')

/** Hosts build their content security policy from this. A page needs no external host, so none is allowed. */
const meta = {
  ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
}

/** Clients of 2025-11-25 cannot declare the extension, so the address says that they show pictures. */
export const wants_pictures = ({ view }: Session, context: ServerContext): boolean => {
  const { mimeTypes } = declared(PICTURES_EXTENSION, context) ?? {}
  return view.has_pictures || (Array.isArray(mimeTypes) && mimeTypes.includes(PAGE_TYPE))
}

/** Metadata for a tool's listing. Only clients that show pictures get it, so other clients pay no tokens for it. */
export const picture_meta = ({ picture }: NamedTool) =>
  picture && { _meta: { ui: { resourceUri: `${ADDRESS}${picture.kind}` } } }

const descriptions: Record<PictureKind, string> = {
  tiles: 'Key figures as tiles, with their change.',
  lines: 'Figures over their days, beside the period before.',
  waterfall: 'A change as the sum of its parts.',
}

export function list_pictures(engine: Engine, session: Session): Resource[] {
  const offered = new Set(shown_tools(engine, session.view, session).map(({ picture }) => picture?.kind))
  return pictures
    .filter((picture) => offered.has(picture))
    .map((picture) => ({
      uri: `${ADDRESS}${picture}`,
      name: picture,
      title: picture[0]!.toUpperCase() + picture.slice(1),
      description: descriptions[picture],
      mimeType: PAGE_TYPE,
      _meta: meta,
    }))
}

/** Undefined when the address is not a picture of this organization's tools. */
export function read_picture(engine: Engine, session: Session, uri: string): ReadResourceResult | undefined {
  const picture = list_pictures(engine, session).find((listed) => listed.uri === uri)?.name as PictureKind | undefined
  return (
    picture && {
      contents: [{ uri, mimeType: PAGE_TYPE, text: page_of(picture, engine.catalog, session.org), _meta: meta }],
    }
  )
}

const pages = new WeakMap<Catalog, Map<string, string>>()

/** The page of a kind in a language, with what the tools of the catalog that use it say of their figures. */
export function page_of(kind: PictureKind, catalog: Catalog, reader: Reader): string {
  const kept = pages.get(catalog) ?? new Map<string, string>()
  pages.set(catalog, kept)
  const key = `${kind} ${locale_of(reader)}`
  const page = kept.get(key) ?? build_page(kind, product_of(kind, catalog, reader))
  kept.set(key, page)
  return page
}

function product_of(kind: PictureKind, catalog: Catalog, reader: Reader) {
  const drawn = [...catalog.values()].flatMap(({ picture }) => (picture?.kind === kind ? [picture] : []))
  const all = <Of>(part: (picture: Picture) => Record<string, Of> | undefined): Record<string, Of> =>
    Object.assign({}, ...drawn.map(part))
  return {
    locale: locale_of(reader),
    words: picture_words(
      drawn.flatMap(({ labels }) => labels),
      reader,
    ),
    units: all<string>(({ units }) => units),
    good_when_up: all<number>(({ good_when_up }) => good_when_up),
    daily: {
      kpis: all(({ daily }) => daily?.kpis),
      sources: all(({ daily }) => daily?.sources),
      metrics: all(({ daily }) => daily?.metrics),
    },
  }
}

function build_page(kind: PictureKind, product: ReturnType<typeof product_of>): string {
  const style = squeezed(read('page.css')).replace(/\s*([{}:;,])\s*/g, '$1')
  const parts = ['view.js', `${kind}.js`].map((name) => squeezed(as_script(read(name))))
  const script = `(()=>{const product=${as_literal(product)}\n${parts.join('\n')}})()`
  const policy = `default-src 'none'; script-src ${hash_of(script)}; style-src ${hash_of(style)}`
  return `<!doctype html>
<html lang="${product.locale}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Tablero</title>
<style>${style}</style>
</head>
<body>
<main id="view" aria-busy="true"></main>
<script>${script}</script>
</body>
</html>
`
}

/** Inside a script, `<` could end it. */
const as_literal = (value: unknown) => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The files are modules for readers and linters. A page joins them into one script. */
const as_script = (text: string) =>
  text
    .replace(/^import [^;]*? from '.+'\n/gm, '')
    .replace(/^export /gm, '')
    .replace('{version}', VERSION)

/** Removes comments and indentation, a fifth of the page. This is safe because no string in these files spans several lines. */
const squeezed = (text: string) =>
  text
    .replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)\n/gm, '')
    .replace(/^[ \t]+/gm, '')
    .replace(/\n+/g, '\n')
    .trim()

const hash_of = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
