// Reads a vendor's answer by the connector's own rules, and checks where a request goes.
import { z } from 'zod'
import type { Connector, Secrets, Settings, VendorAnswer, VendorRequest, Verdict } from '#engine/connector.ts'
import { clean } from '#engine/vendors/clean.ts'
import { AnswerTooLarge } from '#engine/vendors/outbound.ts'
import type { Read } from '#engine/vendors/paging.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { bounded_wait_s, retry_after } from '#engine/vendors/retry_after.ts'
import { parse_json } from '#lib/lossless_json.ts'

/**
 * Asks the connector to classify the answer first, then applies the common rules. Undefined means success. A wait is bounded, also
 * one that the connector read.
 */
export function classify(connector: Connector, answer: VendorAnswer | Error): Verdict | undefined {
  const verdict = verdict_of(connector, answer)
  const is_asked = verdict?.kind === 'throttled' && verdict.wait_s !== undefined
  return is_asked ? { ...verdict, wait_s: bounded_wait_s(verdict.wait_s!) } : verdict
}

function verdict_of({ api }: Connector, answer: VendorAnswer | Error): Verdict | undefined {
  if (answer instanceof AnswerTooLarge) return { kind: 'too_much', reason: answer.message }
  if (answer instanceof Error) return { kind: 'transient', reason: 'the connection broke.' }
  const own = api.classify?.(answer)
  if (own) return own
  if (answer.status >= 200 && answer.status < 300) {
    return answer.body === undefined
      ? { kind: 'transient', reason: 'the answer was incomplete or not JSON.' }
      : undefined
  }
  const wait_s = retry_after(answer)
  // Platforms that are overloaded ask for a pause with 503 (RFC 9110, 15.6.4).
  if (answer.status === 429 || (answer.status === 503 && wait_s !== undefined)) return { kind: 'throttled', wait_s }
  if (answer.status === 401) return { kind: 'expired' }
  if (answer.status >= 500 || answer.status === 408) return { kind: 'transient', reason: `status ${answer.status}.` }
  return { kind: 'refused', reason: `status ${answer.status}.` }
}

/**
 * What the caller reads when the platform says that something does not exist. Undefined: the answer does not say that. A page of HTML comes
 * from what stands before the platform, and says nothing of its records.
 */
export function not_found<Body>(
  { if_not_found, is_not_found = ({ status }) => status === 404 }: VendorRequest<Body>,
  answer: VendorAnswer | Error,
): Body | undefined {
  return 'status' in answer && answer.body !== undefined && is_not_found(answer) ? if_not_found?.(answer) : undefined
}

/** A record that the platform does not have yet. */
export const not_yet = ({ is_not_yet }: VendorRequest<unknown>, answer: VendorAnswer | Error): Verdict | undefined =>
  'status' in answer && is_not_yet?.(answer)
    ? { kind: 'transient', reason: 'it does not have the record yet.' }
    : undefined

/** A good answer without content says nothing: neither that there is no such record, nor that a file has no lines. */
export const without_content = (
  { method }: Pick<VendorRequest<unknown>, 'method'>,
  { body }: VendorAnswer,
): Verdict | undefined =>
  (body === null || body === '') && method !== 'DELETE'
    ? { kind: 'transient', reason: 'the answer was empty.' }
    : undefined

/** Fields of errors. An answer that has no others, and a text for people, is one (RFC 9457, and the gateways of clouds, read 2026-11). */
const ERROR_FIELDS =
  /^(type|title|detail|details|status|status_?code|code|error|errors|error_?code|error_?description|message|path|timestamp|instance|(request|trace)_?id)$/i
const error_texts = z.object({
  message: z.string().optional(),
  detail: z.string().optional(),
  title: z.string().optional(),
  error_description: z.string().optional(),
})

/** The text of an error inside a body, at most one level below it. */
function error_text(error: unknown): string | undefined {
  if (typeof error === 'string') return error
  const { message, detail, error_description, title } = error_texts.safeParse(error).data ?? {}
  return message ?? detail ?? error_description ?? title
}

/**
 * An error that a platform, or a gateway before it, sends with a good status. Its lists can then be empty or cut, or absent. Some platforms
 * send errors with whole data, and the connector decides about them.
 */
