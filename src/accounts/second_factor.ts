// The second factor of people: the plugin of better-auth, which asks for a code after a password only. Here every sign-in is asked.
import type { BetterAuthPlugin } from 'better-auth'
import { twoFactor } from 'better-auth/plugins'

/** The endpoints that make a session of somebody who has none. */
const SIGN_INS: ReadonlySet<string | undefined> = new Set([
  '/sign-in/email',
  '/sign-in/social',
  '/callback/:id',
  '/verify-email',
])
/** With a session, this endpoint sets the factor up. */
const SET_UP = '/two-factor/verify-totp'

const library = () =>
  twoFactor({
    accountLockout: { enabled: false }, // src/accounts/attempts.ts counts codes, and does not keep out the owner
    issuer: 'Tablero',
    schema: {
      user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
      twoFactor: {
        modelName: 'two_factors',
        fields: {
          backupCodes: 'backup_codes',
          userId: 'user_id',
          failedVerificationCount: 'failed_verification_count',
          lockedUntil: 'locked_until',
        },
      },
    },
  })

type Plugin = ReturnType<typeof library>
/** A hook as the library runs it: with the headers of the answer, and of its own. */
type Handler = (context: { context: { responseHeaders?: Headers } }) => Promise<{
  response: unknown
  headers: Headers | undefined
}>

export function second_factor(): Plugin {
  const plugin = library()
  const ask = plugin.hooks.after[0]!.handler as unknown as Handler
  const more = {
    hooks: { after: [{ matcher: ({ path }) => SIGN_INS.has(path), handler: with_page(ask) as never }] },
    // Sessions from before the factor have not shown a code. The library makes a new one for the browser that set it up.
    init: () => ({
      options: {
        databaseHooks: {
          user: {
            update: {
              async after({ id }, context) {
                if (context?.path === SET_UP) await context.context.internalAdapter.deleteUserSessions(id)
              },
            },
          },
        },
      },
    }),
  } satisfies Pick<BetterAuthPlugin, 'hooks' | 'init'>
  return { ...plugin, ...more } as Plugin
}

/** A browser that comes from a provider or an email gets the page that asks for the code, and continues afterwards. */
const with_page =
  (ask: Handler): Handler =>
  async (context) => {
    const asked = await ask(context)
    const location = context.context.responseHeaders?.get('location')
    if (asked.response === undefined || !asked.headers || !location) return asked
    asked.headers.set('location', `/sign-in?step=code&next=${encodeURIComponent(location)}`)
    return { headers: asked.headers, response: undefined } // the answer of the endpoint remains: a redirect
  }
