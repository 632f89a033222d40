// Details of a row beside its table. Its id is in the address, so a link opens the same. The keyboard returns to the row.
import { Drawer as MantineDrawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../lib/language.ts'
import { use_focus_return } from './dialog.tsx'

interface DrawerProps {
  title: string
  close: () => void
  children: ReactNode
}

/** In the page while it is open. */
export function Drawer({ title, close, children }: DrawerProps) {
  use_focus_return()
  return (
    <MantineDrawer
      opened
      onClose={close}
      title={title}
      position="right"
      size={480}
      shadow="none"
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      {children}
    </MantineDrawer>
  )
}
