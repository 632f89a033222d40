// A short message at the edge of the page that closes by itself: a change was saved.
import { notifications } from '@mantine/notifications'
import { t } from '../lib/language.ts'

interface ToastOptions {
  /** Default: the time of the library. */
  shown_ms?: number
}

export const show_toast = (message: string, { shown_ms }: ToastOptions = {}) =>
  notifications.show({
    message,
    closeButtonProps: { 'aria-label': t('Close') },
    ...(shown_ms !== undefined && { autoClose: shown_ms }),
  })
