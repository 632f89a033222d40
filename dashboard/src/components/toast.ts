// A short message at the edge of the page: a change was saved, and closes by itself, or it failed.
import { notifications } from '@mantine/notifications'
import { t } from '../lib/language.ts'
import { failure_words } from './failure_words.ts'

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

/** For a button that has no place of its own for an error. It stays until a person closes it. */
export function show_failure(error: unknown): void {
  const { title, text } = failure_words(error)
  notifications.show({
    ...(text && { title }),
    message: text || title,
    color: 'red',
    autoClose: false,
    closeButtonProps: { 'aria-label': t('Close') },
  })
}
