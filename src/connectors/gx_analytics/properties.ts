// The properties of a Google account. A property that cannot be read is named with its reason.
import { z } from 'zod'
import type { Account, Api } from '#engine/connector.ts'
import { listed, or_unreadable, unreadable } from '../google.ts'
import { all_of, one_by_one } from '../records.ts'
import { day_of } from '../time_zone.ts'
import { version } from './version.ts'

const ADMIN = `https://analyticsadmin.googleapis.com/${version.name}`

const summary = z.object({
  property: z.string(),
  displayName: z.string().optional(),
  propertyType: z.string().default('PROPERTY_TYPE_ORDINARY'),
})
const account_summary = z.object({ propertySummaries: z.array(summary).default([]) })

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
  const properties = wanted?.map((id) => ({ id })) ?? (await ordinary_properties(api))
  return (
    await one_by_one(properties, (one) => or_unreadable(one, async () => [await read_property(api, one.id)]))
  ).flat()
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
  const request = { path: `${ADMIN}/accountSummaries`, query: { pageSize: 200 } }
  const accounts = await all_of(api.pages(listed(request, 'accountSummaries', account_summary)))
  return accounts
    .flatMap(({ propertySummaries }) => propertySummaries)
    .filter(({ propertyType }) => propertyType === 'PROPERTY_TYPE_ORDINARY')
    .map(({ property, displayName: name }) => ({ id: property.replace('properties/', ''), name }))
}
