// A member with an authenticator app, and what the app shows.
import { randomBytes } from 'node:crypto'
import { createOTP } from '@better-auth/utils/otp'
import { symmetricEncrypt } from 'better-auth/crypto'
import { secrets_of, version_of } from '#accounts/settings.ts'
import type { SessionCaller } from '#engine/access/caller.ts'
import type { ApprovalBench } from '#test/approval_bench.ts'

/** `code` is the one of this number of periods from now, and `wrong` is none of those that count. */
export async function member_with_app(bench: ApprovalBench, place: { org_id: string }) {
  const caller = (await bench.person(place)) as SessionCaller
  const { user_id } = caller
  const secret = randomBytes(24).toString('base64url')
  const values = secrets_of(bench.engine)
  const keys = new Map(values.map((value) => [version_of(value), value]))
  const sealed = await symmetricEncrypt({ key: { keys, currentVersion: version_of(values[0]!) }, data: secret })
  await bench.rows(
    `insert into auth.users (id, name, email, email_verified, two_factor_enabled) values ($1, 'Luis', $2, true, true)`,
    [user_id, `${user_id}@example.com`],
  )
  await bench.rows(`insert into auth.two_factors (user_id, secret, backup_codes) values ($1, $2, '')`, [
    user_id,
    sealed,
  ])
  const code = (periods = 0) => createOTP(secret).hotp(Math.floor(Date.now() / 30_000) + periods)
  return { caller, code, wrong: async () => wrong_of(await Promise.all([-2, -1, 0, 1, 2].map(code))) }
}
const wrong_of = (right: string[]) =>
  ['000000', '111111', '222222', '333333', '444444', '555555'].find((one) => !right.includes(one))!
