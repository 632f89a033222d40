// What surrounds every page: theme, answers of tools, messages that confirm, and the dialog of an ended session.
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { setNonce } from 'get-nonce'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { query_client } from '../api/queries.ts'
import { is_waiting, on_change } from '../api/session_end.ts'
import { use_language } from '../lib/language.ts'
import { router } from './router.tsx'
import { css_variables, theme } from './theme.ts'

const SignInAgain = lazy(() => import('../accounts/sign_in_again.tsx'))
/** Nothing is confirmed before the first page is drawn. */
const Notifications = lazy(async () => ({ default: (await import('@mantine/notifications')).Notifications }))

/** The policy of the page allows styles with this nonce only. Browsers hide its value from everything but scripts. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? ''
setNonce(nonce)

export function App() {
  // A change of the language draws every page again. Forms that are open at that moment are the settings of the language.
  const language = use_language()
  const is_session_over = useSyncExternalStore(on_change, is_waiting)
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={css_variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={query_client}>
        <RouterProvider key={language} router={router} />
        {is_session_over && (
          <Suspense>
            <SignInAgain />
          </Suspense>
        )}
        <Suspense>
          <Notifications position="bottom-center" />
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  )
}
