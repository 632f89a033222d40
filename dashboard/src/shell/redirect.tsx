// Leads to another address. The page before is replaced, so that the way back does not lead here again.
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

export function Redirect({ to }: { to: string }) {
  const navigate = useNavigate()
  // The address changes before the page does. A target that is made from the address would then change too.
  const [target] = useState(to)
  useEffect(() => void navigate({ href: target, replace: true }), [navigate, target])
  return null
}
