// A migration that changed, and what a process of the last release does not survive.

export const planted_migrations = {
  parts: ['migrations'],
  files: {
    'migrations/0002_orgs.sql': '+\n-- Other words.\n',
    'migrations/9990_planted.sql': `alter table orgs drop column plan;
alter table orgs rename column name to title;
alter table orgs alter column industry set not null;
alter table orgs alter column name type varchar(10);`,
    'migrations/9991_planted.sql': 'alter table orgs add column plan text not null;',
    'migrations/9992_planted.sql':
      "alter table contacts add column plan text not null generated always as ('') stored;",
    'migrations/9993_planted.sql': `-- Drop column is for the next release.
alter table orgs add column plan text not null default '', add column seats integer;
create index on orgs (plan);`,
  },
  found: [
    /0002_orgs\.sql was changed\. Databases have applied it/,
    /9990_planted\.sql drops what/,
    /9990_planted\.sql renames what/,
    /9990_planted\.sql demands a value/,
    /9990_planted\.sql writes a table again/,
    /9991_planted\.sql demands a value/,
    /9992_planted\.sql writes a table again/,
    /^(?![\s\S]*9993_planted)/,
  ],
}
