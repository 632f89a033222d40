// The page of a picture without a browser. Its script runs on elements that have only what the page may use. They have no way to write
// markup, so a page that tries fails.
import assert from 'node:assert/strict'
import { runInNewContext } from 'node:vm'
import { catalog_of } from '#engine/catalog.ts'
import type { PictureKind } from '#engine/picture.ts'
import * as pages from '#http/mcp/pictures.ts'
import type { Language } from '#messages/message.ts'
import type { TestApp } from '#test/app.ts'
import { areas } from '#tools/index.ts'

export class Element {
  readonly tag: string
  readonly attributes = new Map<string, string>()
  children: (Element | string)[] = []
  style: Record<string, unknown> & { setProperty?: (name: string, value: string) => void } = {}
  lang = ''
  scrollWidth = 390

  constructor(tag: string) {
    this.tag = tag
  }
  setAttribute(name: string, value: unknown): void {
    this.attributes.set(name, String(value))
  }
  append(...children: (Element | string)[]): void {
    this.children.push(...children.map((child) => (child instanceof Element ? child : String(child))))
  }
  replaceChildren(...children: (Element | string)[]): void {
    this.children = []
    this.append(...children)
  }
  getBoundingClientRect() {
    return { height: 20 * this.all().length }
  }
  all(): Element[] {
    return [this, ...this.children.flatMap((child) => (child instanceof Element ? child.all() : []))]
  }
  get text(): string {
    return this.children.map((child) => (child instanceof Element ? child.text : child)).join(' ')
  }
  set innerHTML(_: string) {
    throw new Error('a page wrote markup')
  }
}

// biome-ignore lint/suspicious/noExplicitAny: messages of a protocol
export type Message = any

export interface PicturePage {
  /** The messages from the page to its host. */
  said: Message[]
  view: Element
  root: Element
  /** Sends a message to the page, from its host by default. Returns after the page has received it. */
  say: (message: object, source?: object) => Promise<void>
}

const next_tick = () => new Promise((done) => setImmediate(done))

/** Opens a page. `answer` answers the page's requests, or returns undefined for no answer. */
async function open_page(html: string, answer: (asked: Message) => object | undefined): Promise<PicturePage> {
  const script = /<script>([\s\S]*)<\/script>/.exec(html)![1]!
  const root = new Element('html')
  root.style.setProperty = (name, value) => {
    root.style[name] = value
  }
  const view = new Element('main')
  const listeners: ((event: object) => void)[] = []
  const observers: (() => void)[] = []
  const said: Message[] = []
  const parent = {
    postMessage(message: Message) {
      said.push(message)
      const result = message.id !== undefined && message.method ? answer(message) : undefined
      if (result) void say({ id: message.id, ...result })
    },
  }
  const window = {
    parent,
    addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
  }
  async function say(message: object, source: object = parent) {
    await next_tick()
    for (const listener of listeners) listener({ source, data: { jsonrpc: '2.0', ...message } })
    await next_tick()
    for (const observe of observers) observe()
  }
  const document = {
    documentElement: root,
    createElement: (tag: string) => new Element(tag),
    createElementNS: (_: string, tag: string) => new Element(tag),
    getElementById: () => view,
  }
  class ResizeObserver {
    constructor(observe: () => void) {
      observers.push(observe)
    }
    observe() {}
  }
  runInNewContext(script, { window, document, ResizeObserver })
  await next_tick()
  return { said, view, root, say }
}

export const HOSTILE = `</script><img src=x onerror="parent.postMessage({owned:1},'*')"><b>x`

/** The answer of a tool with this picture to acme. */
export async function answer_of(app: TestApp, picture: PictureKind, tool = first_of(app, picture)): Promise<Message> {
  await app.refill()
  const { status, body } = await app.rest(tool, { days_back: 365 }, { key: app.keys.acme })
  assert.equal(status, 200)
  return body.result
}

const first_of = (app: TestApp, picture: PictureKind) =>
  [...app.engine.catalog.values()].find((tool) => tool.picture?.kind === picture)!.name

/** Replaces every name and note by an injection attempt. */
export const with_hostile_names = (answer: Message) =>
  JSON.parse(
    JSON.stringify(answer, (key, value) =>
      /^(name|campaign|channel|platform)$/.test(key) && typeof value === 'string'
        ? HOSTILE
        : key === 'notes'
          ? [HOSTILE]
          : value,
    ),
  )

export const host = (more: object = {}) => ({
  protocolVersion: '2026-01-26',
  hostInfo: { name: 'host', version: '1' },
  hostCapabilities: {},
  hostContext: { theme: 'dark', locale: 'en-US', styles: { variables: { '--font-sans': 'Fancy' } } },
  ...more,
})
const catalog = catalog_of(areas)
/** The page of a kind, for the tools of the product. */
export const page_of = (picture: PictureKind, language: Language = 'en') =>
  pages.page_of(picture, catalog, { language, currency: 'MXN' })

/** A page that has received its host's answer. */
export const opened = (
  picture: PictureKind,
  more?: object,
  answer = (_: Message): object | undefined => undefined,
  language?: Language,
) =>
  open_page(page_of(picture, language), (asked) =>
    asked.method === 'ui/initialize' ? { result: host(more) } : answer(asked),
  )
export const result_of = (answer: object) => ({
  method: 'ui/notifications/tool-result',
  params: { content: [], structuredContent: answer },
})
