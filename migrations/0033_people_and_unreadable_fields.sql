-- Fields that a platform sends in a form that cannot be read are counted. They never become a zero.
alter table sync_runs add column unreadable jsonb not null default '{}';
comment on column sync_runs.unreadable is 'Number of fields that could not be read, by what they are. Their rows are stored without them.';
alter table checkouts alter column total_micros drop not null;
comment on column checkouts.total_micros is 'null: the platform sent a value that cannot be read.';

-- Ids of checkouts of this platform were not unique. Its checkouts are read again under the ids of their events.
delete from checkouts where platform = 'email_a';
delete from sync_cursors s using connections n
where n.org_id = s.org_id and n.connection_id = s.connection_id and n.platform = 'email_a' and s.stream = 'checkouts';

-- A person is an email address, else a phone number, else an id of a platform, so that two connections never count a person twice.
alter table contacts add column platform text;
comment on column contacts.platform is 'Platform key; null for contacts of Tablero itself.';
update contacts c set platform = n.platform from connections n where n.org_id = c.org_id and n.connection_id = c.connection_id;

create function person_of(email text, phone text, platform text, external_id text, contact_id uuid) returns text
  language sql immutable parallel safe
  return case
    when btrim(email) <> '' then 'email:' || lower(btrim(email))
    when phone ~ '\d' then 'phone:' || regexp_replace(phone, '\D', '', 'g')
    else 'id:' || coalesce(platform || '/' || external_id, contact_id::text) end;
comment on function person_of(text, text, text, text, uuid) is 'The person that a contact is: email address without case, else the digits of the phone number, else the platform''s id.';
revoke execute on function person_of(text, text, text, text, uuid) from public;
grant execute on function person_of(text, text, text, text, uuid) to tablero_app;
create index on contacts (org_id, person_of(email, phone, platform, external_id, contact_id), created_at, contact_id);

drop view metrics.contacts;
create view metrics.contacts with (security_invoker = true) as
select c.created_at as at, (c.created_at at time zone (select metrics.org_time_zone()))::date as date,
  1::bigint as contacts, c.source as origin, c.company, c.city, c.country, c.org_id, c.contact_id
from contacts c
where (c.connection_id is null or exists (
    select from connections n where n.org_id = c.org_id and n.connection_id = c.connection_id and n.status = 'active'))
  and not exists (
    select from contacts o left join connections n on n.org_id = o.org_id and n.connection_id = o.connection_id
    where o.org_id = c.org_id
      and person_of(o.email, o.phone, o.platform, o.external_id, o.contact_id)
        = person_of(c.email, c.phone, c.platform, c.external_id, c.contact_id)
      and (o.created_at, o.contact_id) < (c.created_at, c.contact_id)
      and (o.connection_id is null or n.status = 'active'));
comment on view metrics.contacts is 'People by the day they became a contact, each once: the oldest contact of a person, without disconnected connections.';
grant select on metrics.contacts to tablero_app;

update metric_sources set platforms = '{email_a,email_b,email_c}',
  description = 'People of the CRM and the email platforms, each once; store buyers are not among them.'
where source = 'crm';
update metric_definitions set description = 'People who became a contact.' where source = 'crm' and metric = 'new_contacts';
