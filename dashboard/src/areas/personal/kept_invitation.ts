// The token of an invitation, kept in this browser while a person signs up and confirms their address. It comes in the fragment of the
// link, so that no server and no log has it. It is worth nothing to others: only the invited address can accept.

const KEY = 'invitation'
const TOKEN = /^[\w-]{20,200}$/

/** The token of the address, or the kept one. The address loses it, so that it does not stay in the history of the browser. */
export function kept_invitation(): string | undefined {
  const given = location.hash.slice(1)
  if (location.pathname === '/invitation' && TOKEN.test(given)) {
    // The storage of one tab is not enough: the email that confirms an address opens another tab.
    localStorage.setItem(KEY, given)
    history.replaceState(history.state, '', location.pathname)
  }
  return localStorage.getItem(KEY) ?? undefined
}

export const forget_invitation = () => localStorage.removeItem(KEY)
