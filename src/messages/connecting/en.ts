// Pages on which a person connects a platform, and what connections say about the access, in English.
export const connecting_en = {
  'connecting.title': 'Connect {product}',
  'connecting.confirm': '{org} gives Tablero access to {platform} ({product}).',
  'connecting.confirm_only_own': 'Continue only if you expected this for {org}. Otherwise close this page.',
  'connecting.begin': 'Continue to {vendor}',
  'connecting.begin_keys': 'Continue',
  'connecting.no_choice': 'Choose one',
  'connecting.action': 'What do you want to do?',
  'connecting.action_new': 'Connect a further account',
  'connecting.action_again': 'Connect {name} again, with its history',
  'connecting.action_accounts': 'Change the accounts of {name}, without a new sign-in',
  'connecting.action_values': 'Change the accounts or the optional values of {name}, without a new sign-in',
  'connecting.known_removed': 'Disconnected. Its history is kept.',
  'connecting.known_broken': 'The platform no longer accepts its access.',
  'connecting.change_signed_in':
    'To change the accounts of a connection without a new sign-in, sign in to Tablero as a person who may connect platforms.',
  'connecting.own_app': 'Your own app at {vendor}',
  'connecting.no_app': 'This Tablero has no app at {vendor}. Type the values of your own one.',
  'connecting.app_address': 'Return address of the app (redirect URL): {address}',
  'connecting.app_permissions': 'Permissions of the app: {scopes}',
  'connecting.going': 'Continue at {vendor}',
  'connecting.going_text': 'Your browser continues there. Sign in and allow access, then you return here.',
  'connecting.keys': 'Type the values of {product}',
  'connecting.keys_text': 'Tablero tests them before it stores anything.',
  'connecting.test': 'Test and continue',
  'connecting.waiting': 'Waiting for the shop',
  'connecting.waiting_text': 'The shop sends its keys to Tablero. Keep this page open, it looks again by itself.',
  'connecting.listing': 'Listing the accounts',
  'connecting.listing_text':
    'Tablero asks {vendor} for the accounts. With many accounts, this can take some minutes. Keep this page open, it looks again by itself.',
  'connecting.list_failed':
    'The accounts could not be listed, because of a fault of Tablero. Load this page again in a minute.',
  'connecting.accounts': 'Which accounts should be read?',
  'connecting.accounts_none': 'There is no account to read',
  'connecting.accounts_listed':
    '{count, plural, one {One account is listed.} other {# accounts are listed.}}{unreadable, plural, =0 {} one { One of them cannot be read.} other { # of them cannot be read.}}',
  'connecting.no_accounts':
    '{vendor} lists no account for this sign-in. Sign in as a person who can see the accounts, with a new link.',
  'connecting.none_readable': 'No account of this sign-in can be read. The reasons are next to the accounts.',
  'connecting.all_accounts': 'All, also those that are added later',
  'connecting.some_accounts': 'Only these',
  'connecting.chosen_before':
    'Only accounts that were chosen before are listed. To choose among all of them, open a new link and connect again.',
  'connecting.choose': 'Read these accounts',
  'connecting.choose_only': 'Read this account',
  'connecting.adds': 'Optional values for changes at {vendor}',
  'connecting.adds_text':
    'Reading does not need them. Empty fields change nothing. Tablero tests the values before it stores them.',
  'connecting.removed':
    '{name} was disconnected meanwhile, so nothing was changed. To use it again, open a new link and connect it again.',
  'connecting.chosen_other':
    'The accounts of {name} were saved before, with another choice. To change them, go to the page Connections.',
  'connecting.choose_one': 'Choose at least one account.',
  'connecting.all_or_some':
    'Accounts are ticked, so all and only these are both chosen. Choose only these, or untick them to read all.',
  'connecting.cannot_read': 'cannot be read: {reason}',
  'connecting.connected_by': 'already read by {name}',
  'connecting.all_connected':
    'These accounts are read by {name} already. To renew its access, open a new link and connect {name} again.',
  'connecting.missing_scopes':
    'These permissions were not granted: {scopes}. So these data stay empty: {streams}. To change this, connect again and allow all permissions.',
  'connecting.missing_changes':
    'These permissions were not granted: {scopes}. So Tablero cannot make these changes: {changes}. To allow them, connect again and allow all permissions.',
  'connecting.other_accounts':
    'This sign-in shows other accounts than {name} had. {name} has {before}. The new sign-in shows {now}.',
  'connecting.other_question': 'Should {name} read the other accounts from now on? Its history stays.',
  'connecting.other_yes': 'Yes, read the other accounts',
  'connecting.same_question':
    'Is it the same account, for example at a new address? Then {name} keeps its history. If it is another one, close this page and connect it as a further account: its data would mix with that of {name}, or replace it.',
  'connecting.same_yes': 'Yes, it is the same',
  'connecting.reads_nothing':
    'With this sign-in, {name} can read nothing, because no permission was granted that its data need.',
  'connecting.nothing_question':
    'Should this sign-in replace the one that {name} has now? To keep it, close this page and connect again with all permissions.',
  'connecting.nothing_yes': 'Yes, replace the sign-in',
  'connecting.done': '{name} is connected',
  'connecting.done_text': 'Tablero reads the first data by itself. You can close this page.',
  'connecting.rows': '{rows, plural, one {One row was stored.} other {# rows were stored.}}',
  'connecting.reading': 'Now: {stream}',
  'connecting.state_queued': 'The first sync waits for a free worker.',
  'connecting.state_running': 'The first sync is running.',
  'connecting.state_succeeded': 'The first sync is complete. Older data follow in the background.',
  'connecting.state_failed': 'The first sync stopped: {reason} Tablero tries again by itself.',
  'connecting.ends_on': 'This access ends on {date}. Tablero warns before.',
  'connecting.stopped': 'This did not work',
  'connecting.new_link': 'Ask your assistant for a new link to connect {platform}, and open it in this browser.',
  'connecting.begin_again': 'Go back to the page Connections and press Connect again.',
  'connecting.to_connections': 'Back to the page Connections',
  'connecting.no_link':
    'Platforms are connected with a link. Press Connect on the page Connections, or ask your assistant: it calls propose_connect_platform.',
  'connecting.link_invalid': 'This link is not valid. Perhaps it was not copied to its end.',
  'connecting.link_expired': 'This link has expired. A link works for 30 minutes.',
  'connecting.link_spent': 'This link was used before. A link works once.',
  'connecting.not_available': '{platform} cannot be connected here.',
  'connecting.state_invalid': 'The answer did not come from a sign-in that began here. Nothing was connected.',
  'connecting.state_spent': 'This sign-in has been answered before, or it took longer than 10 minutes.',
  'connecting.other_browser': 'This sign-in began in another browser. Continue in that one. Nothing was connected.',
  'connecting.other_person':
    'This link belongs to the person who asked for it. Sign in to Tablero as that person, or ask for a link of your own.',
  'connecting.maker_ended': 'The key or app that asked for this link no longer has access. Ask for a new link.',
  'connecting.other_site':
    'Nothing was connected, because this did not come from a page of Tablero. Open the link yourself, and continue there.',
  'connecting.sign_in': 'Sign in to Tablero',
  'connecting.denied': 'Access was not allowed at {vendor}. Nothing was connected.',
  'connecting.operator':
    'This user may not give access at {vendor}. Sign in there as the administrator of the account.',
  'connecting.code_ended':
    '{vendor} no longer accepts the code of this sign-in. A code works once and for a short time.',
  'connecting.app_refused': '{vendor} does not accept the app of this Tablero. Its operator must check id and secret.',
  'connecting.refused': '{vendor} did not complete the sign-in: {reason}',
  'connecting.keys_refused':
    '{vendor} does not accept these values. Copy them again, without spaces and to their end. Its answer: {reason}',
  'connecting.unreachable': '{vendor} does not answer now. Load this page again in a minute.',
  'connecting.value_missing': 'Type a value for {fields}.',
  'connecting.value_misfit': 'Correct {fields}: the value does not have the form that is described below the field.',
  'connecting.org_ended': '{name} was ended, so nothing is connected for it.',
  'connecting.page_ended':
    'This page has expired, it belongs to another browser, or you may not connect platforms any more.',
  'access.data_requests':
    '{count, plural, one {A person asked this shop for their stored data. Answer within {days} days; the operator finds what is stored in privacy_requests.} other {# people asked this shop for their stored data. Answer within {days} days; the operator finds what is stored in privacy_requests.}}',
  'access.missing': 'Without the permission {scopes}, these streams stay empty: {streams}. Connect again and grant it.',
  'access.ends':
    '{days, plural, one {The access ends within one day} other {The access ends in # days}}, on {date}. Connect again before.',
  'access.ended': 'The platform ended the access on {date}. Connect again.',
} as const satisfies Record<string, string>
