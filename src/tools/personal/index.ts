// The tools of a person who is signed in, before an organization is chosen.
import type { PersonalTool } from '#engine/personal.ts'
import { accept_invitation } from './accept_invitation.ts'
import { create_org } from './create_org.ts'
import { decline_invitation } from './decline_invitation.ts'
import { export_my_data } from './export_my_data.ts'
import { get_me } from './get_me.ts'

export const personal_tools: Record<string, PersonalTool> = {
  accept_invitation,
  create_org,
  decline_invitation,
  export_my_data,
  get_me,
}
