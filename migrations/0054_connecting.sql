-- People connect platforms in a browser: a link that is used once, a sign-in at the platform, and the choice of accounts.
create table spent_links (
  org_id   uuid not null references orgs on delete cascade,
  link_id  uuid not null,
  spent_at timestamptz not null default now(),
  primary key (org_id, link_id)
);
call protect('spent_links', for_system => true);
comment on table spent_links is 'Links for connecting a platform that a person has confirmed. Each works once. An expired link needs no row.';

create table sign_ins (
  org_id        uuid not null references orgs on delete cascade,
  sign_in_id    uuid not null default uuid_v7(),
  platform      text not null,
  connection_id uuid,
  link_id       uuid not null,
  step          text not null default 'begun' check (step in ('begun', 'returned', 'done')),
  browser_hash  bytea not null,
  settings      jsonb not null default '{}',
  secrets       bytea,
  scopes        text[],
  accounts      jsonb,
  ends_at       timestamptz,
  run_id        uuid,
  expires_at    timestamptz not null,
  created_at    timestamptz not null default now(),
  primary key (org_id, sign_in_id),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('sign_ins', for_system => true);
comment on table  sign_ins is 'Sign-ins of people at platforms, from the confirmed link to the choice of accounts.';
comment on column sign_ins.connection_id is 'The connection that is connected again or changed. When the sign-in is done: its connection.';
comment on column sign_ins.step is 'begun: the person is at the platform. returned: the platform has answered, which it may do once. done: the accounts are chosen.';
comment on column sign_ins.browser_hash is 'SHA-256 of the cookie of the browser that began. No other browser can continue.';
comment on column sign_ins.secrets is 'PKCE verifier and values of the app, then the tokens. Encrypted as secrets of connections are. null: done.';
comment on column sign_ins.scopes is 'Permissions that the person granted. null: the platform does not say.';
comment on column sign_ins.accounts is 'Accounts that the platform listed, for the choice.';

alter table connections
  add column granted_scopes text[],
  add column access_ends_at timestamptz;
comment on column connections.granted_scopes is 'Permissions that the person granted at the last sign-in. null: not known.';
comment on column connections.access_ends_at is 'When the platform ends the access, however often tokens are renewed. A person then has to connect again. null: no end is known.';
