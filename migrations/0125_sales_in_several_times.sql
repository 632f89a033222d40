-- A marketplace can lack an account for some days between others. Then its sales count elsewhere in several times. Processes of the
-- version before give one time without braces.
create or replace function metrics.is_counted_elsewhere(also_in text, sale_at timestamptz) returns boolean
  language sql stable parallel safe
  return coalesce(
    sale_at <@ ('{' || btrim(nullif(current_setting('app.counted', true), '')::jsonb -> 'elsewhere' ->> also_in, '{}') || '}')::tstzmultirange,
    false);
