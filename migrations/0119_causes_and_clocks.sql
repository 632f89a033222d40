-- A proposal that repeats one after public text is tainted too, for a time from the reading and not from the last repetition.
alter table actions add column tainted_at timestamptz;
comment on column actions.tainted_at is 'Of a tainted one: when its cause was read, or the cause of the one that it repeats. null of older ones: created_at.';

-- Clocks of machines differ, and one can jump forward. So the end of a step without an effect needs two readings.
alter table action_steps add column overdue_since timestamptz;
comment on column action_steps.overdue_since is 'When a reading first missed the step after the time in which the platform must show it. null: no reading did.';
