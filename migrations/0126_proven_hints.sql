-- Who forges hints cannot make records change. So each record that a round found changed proves one hint of the next round, also of
-- another job.
alter table webhook_states add column proven integer not null default 0;
comment on column webhook_states.proven is 'How many unsigned hints of the next round are read like signed announcements: as many as records changed in the last one.';
