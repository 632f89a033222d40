// What each part of the rules gets.
import type { ApprovalSettings } from './rows.ts'

export interface SettingsProps {
  settings: ApprovalSettings
  is_admin: boolean
}
