-- The platform can say that an account is closed. Such an account is gone too, and its reason is the word of the platform.
comment on column connection_accounts.state is 'read; skipped: listed, but it cannot be read; gone: no longer listed, or closed, as the platform says.';
