// What alerts say, in English.
export const alerts_en = {
  'alert_name.above': '{source}: {metric} above {threshold}',
  'alert_name.below': '{source}: {metric} below {threshold}',
  'alert_name.increase_percent': '{source}: {metric} up by {threshold}',
  'alert_name.decrease_percent': '{source}: {metric} down by {threshold}',
  'alert_name.change_percent': '{source}: {metric} up or down by {threshold}',
  'alert_name.anomaly': '{source}: {metric} against its history',
  'alert.fired.title': '{name}: {value} on {day}',
  'alert.fired.above': '{metric} was {value} on {day}, above {expected}.',
  'alert.fired.above_today': '{metric} is {value} today, {day}, before the day is over. That is above {expected}.',
  'alert.fired.below': '{metric} was {value} on {day}, below {expected}.',
  'alert.fired.change': '{metric} was {value} on {day}: {percent} against {expected}.',
  'alert.fired.anomaly': '{metric} was {value} on {day}. Its own history leads to expect about {expected}.',
  'alert.source': 'Source: {sources}.',
  'alert.settled': 'The figures of this day are final.',
  'alert.unsettled': 'The platform may still change the figures of this day.',
  'alert.driver': '{name} changed most: {after}, after {before} on {day}.',
  'alert.resolved.title': '{name}: inside the threshold again',
  'alert.resolved.text': '{metric} was {value} on {day}.',
  'alert.withdrawn.title': '{name}: alert of {day} withdrawn',
  'alert.withdrawn.text':
    'The figures of {day} were corrected. {metric} was {value}, which does not breach the threshold.',
  'alert.no_data.title': '{source}: alerts have no reliable figures',
  'alert.no_data.text': '{reason} Alerts about these figures keep their state until figures arrive again.',
  'no_data.absent': '{source} is not connected.',
  'no_data.currency':
    'The threshold is an amount in {currency}, which is no longer the reporting currency. Set the threshold again.',
  'no_data.needs_reconnection': '{source} refuses the access. Connect it again.',
  'no_data.error': 'The last sync of {source} failed.',
  'no_data.stale': '{source} has not been synced for more than a day.',
  'no_data.never_synced': '{source} has not been synced yet.',
  'no_data.empty_sync': '{source} syncs without errors, and brings no rows.',
  'no_data.suspect': '{source} may have lost rows.',
  'alert.flapping.title': '{name}: opens again and again',
  'alert.flapping.text':
    '{count} alerts within {days} days. From now on there is one line a day. A higher threshold or a comparison with the same weekday helps.',
  'alert.flapping_day.title': '{name}: {count} alerts within {days} days',
  'alert.flapping_day.text': '{metric} was {value} on {day}.',
  'alert.flapping_day.unknown': '{metric} of {day} is not known.',
  'alert.unchecked':
    'No day of the last {days} has figures for this rule, so nothing shows how often it would alert. Connect the source, or wait for its first sync.',
  'channel_off.chat': 'No chat is set, or it is off, so alerts of this rule do not go there. Set its address.',
  'channel_off.messaging':
    'No phone is confirmed, or it is off, so alerts of this rule do not go there. Set its number and confirm it.',
  'channel_off.email':
    'Emails of notifications are off, so alerts of this rule do not go there. An admin switches them on.',
  'alert.fires_often':
    'With the figures of the last {days} days, this rule would have opened {count} alerts. Alerts that come often are not read. A higher threshold or a comparison with the same weekday helps.',
} as const satisfies Record<string, string>
