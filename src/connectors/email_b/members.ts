import type { z } from 'zod'
import type { Api, Query } from '#engine/connector.ts'
import { contact_stream } from '../email.ts'
import { fields_of } from '../lenient.ts'
import { all_of, field_paths, mapped, one_by_one, or_null } from '../records.ts'
import { audience, type Member, type MemberId, member, member_id } from './answers.ts'
import { list_of } from './lists.ts'

/** A member with its audience. A person is a member once in each audience. */
type Of<One> = One & { list_id: string }

const external_id = ({ list_id, contact_id, id }: Of<MemberId>) => `${list_id}/${contact_id ?? id}`

/** The vendor's format of times, which has no fractions of seconds. */
const second_of = (instant: string, seconds = 0) =>
  `${new Date(Date.parse(instant) + seconds * 1000).toISOString().slice(0, 19)}+00:00`

/**
 * Members that changed in a span, by audience, oldest change first. A member that was created on a day has not changed before it, so spans of changes
 * from the newest to the oldest also bring everyone who was created in them.
 */
const members_of = (api: Api, { since, before }: { since: string | null; before?: string }) =>
  every_member(api, member, {
    since_last_changed: since ? second_of(since, -1) : undefined,
    before_last_changed: before && second_of(before, 1),
    sort_field: 'last_changed',
    sort_dir: 'ASC',
  })

/** The members of all audiences. */
async function* every_member<Item extends typeof member_id>(
  api: Api,
  item: Item,
  query: Query = {},
): AsyncGenerator<Of<z.output<Item>>[]> {
  const oldest_first = { sort_field: 'date_created', sort_dir: 'ASC' }
  for (const { id: list_id } of await all_of(api.pages(list_of('/lists', 'lists', audience, oldest_first)))) {
    const path = `/lists/${list_id}/members`
    const members = list_of(path, 'members', item, query, ({ contact_id, id }) => contact_id ?? id)
    // An audience that was deleted a moment ago.
    const or_none = { ...members, if_not_found: () => ({ list: [], total: 0 }) }
    yield* mapped(api.pages(or_none), (one) => ({ ...one, list_id }))
  }
}

export const contacts = contact_stream({
  since: {
    history_source: 'no limit in the OpenAPI document 3.0.55, list members (read 2026-11)',
    slice_days: 365,
    changed_at: ({ last_changed }: Of<Member>) => last_changed,
    // Each audience is a list of its own.
    is_unordered: true,
  },
  read: ({ api, since }) => members_of(api, { since }),
  read_created: ({ api, from, before }) => members_of(api, { since: from, before }),
  // Members that were deleted for ever are in no list and in no report.
  look_up: ({ api, ids }) => one_by_one(ids, (id) => member_of(api, id)),
  ids: ({ api }) => mapped(every_member(api, member_id), external_id),
  row: (one, { unreadable }) => {
    const tags = one.tags ?? []
    // Mailchimp lists at most 50 tags with a member.
    if ((one.tags_count ?? 0) > tags.length) unreadable?.('tags of contacts beyond the first 50')
    return {
      external_id: external_id(one),
      full_name: one.full_name,
      email: one.email_address,
      country: one.location?.country_code,
      tags: [one.status, ...tags.map((tag) => tag.name)],
      created_at: one.timestamp_signup ?? one.timestamp_opt ?? one.last_changed,
      changed_at: one.last_changed,
    }
  },
  free({ merge_fields, source }) {
    const { FNAME: first_name, LNAME: last_name, PHONE: phone, COMPANY: company, ADDRESS } = fields_of(merge_fields)
    const { city, country } = fields_of(ADDRESS)
    return { first_name, last_name, phone, company, city, country, source }
  },
})

async function member_of(api: Api, id: string): Promise<Of<Member> | null> {
  const [list_id = '', contact_id = ''] = id.split('/')
  const path = `/lists/${list_id}/members/${contact_id}`
  const found = await api.call(or_null({ path, query: { fields: field_paths(member).join() }, schema: member }))
  return found && { ...found, list_id }
}
