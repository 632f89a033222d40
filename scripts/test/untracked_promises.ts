// Each process of a test run imports this first. Node's runner follows each promise, to know the test of an error that nobody caught. With
// that, a promise takes 30 times as long (Node 26.10, 2026-11). Without it, such an error fails the file instead of the test.
import hooks from 'node:async_hooks'

const { createHook } = hooks
hooks.createHook = (callbacks) => createHook({ ...callbacks, trackPromises: false })
await import('node:test')
hooks.createHook = createHook
