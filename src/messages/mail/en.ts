// Emails to people, in English. Each has a subject, a text, and the words of its link when it has one.
export const mail_en = {
  'mail.greeting': 'Hello,',
  'mail.verify.subject': 'Confirm your email address',
  'mail.verify.text':
    'Somebody made a Tablero account with this address. If it was you, confirm the address. The link works for one hour.',
  'mail.verify.link': 'Confirm the address',
  'mail.reset.subject': 'Choose a new password',
  'mail.reset.text':
    'Somebody asked for a new password for your Tablero account. If it was you, choose one. The link works for one hour, and once. If it was not you, do nothing: your password stays.',
  'mail.reset.link': 'Choose a password',
  'mail.password_changed.subject': 'Your password was changed',
  'mail.password_changed.text':
    'The password of your Tablero account was changed, and all sessions ended. If it was not you, choose a new password immediately: use "Forgot your password?" on the sign-in page.',
  'mail.sign_up_known.subject': 'You already have an account',
  'mail.sign_up_known.text':
    'Somebody tried to make a Tablero account with this address, which has one already. If it was you, sign in. If you forgot the password, the sign-in page helps.',
  'mail.sign_up_known.link': 'Sign in',
  'mail.sign_in_blocked.subject': 'Sign-in to your account was paused',
  'mail.sign_in_blocked.text':
    'There were {attempts} failed attempts to sign in to your Tablero account, so further attempts are refused for {minutes} minutes. Browsers in which you signed in before still work. If it was not you, you need not do anything.',
  'mail.invitation.subject': '{inviter_name} invites you to {org_name}',
  'mail.invitation.text':
    '{inviter_name} invites you to the organization {org_name} on Tablero, as {role}. Accept with this email address until {expires_on}.',
  'mail.invitation.link': 'See the invitation',
  'mail.access_request.subject': '{inviter_name} asks for access for {org_name}',
  'mail.access_request.text':
    '{inviter_name} asks you to let the agency {org_name} act on an organization of yours on Tablero. Sign in with this email address until {expires_on}, open the organization that you choose, and answer under Settings, Members. Without your answer, the agency sees nothing.',
  'mail.access_request.link': 'Open Tablero',
  'mail.notification.subject': '{title}',
  'mail.notification.text': '{title}',
  'mail.notification.link': 'Open Tablero',
  'mail.footer':
    'Tablero sent this email because of an action in an account or an organization. Nobody reads answers to it.',
}
