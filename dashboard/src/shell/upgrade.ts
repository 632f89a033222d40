// After an upgrade of the server, a page that is open names files that are missing. It loads itself once, and never in a circle.

const MARK = 'reloaded-after-upgrade'
const AGAIN_AFTER_MS = 60_000

export function reload_after_upgrade(): void {
  addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(MARK) ?? 0)
    if (Date.now() - last < AGAIN_AFTER_MS) return
    event.preventDefault()
    sessionStorage.setItem(MARK, String(Date.now()))
    location.reload()
  })
}
