// Which keys the person's machine has.

export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.userAgent)
