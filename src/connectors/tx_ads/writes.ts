// What all changes at TikTok share: the permission and the delay.

/** The permissions are those of the app. TikTok does not say which ones a person granted, so a missing one shows in the answer. */
export const scopes = ['Ads Management']

export const visible_within = {
  s: 180,
  source: 'TikTok publishes no delay of lists after updates; three minutes are assumed (read 2026-11)',
}
