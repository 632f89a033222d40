-- Reports that a platform builds in the background. Building can take hours, so a sync does not wait: it finds the report again.
create table vendor_reports (
  org_id        uuid not null references orgs on delete cascade,
  connection_id uuid not null,
  request       text not null check (length(request) <= 64),
  report_id     text not null check (length(report_id) <= 1000),
  ordered_at    timestamptz not null,
  primary key (org_id, connection_id, request),
  foreign key (org_id, connection_id) references connections on delete cascade
);
call protect('vendor_reports', for_system => true);
comment on table  vendor_reports is 'Reports that were ordered and not read yet.';
comment on column vendor_reports.request is 'Hash of the request that ordered the report, without its credentials.';
comment on column vendor_reports.report_id is 'What the platform calls the report.';
