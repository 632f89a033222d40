// The sandbox: one HTTP server that answers as the vendors do. /{vendor host}{vendor path} reaches a vendor, /control/... the control
// API.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { create_consents } from './consent/codes.ts'
import { control, create_clock, create_log, type Log } from './control.ts'
import { create_faults, type Faults, path_of } from './faults.ts'
import { create_limits } from './limits.ts'
import { create_sink, MAIL_HOST } from './mail.ts'
import { create_tokens } from './tokens.ts'
import type { Answer, Box, Vendor } from './vendor.ts'
import { announcers } from './vendors/announcers.ts'
import { vendors as every_vendor } from './vendors.ts'
import { Webhooks } from './webhooks.ts'
import { create_world } from './world/world.ts'

export interface SandboxOptions {
  seed?: number
  /** Start time of the clock. When absent: the real time. */
  now?: string
  /** The clock shows the same time until the control API moves it. */
  frozen?: boolean
  /** A folder with Olist's CSV files, as the data of the store. */
  orders?: string
  /** Stores the text of answers in the log, for contract tests. */
  keep_answers?: boolean
  /** Ids of ad platforms above 2^53. */
  long_ids?: boolean
  /** Days of the world. Default: three years. */
  history_days?: number
  vendors?: Vendor[]
}

export type Sandbox = Awaited<ReturnType<typeof create_sandbox>>

export async function create_sandbox(options: SandboxOptions = {}) {
  const seed = options.seed ?? 1
  const clock = create_clock(options.now ? Date.parse(options.now) : null, options.frozen ?? false)
  const tokens = create_tokens(clock.now)
  const consents = create_consents(clock.now, tokens)
  const log = create_log()
  const { orders, long_ids, history_days } = options
  const world = create_world({ seed, now: clock.now, limits_now: clock.limits_now, orders, long_ids, history_days })
  const faults = create_faults(seed, tokens, world.writes)
  const webhooks = new Webhooks(announcers, world, options.frozen)
  const limits = create_limits(clock.limits_now)
  const sink = create_sink()
  const app = Fastify({
    logger: false,
    bodyLimit: 8 * 2 ** 20,
    routerOptions: { maxParamLength: 2000, constraints: { platform: platform_constraint } },
    forceCloseConnections: true,
  })
  take_bodies(app)
  const steered = {
    clock,
    faults,
    tokens,
    consents,
    changes: world.changes,
    writes: world.writes,
    log,
    webhooks,
    limits,
    sink,
  }
  app.register(async (inside) => control(inside, steered), {
    prefix: '/control',
  })
  app.register(async (inside) => sink.routes(inside), { prefix: `/${MAIL_HOST}` })
  for (const vendor of options.vendors ?? every_vendor)
    for (const host of vendor.hosts) {
      // Fastify has no wildcard hosts: for '*.myshopify.com' the first label becomes request.params.label.
      const prefix = host.startsWith('*.') ? `/:label${host.slice(1)}` : `/${host}`
      app.register(
        async (inside) =>
          stand_in(
            inside,
            vendor,
            { world, tokens, consents, webhooks, limits },
            { faults, log, keep: options.keep_answers },
          ),
        {
          prefix,
        },
      )
    }
  await app.ready()
  return { app, world, clock, tokens, consents, faults, log, webhooks, limits }
}

/** Routes of vendors that share hosts are chosen by the platform that every token of the sandbox contains. */
const platform_constraint = {
  name: 'platform',
  storage() {
    const handlers = new Map<string, never>()
    return {
      get: (platform: string) => handlers.get(platform) ?? null,
      set: (platform: string, handler: unknown) => void handlers.set(platform, handler as never),
    }
  },
  deriveConstraint: ({ headers }: { headers: { authorization?: string } }) =>
    /sandbox-access-([a-z_]+)-/.exec(headers.authorization ?? '')?.[1] ?? '',
  validate() {},
}

/** Parses forms and the vendors' own JSON types. A body that is no JSON gets the vendor's 400. */
function take_bodies(app: FastifyInstance) {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, form_of(new URLSearchParams(body as string))),
  )
  app.addContentTypeParser(/^application\/.*json$/, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body === '' ? null : JSON.parse(body as string))
    } catch {
      done(Object.assign(new Error('The body is not valid JSON.'), { statusCode: 400 }))
    }
  })
}

/** Values of a form by name. Those of a repeated name are lines. */
const form_of = (form: URLSearchParams) =>
  Object.fromEntries([...new Set(form.keys())].map((name) => [name, form.getAll(name).join('\n')]))

function stand_in(app: FastifyInstance, vendor: Vendor, box: Box, core: { faults: Faults; log: Log; keep?: boolean }) {
  const give = (reply: FastifyReply, answer: Answer) =>
    reply
      .code(answer.status)
      .headers(answer.headers ?? {})
      .send(answer.body)

  if (vendor.shares_hosts)
    app.addHook('onRoute', (route) => {
      route.constraints = { platform: vendor.platform }
    })
  app.addHook('preHandler', async (request, reply) => {
    const instead = await core.faults.before(vendor, request)
    if (instead === 'lost') {
      reply.hijack()
      return void request.raw.socket.destroy()
    }
    if (instead) return give(reply, instead)
    const path = path_of(request)
    if (vendor.open?.(path) || vendor.file?.(path)) return
    const credential = vendor.credential?.(request) ?? null
    const state = vendor.credential ? box.tokens.check(vendor.platform, credential) : 'ok'
    if (state !== 'ok') return give(reply, vendor.refuse!(state))
    const too_many = limited(vendor, request, reply, { ...box, by: credential ?? '' })
    if (too_many) return give(reply, too_many)
  })
  app.addHook('onSend', async (request, reply, payload) => {
    core.log.add({
      at: new Date(box.world.now()).toISOString(),
      platform: vendor.platform,
      method: request.method,
      url: `https:/${request.url}`,
      headers: request.headers,
      body: request.body ?? null,
      status: reply.statusCode,
      ...(core.keep && { answer: String(payload) }),
    })
    // The vendor has done its work, and the connection breaks before the answer.
    if (core.faults.is_unanswered(request)) request.raw.socket.destroy()
    return core.faults.after(vendor, request, reply, payload)
  })
  vendor.routes(app, box)
}

/** Counts a request against the limits of its vendor. Returns the vendor's refusal if it exceeds one. */
function limited(vendor: Vendor, request: FastifyRequest, reply: FastifyReply, box: Box & { by: string }) {
  const { platform } = vendor
  const allowances = box.limits.take(platform, vendor.limits?.(request, box) ?? [])
  if (allowances.length === 0) return undefined
  const stated = vendor.limit_headers?.(allowances, box.world.limits_now()) ?? {}
  reply.headers(stated)
  const [exceeded] = allowances
    .filter(({ is_allowed }) => !is_allowed)
    .sort((one, other) => other.wait_ms - one.wait_ms)
  if (exceeded) {
    const answer = vendor.throttle(Math.ceil(exceeded.wait_ms / 1_000), exceeded.limit.key)
    return { ...answer, headers: { ...answer.headers, ...stated } }
  }
  for (const { limit } of allowances)
    if ('at_once' in limit) reply.raw.once('close', () => box.limits.give_back(platform, limit, 1))
  return undefined
}
