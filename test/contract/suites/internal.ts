// What internal tools cannot show in the suites of an area, each with its reason and a file that shows it. All else of the suites runs for
// these tools too. A tool that is named here must be refused, so that no line outlives its reason.

/** Tools that refuse acme, its agency and globex, whose people and rows the suites share. */
export const refused_here: Record<string, string> = {
  approve_action_with_code: 'a code of a person works once: test/approvals/codes.test.ts',
  create_client: 'acme and globex are no agencies: test/people/agencies.test.ts',
  end_agency_access: 'the suites need the agency of acme: test/people/agencies.test.ts',
  end_org: 'the suites need the organizations: test/people/ending.test.ts',
  propose_undo: 'nothing was executed at a platform: test/approvals/lifecycle.test.ts',
  remove_client_access: 'acme and globex are no agencies: test/people/colleagues.test.ts',
  request_access: 'acme and globex are no agencies: test/people/agencies.test.ts',
  set_client_access: 'acme and globex are no agencies: test/people/colleagues.test.ts',
  start_phone_confirmation: 'this Tablero has no number: test/notifications/channels.test.ts',
  withdraw_access_request: 'acme and globex are no agencies: test/people/agencies.test.ts',
}

/** Tools that an agency cannot use for its client, because they are about the client's own people. */
export const members_only: Record<string, string> = {
  accept_access_request: 'only members decide about agencies: test/people/agencies.test.ts',
  choose_notification_emails: 'only members get emails: test/notifications/channels.test.ts',
  create_api_key: 'only members own keys: test/people/roles.test.ts',
  decline_access_request: 'only members decide about agencies: test/people/agencies.test.ts',
  list_access_requests: 'only members decide about agencies: test/people/agencies.test.ts',
  restore_org: 'acme has admins of its own: test/people/ending.test.ts',
}

/** Tools whose answer depends on the person who reads. */
export const of_the_person: Record<string, string> = {
  get_org_channels: 'own_emails is the choice of the caller',
  list_access_requests: 'requests name a person',
  list_calls: 'each call is a line of the next answer',
  list_own_notifications: 'each person has read others',
}

/** Tools that show an agency who its clients are. */
export const shows_clients: Record<string, string> = {
  list_clients: 'the clients are the answer',
}

/** Tools that show the ids of organizations that the caller's own people named. */
export const shows_wanted: Record<string, string> = {
  list_calls: 'a refused call is recorded with what it wanted',
}
