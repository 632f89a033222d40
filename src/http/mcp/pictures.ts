// Pictures of answers (the MCP Apps extension): a page for each kind, which a client that shows pages puts beside a tool's answer.
// A page is made of files of apps/ and of nothing else; it asks nobody, and its policy holds it to that.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReadResourceResult, Resource, ServerContext } from '@modelcontextprotocol/server'
import type { Engine } from '#engine/engine.ts'
import { type Catalog, type NamedTool, type Picture, type PictureKind, pictures } from '#engine/tool.ts'
import { declared, PICTURES_EXTENSION } from '#http/mcp/capabilities.ts'
import type { Session } from '#http/mcp/session.ts'
import { shown_tools } from '#http/mcp/view.ts'
import { VERSION } from '#lib/version.ts'

const PAGE_TYPE = 'text/html;profile=mcp-app'
const ADDRESS = 'ui://tablero/'

const FILES = join(import.meta.dirname, 'apps')
const read = (name: string) => readFileSync(join(FILES, name), 'utf8')

/** Nothing outside is needed, so nothing outside is allowed; hosts make their policy of this. */
const meta = {
  ui: { csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] }, prefersBorder: true },
}

/** Clients of 2025-11-25 say it by the address. */
export const wants_pictures = ({ view }: Session, context: ServerContext): boolean => {
  const { mimeTypes } = declared(PICTURES_EXTENSION, context) ?? {}
  return view.has_pictures || (Array.isArray(mimeTypes) && mimeTypes.includes(PAGE_TYPE))
}

/** Beside a tool's listing, for clients that show pictures; others pay nothing for it. */
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

/** Undefined for an address that is no picture of this organization's tools. */
export function read_picture(engine: Engine, session: Session, uri: string): ReadResourceResult | undefined {
  const picture = list_pictures(engine, session).find((listed) => listed.uri === uri)?.name as PictureKind | undefined
  return picture && { contents: [{ uri, mimeType: PAGE_TYPE, text: page_of(picture, engine.catalog), _meta: meta }] }
}

const pages = new WeakMap<Catalog, Map<PictureKind, string>>()

/** The page of a kind, with what the tools of the catalog that use it say of their figures. */
export function page_of(kind: PictureKind, catalog: Catalog): string {
  const kept = pages.get(catalog) ?? new Map<PictureKind, string>()
  pages.set(catalog, kept)
  const page = kept.get(kind) ?? build_page(kind, product_of(kind, catalog))
  kept.set(kind, page)
  return page
}

function product_of(kind: PictureKind, catalog: Catalog) {
  const drawn = [...catalog.values()].flatMap(({ picture }) => (picture?.kind === kind ? [picture] : []))
  const all = <Of>(part: (picture: Picture) => Record<string, Of> | undefined): Record<string, Of> =>
    Object.assign({}, ...drawn.map(part))
  return {
    words: all(({ words }) => words),
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
  const parts = ['words.js', 'view.js', `${kind}.js`].map((name) => squeezed(as_script(read(name))))
  const script = `(()=>{const product=${as_literal(product)}\n${parts.join('\n')}})()`
  const policy = `default-src 'none'; script-src ${hash_of(script)}; style-src ${hash_of(style)}`
  return `<!doctype html>
<html lang="en">
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

/** The files are modules for those who read and check them; together on one page they are one script. */
const as_script = (text: string) =>
  text
    .replace(/^import [^;]*? from '.+'\n/gm, '')
    .replace(/^export /gm, '')
    .replace('{version}', VERSION)

/** Without comments and indentation, which are a fifth of the page. No text of a page goes over more than one line. */
const squeezed = (text: string) =>
  text
    .replace(/^\s*(?:\/\/.*|\/\*\*.*\*\/)\n/gm, '')
    .replace(/^[ \t]+/gm, '')
    .replace(/\n+/g, '\n')
    .trim()

const hash_of = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
