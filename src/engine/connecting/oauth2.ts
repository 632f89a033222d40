// OAuth 2.0 (RFC 6749) with PKCE (RFC 7636): the address of the consent, and the exchange of its code. `oauth4webapi` makes verifiers,
// checks what the browser brings back, and writes the usual exchange. Vendors' own exchanges are in their declarations.
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import { z } from 'zod'
import { object_of, send } from '#engine/connecting/exchanges.ts'
import type { App, Granted, OAuth2SignIn } from '#engine/connector/sign_in.ts'
import { NotGranted, read_tokens } from '#engine/connector/sign_in_answers.ts'
import type { Settings } from '#engine/connector.ts'
import { with_query } from '#engine/vendors/forms.ts'
import type { Outbound, OutboundAnswer } from '#engine/vendors/outbound.ts'
import { DAY_MS } from '#lib/durations.ts'

interface Begun {
  app: App
  settings: Settings
  state: string
  redirect_uri: string
  verifier?: string
}

const address = <Place>(of: string | ((place: Place) => string), place: Place) =>
  typeof of === 'string' ? of : of(place)

export const new_verifier = (sign_in: OAuth2SignIn): string | undefined =>
  sign_in.pkce ? oauth.generateRandomCodeVerifier() : undefined

/** Where the person allows the access. */
export async function consent_address(sign_in: OAuth2SignIn, begun: Begun): Promise<string> {
  const { app, state, redirect_uri, verifier } = begun
  const { parameters, scopes, separator = ' ' } = sign_in
  return with_query(address(sign_in.authorize_url, begun), {
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri,
    scope: asked_scopes(scopes, app).join(separator),
    state,
    ...(verifier && {
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }),
    ...(typeof parameters === 'function' ? parameters(begun) : parameters),
  })
}

/** An operator can leave out permissions that the vendor did not approve for the app. */
const asked_scopes = (scopes: OAuth2SignIn['scopes'], { without_scopes = '' }: App): string[] => {
  const without = without_scopes.split(/[\s,]+/)
  return Object.keys(scopes).filter((scope) => !without.includes(scope))
}

interface Returned extends Begun {
  outbound: Outbound
  now: Date
  /** The parameters with which the browser returned. */
  parameters: URLSearchParams
}

/** Exchanges the code for tokens. It works once and for a short time, so nothing is sent twice. */
export async function exchange_code(sign_in: OAuth2SignIn, returned: Returned): Promise<Granted> {
  const { app, settings, outbound, now, parameters } = returned
  const checked = check_return(sign_in, returned)
  check_signature(sign_in, returned)
  // Meta returns some errors in words of its own, without a code (facebook-login, read 2026-11).
  if (!checked.get('code'))
    throw new NotGranted('invalid_response', parameters.get('error_message') ?? 'the answer has no code')
  const code = {
    app,
    settings,
    code: checked.get('code') ?? '',
    redirect_uri: returned.redirect_uri,
    verifier: returned.verifier,
  }
  const answer = sign_in.exchange
    ? await send(outbound, sign_in.exchange(code))
    : await usual_exchange(sign_in, returned, checked)
  const read = (given: OutboundAnswer) =>
    understood(() => (sign_in.read ?? read_tokens)(body_of(sign_in, given), now, parameters))
  let granted = read(answer)
  if (sign_in.second) {
    const further = read(await send(outbound, sign_in.second(granted, returned)))
    granted = { ...granted, ...further, secrets: { ...granted.secrets, ...further.secrets } }
  }
  const { granted: permissions } = sign_in
  if (permissions) {
    const listed = await send(outbound, permissions.request(granted.secrets, returned))
    granted = { ...granted, ...understood(() => permissions.read(body_of(sign_in, listed))) }
  }
  const { ends_after_days: days } = sign_in
  return days === undefined ? granted : { ends_at: new Date(now.getTime() + days * DAY_MS).toISOString(), ...granted }
}

/** Code and link are spent by now. So a person learns of an answer that no schema knows, too. */
function understood<Read>(read: () => Read): Read {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    const field = error.issues[0]?.path.join('.')
    throw new NotGranted('invalid_answer', field ? `the answer has no valid ${field}` : 'the answer is not known')
  }
}

const server_of = (sign_in: OAuth2SignIn, begun: Begun): oauth.AuthorizationServer => ({
  issuer: new URL(address(sign_in.authorize_url, begun)).origin,
  token_endpoint: address(sign_in.token_url, begun),
})

/** Throws for an answer of another issuer (RFC 9207), with a repeated parameter, or with an error. */
function check_return(sign_in: OAuth2SignIn, returned: Returned): URLSearchParams {
  const { parameters, state, app } = returned
  const given = new URLSearchParams(parameters)
  const { code_parameter } = sign_in
  if (code_parameter && given.has(code_parameter)) given.set('code', given.get(code_parameter)!)
  try {
    return oauth.validateAuthResponse(server_of(sign_in, returned), { client_id: app.client_id ?? '' }, given, state)
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError)
      throw new NotGranted(error.error, error.error_description ?? error.error)
    throw new NotGranted('invalid_response', (error as Error).message)
  }
}

/** Some vendors sign what the browser brings back, and name the shop. */
function check_signature({ signature_parameter, same }: OAuth2SignIn, { parameters, app, settings }: Returned): void {
  if (same && parameters.get(same.parameter) !== settings[same.setting])
    throw new NotGranted('invalid_response', `the answer names another ${same.setting}`)
  if (!signature_parameter) return
  const signed = [...parameters].filter(([name]) => name !== signature_parameter).map((pair) => pair.join('='))
  const own = createHmac('sha256', app.client_secret ?? '')
    .update(signed.sort().join('&'))
    .digest()
  const given = Buffer.from(parameters.get(signature_parameter) ?? '', 'hex')
  if (given.length !== own.length || !timingSafeEqual(own, given))
    throw new NotGranted('invalid_response', 'the signature of the answer is not valid')
}

/** The form of RFC 6749, section 4.1.3. The library sends it by our own outbound requests. */
async function usual_exchange(
  sign_in: OAuth2SignIn,
  returned: Returned,
  checked: URLSearchParams,
): Promise<OutboundAnswer> {
  const { app, outbound, redirect_uri, verifier } = returned
  let answer: OutboundAnswer | undefined
  await oauth.authorizationCodeGrantRequest(
    server_of(sign_in, returned),
    { client_id: app.client_id ?? '' },
    oauth.ClientSecretPost(app.client_secret ?? ''),
    checked,
    redirect_uri,
    verifier ?? oauth.nopkce,
    {
      [oauth.customFetch]: async (url, { method, headers, body }) => {
        answer = await outbound.fetch({ url, method: method as 'POST', headers, body: String(body) })
        return new Response(null, { status: 200 })
      },
    },
  )
  return answer!
}

const failure = z.object({
  error: z.union([z.string(), z.object({ message: z.string(), type: z.string().optional() })]).optional(),
  error_description: z.string().optional(),
  message: z.string().optional(),
})

function body_of({ refused }: OAuth2SignIn, { status, text }: OutboundAnswer): Record<string, unknown> {
  const body = object_of(text)
  const own = status < 500 ? refused?.(body) : undefined
  if (own) throw new NotGranted(own.code, own.reason)
  const { error, error_description, message } = failure.safeParse(body).data ?? {}
  if (status < 400 && error === undefined) return body
  const [code, words] = typeof error === 'object' ? [error.type ?? '', error.message] : [error ?? '', undefined]
  throw new NotGranted(code, words || error_description || message || code || `status ${status}`)
}
