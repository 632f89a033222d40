import { today_in } from '#domain/windows.ts'
import type { Version } from '#engine/connector/platform.ts'
import { type Account, type Api, connector, type VendorAnswer, type Verdict } from '#engine/connector.ts'
import { oauth2 } from '#engine/vendors/vendor_auth.ts'
import { message } from '#messages/message.ts'
import { verdict_of_parts } from '../verdicts.ts'
import { actions } from './actions.ts'
import { codes_answer, error_answer, me_answer } from './answers.ts'
import { listings, visits } from './listings.ts'
import { orders } from './orders.ts'
import { questions } from './questions.ts'
import { shipping } from './shipping.ts'
import { sites } from './sites.ts'
import { webhooks } from './webhooks.ts'

const version: Version = {
  name: 'undated',
  ends_on: null,
  source: 'developers.mercadolibre.com.ve: addresses have no version, and no end is announced (2026-06, read 2026-11)',
}

export const mpa = connector({
  title: 'Marketplace A',
  platform: {
    vendor: 'Mercado Libre',
    product: 'Mercado Libre',
    credentials: message('credentials.mpa'),
    by_hand:
      'The administrator of the seller authorizes it once, which gives the refresh token. An operator of the seller cannot authorize it.',
    version,
    scopes: ['offline_access', 'read', 'write'],
    source: 'https://developers.mercadolibre.com.ve/es_ar/autenticacion-y-autorizacion (read 2026-11)',
    remarks: [
      'Each refresh token works once. So the same refresh token must not be used by another program, or by a second connection.',
      'A question that is older than 30 days and still open is read once a day, so its answer or its end can appear a day late.',
      'What a seller pays for shipping is a request for each shipment, newest sales first. Until it is read, and where Mercado Libre has no shipment of a sale, it is not known, and neither is the payout.',
      'Mercado Libre can charge more for a parcel that a carrier measured again (`compensation`). Its documents do not say whether the cost of the shipment has this, so the cost is not known then.',
      'Visits are those of the last 30 days. Mercado Libre gives them for one item at a time, so they are read once a day.',
    ],
  },
  kind: 'marketplace',
  auth: oauth2({
    token_url: 'https://api.mercadolibre.com/oauth/token',
    // A refresh token lasts six months, and each renewal gives a new one. An app that sends no request for four months loses the
    // access before (page "Autenticación y Autorización", 2026-06).
    ends_unused_after_days: 120,
  }),
  api: {
    base_url: 'https://api.mercadolibre.com',
    // The limit belongs to the app and the endpoint. No number is published, and no header (page "Rate limit / Error 429", 2026-05).
    // Others report 1,500 a minute (read 2026-11). One seller gets a part of it, so that others can continue.
    pace: [
      { of: 'app', per_minute: 1_500 },
      { of: 'user', per_second: 10, per_minute: 600 },
    ],
    classify,
  },
  accounts: { read: async ({ api }) => [await seller(api)] },
  streams: { orders, listings, questions, visits, shipping },
  actions,
  webhooks,
})

async function seller(api: Api): Promise<Account> {
  const { id, nickname, site_id, registration_date, tags } = await api.call({ path: '/users/me', schema: me_answer })
  const site = sites[site_id]
  if (!site)
    return {
      account_id: id,
      name: nickname,
      time_zone: 'UTC',
      unreadable: `Tablero does not know the country ${site_id}.`,
    }
  return {
    account_id: id,
    name: nickname,
    ...site,
    created_on: registration_date ? today_in(site.time_zone, new Date(registration_date)) : undefined,
    extra: { is_test: String((tags ?? []).includes('test_user')) },
  }
}

/** 403: the seller, or the permissions of the application, do not allow this one resource (page "Error 403", read 2026-11). */
function classify({ status, body }: VendorAnswer): Verdict | undefined {
  if (status === 200) return verdict_of_parts(codes_answer.safeParse(body).data?.map(({ code }) => code) ?? [])
  if (status < 400 || status >= 500 || status === 401 || status === 408 || status === 429) return undefined
  const { message, error, cause } = error_answer.safeParse(body).data ?? {}
  const causes = (cause ?? []).flatMap((one) => (one.message ? [one.message] : []))
  const reason = [message || error || `status ${status}.`, ...causes].join(': ')
  return { kind: status === 403 ? 'denied' : 'refused', reason }
}
