// A dialog that is in the page while it is open. Afterwards the keyboard continues where it was before.
import { Modal } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../lib/language.ts'

interface DialogProps {
  title: string
  close: () => void
  size?: string
  is_full_screen?: boolean
  /** False for what is shown only once: a press beside the dialog must not lose it. */
  closes_outside?: boolean
  children: ReactNode
}

export function Dialog({
  title,
  close,
  size = 'md',
  is_full_screen = false,
  closes_outside = true,
  children,
}: DialogProps) {
  use_focus_return()
  return (
    <Modal
      opened
      onClose={close}
      title={title}
      size={size}
      fullScreen={is_full_screen}
      closeOnClickOutside={closes_outside}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </Modal>
  )
}

/** An entry of a menu leaves the page when it is chosen. The button of the menu stays. */
function lasting(element: Element | null): HTMLElement | null {
  const button = element?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  return (button ? document.getElementById(button) : element) as HTMLElement | null
}

export function use_focus_return(): void {
  const [before] = useState(() => lasting(document.activeElement))
  useEffect(
    () => () => {
      const target = before?.isConnected ? before : document.querySelector<HTMLElement>('h1')
      // The dialog still holds the focus until it has left the page.
      setTimeout(() => target?.focus())
    },
    [before],
  )
}
