-- The oldest contact of each person, found in one pass. A search for an older contact of each one took the square of their number,
-- because row security does not let PostgreSQL use the index on person_of for it.
create or replace view metrics.contacts with (security_invoker = true) as
select c.created_at as at, (c.created_at at time zone (select metrics.org_time_zone()))::date as date,
  1::bigint as contacts, c.source as origin, c.company, c.city, c.country, c.org_id, c.contact_id
from (
  select p.*, row_number() over (
    partition by p.org_id, person_of(p.email, p.phone, p.platform, p.external_id, p.contact_id)
    order by p.created_at, p.contact_id) as place
  from contacts p left join connections n on n.org_id = p.org_id and n.connection_id = p.connection_id
  where p.connection_id is null or n.status = 'active') c
where c.place = 1;
