// Every vendor the sandbox stands in for: one line each.
import type { Vendor } from './vendor.ts'
import { google_oauth } from './vendors/google_oauth.ts'

export const vendors: Vendor[] = [google_oauth]
