// OAuth tokens and API keys. A token contains its platform, generation and end. So a restarted sandbox recognizes the tokens that it
// issued, and a client continues to work.

const access_seconds = 3600
/** A key may have a name before it, such as `b2~pk_sandbox`. To the limits, such a key is another business. */
const static_keys: Record<string, string> = {
  sx: 'shpat_sandbox',
  email_a: 'pk_sandbox',
  email_b: 'mc_sandbox-us21',
  email_c: 'xkeysib-sandbox',
  tx_ads: 'tt_sandbox',
  tnx: 'tnx_sandbox',
  heat_a: 'clarity_sandbox',
  store_c: 'ck_sandbox:cs_sandbox',
  net_d_ads: 'x_sandbox',
}
export const client = { id: 'sandbox-client', secret: 'sandbox-secret' }

export type TokenState = 'ok' | 'missing' | 'unknown' | 'expired' | 'revoked'

interface Grant {
  access_token: string
  refresh_token: string
  expires_in: number
}

interface PlatformTokens {
  /** Access tokens below this number, and refresh tokens below the generation, are no longer valid. */
  expired_below: number
  generation: number
  rotate: boolean
  revoked: boolean
}

export function create_tokens(now: () => number) {
  const platforms = new Map<string, PlatformTokens>()
  let issued = 0

  const of = (platform: string): PlatformTokens => {
    let state = platforms.get(platform)
    if (!state) {
      state = { expired_below: 0, generation: 0, rotate: false, revoked: false }
      platforms.set(platform, state)
    }
    return state
  }

  const issue = (platform: string, expires_in = access_seconds): Grant => {
    issued += 1
    const state = of(platform)
    const ends = now() + expires_in * 1000
    return {
      access_token: `sandbox-access-${platform}-${Math.max(issued, state.expired_below)}-${ends}`,
      refresh_token: state.generation
        ? `sandbox-refresh-${platform}.${state.generation}`
        : `sandbox-refresh-${platform}`,
      expires_in,
    }
  }

  return {
    issue,

    /** The state of a request's credential at this platform. */
    check(platform: string, credential: string | null): TokenState {
      if (!credential) return 'missing'
      const state = of(platform)
      // A token from before a restart counts as issued, so that expire() affects it.
      issued = Math.max(issued, Number(/-(\d+)-\d+$/.exec(credential)?.[1] ?? 0))
      // An API key does not expire by itself. After expire() it stays expired until restore().
      if (credential.replace(/^\w+~/, '') === static_keys[platform])
        return state.revoked ? 'revoked' : state.expired_below > 0 ? 'expired' : 'ok'
      const parts = /^sandbox-access-(.+)-(\d+)-(\d+)$/.exec(credential)
      if (!parts || parts[1] !== platform) return 'unknown'
      if (state.revoked) return 'revoked'
      return Number(parts[2]) < state.expired_below || Number(parts[3]) <= now() ? 'expired' : 'ok'
    },

    /** Exchanges a refresh token for a new grant. With rotation on, the used refresh token becomes invalid. */
    refresh(refresh_token: string, expires_in?: number): Grant | 'unknown' | 'revoked' {
      const parts = /^sandbox-refresh-([a-z_]+)(?:\.(\d+))?$/.exec(refresh_token)
      if (!parts?.[1]) return 'unknown'
      const state = of(parts[1])
      const generation = Number(parts[2] ?? 0)
      if (state.revoked || generation < state.generation) return 'revoked'
      state.generation = state.rotate ? generation + 1 : generation
      return issue(parts[1], expires_in)
    },

    /**
     * For vendors without refresh tokens: exchanges an access token for a new one. After expire() a token can still be exchanged,
     * because it also serves as the refresh token. A token past its end, or a revoked one, cannot be exchanged. One that lives for long
     * keeps its end (NangoHQ/nango issue 1531, 2024-01).
     */
    exchange(platform: string, token: string, expires_in: number): Grant | 'unknown' | 'revoked' {
      const ends = Number(/^sandbox-access-.+-(\d+)$/.exec(token)?.[1] ?? 0)
      if (!ends) return this.refresh(token, expires_in)
      if (of(platform).revoked || ends <= now()) return 'revoked'
      const left = Math.floor((ends - now()) / 1000)
      return issue(platform, left > access_seconds ? left : expires_in)
    },

    /** Expires every access token issued until now. Refresh tokens stay valid. */
    expire(platform: string) {
      issued += 1
      of(platform).expired_below = issued + 1
    },
    /** The account's owner revoked the access. All credentials fail until restore(). */
    revoke(platform: string) {
      of(platform).revoked = true
    },
    restore(platform: string) {
      Object.assign(of(platform), {
        revoked: false,
        expired_below: static_keys[platform] ? 0 : of(platform).expired_below,
      })
    },
    rotate(platform: string, on: boolean) {
      of(platform).rotate = on
    },
    reset() {
      platforms.clear()
    },
  }
}

export type Tokens = ReturnType<typeof create_tokens>
