-- A search of contacts reads every contact, and a plain part of a text is found several times faster than a regular expression. So contacts
-- store the text without accents.
create function folded(given text) returns text
  language sql immutable parallel safe
  return lower(regexp_replace(normalize(given, nfd), '[\u0300-\u036f]', '', 'g'));
comment on function folded(text) is 'A text in lower case and without accents, as searches compare it.';
revoke execute on function folded(text) from public;
grant execute on function folded(text) to tablero_app, tablero_work;

-- The view names the columns that it needs, so that others can be replaced.
create or replace view metrics.contacts with (security_invoker = true) as
select c.created_at as at, (c.created_at at time zone (select metrics.org_time_zone()))::date as date,
  1::bigint as contacts, c.source as origin, c.company, c.city, c.country, c.org_id, c.contact_id
from (
  select p.org_id, p.contact_id, p.company, p.city, p.country, p.source, p.created_at,
    row_number() over (partition by p.org_id, p.person order by p.created_at, p.contact_id) as place
  from contacts p left join connections n on n.org_id = p.org_id and n.connection_id = p.connection_id
  where p.connection_id is null or n.status = 'active') c
where c.place = 1;

alter table contacts drop column searched;
alter table contacts add column searched text not null generated always as (folded(coalesce(full_name, '') || chr(31)
  || coalesce(email, '') || chr(31) || coalesce(phone, '') || chr(31) || coalesce(company, ''))) stored;
comment on column contacts.searched is 'Name, email address, phone number and company, folded, in which a search looks. A separator stands between them.';
