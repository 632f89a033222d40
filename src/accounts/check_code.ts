// Checks the one-time code with which a person confirms a decision: the code of the authenticator app with which they sign in.
import { createOTP } from '@better-auth/utils/otp'
import { symmetricDecrypt } from 'better-auth/crypto'
import { sql } from 'kysely'
import { admit, DECISION_ATTEMPTS_MAX, forget } from '#accounts/attempts.ts'
import { used_once } from '#accounts/limits.ts'
import { type AccountSettings, encryption_keys_of } from '#accounts/settings.ts'
import { type AccountsDatabase, kysely_of_accounts } from '#db/accounts.ts'
import { refuse } from '#engine/outcomes.ts'
import type { CheckCode } from '#engine/tool.ts'

const MINUTE_S = 60

/** Each code works once, for a sign-in or for a decision. Wrong codes are counted, also when the call is refused. */
export function create_check_code({
  pool,
  ring,
  base_url,
}: Pick<AccountSettings, 'pool' | 'ring' | 'base_url'>): CheckCode {
  const db = kysely_of_accounts(pool)
  const key = encryption_keys_of(ring)
  return async (user_id, code) => {
    const person = await second_factor_of(db, user_id)
    if (!person)
      return refuse(
        `You have no authenticator app, whose one-time code this needs. Set it up on the page of your account: ${base_url()}/account`,
      )
    const { email, secret } = person
    const attempt = { what: 'decision', email, device: '' } as const
    const admission = await admit(db, attempt)
    if (!admission.allowed)
      refuse(
        `After ${DECISION_ATTEMPTS_MAX} wrong codes, no code is accepted for a while. Try again in ${Math.ceil(admission.wait_s / MINUTE_S)} minutes.`,
      )
    const checked = await used_once(db, { email, code }, async () => {
      const otp = createOTP(await symmetricDecrypt({ key, data: secret }))
      return { is_accepted: await otp.verify(code) }
    })
    if (!checked) refuse('This code was used before. Wait until your authenticator app shows the next one.')
    if (!checked.is_accepted) refuse('This code is wrong. Type the one that your authenticator app shows now.')
    await forget(db, attempt)
  }
}

/** Undefined: the person has no second factor, or has not confirmed it. */
async function second_factor_of(db: AccountsDatabase, user_id: string) {
  const { rows } = await sql<{ email: string; secret: string }>`
    select u.email, f.secret from auth.two_factors f join auth.users u on u.id = f.user_id
    where u.id = ${user_id} and u.two_factor_enabled and f.verified`.execute(db)
  return rows[0]
}
