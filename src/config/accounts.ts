// The variables of accounts and of the emails that people get.
import { z } from 'zod'
import { one_of, provider, url_of } from './schemas.ts'

export const account_variables = {
  SMTP_URL: {
    about:
      'Email server that sends the emails of accounts and invitations: smtp://user:password@host:587 or smtps://. When absent, nobody can sign up with a password, and the links of invitations are passed on by hand.',
    schema: url_of(['smtp', 'smtps']),
  },
  MAIL_FROM: {
    about: 'Sender of these emails, such as Tablero <tablero@example.com>.',
    default: 'Tablero <tablero@localhost>',
    schema: z.string().regex(/^[^\r\n]{3,200}$/, { error: 'must be one line' }),
  },
  SIGN_UP: {
    about:
      'Who may make an account: open (everybody), invited (whom an organization invites) or closed (nobody). `npx tablero member invite` invites the first person.',
    default: 'invited',
    schema: one_of(['open', 'invited', 'closed']),
  },
  APP_REGISTRATION: {
    about:
      'Whether apps that act for people may register themselves: open or closed. Apps that a document at their own address describes need no registration.',
    default: 'open',
    schema: one_of(['open', 'closed']),
  },
  SIGN_IN_GOOGLE: {
    about: 'App with which people sign in through Google: client id and secret, separated by a colon.',
    schema: provider,
  },
  SIGN_IN_GITHUB: {
    about: 'App with which people sign in through GitHub: client id and secret, separated by a colon.',
    schema: provider,
  },
} as const
