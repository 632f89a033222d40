import { z } from 'zod'
import { connector } from '#engine/connector.ts'
import { api_key } from '#engine/vendors/vendor_auth.ts'
import { accounts_answer } from './answers.ts'
import { bodies, campaigns, results } from './campaigns.ts'
import { daily } from './daily.ts'
import { checkouts, contacts } from './people.ts'
import { paces } from './reading.ts'

export const email_a = connector({
  title: 'Email platform A',
  kind: 'email',
  auth: api_key({ secret: 'api_key', header: (key) => ({ authorization: `Klaviyo-API-Key ${key}` }) }),
  settings: z.object({}),
  api: {
    base_url: 'https://a.klaviyo.com/api',
    hosts: ['a.klaviyo.com'],
    headers: () => ({ revision: '2026-07-15', accept: 'application/vnd.api+json' }),
    pace: { per_second: 75, per_minute: 750 },
  },
  accounts: {
    into: [],
    async read({ api }) {
      const { data } = await api.call({ path: '/accounts', pace: paces.accounts, schema: accounts_answer })
      // A key belongs to one account.
      return data.slice(0, 1).map(({ id, attributes }) => ({
        account_id: id,
        name: attributes.contact_information.organization_name,
        time_zone: attributes.timezone,
        currency: attributes.preferred_currency,
      }))
    },
    rows: () => ({}),
  },
  streams: { campaigns, results, bodies, daily, contacts, checkouts },
})
