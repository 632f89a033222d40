-- A proposal that is proposed again with other words, or after a change of its target, names the newer proposal that took its place.
alter table actions add column replaced_by uuid;
comment on column actions.replaced_by is 'The newer proposal of the same change that took the place of this one.';
comment on column actions.cause is 'Why it failed, or ended without a decision. null of an expired one: its time was over.';

-- It is set with the end of the proposal.
create or replace function keep_action() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  decisions constant text[] := array['org_id', 'status', 'decided_by', 'decided_by_user_id', 'decided_at', 'decision_reason', 'execution_id',
    'cause', 'cause_text', 'replaced_by', 'ended_at'];
begin
  if to_jsonb(new) - decisions is distinct from to_jsonb(old) - decisions then
    raise check_violation using message = 'a proposed change is never changed';
  end if;
  if new.status <> old.status and not (
    (old.status = 'pending' and new.status in ('approved', 'rejected', 'expired')) or
    (old.status = 'approved' and new.status in ('executed', 'failed'))) then
    raise check_violation using message = format('an action does not become %s after %s', new.status, old.status);
  end if;
  if old.decided_at is not null and (new.decided_by, new.decided_by_user_id, new.decided_at, new.execution_id)
    is distinct from (old.decided_by, old.decided_by_user_id, old.decided_at, old.execution_id) then
    raise check_violation using message = 'a decision is never changed';
  end if;
  return new;
end $$;
