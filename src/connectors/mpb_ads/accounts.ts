// Profiles: an account in one marketplace, with a currency and a time zone of its own.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { ad_account, text } from '../ads.ts'
import { texts } from '../records.ts'
import { PROFILES } from './version.ts'

const profile = texts('countryCode', 'currencyCode', 'timezone').extend({
  profileId: text,
  accountInfo: texts('name', 'type').nullish(),
})

export const OF_AGENCY = 'The profile of an agency has no campaigns.'

/** A profile that the user may only view is left out, unless views are asked for (profiles API, `accessLevel`, read 2026-11). */
export async function read_accounts(api: Api): Promise<Account[]> {
  const profiles = await api.call({
    path: `/${PROFILES}/profiles`,
    query: { accessLevel: 'view' },
    schema: z.array(profile),
  })
  return profiles.map(account_of)
}

const account_of = ({ accountInfo, ...of }: z.infer<typeof profile>): Account =>
  ad_account({
    account_id: of.profileId,
    name: [accountInfo?.name, of.countryCode].filter(Boolean).join(' '),
    currency: of.currencyCode,
    time_zone: of.timezone,
    status: accountInfo?.type,
    // Profiles of agencies belong to another API, for display ads outside of the marketplace.
    unreadable: accountInfo?.type === 'agency' ? OF_AGENCY : undefined,
  })
