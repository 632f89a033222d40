// A form of one request: its fields, what went wrong, and one button. The input stays when the request fails.
import { Button, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Fault } from '../components/fault.tsx'
import { in_words } from './words.ts'

interface FormProps {
  verb: string
  submit: () => Promise<unknown>
  children: ReactNode
  /** Beside the button. */
  also?: ReactNode
  is_wide?: boolean
}

export function Form({ verb, submit, children, also, is_wide = true }: FormProps) {
  const [is_running, set_running] = useState(false)
  const [error, set_error] = useState<unknown>()
  const run = async (event: FormEvent) => {
    event.preventDefault()
    set_running(true)
    set_error(undefined)
    await submit().catch((thrown) => set_error(in_words(thrown)))
    set_running(false)
  }
  return (
    <form onSubmit={(event) => void run(event)}>
      <Stack gap={16}>
        {error !== undefined && <Fault error={error} />}
        {children}
        <div>
          <Button type="submit" loading={is_running} fullWidth={is_wide}>
            {verb}
          </Button>
        </div>
        {also}
      </Stack>
    </form>
  )
}
