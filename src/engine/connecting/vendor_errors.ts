// What a vendor's refusal during a sign-in means for the person.
import { without_secrets } from '#engine/connecting/exchanges.ts'
import { type About, Stopped } from '#engine/connecting/parts.ts'
import { NotGranted } from '#engine/connector/sign_in_answers.ts'
import type { Secrets } from '#engine/connector.ts'
import { AddressRefused } from '#engine/vendors/outbound.ts'
import { VendorRefusal } from '#engine/vendors/refusal.ts'
import { type Message, message } from '#messages/message.ts'

/** Codes of RFC 6749, sections 4.1.2.1 and 5.2, and the same in vendors' words. */
const DENIED = /^(access_denied|user_cancelled_(login|authorize)|user_denied)$/
const CODE_ENDED = /^(invalid_grant|bad_verification_code)$/
const APP_REFUSED = /^(invalid_client|unauthorized_client|invalid_client_id)$/

/** The advice of a refused connection, which a person who is connecting does not need. The name of the vendor is in the sentence. */
const AGAIN = / Connect it again\.$/

/** The sentence for the person. Internal errors stay as they are. */
export function vendor_stopped(error: unknown, about: About, ...secrets: Secrets[]): unknown {
  const sentence = sentence_for(error, about, secrets)
  return sentence ? new Stopped(sentence, about) : error
}

function sentence_for(error: unknown, { connector, sign_in }: About, secrets: Secrets[]): Message | undefined {
  const { vendor } = connector.platform
  const reason = () => without_secrets((error as Error).message, ...secrets)
  if (error instanceof NotGranted) {
    const { code } = error
    const operator = sign_in.kind === 'oauth2' ? sign_in.operator_error : undefined
    if (operator && `${code} ${error.message}`.includes(operator)) return message('connecting.operator', { vendor })
    if (DENIED.test(code)) return message('connecting.denied', { vendor })
    if (CODE_ENDED.test(code)) return message('connecting.code_ended', { vendor })
    if (APP_REFUSED.test(code)) return message('connecting.app_refused', { vendor })
    return message('connecting.refused', { vendor, reason: reason() })
  }
  if (error instanceof VendorRefusal) {
    const is_unavailable = error.kind === 'throttled' || error.kind === 'unavailable'
    if (is_unavailable) return message('connecting.unreachable', { vendor })
    const answer = { vendor, reason: reason().replace(AGAIN, '').replace(`${connector.title}: `, '') }
    const is_of_keys = error.kind === 'revoked' && sign_in.kind === 'keys'
    return is_of_keys ? message('connecting.keys_refused', answer) : message('connecting.refused', answer)
  }
  if (error instanceof AddressRefused) return message('connecting.refused', { vendor, reason: reason() })
  const { code, name } = error as { code?: string; name?: string }
  const is_network =
    /^(UND_ERR|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOST|EPIPE)/.test(code ?? '') || name === 'TimeoutError'
  return is_network ? message('connecting.unreachable', { vendor }) : undefined
}
