-- Which programs have read text that anybody can write. What they propose afterwards is never approved by rules.
create table public_text_reads (
  org_id  uuid not null default current_org() references orgs on delete cascade,
  actor   text not null check (length(actor) between 1 and 200),
  read_at timestamptz not null,
  primary key (org_id, actor)
);
call protect('public_text_reads', for_calls => 'insert, update', for_system => true);
create index public_text_reads_read_at on public_text_reads (read_at);
comment on table  public_text_reads is 'When a program last got an answer with text that anybody can write, such as a buyer''s question.';
comment on column public_text_reads.org_id is 'The organization of the program, which may have read in that of a client.';
comment on column public_text_reads.actor is 'As in calls: key:<key_id>, oauth:<grant_id>, agent:<slug>.';
