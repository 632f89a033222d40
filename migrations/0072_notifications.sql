-- Notifications of an organization, the channels that take them outside, and the messages that wait for a channel.
create table notifications (
  org_id          uuid not null default current_org() references orgs on delete cascade,
  notification_id uuid not null default uuid_v7(),
  module          text not null check (module in ('tareas', 'ads', 'seo', 'tienda', 'email', 'crm', 'conexiones', 'acciones', 'alertas')),
  kind            text not null check (length(kind) between 1 and 100),
  severity        text not null check (severity in ('info', 'warning', 'critical')),
  title           jsonb not null,
  text            jsonb not null,
  link            text check (length(link) <= 2000),
  cause           text check (length(cause) between 1 and 200),
  created_at      timestamptz not null,
  ended_at        timestamptz,
  primary key (org_id, notification_id)
);
call protect('notifications', for_system => true, for_calls => 'insert, update');
create index notifications_of_module on notifications (org_id, module, notification_id desc);
create index notifications_open_causes on notifications (org_id, cause) where cause is not null and ended_at is null;
create index notifications_by_time on notifications (created_at);
comment on table  notifications is 'What people of an organization should know. Kept for half a year.';
comment on column notifications.kind is 'What happened, such as connection_needs_reconnection.';
comment on column notifications.title is 'A message: its key in the catalog and its values. It is written in the language of its reader.';
comment on column notifications.text is 'A message, as the title.';
comment on column notifications.link is 'Path of the page about it, below the address of Tablero.';
comment on column notifications.cause is 'Notifications of one cause are one message in a channel.';
comment on column notifications.ended_at is 'When its cause ended. What has ended is not sent any more.';

create table notification_reads (
  org_id          uuid not null default current_org() references orgs on delete cascade,
  reader          text not null check (length(reader) <= 100),
  notification_id uuid not null,
  read_at         timestamptz not null,
  primary key (org_id, notification_id, reader),
  foreign key (org_id, notification_id) references notifications on delete cascade
);
call protect('notification_reads', for_system => true, for_calls => 'insert');
comment on table  notification_reads is 'Who has read which notification.';
comment on column notification_reads.reader is 'user:<user_id>, also of a key with an owner; else key:<key_id>, agent:<slug> or operator:<name>.';

create table org_channels (
  org_id        uuid not null default current_org() references orgs on delete cascade,
  channel       text not null check (channel in ('chat', 'messaging')),
  vendor        text not null check (vendor in ('slack', 'discord', 'google_chat', 'teams', 'plain', 'whatsapp')),
  shown         text not null check (length(shown) <= 260),
  sealed        bytea,
  state         text not null check (state in ('on', 'unconfirmed', 'off')),
  off_reason    text check (length(off_reason) <= 200),
  code_hash     bytea,
  code_until    timestamptz,
  code_attempts int not null default 0,
  confirmed_at  timestamptz,
  heard_at      timestamptz,
  next_at       timestamptz,
  set_at        timestamptz not null,
  primary key (org_id, channel),
  check ((channel = 'messaging') = (vendor = 'whatsapp')),
  check ((channel = 'chat') = (sealed is not null)),
  check ((state = 'off') = (off_reason is not null))
);
call protect('org_channels', for_system => true, for_calls => 'insert, update, delete');
create index org_channels_of_phone on org_channels (shown) where channel = 'messaging';
comment on table  org_channels is 'Where notifications go outside of Tablero. Quiet hours and email are settings of the organization.';
comment on column org_channels.vendor is 'Whose form of messages the address takes.';
comment on column org_channels.shown is 'What people see of it: the host of a chat address, or the phone number in the form E.164.';
comment on column org_channels.sealed is 'The chat address, encrypted, because whoever has it can write to the chat.';
comment on column org_channels.state is 'unconfirmed: the owner of the phone number has not sent the code. off: switched off by Tablero.';
comment on column org_channels.off_reason is 'Why Tablero switched it off.';
comment on column org_channels.code_hash is 'SHA-256 of the code that the owner of the phone number sends, with organization and number.';
comment on column org_channels.heard_at is 'When the owner of the phone number last wrote. The platform allows free texts for 24 hours after it.';
comment on column org_channels.next_at is 'The address takes no message before.';

create table messages (
  org_id          uuid not null default current_org() references orgs on delete cascade,
  message_id      uuid not null default uuid_v7(),
  notification_id uuid not null,
  channel         text not null check (channel in ('chat', 'messaging', 'email')),
  state           text not null default 'queued' check (state in ('queued', 'held', 'sending', 'sent', 'delivered', 'failed', 'dropped')),
  reason          text check (length(reason) <= 200),
  due_at          timestamptz,
  sending_id      uuid,
  attempts        int not null default 0,
  vendor_id       text check (length(vendor_id) <= 200),
  sent_at         timestamptz,
  created_at      timestamptz not null,
  primary key (org_id, message_id),
  foreign key (org_id, notification_id) references notifications on delete cascade,
  check ((state in ('queued', 'held', 'sending')) = (due_at is not null))
);
call protect('messages', for_system => true, for_calls => 'insert, update');
create index messages_due on messages (due_at) where due_at is not null;
create index messages_waiting on messages (org_id, channel, due_at) where due_at is not null;
create index messages_sent on messages (org_id, channel, sent_at desc) where sent_at is not null;
create index messages_of_notification on messages (org_id, notification_id);
create index messages_of_vendor on messages (vendor_id) where vendor_id is not null;
create index messages_by_time on messages (created_at);
comment on table  messages is 'The outbox: each notification in each channel outside of the dashboard. Kept for 30 days.';
comment on column messages.state is 'held: quiet hours, or the channel has had its most messages of an hour. sending: committed before it is sent. dropped: its cause ended before.';
comment on column messages.reason is 'Why it is held, failed or was dropped.';
comment on column messages.due_at is 'When the sender looks at it next. Of sending: when a stopped process counts as gone. null: it has ended.';
comment on column messages.sending_id is 'Messages that went out as one share it.';
comment on column messages.attempts is 'Attempts that began.';
comment on column messages.vendor_id is 'The id that the platform gave the message, by which it announces the delivery.';
comment on column messages.sent_at is 'When the channel accepted it. Of sending: when the attempt began.';

alter table orgs add column quiet_holds_critical boolean not null default true;
comment on column orgs.quiet_holds_critical is 'Critical notifications wait for the end of the quiet hours too.';
grant update (quiet_holds_critical) on orgs to tablero_app;

alter table members add column notified_by_email boolean;
comment on column members.notified_by_email is 'Whether the person gets notifications by email. null: admins do, others do not.';

-- A notification by email waits in the queue of emails, in the transaction that takes it. The function is all that jobs see of the schema.
grant usage on schema auth to tablero_work;
grant execute on function auth.post_mail(bytea) to tablero_work;
