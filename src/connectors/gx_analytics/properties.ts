// The properties of a Google account. A property that cannot be read is named with its reason.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { or_unreadable, unreadable } from '../google.ts'
import { day_of } from '../time_zone.ts'
import { version } from './version.ts'

const ADMIN = `https://analyticsadmin.googleapis.com/${version.name}`

const summaries_schema = z.object({
  accountSummaries: z
    .array(
      z.object({
        propertySummaries: z
          .array(
            z.object({ property: z.string(), displayName: z.string().optional(), propertyType: z.string().optional() }),
          )
          .default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
})

const property_schema = z.object({
  name: z.string().regex(/^properties\/\d+$/),
  displayName: z.string(),
  timeZone: z.string().optional(),
  currencyCode: z.string().optional(),
  createTime: z.string().optional(),
  deleteTime: z.string().optional(),
})

/** The wanted properties, or every ordinary one of the Google account. */
export async function read_properties(api: Api, wanted: readonly string[] | undefined): Promise<Account[]> {
  const listed = wanted?.map((id) => ({ id })) ?? (await ordinary_properties(api))
  const accounts: Account[] = []
  for (const one of listed) accounts.push(...(await or_unreadable(one, async () => [await read_property(api, one.id)])))
  return accounts
}

async function read_property(api: Api, id: string): Promise<Account> {
  const property = await api.call({ path: `${ADMIN}/properties/${id}`, schema: property_schema })
  const { displayName: name, timeZone, currencyCode, createTime, deleteTime } = property
  if (deleteTime) {
    const reason = `The property was moved to the trash on ${deleteTime.slice(0, 10)}.`
    return { ...unreadable(id, name, reason), is_closed: true }
  }
  if (!timeZone || !currencyCode) return unreadable(id, name, 'The property has no currency or time zone.')
  const created_on = day_of(createTime, timeZone)
  return { account_id: id, name, time_zone: timeZone, currency: currencyCode, ...(created_on && { created_on }) }
}

/** Every ordinary property. Roll-up properties and subproperties repeat the visits of ordinary ones. */
async function ordinary_properties(api: Api): Promise<{ id: string; name?: string }[]> {
  const found: { id: string; name?: string }[] = []
  const pages = api.pages({
    path: `${ADMIN}/accountSummaries`,
    query: { pageSize: 200 },
    schema: summaries_schema,
    records: (body) => body.accountSummaries.flatMap((account) => account.propertySummaries),
    next: ({ nextPageToken }) => (nextPageToken ? { query: { pageToken: nextPageToken } } : null),
  })
  for await (const properties of pages) {
    const ordinary = properties.filter(
      ({ propertyType = 'PROPERTY_TYPE_ORDINARY' }) => propertyType === 'PROPERTY_TYPE_ORDINARY',
    )
    found.push(
      ...ordinary.map(({ property, displayName: name }) => ({ id: property.replace('properties/', ''), name })),
    )
  }
  return found
}
