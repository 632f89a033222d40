-- A link that a key or an app made ends with it, as one of a person ends with the membership.
alter table sign_ins add column actor text;
comment on column sign_ins.actor is 'Who asked for the link: a key, an app, a person or an agent. null: set by an earlier version.';
