// What Vite makes of files that are no scripts.
declare module '*.module.css' {
  const classes: Record<string, string>
  export default classes
}

declare module '*.css'

declare module 'virtual:catalog/*' {
  import type { Messages } from '@lingui/core'
  export const messages: Messages
}