export function with_error({ api }: Connector, { body }: VendorAnswer): Verdict | undefined {
  if (api.classifies_errors || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined
  const { error, errors } = body as Record<string, unknown>
  const found = [error, ...(Array.isArray(errors) ? errors : [])].find(is_error)
  const given = Object.entries(body).flatMap(([name, value]) => (value === null ? [] : name))
  const is_only_error = error_text(body) !== undefined && given.every((name) => ERROR_FIELDS.test(name))
  if (found === undefined && !is_only_error) return undefined
  return { kind: 'transient', reason: error_text(found) ?? error_text(body) ?? 'the answer has an error inside.' }
}

const is_error = (one: unknown): boolean =>
  typeof one === 'string' ? one !== '' : typeof one === 'object' && one !== null && Object.keys(one).length > 0

/** The errors of an answer that did not come within the time of its request (undici, and AbortSignal.timeout). */
const LATE = ['TimeoutError', 'HeadersTimeoutError', 'BodyTimeoutError']
export const is_late = (answer: unknown): boolean => answer instanceof Error && LATE.includes(answer.name)

export function read_answer<Body>(
  connector: Connector,
  request: VendorRequest<Body>,
  answer: VendorAnswer,
  hidden: ReadonlySet<string>,
): Read<Body> {
  const parsed = request.schema.safeParse(answer.body)
  if (parsed.success) return { body: parsed.data, headers: answer.headers }
  const issue = parsed.error.issues[0]
  // The names of fields come from the vendor, and can repeat a secret.
  const where = clean(`${issue?.path.join('.')}: ${issue?.message}`, hidden)
  throw new VendorRefusal('refused', `${connector.title} answered something unexpected at ${where}.`)
}

export function address_of({ api }: Connector, settings: Settings, secrets: Secrets, path: string): string {
  if (path.startsWith('https://')) return path
  return (typeof api.base_url === 'string' ? api.base_url : api.base_url(settings, secrets)) + path
}

export function check_host({ api, title }: Connector, settings: Settings, url: string): void {
  // The error of URL would contain the whole address, including credentials.
  if (!URL.canParse(url)) throw new VendorRefusal('refused', `${title} pointed to an invalid address.`)
  const { host } = new URL(url)
  const hosts = typeof api.hosts === 'function' ? api.hosts(settings) : api.hosts
  const known = hosts.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))
  if (!known) throw new VendorRefusal('refused', `${title} pointed to ${host}, which is not one of its hosts.`)
}

/**
 * Undefined when the text is not JSON. JSON's own null stays null. A file of PHP can put a byte order mark or empty lines before every answer of
 * its site (woocommerce/wc-api-python issue 40, 2019-01; woocommerce/woocommerce issue 17765, 2017-11).
 */
export function parse(text: string): unknown {
  if (text === '') return null
  try {
    // Removes byte order marks too.
    return parse_json(text.trimStart())
  } catch {
    return undefined
  }
}

/** Places where JSON can begin behind other text. Further ones are not tried. */
const STARTS_MAX = 50

/**
 * The same, for sites whose plugins print warnings before the JSON (angelleye/paypal-woocommerce issue 286, 2015-08). An error of the database
 * also makes lists empty, so what comes behind one is no answer.
 */
export function parse_behind_warnings(text: string): unknown {
  const starts = /(?<=[\n>])[[{]/g
  let found = parse(text)
  for (let n = 0; found === undefined && n < STARTS_MAX; n++) {
    const start = starts.exec(text)?.index
    if (start === undefined || /database error/i.test(text.slice(0, start))) return undefined
    found = parse(text.slice(start))
  }
  return found
}

/**
 * RFC 6749, section 5.2. Google has words for a client that is switched off, and Mercado Libre for a blocked app (2026-06). Codes of Meta
 * stand for many errors, so its words count (facebookarchive/php-graph-sdk issue 538, sns-sdks/python-facebook issue 271, read 2026-11).
 * Another consent would not help.
 */
export const APP_REFUSED_SAYS = "no longer accepts the app. Its operator must set the app's present id and secret."
const APP_REFUSED =
  /"(invalid_client|disabled_client|deleted_client|unauthorized_application)"|"Error validating (client secret|application)/

export const is_app_refused = (answer: VendorAnswer | Error): boolean =>
  !(answer instanceof Error) && answer.status >= 400 && APP_REFUSED.test(JSON.stringify(answer.body) ?? '')
