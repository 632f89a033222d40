// OAuth 1.0a (RFC 5849, section 2): a temporary token, the consent, and its exchange for a token of the user.
import { object_of, send } from '#engine/connecting/exchanges.ts'
import type { App, OAuth1SignIn } from '#engine/connector/sign_in.ts'
import { NotGranted } from '#engine/connector/sign_in_answers.ts'
import type { Secrets } from '#engine/connector.ts'
import { with_query } from '#engine/vendors/forms.ts'
import { authorization } from '#engine/vendors/oauth1.ts'
import type { Outbound } from '#engine/vendors/outbound.ts'

interface OAuth1Sender {
  outbound: Outbound
  app: App
  now: Date
}

async function signed_post(
  { outbound, app, now }: OAuth1Sender,
  url: string,
  secrets: Secrets,
): Promise<URLSearchParams> {
  const keys = { consumer_key: app.client_id, consumer_secret: app.client_secret, ...secrets }
  const { status, text } = await send(outbound, {
    url,
    method: 'POST',
    headers: { authorization: authorization(keys, { method: 'POST', url, at: now }) },
  })
  const form = new URLSearchParams(text)
  if (status < 400 && form.get('oauth_token')) return form
  const [first] = (object_of(text).errors as { message?: string }[] | undefined) ?? []
  throw new NotGranted(status === 401 ? 'invalid_client' : 'invalid_answer', first?.message ?? `status ${status}`)
}

/** A temporary token, and the address at which the person allows the access. `callback` is part of the signature. */
export async function request_token(sign_in: OAuth1SignIn, sender: OAuth1Sender, callback: string) {
  const url = with_query(sign_in.request_url, { oauth_callback: callback })
  const answer = await signed_post(sender, url, {})
  const token = answer.get('oauth_token')!
  return {
    address: with_query(sign_in.authorize_url, { oauth_token: token }),
    secrets: { temporary_token: token, temporary_secret: answer.get('oauth_token_secret') ?? '' },
  }
}

export async function exchange_token(
  sign_in: OAuth1SignIn,
  sender: OAuth1Sender,
  kept: Secrets,
  parameters: URLSearchParams,
): Promise<{ secrets: Secrets }> {
  // The state has named the sign-in. The token must be the one that began it.
  if (parameters.get('denied') === kept.temporary_token) throw new NotGranted('access_denied', 'denied')
  if (parameters.get('oauth_token') !== kept.temporary_token) throw new NotGranted('invalid_response', 'another token')
  const url = with_query(sign_in.token_url, { oauth_verifier: parameters.get('oauth_verifier') ?? '' })
  const answer = await signed_post(sender, url, {
    access_token: kept.temporary_token,
    access_token_secret: kept.temporary_secret,
  })
  return {
    secrets: {
      access_token: answer.get('oauth_token')!,
      access_token_secret: answer.get('oauth_token_secret') ?? '',
    },
  }
}
