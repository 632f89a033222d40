// The people whom a search of contacts finds, and the newest of them.
import { type RawBuilder, sql } from 'kysely'
import { of_org } from '#db/organization.ts'
import { folded_has } from '#db/part_of_text.ts'

/** Contacts of a platform that was disconnected do not count. */
export const is_active = (
  alias: string,
) => sql`(${sql.ref(`${alias}.connection_id`)} is null or ${sql.ref(`${alias}.connection_id`)} in (
  select connection_id from ${of_org('connections')} where status = 'active'))`

/** From this number of people, PostgreSQL does not look for the oldest contact of each. */
const LOOKED_FOR_MAX = 10_000
/** Newest matching contacts beyond those of the answer, because a person can have several, and an older one that does not match. */
const SPARE = 100

const matching = (search: string) => sql`
  ${of_org('contacts', 'c')} where ${is_active('c')} and ${folded_has(sql`c.searched`, search)}`

/** The oldest contact of each of some people, by the index of people. */
const looked_for = (people: RawBuilder<unknown>) => sql`
  select o.contact_id, o.created_at from (${people}) f cross join lateral (
    select o.contact_id, o.created_at from ${of_org('contacts', 'o')}
    where o.person = f.person and ${is_active('o')} order by o.created_at, o.contact_id limit 1) o`

interface Answer {
  search: string
  limit: number
  columns: RawBuilder<unknown>
}

/**
 * Each person of whom some contact matches, by the oldest contact, newest first. A search reads every contact once for the number of people.
 * The oldest contact of few people is looked for. Of many people, only those are looked for whose contacts are the newest that match. A person
 * whose matching contacts are all older is older than these, so the answer is whole when its last row is newer than all that was left out.
 * Then `is_whole` is true. PostgreSQL does not know how many people a search finds, so each branch has a condition.
 */
export const newest_matching = <Row>({ search, limit, columns }: Answer) => sql<Row & { is_whole: boolean }>`
  with found as materialized (select c.person from ${matching(search)} group by 1),
  size as materialized (select count(*) as people from found),
  newest as materialized (
    select c.person, c.created_at from ${matching(search)} and (select people from size) >= ${LOOKED_FOR_MAX}
    order by c.created_at desc limit ${limit + SPARE}),
  oldest as materialized (${looked_for(sql`
    select person from found where (select people from size) < ${LOOKED_FOR_MAX} union all select distinct person from newest`)}),
  page as materialized (select contact_id, created_at from oldest order by created_at desc, contact_id limit ${limit})
  select ${columns}, (select people from size) as total, (
    (select count(*) from newest) < ${limit + SPARE}
      or (select count(*) = ${limit} and min(created_at) > (select min(created_at) from newest) from page)) as is_whole
  from page join ${of_org('contacts', 'c')} on c.contact_id = page.contact_id
  order by c.created_at desc, c.contact_id`

/** The same of all people, when many of the newest contacts belong to people with much older ones. */
export const all_matching = <Row>({ search, limit, columns }: Answer) => sql<Row>`
  with found as materialized (select c.person from ${matching(search)} group by 1),
  oldest as materialized (
    select o.contact_id, o.created_at from (
      select distinct on (o.person) o.person, o.contact_id, o.created_at from ${of_org('contacts', 'o')}
      where ${is_active('o')} order by o.person, o.created_at, o.contact_id) o
    where o.person in (select person from found))
  select ${columns}, (select count(*) from oldest) as total
  from (select contact_id from oldest order by created_at desc, contact_id limit ${limit}) o
  join ${of_org('contacts', 'c')} on c.contact_id = o.contact_id
  order by c.created_at desc, c.contact_id`
