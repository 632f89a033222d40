// Notifications, in English. Stored notifications name these keys, so that a key with rows is never deleted.
export const notifications_en = {
  'notification.several': '{count, plural, one {One notification} other {# notifications}}',
  'notification.more': '{count, plural, one {One more is in Tablero.} other {# more are in Tablero.}}',
  'notification.open': 'Open Tablero',
  'notification.reconnection.title': '{connection} must be reconnected',
  'notification.reconnection.text':
    'The platform refuses the access of Tablero, so no new figures come. Connect it again on the page of connections.',
  'notification.reconnection.changes':
    '{text} {count, plural, one {One proposed change waits} other {# proposed changes wait}} for it, and the time for a decision runs on.',
  'notification.access_ends.title': 'The access to {connection} ends in {days, plural, one {one day} other {# days}}',
  'notification.access_ends.text': 'Connect it again before that, on the page of connections. No figures are lost.',
  'notification.channel_off.chat.title': 'The chat takes no notifications any more',
  'notification.channel_off.chat.text':
    'The chat says that the address is deleted or no longer valid, so Tablero switched it off. Make a new address in the chat, and set it in the settings.',
  'notification.channel_off.messaging.title': 'The phone number takes no notifications any more',
  'notification.channel_off.messaging.text':
    'WhatsApp says that the number cannot be reached, so Tablero switched it off. Set the number again in the settings.',
  'notification.action_pending.title': 'A change waits for a decision: {target}',
  'notification.action_pending.text':
    'Somebody proposed a change at a platform: {changes}. It expires on {day} without a decision.',
  'notification.action_pending.again':
    'A proposed change was proposed again, and takes the place of the earlier proposal: {changes}. It expires on {day} without a decision.',
  'changed.from_to': '{field} {before} → {after}',
  'changed.to': '{field}: {after}',
  'changed_field.daily_budget': 'daily budget',
  'changed_field.status': 'status',
  'changed_field.title': 'title',
  'changed_field.description': 'description',
  'changed_field.body': 'text',
  'changed_field.answer': 'answer',
  'changed_field.handle': 'last part of the address',
  'changed_field.name': 'name',
  'changed_field.objective': 'objective',
  'changed_field.published': 'published',
  'changed_state.active': 'active',
  'changed_state.paused': 'paused',
  'changed_state.true': 'yes',
  'changed_state.false': 'no',
  'notification.action_automatic.title': 'A rule approved a change: {target}',
  'notification.action_automatic.text': '{changes}. Nobody was asked.',
  'notification.action_failed.title': 'A change was not carried out: {target}',
  'notification.action_failed.text': '{reason}',
  'notification.action_differs.title': 'A change was carried out differently: {target}',
  'notification.action_differs.text':
    'The platform shows other values than those approved: {shown}. Look at it, and undo it if it is wrong.',
  'notification.action_partly.title': 'Only a part of a change was carried out: {target}',
  'notification.action_expired.title': 'A change ended without a decision: {target}',
  'notification.action_expired.text':
    'Nobody decided in time: {changes}. Nothing was sent. Propose it again if you still want it.',
  'notification.action_expired.disconnected':
    'Its connection was ended before a decision: {changes}. Nothing was sent. Connect the platform again, then propose it again.',
  'notification.action_unknown.title': 'Nobody knows whether a change was carried out: {target}',
  'notification.action_unknown.text':
    'It was sent, and the platform cannot be read since: {reason} Check in the account {account} whether it shows this: {changes}. Tablero continues to read, and says how the change ended.',
  'notification.action_executed.title': 'A change was carried out: {target}',
  'notification.action_executed.text':
    'Its end was not known. The platform can be read again, and shows it: {changes}.',
  'notification.action_left': '{text} Left at the platform: {left}.',
  'notification.webhook_off.title': 'The webhook {name} was switched off',
  'notification.webhook_off.text':
    'Its deliveries failed, so Tablero sends it nothing any more. Correct its address, and switch it on again.',
} as const satisfies Record<string, string>
