-- A message can fail after its address was replaced. Then the new address stays on.
alter table org_channels add column address_id uuid;
comment on column org_channels.address_id is 'Another one for each address that is set. null: set by an earlier version.';
alter table messages add column address_id uuid;
comment on column messages.address_id is 'The address of the channel to which the last attempt went. null: none, or of an earlier version.';
